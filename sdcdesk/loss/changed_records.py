"""Changed records: those whose value of a variable is another in the masked file."""

import numpy as np

from sdcdesk.core.data.microdata import Microdata


def changed_records(original: Microdata, masked: Microdata, name: str) -> np.ndarray:
    """Return which released records have another value of a variable than in the original.

    A recoded value is another one; missing in both files is the same.

    Parameters
    ----------
    original, masked
        Both files.
    name
        A variable of the original; where the masked file lacks it, all its records have lost their value.

    Returns
    -------
    np.ndarray
        int64 (m,), positions in the original.

    Raises
    ------
    DataError
        The original has no such variable.
    """
    original.variable(name)
    if name not in masked:
        return masked.rows
    empty, blank = original.missing(name)[masked.rows], masked.missing(name)
    before = original.column(name).to_numpy(dtype=object)[masked.rows]
    after = masked.column(name).to_numpy(dtype=object)
    both = ~empty & ~blank
    changed = empty != blank
    changed[both] = before[both] != after[both]
    rows: np.ndarray = masked.rows[changed]
    return rows


def is_unchanged(original: Microdata, masked: Microdata, name: str) -> bool:
    """Return whether the column is the same, value by value, so that nothing needs to be coded.

    Parameters
    ----------
    original, masked
        Both files.
    name
        A variable of both.

    Returns
    -------
    bool
        Also False where a step touched it, or other values count as missing.
    """
    if masked.provenance(name) is not None:
        return False
    if masked.shares(original, name):
        return True
    if original.variable(name).missing != masked.variable(name).missing:
        return False
    column, rows = original.column(name), masked.rows
    if len(rows) < len(column) or (rows != np.arange(len(rows))).any():
        column = column.take(rows).reset_index(drop=True)
    return column.equals(masked.column(name))


def unreleased_records(original: Microdata, masked: Microdata) -> np.ndarray:
    """Return the positions (int64, in the original) of the records that the masked file does not have.

    Parameters
    ----------
    original
        The initial file.
    masked
        The masked file.

    Returns
    -------
    np.ndarray
        int64 (m,), ascending.
    """
    return np.setdiff1d(np.arange(len(original)), masked.rows)
