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
    counts = np.bincount(codes[present])
    last = np.cumsum(counts)
    middle = last - (counts - 1) / 2
    if present.all():
        return np.asarray(middle[codes])
    ranks = np.full(len(codes), np.nan)
    ranks[present] = middle[codes[present]]
    return ranks


def rank_correlations(columns: Sequence[np.ndarray]) -> np.ndarray:
    """Return Spearman's correlations, those of the middle ranks; 0 beside a column of equal values.

    Parameters
    ----------
    columns
        p times integers (n,) without missing values, as for `middle_ranks`.

    Returns
    -------
    np.ndarray
        float64 (p, p), symmetric, with 1 on the diagonal.
    """
    centred = []
    for column in columns:
        ranks = middle_ranks(column)
        ranks -= (len(ranks) + 1) / 2
        length = float(np.sqrt((ranks * ranks).sum()))
        centred.append(ranks / length if length else ranks)
    matrix = np.eye(len(centred))
    for i, first in enumerate(centred):
        for j, second in enumerate(centred[:i]):
            matrix[i, j] = matrix[j, i] = (first * second).sum()
    return matrix
