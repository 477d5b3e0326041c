"""Nearest of a few points to each record, of equally near ones the first, as with exact arithmetic."""

import math
from fractions import Fraction

import numpy as np

from sdcdesk.core.numbers.decimal_fraction import exact

ROUNDING = float(np.finfo(np.float64).eps)


def nearest_points(records: np.ndarray, points: np.ndarray, squared: np.ndarray) -> np.ndarray:
    """Return the first of the points that are nearest to each record.

    The distance is Σ ((v − p)/s)² over the variables that are present, s being the range of the points in the
    variable. Numbers are taken for the decimal fractions that they are written as, so that points are equally
    near where they are so on paper.

    Parameters
    ----------
    records
        float64 (n, d), NaN where missing.
    points
        float64 (r, d), finite.
    squared
        float64 (n, r), the distances as floats give them.

    Returns
    -------
    np.ndarray
        int64 (n,), places of points; 0 for a record of which nothing is present.
    """
    varied = np.flatnonzero(np.ptp(points, axis=0))
    records, points = records[:, varied], points[:, varied]
    place: np.ndarray = squared.argmin(axis=1)
    least = np.take_along_axis(squared, place[:, np.newaxis], axis=1)[:, 0]
    near = squared <= (least + _error(records, points, least))[:, np.newaxis]
    known = ~np.isnan(records).all(axis=1)
    undecided = np.flatnonzero((np.count_nonzero(near, axis=1) > 1) & known)
    if len(undecided):
        place[undecided] = _first_nearest(records[undecided], points, near[undecided])
    return place


def _error(records: np.ndarray, points: np.ndarray, least: np.ndarray) -> np.ndarray:
    """Return by how much two distances at most differ from what they are, where they are so small."""
    sizes = np.maximum(np.abs(np.nan_to_num(records)), np.abs(points).max(axis=0)) / np.ptp(points, axis=0)
    root = np.sqrt(least)
    # Of one quotient: from the digits that v, p and s have lost, and from subtracting and dividing.
    error = 2 * ROUNDING * (sizes.max(axis=1, initial=0.0) + 1) * (1 + root)
    found: np.ndarray = 4 * points.shape[1] * error * (2 * root + error)
    return found


def _first_nearest(records: np.ndarray, points: np.ndarray, near: np.ndarray) -> np.ndarray:
    """Return the first of the nearest points among those that are near, bool (n, r), by whole numbers."""
    row, point = np.nonzero(near)
    columns = [_scaled_to_integers(*pair) for pair in zip(records.T, points.T, strict=True)]
    ranges = [(goals.max() - goals.min()) ** 2 for _, goals in columns]
    common = math.lcm(*ranges)
    total = np.zeros(len(row), dtype=object)
    for (values, goals), squared, present in zip(columns, ranges, ~np.isnan(records.T), strict=True):
        gaps = np.where(present[row], values[row] - goals[point], 0)
        total += gaps * gaps * (common // squared)
    starts = np.flatnonzero(np.diff(row, prepend=-1))
    least = np.minimum.reduceat(total, starts)
    _, first = np.unique(row[total == least[row]], return_index=True)
    chosen: np.ndarray = point[total == least[row]][first]
    return chosen


def _scaled_to_integers(values: np.ndarray, goals: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return numbers of a variable and of its points, both times what makes all of them whole, as int."""
    different, places = np.unique(np.append(np.nan_to_num(values), goals), return_inverse=True)
    fractions: list[Fraction] = [exact(number) for number in different.tolist()]
    common = math.lcm(*(fraction.denominator for fraction in fractions))
    whole = np.array([int(fraction * common) for fraction in fractions], dtype=object)[places]
    return whole[: len(values)], whole[len(values) :]
