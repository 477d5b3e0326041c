"""Columns of files of tables: what stands in them for readers, and for the owner."""

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.digits import rough
from sdcdesk.tables.cells.cell_table import FREQUENCY, VALUE, CellTable

FLAG, STATUS, RELEASED = "flag", "status", "published"
"""Columns beside dimensions and value."""

HIDDEN = "x"
"""Flag of a hidden cell, whatever the reason: which cells are sensitive would tell where to look."""

SURE = 12
"""Significant digits of sums that are written."""

LOWER, UPPER = "required_lower", "required_upper"
"""Columns of the internal edition with the protection that rules ask for."""

OWN = (VALUE, FREQUENCY, FLAG, STATUS, RELEASED, LOWER, UPPER)
"""Names that are no dimension."""


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
    frame = table.frame[[one.name for one in table.dimensions]].astype(str)
    released = table.released
    frame[VALUE], frame[FLAG] = _as_numbers(table, released), np.where(np.isnan(released), HIDDEN, "")
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
    frame = table.frame[[one.name for one in table.dimensions]].astype(str)
    values = np.where(table.unknown, np.nan, table.values)
    frame[VALUE] = _as_numbers(table, values)
    if table.frequency is not None:
        frame[FREQUENCY] = table.frequency
    frame[STATUS], frame[RELEASED] = [str(one) for one in table.status], _as_numbers(table, table.released)
    if table.sensitivity is not None:
        frame[LOWER], frame[UPPER] = table.sensitivity.lower, table.sensitivity.upper
    return frame


def _as_numbers(table: CellTable, values: np.ndarray) -> pd.Series:
    """Return counts as whole numbers, and sums without digits that tell how they were added up."""
    known = values[~np.isnan(values)]
    if table.kind == "counts" and (known == np.rint(known)).all():
        return pd.Series(values).astype("Int64")
    # Beyond twelve digits there is rounding of arithmetic, which would tell of the parts.
    return pd.Series([rough(value, SURE) if np.isfinite(value) else value for value in values.tolist()])
