"""Columns of files of tables: what stands in them for readers, and for the owner."""

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.digits import rough
from sdcdesk.core.running.errors import WriteError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.tables.cells.cell_identity import SURE
from sdcdesk.tables.cells.cell_table import FREQUENCY, VALUE, CellTable
from sdcdesk.tables.cells.decimal_sums import decimal_scale
from sdcdesk.tables.cells.relations import ADDS_UP

FLAG, STATUS, RELEASED = "flag", "status", "published"
"""Columns beside dimensions and value."""

HIDDEN = "x"
"""Flag of a hidden cell, whatever the reason: which cells are sensitive would tell where to look."""

LARGEST = 3
"""How many of the largest contributions the owner keeps of each cell."""

LOWER, UPPER = "required_lower", "required_upper"
"""Columns of the internal edition with the protection that rules ask for."""

OWN = (VALUE, FREQUENCY, FLAG, STATUS, RELEASED, LOWER, UPPER)
"""Names that are no dimension."""


def largest_name(rank: int) -> str:
    """Return the name of the column of a contribution.

    Parameters
    ----------
    rank
        1 for the largest of a cell.

    Returns
    -------
    str
        "largest_1".
    """
    return f"largest_{rank}"


def public_columns(table: CellTable) -> pd.DataFrame:
    """Return what readers get: codes, published values, and a flag where there is none.

    Parameters
    ----------
    table
        With what is published of it.

    Returns
    -------
    pd.DataFrame
        A row a cell; nothing in it comes from the value of a hidden cell.
    """
    frame = _codes(table)
    released = table.released
    frame[VALUE], frame[FLAG] = _as_numbers(released), np.where(np.isnan(released), HIDDEN, "")
    return frame


def internal_columns(table: CellTable) -> pd.DataFrame:
    """Return what the owner keeps: the original values, why cells are hidden, and what is published.

    Parameters
    ----------
    table
        With what is published of it.

    Returns
    -------
    pd.DataFrame
        A row a cell; confidential.
    """
    frame = _codes(table)
    values = np.where(table.unknown, np.nan, table.values)
    frame[VALUE] = _as_numbers(values)
    if table.frequency is not None:
        frame[FREQUENCY] = table.frequency
    frame[STATUS], frame[RELEASED] = [str(one) for one in table.status], _as_numbers(table.released)
    known = table.contributions
    if known is not None and known.sums is None and table.kind == "sums":
        number = LARGEST if not known.are_given else min(LARGEST, known.most_given)
        amounts = known.largest(table.dimensions, number).amounts
        if (amounts.sum(axis=1) <= np.abs(table.values) * (1 + ADDS_UP)).all():
            for rank in range(number):
                frame[largest_name(rank + 1)] = amounts[:, rank]
    if table.sensitivity is not None:
        frame[LOWER], frame[UPPER] = table.sensitivity.lower, table.sensitivity.upper
    return frame


def _codes(table: CellTable) -> pd.DataFrame:
    """Return the codes of all cells, where no dimension is called as another column."""
    taken = next((one.name for one in table.dimensions if is_own(one.name)), None)
    if taken is not None:
        words = "The variable {name} is called as a column of files of tables is; rename it first."
        raise WriteError(sentence(words, name=taken))
    return table.frame[[one.name for one in table.dimensions]].astype(str)


def is_own(name: str) -> bool:
    """Return whether this program calls a column of a table so that is no dimension.

    Parameters
    ----------
    name
        Name of the column.

    Returns
    -------
    bool
        Also for contributions of any rank.
    """
    return name in OWN or name.startswith(largest_name(0)[:-1])


def _as_numbers(values: np.ndarray) -> pd.Series:
    """Return whole numbers as such, and sums without digits that tell how they were added up."""
    known = values[~np.isnan(values)]
    scale = decimal_scale(known)
    if scale == 1.0:
        return pd.Series(np.rint(values)).astype("Int64")
    if scale:
        return pd.Series(values)
    # Beyond twelve digits there is rounding of arithmetic, which would tell of the parts.
    return pd.Series([rough(value, SURE) if np.isfinite(value) else value for value in values.tolist()])
