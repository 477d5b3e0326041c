"""Key values of records and groups, for tables that list them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import MISSING, beyond_exact
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.numbers.quantity import Reason, Why, variable_unit
from sdcdesk.core.results.column import Column, Secrecy

MISSING_KEY = Reason(Why.NOT_APPLICABLE, "The key value is missing.")


def key_texts(data: Microdata, name: str, places: np.ndarray) -> pd.Series:
    """Return the values of a key in some records, in words; a key that was dropped is not there.

    Parameters
    ----------
    data
        A file.
    name
        Name of the key, in the file or not.
    places
        int64 (m,), positions in that file.

    Returns
    -------
    pd.Series
        m texts: the value, "missing", or "left out". Of type object: a column of type str would make plain
        text of values that know the reader's sign.
    """
    if name not in data:
        return pd.Series(["left out"] * len(places), dtype=object)
    coding = data.coding(name)
    variable = data.variable(name)
    texts = [
        "missing" if code == MISSING else variable.text(coding.categories[code])
        for code in coding.take(places).codes.tolist()
    ]
    return pd.Series(texts, dtype=object)


def key_columns(
    masked: Microdata, keys: Sequence[str], records: np.ndarray
) -> Iterator[tuple[Column, pd.Series]]:
    """Yield the key values of groups: numbers of continuous variables, else text.

    Parameters
    ----------
    masked
        The masked file.
    keys
        Names of its keys.
    records
        int64 (G,), position of a record of each group.

    Yields
    ------
    tuple[Column, pd.Series]
        A column, and its cells (G,), float64 or of type object.
    """
    for name in keys:
        numeric = _numeric(masked, name)
        unit = replace(variable_unit(masked.variable(name).unit), is_data_value=True) if numeric else None
        values = _values(masked, name, records, numeric=numeric)
        column = Column(f"key_{name}", name, unit, role="key", secrecy=Secrecy.RECORD, undefined=MISSING_KEY)
        # As objects: a column of type str would make plain text of values that know the reader's sign.
        yield column, pd.Series(values, dtype=values.dtype, copy=False)


def _numeric(masked: Microdata, name: str) -> bool:
    categories = masked.coding(name).categories
    return masked.variable(name).scale is Scale.CONTINUOUS and pd.api.types.is_numeric_dtype(categories)


def _values(masked: Microdata, name: str, records: np.ndarray, *, numeric: bool) -> np.ndarray:
    coding = masked.coding(name)
    # The last entry stands for missing values, whose code is −1.
    if numeric:
        large = beyond_exact(coding.categories)  # whole numbers that would lose their last digits
        values = np.append(coding.categories.to_numpy(dtype=object if large else np.float64), np.nan)
    else:
        texts = map(masked.variable(name).text, coding.categories)
        values = np.array([*texts, None], dtype=object)
    found: np.ndarray = values[coding.take(records).codes]
    return found
