"""Ranks of values, and their correlations."""

from collections.abc import Sequence

import numpy as np


def middle_ranks(codes: np.ndarray) -> np.ndarray:
    """Return the rank of each value, 1…m; equal values share the middle of theirs.

    Parameters
    ----------
    codes
        Integers (n,), in the order of the values they stand for; below 0 where the value is missing.

    Returns
    -------
    np.ndarray
        float64 (n,), NaN where missing.
    """
    present = codes >= 0
    complete = bool(present.all())
    counts = np.bincount(codes if complete else codes[present])
    last = np.cumsum(counts)
    middle = last - (counts - 1) / 2
    if complete:
        return np.asarray(middle[codes])
    ranks = np.full(len(codes), np.nan)
    ranks[present] = middle[codes[present]]
    return ranks


def unit_ranks(codes: np.ndarray) -> np.ndarray:
    """Return the middle ranks less their mean, as a vector of length 1; zeros where all values are equal.

    Parameters
    ----------
    codes
        Integers (n,) without missing values, as for `middle_ranks`.

    Returns
    -------
    np.ndarray
        float64 (n,).
    """
    ranks = middle_ranks(codes)
    ranks -= (len(ranks) + 1) / 2
    length = float(np.sqrt((ranks * ranks).sum()))
    if length:
        ranks /= length
    return ranks


def rank_correlations(units: Sequence[np.ndarray]) -> np.ndarray:
    """Return Spearman's correlations of columns, those of their middle ranks.

    Parameters
    ----------
    units
        p times float64 (n,), the unit ranks of a column.

    Returns
    -------
    np.ndarray
        float64 (p, p), symmetric, with 1 on the diagonal; 0 beside a column of equal values.
    """
    matrix = np.eye(len(units))
    for i, first in enumerate(units):
        for j, second in enumerate(units[:i]):
            matrix[i, j] = matrix[j, i] = (first * second).sum()
    return matrix
