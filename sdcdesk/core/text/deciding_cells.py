"""Cells of a column that decide with how many digits all of it is written."""

from collections.abc import Sequence

import numpy as np


def deciding_cells(values: np.ndarray, limits: Sequence[float] = ()) -> np.ndarray:
    """Return the places of a few numbers that need the fewest and the most digits, and so decide for all.

    Parameters
    ----------
    values
        float64 (n,); NaN is left out.
    limits
        Values that they are written apart from.

    Returns
    -------
    np.ndarray
        int64 (k,), k at most four, and two for each limit.
    """
    size = np.abs(values)
    there = np.isfinite(values)
    whole = there & (size == np.floor(size))
    found = [end(size, kind) for kind in (whole, there & ~whole) for end in (_least, _most)]
    for limit in limits:
        found += [_most(values, there & (values < limit)), _least(values, there & (values > limit))]
    return np.unique([place for place in found if place >= 0]).astype(np.int64)


def _least(values: np.ndarray, which: np.ndarray) -> int:
    return int(np.where(which, values, np.inf).argmin()) if which.any() else -1


def _most(values: np.ndarray, which: np.ndarray) -> int:
    return int(np.where(which, values, -np.inf).argmax()) if which.any() else -1
