"""Patterns of missing values: records that lack the same variables."""

from collections.abc import Sequence

import numpy as np

from sdcdesk.kernels.counting import Codes, group_records


def records_alike(missing: Sequence[np.ndarray], records: int) -> list[np.ndarray]:
    """Return the records of each pattern, which together are all.

    Parameters
    ----------
    missing
        For each variable, or for each property that tells records apart, integers or bool (n,), 0 or more.
    records
        Number n of records.

    Returns
    -------
    list[np.ndarray]
        int64 (m,) positions, ascending in each pattern; no pattern is empty.
    """
    if not records:
        return []
    if not missing:
        return [np.arange(records)]
    codes = [Codes(each.astype(np.int64), int(each.max()) + 1) for each in missing]
    labels = group_records(codes).labels
    together = np.argsort(labels, kind="stable")
    return np.split(together, np.flatnonzero(np.diff(labels[together])) + 1)
