"""Clusters of records by k-means, within which groups are formed."""

import numpy as np

from sdcdesk.core.running.progress import Progress
from sdcdesk.kernels.grouping.aggregate import group_means

ROUNDS = 100
"""Most rounds in which records change clusters; as a rule few are needed."""


def clusters(
    matrix: np.ndarray, along: np.ndarray, number: int, smallest: int, progress: Progress
) -> np.ndarray:
    """Put records into clusters: each into that of the nearest centre, which is the mean of its records.

    At first the records are cut into parts of nearly equal size in the order of `along`. In each round the
    means of the clusters are computed, and each record goes to the nearest one, of equally near ones to the
    first, until none moves any more or 100 rounds are over. Then the smallest cluster, if it has too few
    records, is dissolved: they go to the nearest of the other centres; and so on.

    Parameters
    ----------
    matrix
        float64 (n, d), standardised, finite.
    along
        float64 (n,), a direction in which the records differ.
    number
        How many clusters, at least 1; fewer are formed where there are fewer records, or some have none.
    smallest
        Records that a cluster holds at least, if there are as many.
    progress
        Asked in each round whether to stop.

    Returns
    -------
    np.ndarray
        int64 (n,), cluster of each record, 0…C−1, each in use.
    """
    order = np.argsort(along, kind="stable")
    labels = np.empty(len(matrix), dtype=np.int64)
    labels[order] = np.arange(len(matrix)) * min(number, len(matrix)) // max(len(matrix), 1)
    for turn in range(ROUNDS):
        progress.at(turn / ROUNDS)
        nearest = _nearest(matrix, _centres(matrix, labels))
        if (nearest == labels).all():
            break
        labels = _numbered(nearest)
    return _dissolved(matrix, labels, smallest)


def _dissolved(matrix: np.ndarray, labels: np.ndarray, smallest: int) -> np.ndarray:
    """Dissolve clusters of too few records, the smallest first."""
    while len(sizes := np.bincount(labels)) > 1 and sizes.min() < smallest:
        least = int(sizes.argmin())
        centres = np.delete(_centres(matrix, labels), least, axis=0)
        moved = labels == least
        labels = labels - (labels > least)
        labels[moved] = _nearest(matrix[moved], centres)
    return labels


def _centres(matrix: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Return the mean of each cluster, float64 (C, d)."""
    return np.stack([group_means(column, labels) for column in matrix.T], axis=1)


def _nearest(matrix: np.ndarray, centres: np.ndarray) -> np.ndarray:
    """Return the nearest centre of each record, int64 (n,); of equally near ones the first."""
    found = np.zeros(len(matrix), dtype=np.int64)
    least = np.full(len(matrix), np.inf)
    for number, centre in enumerate(centres):
        squares = np.zeros(len(matrix))
        for column, middle in zip(matrix.T, centre, strict=True):
            squares += (column - middle) ** 2
        nearer = squares < least
        found[nearer], least[nearer] = number, squares[nearer]
    return found


def _numbered(labels: np.ndarray) -> np.ndarray:
    """Return the clusters that have records, numbered in their order."""
    return np.unique(labels, return_inverse=True)[1].astype(np.int64)
