"""New numbers: values that name people, households or places become numbers that tell nothing."""

from collections.abc import Iterator
from itertools import count, islice
from typing import ClassVar

import numpy as np
import pandas as pd

from sdcdesk.core.method import Masked, Method, Purpose
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.parameters import KEY_LIKE, REQUIRED, parameter
from sdcdesk.core.progress import Progress
from sdcdesk.core.quantity import Quantity, count_of
from sdcdesk.core.randomness import Draws
from sdcdesk.core.sentence import sentence
from sdcdesk.core.variable import Scale, Variable
from sdcdesk.masking.new_values import wide_enough
from sdcdesk.masking.replacement import as_text, holds_numbers

NUMBERS = count_of("number")


class NewNumbers(Method):
    """Replace the values of variables that name something by new numbers, in random order.

    Each variable by itself: its d different values become the numbers 1 … d, every assignment equally likely,
    so that records that agreed in it still do, and nothing else can be read from it. Numbers that are codes
    for a missing value of the variable are left out. Missing values stay missing. The variable is nominal
    after the step; one that held text holds the numbers as text.

    When to use
        For the number of a household, an interviewer or a place, where users need to know which records
        belong together, but not to which household of another file.
    When not to use
        For variables whose values mean something to users. A place can still be known by how many records it
        has, and a household by its members: new numbers hide a name, not a group.

    Figures
    -------
    new numbers
        Over all variables.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"home": [4711, 4711, 4712, 4713], "age": [40, 9, 70, 33]}))
    >>> sdc.masking.NewNumbers(variables=["home"]).apply(data, seed=2).column("home").tolist()
    [2, 2, 1, 3]
    """

    name: ClassVar[str] = "new_numbers"
    title: ClassVar[str] = "New numbers"
    source: ClassVar[str] = (
        "Hundepool et al. (2012), Statistical Disclosure Control, section 3.8, on writing a safe file"
    )
    purpose: ClassVar[Purpose] = Purpose.NUMBERING
    random: ClassVar[bool] = True

    variables: tuple[str, ...] = parameter(
        REQUIRED,
        "Variables",
        "The variables whose values become numbers, each by itself.",
        accepts=KEY_LIKE,
        min_length=1,
    )

    def summary(self) -> str:
        """Return the step in a few plain words."""
        return sentence("New numbers for {names}", names=", ".join(self.variables))

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        columns: dict[str, pd.Series] = {}
        described: list[Variable] = []
        numbers = 0
        for (place, name), share in progress.over(list(enumerate(self.variables)), self.title):
            share.at(0.0, self.title)
            columns[name], different = _numbered(data, name, draws, place)
            numbers += different
            described.append(
                data.variable(name).changed(scale=Scale.NOMINAL, categories=(), intervals=(), unit="")
            )
        return Masked(data.assign(columns, described), {"new numbers": Quantity(numbers, NUMBERS)})


def _numbered(data: Microdata, name: str, draws: Draws, place: int) -> tuple[pd.Series, int]:
    """Return the column with its new numbers, and how many there are."""
    codes = data.coding(name).codes
    present = np.flatnonzero(codes >= 0)
    # The records that draw for a value are the first ones that have it, by their places in the initial file.
    by_row = present[np.argsort(data.rows[present], kind="stable")]
    values, first = np.unique(codes[by_row], return_index=True)
    turn = np.empty(len(values), dtype=np.int64)
    turn[draws.order(data.rows[by_row[first]], place)] = np.arange(len(values))
    free = np.fromiter(islice(_free(data.variable(name)), len(values)), dtype=np.int64, count=len(values))
    new = np.zeros(len(codes), dtype=np.int64)
    new[present] = free[turn[np.searchsorted(values, codes[present])]]
    return _with(data.column(name), codes >= 0, new), len(values)


def _with(column: pd.Series, known: np.ndarray, new: np.ndarray) -> pd.Series:
    """Return a column with new numbers in the place of its values; what is missing stays as it stands."""
    if not holds_numbers(column):
        return column.astype("str").mask(known, pd.Series(new).astype("str"))
    if pd.api.types.is_integer_dtype(column):
        column = wide_enough(column, new[known])
        return column.mask(known, pd.Series(new).astype(column.dtype))
    return pd.Series(np.where(known, new, column.to_numpy(dtype=np.float64, na_value=np.nan)))


def _free(variable: Variable) -> Iterator[int]:
    """Return the numbers from 1 on that are no codes for a missing value."""
    taken = set(as_text(pd.Series(variable.missing, dtype=object)))
    return (number for number in count(1) if not taken & {str(number), f"{number}.0"})
