"""Interval queries: what a statistic can be over all weighted means of some columns.

Every interval contains the statistic of the true column, whatever the weights. Ends are moved outwards by
what rounding could have done.
"""

import itertools
import math

import numpy as np

ROUNDING = 1e-9
"""Share of the size of the numbers by which an interval is widened."""

NOTHING = 1e-12
"""Gains up to this are those of rounding."""

LAST_DIGITS = 2.0**-48
"""By how much of the size of the numbers rounding may have moved any value of a column: 16 last digits."""

Range = tuple[float, float]
"""Lower and upper end."""


def sum_range(vectors: np.ndarray) -> Range:
    """Return the range of the sum: the least and largest of the columns' sums.

    Parameters
    ----------
    vectors
        float64 (k, m), none missing.

    Returns
    -------
    Range
        Reached by some weights.
    """
    sums = vectors.sum(axis=1)
    return _outwards(sums.min(), sums.max(), np.abs(vectors).sum(axis=1).max() if vectors.size else 0.0)


def largest_range(vectors: np.ndarray) -> Range:
    """Return the range of the largest value: up to the largest of all, down to that of a linear program.

    It minimises t with Σ weights·value ≤ t in every record. It is solved for a few records; that
    which breaks the solution most joins them, until none does.

    Parameters
    ----------
    vectors
        float64 (k, m), m > 0, none missing.

    Returns
    -------
    Range
        Reached by some weights.
    """
    size = float(np.abs(vectors).max()) or 1.0
    scaled = vectors / size
    used = sorted({int(place) for place in scaled.argmax(axis=1)})
    while True:
        weights, least = _least_maximum(scaled[:, used])
        worst = int((weights @ scaled).argmax())
        if worst in used or float(weights @ scaled[:, worst]) <= least + ROUNDING / 10:
            return _outwards(least * size, float(vectors.max()), size)
        used.append(worst)


def smallest_range(vectors: np.ndarray) -> Range:
    """Return the range of the smallest value: the mirror of that of the largest.

    Parameters
    ----------
    vectors
        float64 (k, m), m > 0, none missing.

    Returns
    -------
    Range
        Reached by some weights.
    """
    low, high = largest_range(-vectors)
    return -high, -low


def variance_range(vectors: np.ndarray) -> Range:
    """Return the range of the variance (divided by m − 1), which is a quadratic form of the weights.

    It is convex: largest at a single column. The least is found among the solutions for each set of columns
    with positive weights. Where values hardly differ, what counts is how they were rounded: no deviation is
    known better than a value is.

    Parameters
    ----------
    vectors
        float64 (k, m), m > 1, none missing; k at most 8.

    Returns
    -------
    Range
        Reached by some weights.
    """
    size = float(np.abs(vectors).max()) or 1.0
    centred = vectors / size
    centred = centred - centred.mean(axis=1, keepdims=True)
    form = centred @ centred.T / (vectors.shape[1] - 1)
    least = min(_least_form(form[np.ix_(some, some)]) for some in _supports(len(form)))
    most = float(form.diagonal().max())
    low, high = _outwards(least, most, most)
    low, high = math.sqrt(max(low, 0.0)) - LAST_DIGITS, math.sqrt(high) + LAST_DIGITS
    return (max(low, 0.0) * size) ** 2, (high * size) ** 2


def count_range(vectors: np.ndarray, threshold: float) -> tuple[int, int]:
    """Return an outer range of the number of values that are at least a threshold, from each record's own.

    Parameters
    ----------
    vectors
        float64 (k, m), none missing.
    threshold
        The smallest value that counts.

    Returns
    -------
    tuple[int, int]
        No weights make it less or more; it may be wider than what weights can reach.
    """
    low, high = (vectors.min(axis=0), vectors.max(axis=0)) if vectors.size else (vectors[0], vectors[0])
    return int((low >= threshold).sum()), int((high >= threshold).sum())


def quantile_range(vectors: np.ndarray, share: float) -> Range:
    """Return an outer range of a quantile: that of the records' least, and of their largest values.

    Parameters
    ----------
    vectors
        float64 (k, m), m > 0, none missing.
    share
        0…1; between two values the quantile is interpolated.

    Returns
    -------
    Range
        No weights make it less or more; it may be wider than what weights can reach.
    """
    low, high = np.quantile(vectors.min(axis=0), share), np.quantile(vectors.max(axis=0), share)
    return _outwards(float(low), float(high), float(np.abs(vectors).max()))


def _outwards(low: float, high: float, size: float) -> Range:
    return float(low - ROUNDING * size), float(high + ROUNDING * size)


def _least_maximum(columns: np.ndarray) -> tuple[np.ndarray, float]:
    """Return the weights that make the largest of these weighted means least, and that maximum.

    The simplex method: with all numbers made positive, weights over their maximum have the largest sum with
    all means at most 1. The first column that helps enters, so that it ends (Bland).
    """
    k, m = columns.shape
    shift = 1 - float(columns.min())
    table = np.hstack([columns.T + shift, np.eye(m), np.ones((m, 1))])
    gains, basis = np.append(np.ones(k), np.zeros(m + 1)), np.arange(k, k + m)
    while (entering := np.flatnonzero(gains[:-1] > NOTHING)).size:
        column = table[:, entering[0]]
        rows = np.flatnonzero(column > NOTHING)
        row = rows[np.lexsort((basis[rows], table[rows, -1] / column[rows]))[0]]
        table[row] /= table[row, entering[0]]
        others = np.arange(m) != row
        table[others] -= np.outer(table[others, entering[0]], table[row])
        gains -= gains[entering[0]] * table[row]
        basis[row] = entering[0]
    found = np.zeros(k + m)
    found[basis] = table[:, -1]
    total = float(found[:k].sum())
    return found[:k] / total, 1 / total - shift


def _supports(k: int) -> list[tuple[int, ...]]:
    return [some for size in range(1, k + 1) for some in itertools.combinations(range(k), size)]


def _least_form(form: np.ndarray) -> float:
    """Return the least value of a convex quadratic form where all weights are positive; infinite: none."""
    k = len(form)
    bordered = np.block([[form, np.ones((k, 1))], [np.ones((1, k)), np.zeros((1, 1))]])
    try:
        weights = np.linalg.solve(bordered, np.append(np.zeros(k), 1.0))[:k]
    except np.linalg.LinAlgError:
        return np.inf  # then fewer columns reach the same value
    if not (weights >= 0).all() or abs(weights.sum() - 1) > ROUNDING:
        return np.inf
    return float(weights @ form @ weights)
