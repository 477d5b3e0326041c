"""V-MDAV: groups of at least k records whose sizes follow the clumps in the data."""

import math

import numpy as np

from sdcdesk.core.running.progress import Progress
from sdcdesk.kernels.grouping.mdav import VALUES_A_REPORT, copied, squared


def variable_mdav(matrix: np.ndarray, k: int, gain: float, progress: Progress) -> np.ndarray:
    """Group records by maximum distance to the average vector with groups of varying size (V-MDAV).

    The record farthest from the mean of all records that has no group yet forms one with its k − 1 nearest.
    Then the record nearest to any member joins, as long as it lies nearer to the group than `gain` times the
    distance to the nearest record that has no group, and the group holds fewer than 2k − 1. Records left at
    the end, fewer than k, join the group with the nearest mean, which may then hold more. Distances are
    Euclidean; among equal ones the record of the lowest index comes first. Time grows with n² · d.

    Parameters
    ----------
    matrix
        float64 (n, d), d ≥ 1: standardised columns, finite and below 1e150 in size. It is not changed.
    k
        Smallest size of a group, at least 1.
    gain
        At least 0; with 0 no record joins, about 0.2 suits scattered records, above 1 those in clumps.
    progress
        Called many times a second.

    Returns
    -------
    np.ndarray
        int64 (n,), group of each record, 0…G−1, each of at least k. With n < k there is one group of all: too
        small, which the caller must refuse.

    Raises
    ------
    ValueError
        If a value is missing, infinite or too large, or there is no column.
    Cancelled
        If the user cancelled.

    References
    ----------
    Solanas and Martínez-Ballesté (2006), V-MDAV: A multivariate microaggregation with variable group size,
    COMPSTAT 2006.
    """
    records = copied(matrix)
    n = len(records)
    labels = np.zeros(n, dtype=np.int64)
    left = np.arange(n)
    # The mean of all stays what it was, so the order of the extremes is known from the start.
    outward = squared(records - records.mean(axis=0)) if n else np.empty(0)
    means: list[np.ndarray] = []
    pause = 1 + VALUES_A_REPORT // max(1, records.size * (k + 2))
    while len(left) >= k:
        if len(means) % pause == 0:
            progress.at(1 - (len(left) / n) ** 2)
        extreme = left[outward[left].argmax()]
        nearest = np.argsort(squared(records[left] - records[extreme]), kind="stable")[:k]
        members = left[nearest]
        left = np.delete(left, nearest)
        members, left = _extended(records, members, left, k, gain)
        labels[members] = len(means)
        means.append(records[members].mean(axis=0))
    if means and len(left):
        centres = np.array(means)
        labels[left] = [squared(centres - records[record]).argmin() for record in left]
    return labels


def _extended(
    records: np.ndarray, members: np.ndarray, left: np.ndarray, k: int, gain: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return the members of a group with those that join it, and the records that are left then."""
    inward = np.full(len(left), np.inf)
    for member in members if gain > 0 else ():
        np.minimum(inward, squared(records[left] - records[member]), out=inward)
    while gain > 0 and len(left) and len(members) < 2 * k - 1:
        place = int(inward.argmin())
        joining = left[place]
        others = np.delete(left, place)
        apart = squared(records[others] - records[joining])
        if len(others) and not math.sqrt(inward[place]) < gain * math.sqrt(apart.min()):
            break
        members, left = np.append(members, joining), others
        inward = np.minimum(np.delete(inward, place), apart)
    return members, left
