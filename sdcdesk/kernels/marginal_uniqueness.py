"""Marginal uniqueness: how many records are unique by all columns, but not without one of them."""

from collections.abc import Sequence

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.counting import Codes, records_alone
from sdcdesk.kernels.keys import combine, compact, digits


def marginal_uniqueness(keys: Sequence[Codes], progress: Progress = SILENT) -> np.ndarray:
    """Count for each column the records that are unique by all columns and not by all others.

    The columns are halved again and again: records that one half tells apart stay unique without any column
    of the other half, and need not be looked at again.

    Parameters
    ----------
    keys
        Codes of each column, of the same records; at least one. A missing value is a value of its own.
    progress
        Receives that the work goes on.

    Returns
    -------
    np.ndarray
        int64 (m,). Without columns nobody is unique, so that a single column loses all that it tells apart.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    whole = records_alone(keys)
    if len(keys) == 1:
        return np.array([np.count_nonzero(whole)], dtype=np.int64)
    lost = np.zeros(len(keys), dtype=np.int64)
    pairs = [digits(key.values, key.size) for key in keys]

    def leave_out(columns: Sequence[int], groups: np.ndarray, number: int, rows: np.ndarray) -> None:
        """Count what each of some columns loses, given the groups of some rows by all others."""
        progress.at(0.0, "What each variable adds")
        groups, number = compact(groups, number)
        shared = np.bincount(groups, minlength=number)[groups] > 1
        if not shared.any():
            return
        groups, rows = groups[shared], rows[shared]
        if len(columns) == 1:
            lost[columns[0]] = np.count_nonzero(whole[rows])
            return
        half = len(columns) // 2
        for out, kept in ((columns[:half], columns[half:]), (columns[half:], columns[:half])):
            # One by one, and compact, so that no number grows large.
            with_kept = combine(
                [groups, *(pairs[at][0][rows] for at in kept)], [number, *(pairs[at][1] for at in kept)]
            )
            leave_out(out, *with_kept, rows)

    records = len(keys[0].values)
    leave_out(range(len(keys)), np.zeros(records, dtype=np.int64), 1, np.arange(records))
    return lost
