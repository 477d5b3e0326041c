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
    found = [place for kind in (whole, there & ~whole) for place in _ends(size, kind)]
    for limit in limits:
        found += _ends(values, there & (values < limit))[1:]
        found += _ends(values, there & (values > limit))[:1]
    return np.unique(found).astype(np.int64)


def _ends(values: np.ndarray, which: np.ndarray) -> list[int]:
    """Return the first places of the least and the greatest of some values; empty: there are none."""
    if which.all():  # as in most columns, of which there are as many rows as records
        return [int(values.argmin()), int(values.argmax())] if len(values) else []
    places = np.flatnonzero(which)
    some = values[places]
    return [int(places[some.argmin()]), int(places[some.argmax()])] if len(places) else []
