"""Interval queries: what a statistic can be where of each value only an interval is known.

Ends of intervals are whole numbers of steps, and so are those of answers, rounded outwards. Every answer
follows from the intervals alone, contains the statistic of all values within them, and so that of the true
ones.
"""

from collections.abc import Callable

import numpy as np

PART = 2**20
"""Ends that are added at once, so that integers of 64 bits hold their sum."""

ROUNDING = 1e-9
"""Share by which bounds of a variance are moved outwards, for rounding."""

HALVINGS = 60
"""Steps of a bisection, after which the interval is as narrow as numbers are."""

Range = tuple[int, int]
"""Lower and upper end, in steps."""


def sum_range(low: np.ndarray, high: np.ndarray) -> Range:
    """Return the range of the sum: exact, however many values there are.

    Parameters
    ----------
    low, high
        float64 (m,), whole numbers.

    Returns
    -------
    Range
    """
    return _added(low), _added(high)


def mean_range(low: np.ndarray, high: np.ndarray) -> Range:
    """Return the range of the mean.

    Parameters
    ----------
    low, high
        float64 (m,), whole numbers, m > 0.

    Returns
    -------
    Range
    """
    return _added(low) // len(low), -(-_added(high) // len(high))


def largest_range(low: np.ndarray, high: np.ndarray) -> Range:
    """Return the range of the largest value.

    Parameters
    ----------
    low, high
        float64 (m,), whole numbers, m > 0.

    Returns
    -------
    Range
    """
    return int(low.max()), int(high.max())


def smallest_range(low: np.ndarray, high: np.ndarray) -> Range:
    """Return the range of the smallest value.

    Parameters
    ----------
    low, high
        float64 (m,), whole numbers, m > 0.

    Returns
    -------
    Range
    """
    return int(low.min()), int(high.min())


def quantile_range(low: np.ndarray, high: np.ndarray, share: float) -> Range:
    """Return the range of a quantile, interpolated between two values.

    Parameters
    ----------
    low, high
        float64 (m,), whole numbers, m > 0.
    share
        0…1.

    Returns
    -------
    Range
    """
    return int(np.floor(np.quantile(low, share))), int(np.ceil(np.quantile(high, share)))


def count_range(low: np.ndarray, high: np.ndarray, threshold: float) -> Range:
    """Return the range of the number of values that are at least a threshold.

    Parameters
    ----------
    low, high
        float64 (m,).
    threshold
        The smallest value that counts, in the unit of the ends.

    Returns
    -------
    Range
        Counts.
    """
    return int((low >= threshold).sum()), int((high >= threshold).sum())


def deviation_range(low: np.ndarray, high: np.ndarray) -> Range:
    """Return a range that contains the standard deviation, divided by m − 1.

    The least Σ(x − x̄)² is the least of Σ d(c)² over all centres c, d being the distance of c from the
    interval. At most it is that of the distances to the farther ends, whatever the centre, as the mean makes
    Σ(x − c)² least: the best centre gives the bound, which values need not reach.

    Parameters
    ----------
    low, high
        float64 (m,), whole numbers, m > 1.

    Returns
    -------
    Range
    """
    first, last = float(low.min()), float(high.max())

    def nearest(centre: float) -> np.ndarray:
        within: np.ndarray = centre - np.clip(centre, low, high)
        return within

    def farthest(centre: float) -> np.ndarray:
        ends: np.ndarray = np.where(centre - low >= high - centre, centre - low, centre - high)
        return ends

    least, most = (
        float(np.sqrt((distance(_centre(distance, first, last)) ** 2).sum() / (len(low) - 1)))
        for distance in (nearest, farthest)
    )
    return int(np.floor(least * (1 - ROUNDING))), int(np.ceil(most * (1 + ROUNDING)))


def _centre(distance: Callable[[float], np.ndarray], first: float, last: float) -> float:
    """Return the centre where distances, which grow with it, add up to 0: their squares are least there."""
    for _ in range(HALVINGS):
        middle = (first + last) / 2
        if distance(middle).sum() < 0:
            first = middle
        else:
            last = middle
    return (first + last) / 2


def _added(ends: np.ndarray) -> int:
    whole = ends.astype(np.int64)
    return sum(int(whole[begin : begin + PART].sum()) for begin in range(0, len(whole), PART))
