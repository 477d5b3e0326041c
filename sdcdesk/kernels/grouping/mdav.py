"""MDAV: multivariate groups of at least k records around the records farthest from the rest."""

import numpy as np

from sdcdesk.core.running.progress import Progress
from sdcdesk.kernels.grouping.exact_distances import ExactDistances
from sdcdesk.kernels.grouping.shell import Shell

VALUES_A_REPORT = 5_000_000
"""Values looked at between two reports, about 0.05 s of work."""

LARGEST_VALUE = 1e150
"""Beyond this the square of a distance may not be a float64 any more."""

FIRST_SHARE = 1 / 16
"""Share of the records in the first shell."""

NARROWER, WIDER = 0.8, 1.5
"""Factors for the next share: after a shell that lasted, and after one that could not answer."""


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
    share = FIRST_SHARE
    opposite_of: np.ndarray | None = None
    origin: int | None = None
    while len(ids) >= 2 * k:
        progress.at(_done(len(ids), n))
        shell = Shell(records, share, exact, ids)
        pause = 1 + VALUES_A_REPORT // shell.records.size
        while shell.left >= 2 * k and not shell.worn:
            if groups % pause == 0:
                progress.at(_done(shell.left, n))
            point = shell.mean() if opposite_of is None else opposite_of
            place = shell.farthest(point, origin)
            extreme, name = shell.records[place], int(shell.ids[place])
            members = shell.nearest(extreme, k, name)
            if not shell.sure:
                break
            labels[ids[shell.take(members)]] = groups
            groups += 1
            opposite_of, origin = (extreme, name) if opposite_of is None else (None, None)
        share = share * NARROWER if shell.sure else min(share * WIDER, 1.0)
        stay = shell.untaken()
        records, ids = records[stay], ids[stay]
    labels[ids] = groups
    return labels


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


def _done(left: int, n: int) -> float:
    """Return the share of the work done: each group costs as much as there are records left."""
    return 1 - (left / n) ** 2
