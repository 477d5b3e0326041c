"""Aggregates of groups: means, medians and modes of their values, and what these lose.

Every function takes `labels`: the group of each record as int64, 0…G−1, each number in use. Sums are formed
of differences from a member of the same group, so that values that are huge but close lose no digits.
Values must be finite; where squares or sums go beyond float64 (about 1e308) the result is infinite or NaN.
"""

import numpy as np

from sdcdesk.kernels.grouping.deviations import deviations


def sum_of_squares_within(matrix: np.ndarray, labels: np.ndarray) -> float:
    """Sum the squared distances of all records from the mean of their group: SSE.

    Parameters
    ----------
    matrix
        Integers or float64 (n, d); every column counts as it is, so standardise first.
    labels
        int64 (n,), group of each record.

    Returns
    -------
    Sum over records and columns, not divided by anything; 0 without records.
    """
    sizes = _sizes(labels)
    total = 0.0
    with np.errstate(over="ignore", invalid="ignore"):
        for column in matrix.T:
            gaps = deviations(column, _some_member(column, labels, len(sizes))[labels])
            gaps -= (np.bincount(labels, gaps, len(sizes)) / sizes)[labels]
            gaps *= gaps
            total += float(gaps.sum())
    return total


def sum_of_squares_total(matrix: np.ndarray) -> float:
    """Sum the squared distances of all records from the mean of all: SST.

    Parameters
    ----------
    matrix
        Integers or float64 (n, d).

    Returns
    -------
    Sum over records and columns; 0 without records or if all records are equal, so take care before
    dividing by it (the information loss of microaggregation is SSE / SST).
    """
    return sum_of_squares_within(matrix, np.zeros(len(matrix), dtype=np.int64))


def group_means(values: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Return the arithmetic mean of each group, (G,) float64.

    Parameters
    ----------
    values
        Integers or float64 (n,), finite.
    labels
        int64 (n,), groups 0…G−1.

    Returns
    -------
    np.ndarray
        float64 (G,).
    """
    sizes = _sizes(labels)
    origins = _some_member(values, labels, len(sizes))
    with np.errstate(over="ignore", invalid="ignore"):
        gaps = deviations(values, origins[labels])
        means: np.ndarray = origins.astype(np.float64) + np.bincount(labels, gaps, len(sizes)) / sizes
    return means


def group_medians(values: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Return the median of each group, (G,) float64: for an even size the mean of the two middle values.

    Parameters
    ----------
    values
        Integers or float64 (n,), finite.
    labels
        int64 (n,), groups 0…G−1.

    Returns
    -------
    np.ndarray
        float64 (G,).
    """
    ordered, lower, upper = _middles(values, labels)
    low, high = ordered[lower], ordered[upper]
    with np.errstate(over="ignore", invalid="ignore"):
        medians: np.ndarray = low.astype(np.float64) + deviations(high, low) / 2
    return medians


def group_trimmed_means(values: np.ndarray, labels: np.ndarray, left_out: np.ndarray) -> np.ndarray:
    """Return the mean of each group without some of its smallest and as many of its largest values.

    Parameters
    ----------
    values
        Integers or float64 (n,), finite.
    labels
        int64 (n,), groups 0…G−1.
    left_out
        int64 (s + 1,), for groups of 0…s records how many values are left out at each end, less than half.

    Returns
    -------
    np.ndarray
        float64 (G,).
    """
    sizes = _sizes(labels)
    order = np.lexsort((values, labels))
    groups = labels[order]
    rank = np.arange(len(order)) - (np.cumsum(sizes) - sizes)[groups]
    cut = left_out[sizes][groups]
    kept = (rank >= cut) & (rank < sizes[groups] - cut)
    return group_means(values[order][kept], groups[kept])


def group_lower_medians(codes: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Return the median of each group as one of its own values: for an even size the lower middle value.

    For ordinal codes, between which there is nothing. The result has the type of `codes`.

    Parameters
    ----------
    codes
        Integers (n,), in the order of the categories.
    labels
        int64 (n,), groups 0…G−1.

    Returns
    -------
    np.ndarray
        The type of `codes`, (G,).
    """
    ordered, lower, _ = _middles(codes, labels)
    medians: np.ndarray = ordered[lower]
    return medians


def group_modes(codes: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Return the most frequent code of each group, (G,), the smallest of those that are equally frequent.

    Parameters
    ----------
    codes
        Integers (n,).
    labels
        int64 (n,), groups 0…G−1.

    Returns
    -------
    np.ndarray
        The type of `codes`, (G,).
    """
    sizes = _sizes(labels)
    order = np.lexsort((codes, labels))
    codes, labels = codes[order], labels[order]
    starts = np.flatnonzero(_changes(codes) | _changes(labels))
    counts = np.diff(starts, append=len(codes))
    groups = labels[starts]
    most = np.maximum.reduceat(counts, np.flatnonzero(_changes(groups))) if len(sizes) else sizes
    modal = np.flatnonzero(counts == most[groups])
    smallest = modal[_changes(groups[modal])]
    result: np.ndarray = codes[starts[smallest]]
    return result


def _sizes(labels: np.ndarray) -> np.ndarray:
    sizes = np.bincount(labels)
    if not sizes.all():
        raise ValueError("labels must use every group number from 0 to the largest")
    return sizes


def _some_member(values: np.ndarray, labels: np.ndarray, groups: int) -> np.ndarray:
    """Return one value of each group, whichever was written last."""
    member = np.empty(groups, dtype=values.dtype)
    member[labels] = values
    return member


def _middles(values: np.ndarray, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Sort values within groups; return them and the positions of each group's lower and upper middle."""
    sizes = _sizes(labels)
    starts = np.cumsum(sizes) - sizes
    ordered = values[np.lexsort((values, labels))]
    return ordered, starts + (sizes - 1) // 2, starts + sizes // 2


def _changes(values: np.ndarray) -> np.ndarray:
    """Mark the first of each run of equal values."""
    first = np.ones(len(values), dtype=bool)
    first[1:] = values[1:] != values[:-1]
    return first
