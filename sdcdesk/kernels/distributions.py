"""Distributions of two columns of numbers held against each other: distances, classes, higher moments."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from sdcdesk.kernels.moments import CHUNK

SPARSE = 64
"""Steps of a distribution function between two places that are looked at first."""

_SIDES: tuple[Literal["left", "right"], ...] = ("right", "left")


def present_sorted(values: np.ndarray) -> np.ndarray:
    """Return the present values in ascending order.

    Parameters
    ----------
    values
        float64 (n,); NaN where missing.

    Returns
    -------
    np.ndarray
        float64 (m,), m ≤ n.
    """
    # NaN sorts to the end.
    ordered = np.sort(values)
    return ordered[: len(ordered) - int(np.count_nonzero(np.isnan(values)))]


def kolmogorov_smirnov(first: np.ndarray, second: np.ndarray) -> float:
    """Return the largest distance between two empirical distribution functions.

    Parameters
    ----------
    first, second
        float64 (n,) and (m,), each in ascending order, without NaN.

    Returns
    -------
    float
        0…1; NaN where one of the two is empty.
    """
    if not len(first) or not len(second):
        return np.nan
    # Between two of the sparse places the difference is at most that of their ends, crosswise: only where
    # this could be the largest, all values are looked at.
    places = np.append(np.arange(0, len(first) - 1, SPARSE), len(first) - 1)
    upto, below = (np.searchsorted(second, first[places], side=side) / len(second) for side in _SIDES)
    largest = max(_largest_gap(places, upto, below, len(first)), 0.0)
    ends = np.append(places[1:], len(first))
    bounds = np.maximum(ends / len(first) - upto, np.append(below[1:], upto[-1]) - places / len(first))
    blocks = np.flatnonzero(bounds > largest)
    if len(blocks):
        inside = np.concatenate([np.arange(places[block], ends[block]) for block in blocks.tolist()])
        upto, below = (np.searchsorted(second, first[inside], side=side) / len(second) for side in _SIDES)
        largest = max(largest, _largest_gap(inside, upto, below, len(first)))
    return largest


def _largest_gap(places: np.ndarray, upto: np.ndarray, below: np.ndarray, size: int) -> float:
    """Return the largest difference right behind and right before steps of the first function.

    Of equal values the last says how high it is behind their step, and the first before it; those between say
    less than these.
    """
    return float(max(((places + 1) / size - upto).max(), (below - places / size).max()))


def class_edges(ordered: np.ndarray, classes: int) -> np.ndarray:
    """Return the ends of classes that hold about equally many values.

    Parameters
    ----------
    ordered
        float64 (n,), n ≥ 1, in ascending order.
    classes
        How many; equal ends, as of a value that is more frequent than a class, are one.

    Returns
    -------
    np.ndarray
        float64 (at most classes + 1,), rising: the smallest value, upper ends, the largest value. An end that
        is a value belongs to the class below it; every end is a value.
    """
    places = np.ceil(np.arange(1, classes + 1) * len(ordered) / classes).astype(np.int64) - 1
    return np.unique(np.append(ordered[0], ordered[np.maximum(places, 0)]))


def class_counts(ordered: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """Return how many values lie in each class.

    Parameters
    ----------
    ordered
        float64 (n,), in ascending order.
    edges
        float64 (k,), ends of classes, rising.

    Returns
    -------
    np.ndarray
        int64 (k + 1,), or 3 of a single end: values below the first end; from the first to the second, both
        included; above an end and up to the next one, which is included; above the last.
    """
    below = np.searchsorted(ordered, edges[:1], side="left")
    upto = np.searchsorted(ordered, edges[1:] if len(edges) > 1 else edges, side="right")
    return np.diff(np.concatenate([[0], below, upto, [len(ordered)]]))


def hellinger(first: np.ndarray, second: np.ndarray) -> float:
    """Return the Hellinger distance of two frequency distributions over the same classes.

    Parameters
    ----------
    first, second
        int64 (k,), counts, of which each has a sum above 0; else the distance is NaN.

    Returns
    -------
    float
        √(1 − Σ √(p q)), 0 where shares are equal, 1 where no class has values of both.
    """
    if not first.sum() or not second.sum():
        return np.nan
    p, q = first / first.sum(), second / second.sum()
    # Half the squares of differences: the same, without the difference of nearly equal numbers.
    return float(np.sqrt(min(np.square(np.sqrt(p) - np.sqrt(q)).sum() / 2, 1.0)))


@dataclass(frozen=True, slots=True)
class Shape:
    """Moments of a column.

    Attributes
    ----------
    count
        Present values.
    mean
        Mean of them; NaN where there is none.
    deviation
        Standard deviation, ÷ count − 1; NaN with fewer than two, 0 exactly of equal values.
    skewness, kurtosis
        m₃ / m₂^1.5 and m₄ / m₂² − 3, moments ÷ count; NaN where the deviation is 0 or not defined.
    """

    count: int
    mean: float
    deviation: float
    skewness: float
    kurtosis: float


def shape(values: np.ndarray) -> Shape:
    """Return the moments of a column.

    Parameters
    ----------
    values
        float64 (n,), without NaN. Results too large for float64 are NaN.

    Returns
    -------
    Shape
        Moments about the mean.
    """
    count = len(values)
    if not count:
        return Shape(0, np.nan, np.nan, np.nan, np.nan)
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        # Counted from one of the values, so that a constant column deviates by exactly 0.
        low, high = float(values.min()), float(values.max())
        mean = low if low == high else float(values[0] + _mean_gap(values))
        if low == high:
            return Shape(count, mean, 0.0 if count > 1 else np.nan, np.nan, np.nan)
        largest = max(high - mean, mean - low)
        sums = np.zeros(3)
        for start in range(0, count, CHUNK):
            gaps = (values[start : start + CHUNK] - mean) / largest
            squares = gaps * gaps
            sums += squares.sum(), _product(squares, gaps), _product(squares, squares)
        second, third, fourth = (float(total) / count for total in sums)
        found = (
            mean,
            largest * float(np.sqrt(second * count / (count - 1))) if count > 1 else np.nan,
            third / second**1.5,
            fourth / second**2 - 3,
        )
    return Shape(count, *(one if np.isfinite(one) else np.nan for one in found))


def _product(first: np.ndarray, second: np.ndarray) -> float:
    """Return the sum of products: without the library of matrices, whose threads wait for one another."""
    return float(np.einsum("i,i->", first, second))


def _mean_gap(values: np.ndarray) -> float:
    """Return the mean distance from the first value."""
    chunks = (values[start : start + CHUNK] - values[0] for start in range(0, len(values), CHUNK))
    return float(np.sum([chunk.sum() for chunk in chunks])) / len(values)
