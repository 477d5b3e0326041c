"""Covariances of a few variables, and how to draw noise that has them.

Sums and products of whole columns are written out rather than left to a matrix library, whose last digits
depend on the machine and its number of threads.
"""

import math
from collections.abc import Sequence

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress

SINGULAR = 1e-12
"""A variable whose variance given the others is below this share of its own is determined by them."""


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
    if len(values) < 2:
        return 0.0
    low, high = float(values.min()), float(values.max())
    if low == high:
        return 0.0
    centred, exponent = _centred(values, max(high, -low))
    return math.ldexp(math.sqrt((centred * centred).sum() / (len(values) - 1)), exponent)


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
    if len(values) == 0:
        return np.zeros(0)
    low, high = float(values.min()), float(values.max())
    if low == high:
        return np.zeros(len(values))
    centred, _ = _centred(values, max(high, -low))
    centred /= math.sqrt((centred * centred).mean())
    return centred


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


def correlations(columns: Sequence[np.ndarray], progress: Progress = SILENT) -> np.ndarray:
    """Return the p×p correlations of columns without missing values; 0 in the line of a constant one.

    Parameters
    ----------
    columns
        p times float64 (n,), none missing.
    progress
        Asked for each column whether to stop.

    Returns
    -------
    np.ndarray
        float64 (p, p), symmetric.
    """
    scores = [standardised(values) for values in columns]
    matrix = np.zeros((len(scores), len(scores)))
    for i, _ in progress.over(range(len(scores))):
        for j in range(i + 1):
            matrix[i, j] = matrix[j, i] = (scores[i] * scores[j]).mean()
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
    for column, weight in zip(draws.T, weights, strict=True):
        if weight:
            total += weight * column
    return total


def _centred(values: np.ndarray, largest: float) -> tuple[np.ndarray, int]:
    """Return values less their mean, over a power of two so that no square vanishes, and its exponent.

    None is larger in size than `largest`.
    """
    exponent = math.frexp(largest)[1]
    # A product with a power of two is as exact as `ldexp`, and much faster; but not all are numbers.
    scaled = values * 2.0**-exponent if abs(exponent) < 1000 else np.ldexp(values, -exponent)
    scaled -= scaled.mean()
    return scaled, exponent
