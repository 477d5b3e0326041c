"""Covariances of a few variables, and how to draw noise that has them.

Sums and products of whole columns are written out rather than left to a matrix library, whose last digits
depend on the machine and its number of threads.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.pairwise_sums import PART, pairwise_sum

SINGULAR = 1e-12
"""A variable whose variance given the others is below this share of its own is determined by them."""


@dataclass(frozen=True, slots=True)
class Spread:
    """How values lie about their mean.

    Attributes
    ----------
    exponent
        The values are taken over this power of two, so that no square of them vanishes.
    mean, squares
        Their mean then, and the sum of the squares of what they differ from it.
    records
        How many there are.
    """

    exponent: int
    mean: float
    squares: float
    records: int

    @property
    def deviation(self) -> float:
        """Standard deviation (÷ n − 1), in units of the values."""
        return math.ldexp(math.sqrt(self.squares / (self.records - 1)), self.exponent)

    def standardised(self, values: np.ndarray) -> np.ndarray:
        """Return some of the values with mean 0 and standard deviation (÷ n) 1.

        Parameters
        ----------
        values
            float64 (m,), of those whose spread this is.

        Returns
        -------
        np.ndarray
            float64 (m,).
        """
        scores = _scaled(values, self.exponent)
        scores -= self.mean
        scores /= math.sqrt(self.squares / self.records)
        return scores


def spread_of(values: np.ndarray) -> Spread | None:
    """Return how values lie about their mean.

    Parameters
    ----------
    values
        float64 (n,), none missing.

    Returns
    -------
    Spread or None
        None if all are equal, or there are none.
    """
    n = len(values)
    if n == 0 or (low := float(values.min())) == (high := float(values.max())):
        return None
    exponent = math.frexp(max(high, -low))[1]
    mean = pairwise_sum(lambda part: float(_scaled(values[part], exponent).sum()), n) / n

    def squares(part: slice) -> float:
        centred = _scaled(values[part], exponent)
        centred -= mean
        centred *= centred
        return float(centred.sum())

    return Spread(exponent, mean, pairwise_sum(squares, n), n)


def standard_deviation(values: np.ndarray) -> float:
    """Return the standard deviation (÷ n − 1): exactly 0 if all are equal or n < 2.

    Parameters
    ----------
    values
        float64 (n,), none missing.

    Returns
    -------
    float
        In units of the values.
    """
    spread = spread_of(values)
    return 0.0 if spread is None else spread.deviation


def standardised(values: np.ndarray) -> np.ndarray:
    """Return values with mean 0 and standard deviation (÷ n) 1; zeros where all are equal.

    Parameters
    ----------
    values
        float64 (n,), none missing.

    Returns
    -------
    np.ndarray
        float64 (n,).
    """
    spread = spread_of(values)
    return np.zeros(len(values)) if spread is None else spread.standardised(values)


def standard_scores(columns: Sequence[np.ndarray], records: np.ndarray) -> np.ndarray:
    """Return some records' standardised columns, (n, d), without constant ones; one of zeros if none varies.

    The rows of all other records are 0.

    Parameters
    ----------
    columns
        d times float64 (n,), none missing in these records.
    records
        bool (n,) or int64 (m,): the records that are standardised.

    Returns
    -------
    np.ndarray
        float64 (n, d), fewer columns where some are constant.
    """
    scores = np.zeros((len(columns[0]), len(columns)))
    for score, column in zip(scores.T, columns, strict=True):
        score[records] = standardised(column[records])
    varied = scores.any(axis=0)
    return scores[:, varied] if varied.any() else scores[:, :1]


def correlations(
    columns: Sequence[np.ndarray],
    progress: Progress = SILENT,
    spreads: Sequence[Spread | None] | None = None,
) -> np.ndarray:
    """Return the p×p correlations of columns without missing values; 0 in the line of a constant one.

    Parameters
    ----------
    columns
        p times float64 (n,), none missing.
    progress
        Asked again and again whether to stop.
    spreads
        What is known of the columns.

    Returns
    -------
    np.ndarray
        float64 (p, p), symmetric.
    """
    if spreads is None:
        spreads = [spread_of(values) for values, _ in progress.over(columns)]
    varied = [place for place, spread in enumerate(spreads) if spread is not None]
    pairs = [(i, j) for i in varied for j in varied if j <= i]

    def products(part: slice) -> np.ndarray:
        progress.check()
        scores = {
            place: spread.standardised(columns[place][part])
            for place, spread in enumerate(spreads)
            if spread is not None
        }
        return np.array([(scores[i] * scores[j]).sum() for i, j in pairs])

    matrix = np.zeros((len(columns), len(columns)))
    if pairs:
        means = pairwise_sum(products, len(columns[0])) / len(columns[0])
        for (i, j), mean in zip(pairs, means.tolist(), strict=True):
            matrix[i, j] = matrix[j, i] = mean
    return matrix


def triangular_root(matrix: np.ndarray) -> np.ndarray:
    """Return the lower triangular L with L·Lᵀ = matrix, for correlations of any rank (Cholesky).

    A variable that the ones before it determine gets 0 on the diagonal, so that its noise is determined by
    theirs in the same way. The root with positive diagonal is unique: no signs are left to chance.

    Parameters
    ----------
    matrix
        float64 (p, p), correlations.

    Returns
    -------
    np.ndarray
        float64 (p, p).
    """
    root = np.zeros_like(matrix)
    for j in range(len(matrix)):
        left = matrix[j:, j] - mixed(root[j:, :j], root[j, :j])
        if left[0] > SINGULAR:
            root[j:, j] = left / math.sqrt(left[0])
    return root


def coordinates(columns: Sequence[np.ndarray], root: np.ndarray) -> np.ndarray:
    """Return what each column adds to those before it: independent numbers that the root mixes to columns.

    Parameters
    ----------
    columns
        r times float64 (n,), with mean 0 and variance 1.
    root
        float64 (p, p), p ≥ r: root of the correlations of variables of which these are the first.

    Returns
    -------
    np.ndarray
        float64 (n, r); 0 for a column that those before it determine.
    """
    parts = np.zeros((len(columns[0]) if columns else 0, len(columns)))
    for at, column in enumerate(columns):
        if root[at, at]:
            parts[:, at] = (column - mixed(parts[:, :at], root[at, :at])) / root[at, at]
    return parts


def mixed(draws: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the weighted sum of the columns of `draws`, (n,).

    Parameters
    ----------
    draws
        float64 (n, p).
    weights
        float64 (p,).

    Returns
    -------
    np.ndarray
        float64 (n,).
    """
    total = np.zeros(len(draws))
    for start in range(0, len(draws), PART):
        part = slice(start, start + PART)
        for column, weight in zip(draws.T, weights, strict=True):
            if weight:
                total[part] += weight * column[part]
    return total


def _scaled(values: np.ndarray, exponent: int) -> np.ndarray:
    # A product with a power of two is as exact as `ldexp`, and much faster; but not all are numbers.
    return values * 2.0**-exponent if abs(exponent) < 1000 else np.ldexp(values, -exponent)
