"""MDAV: multivariate groups of at least k records around the records farthest from the rest."""

from itertools import count

import numpy as np

from sdcdesk.core.running.progress import Progress
from sdcdesk.kernels.grouping.exact_distances import ExactDistances
from sdcdesk.kernels.grouping.outward_order import OutwardOrder

VALUES_A_REPORT = 5_000_000
"""Values looked at between two reports, about 0.05 s of work."""

LARGEST_VALUE = 1e150
"""Beyond this the square of a distance may not be a float64 any more."""

WORN = 1 / 8
"""Share of the records that are taken before those left are put in order anew."""

SPARE = 6
"""Neighbours that are looked up for those of a group that have another one already."""


def mdav(matrix: np.ndarray, k: int, progress: Progress, exact: ExactDistances | None = None) -> np.ndarray:
    """Group records by maximum distance to the average vector (MDAV).

    The record farthest from the mean of all ungrouped records forms a group with its k − 1 nearest; so
    does the ungrouped record farthest from it; and so on. Once fewer than 3k records are left, one more
    group of k is formed if 2k remain, and the rest is the last group. Distances are Euclidean; among equal
    distances the record of the lowest index comes first. Time grows with up to n² · d, memory with n · d.

    Parameters
    ----------
    matrix
        float64 (n, d), d ≥ 1: standardised columns, finite and below 1e150 in size. It is not changed.
    k
        Smallest size of a group, at least 1.
    progress
        Called many times a second.
    exact
        Tells equal distances from others that are nearly equal; None: float64 does. It is used up.

    Returns
    -------
    np.ndarray
        int64 (n,), group of each record, 0…G−1. Every group holds k records, the last one k to 2k − 1. With
        n < k there is one group of all: too small, which the caller must refuse.

    Raises
    ------
    ValueError
        If a value is missing, infinite or too large, or there is no column.
    Cancelled
        If the user cancelled.

    References
    ----------
    Domingo-Ferrer and Torra (2005), Ordinal, continuous and heterogeneous k-anonymity through
    microaggregation, Data Mining and Knowledge Discovery 11 (2): MDAV.
    """
    records = copied(matrix)
    n = len(records)
    ids = np.arange(n)
    labels = np.empty(n, dtype=np.int64)
    groups = 0
    while len(ids) >= 2 * k:
        order = OutwardOrder(records, ids, exact)
        pause = 1 + VALUES_A_REPORT // order.records.size
        for pairs in count():
            if order.left < 2 * k or len(order.taken) > WORN * len(ids):
                break
            if pairs % pause == 0:
                progress.at(1 - order.left / n)
            _take_pair(order, k)
        taken = order.ids[order.taken]
        labels[taken] = groups + np.arange(len(taken)) // k
        groups += len(taken) // k
        stay = np.ones(len(ids), dtype=bool)
        stay[order.places[order.taken]] = False
        records, ids = records[stay], ids[stay]
    labels[ids] = groups
    return labels


def _take_pair(order: OutwardOrder, k: int) -> None:
    """Take the group around the record farthest from the mean, and that around the one opposite, if any."""
    extreme = order.farthest(order.mean, None)
    point, origin = order.records[extreme], int(order.ids[extreme])
    if order.left < 3 * k:
        order.take(order.nearest(extreme, k, *order.neighbours([extreme], 2 * k + SPARE)))
        return
    # Both are looked up at once, which takes little longer than one.
    opposite = order.farthest(point, origin)
    beside, around = order.neighbours([extreme, opposite], 2 * k + SPARE)
    members = order.nearest(extreme, k, beside)
    order.take(members)
    if opposite in members:
        # All others are as far away, and the one opposite is another of them.
        opposite = order.farthest(point, origin)
        around = order.neighbours([opposite], 2 * k + SPARE)[0]
    order.take(order.nearest(opposite, k, around))


def copied(matrix: np.ndarray) -> np.ndarray:
    """Return the matrix as float64, one record after the other.

    Parameters
    ----------
    matrix
        Integers or float64 (n, d), d ≥ 1. It is not changed.

    Returns
    -------
    np.ndarray
        float64 (n, d), a copy.

    Raises
    ------
    ValueError
        If a value is missing, infinite or above 1e150 in size, or there is no column.
    """
    if matrix.shape[1] == 0:
        raise ValueError("MDAV needs at least one column")
    # A copy in any case: the caller's data must stay what they are.
    records = np.array(matrix, dtype=np.float64, order="C")
    if len(records) and not np.abs(records).max() < LARGEST_VALUE:
        raise ValueError("MDAV needs finite, standardised values")
    return records


def squared(gaps: np.ndarray) -> np.ndarray:
    """Return the squared length of each row.

    Parameters
    ----------
    gaps
        float64 (n, d), differences of records and points.

    Returns
    -------
    np.ndarray
        float64 (n,).
    """
    lengths: np.ndarray = np.einsum("ij,ij->i", gaps, gaps)
    return lengths
