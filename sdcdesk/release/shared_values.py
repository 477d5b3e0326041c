"""Shared values: groups of records had the same value, and what became of it in each tells it again."""

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.release.blanked_values import count_told


def find_masked_singly(original: Microdata, masked: Microdata) -> tuple[str, ...]:
    """Return the variables whose values may have become different ones where they were equal.

    Parameters
    ----------
    original, masked
        Both files.

    Returns
    -------
    tuple[str, ...]
        Those that steps masked otherwise than by a recoding, or by labels of single records; none where the
        original is not known.
    """
    if original.is_released:
        return ()
    return tuple(
        name
        for name, one in masked.lineage.provenances.items()
        if not one.exact and one.labels is None and name in masked and name in original
    )


def count_shared(groups: np.ndarray, then: np.ndarray, now: np.ndarray) -> int:
    """Return in how many records a masked value can be told from those of their group.

    That is so where all of a group had the same value, as members of a household have the same dwelling, and
    have several now: the commonest, or the mean, is near to what it was. Groups are taken for such as in
    `count_told`.

    Parameters
    ----------
    groups, then, now
        int (n,), values of the variable that groups the records, and of the other one before and after it was
        masked; −1 where missing.

    Returns
    -------
    int
        Number of records.
    """
    known = (groups >= 0) & (now >= 0)
    if not known.any():
        return 0
    low = np.full(int(groups.max()) + 1, np.iinfo(np.int64).max)
    high = np.full(len(low), -1, dtype=np.int64)
    np.minimum.at(low, groups[known], now[known])
    np.maximum.at(high, groups[known], now[known])
    return count_told(groups, then, known & (high > low)[groups])
