"""Columns of finished tables: what they are called, and what the rows say of values and codes."""

import re
from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import joined_by_or, sentence
from sdcdesk.core.text.value_text import value_text
from sdcdesk.tables.cells.cell_table import FREQUENCY, VALUE
from sdcdesk.tables.files.columns import STATUS
from sdcdesk.tables.files.formula_text import restored

MARKS = ("x", "X", "*", "**", ".", "..", "...", "…", "c", "C", "(c)", "s", "S", "(D)", "D")
"""What statistical offices write in place of a value that is not published; "-" and "0" are none."""


_SEPARATED = re.compile(r"[-+]?\d+([ .,'\u2019\u00a0\u202f]\d{3})*([.,]\d+)?")
"""A number with a decimal comma, or with signs between its thousands."""


@dataclass(frozen=True, slots=True)
class FinishedColumns:
    """What the columns of a finished table are called; all others are its dimensions.

    Attributes
    ----------
    value
        The values; a cell without one is hidden.
    frequency
        How many contribute to each cell; the table need not have it.
    status
        What became of each cell, one of `CellStatus`; the table need not have it.
    largest
        The largest contributions to each cell, in falling order; where none are named, "largest_1",
        "largest_2", … as far as the table has them.
    marks
        What stands in place of the value of a hidden cell.
    cost
        What hiding each cell costs its readers; empty: the table does not say.
    """

    value: str = VALUE
    frequency: str = FREQUENCY
    status: str = STATUS
    largest: tuple[str, ...] = ()
    marks: tuple[str, ...] = MARKS
    cost: str = ""

    @property
    def names(self) -> frozenset[str]:
        """All columns that are no dimension, as far as they are named here."""
        return frozenset((self.value, self.frequency, self.status, self.cost, *self.largest))

    def require_in(self, data: Microdata) -> None:
        """Raise `DataError` for a file without the columns that must be there.

        Parameters
        ----------
        data
            A row a cell.

        Raises
        ------
        DataError
            It has no values, or not the costs that are named.
        """
        if self.value not in data:
            words = "The table has no column {name}; give the values one."
            raise DataError(sentence(words, name=short(self.value)), VALUE)
        if self.cost and self.cost not in data:
            words = "The table has no column {name}; name the one of the costs."
            raise DataError(sentence(words, name=short(self.cost)), "cost")


USUAL = FinishedColumns()
"""Columns as this program calls them."""


def published_values(data: Microdata, columns: FinishedColumns) -> np.ndarray:
    """Return the value of each row of a finished table.

    Parameters
    ----------
    data
        A row a cell.
    columns
        What the column of values is called, and marks of hidden cells.

    Returns
    -------
    np.ndarray
        float64 (rows,), NaN where it is hidden.

    Raises
    ------
    DataError
        A value is neither a number nor a mark.
    """
    column = data.column(columns.value)
    if pd.api.types.is_numeric_dtype(column):
        return data.numbers(columns.value)
    texts = column.astype(str).str.strip()
    hidden = data.missing(columns.value) | texts.isin(columns.marks).to_numpy(dtype=bool)
    numbers = pd.to_numeric(texts.where(~hidden, None), errors="coerce").to_numpy(dtype=np.float64)
    wrong = np.flatnonzero(np.isnan(numbers) & ~hidden)
    if len(wrong) and _SEPARATED.fullmatch(texts.iloc[wrong[0]]):
        words = (
            "{name}: row {row} has a decimal comma or signs between thousands; write numbers as 1234.5, or "
            "read the file with its decimal sign."
        )
        raise DataError(sentence(words, name=short(columns.value), row=str(int(wrong[0]) + 1)), VALUE)
    if len(wrong):
        words = (
            "{name}: row {row} is neither a number nor one of the marks of hidden cells, {marks}; correct it."
        )
        marks = joined_by_or(columns.marks)
        raise DataError(
            sentence(words, name=short(columns.value), row=str(int(wrong[0]) + 1), marks=marks), VALUE
        )
    return numbers


def row_codes(data: Microdata, name: str) -> list[str]:
    """Return the code of each row of a finished table in a dimension.

    Parameters
    ----------
    data
        A row a cell.
    name
        Column of the dimension.

    Returns
    -------
    list[str]
        As readers see them.

    Raises
    ------
    DataError
        A row has none.
    """
    missing = np.flatnonzero(data.missing(name))
    if len(missing):
        words = "{name}: row {row} has no code; give every cell one."
        raise DataError(sentence(words, name=short(name), row=str(int(missing[0]) + 1)), name)
    return [restored(value_text(one)) for one in data.column(name)]
