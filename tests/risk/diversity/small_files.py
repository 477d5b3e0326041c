"""Small files with confidential variables, and the group of each record from the definition."""

from collections import Counter

import numpy as np
import pandas as pd
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable

Row = tuple[str | None, str | None, str | None, float | None]

NAMES = ("a", "b", "illness", "income")

VARIABLES = [
    Variable(name="a", role=Role.KEY),
    Variable(name="b", role=Role.KEY),
    Variable(name="illness", role=Role.CONFIDENTIAL),
    Variable(name="income", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS),
]

CONFIDENTIAL = {"illness": 2, "income": 3}
"""Places in a row."""

MISSING = ("category", "wildcard")

rows_of_people = st.lists(
    st.tuples(
        st.sampled_from(["p", "q", None]),
        st.sampled_from(["x", "y", None]),
        st.sampled_from(["flu", "gout", "mumps", None]),
        st.sampled_from([100.0, 200.0, 250.0, 900.0, None]),
    ),
    min_size=1,
    max_size=14,
)


def people(rows: list[Row]) -> Microdata:
    columns = {
        name: pd.Series([row[place] for row in rows], dtype=np.float64 if name == "income" else object)
        for place, name in enumerate(NAMES)
    }
    return Microdata(pd.DataFrame(columns), VARIABLES)


def values_around(rows: list[Row], at: int, column: int, missing: str) -> Counter[str | float]:
    """The values of a column in the group of a record, from pairs of records."""
    wild = missing == "wildcard"
    return Counter(
        row[column]
        for row in rows
        if row[column] is not None
        if all(x == y or (wild and None in (x, y)) for x, y in zip(row[:2], rows[at][:2], strict=True))
    )


def size_around(rows: list[Row], at: int, missing: str) -> int:
    return values_around([(*row[:2], "anyone", None) for row in rows], at, 2, missing).total()
