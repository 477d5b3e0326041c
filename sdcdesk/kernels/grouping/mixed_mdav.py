"""MDAV over numbers and categories together: means, medians and modes are the centre of the records."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.core.running.progress import Progress
from sdcdesk.kernels.grouping.mdav import VALUES_A_REPORT, copied, squared


@dataclass(frozen=True, slots=True)
class Categories:
    """One variable of categories.

    Parameters
    ----------
    codes
        int64 (n,), 0…count−1, none missing.
    count
        Categories it may have.
    ordered
        Whether their order counts.
    """

    codes: np.ndarray
    count: int
    ordered: bool


def mixed_mdav(matrix: np.ndarray, categories: list[Categories], k: int, progress: Progress) -> np.ndarray:
    """Group records of numbers and categories by maximum distance to the average record (MDAV).

    The average record has the mean of each number, the lower median of each ordered variable, and the most
    frequent category of the others (of equally frequent ones the first). The squared distance sums those of
    the standardised numbers, of the ranks over the number of categories, and 1 for each category that
    differs. Groups are formed as by `mdav`; among equal distances the record of the lowest index comes
    first. Time grows with n² · d.

    Parameters
    ----------
    matrix
        float64 (n, d), d ≥ 0: standardised columns, finite and below 1e150 in size. It is not changed.
    categories
        At least one.
    k
        Smallest size of a group, at least 1.
    progress
        Called many times a second.

    Returns
    -------
    np.ndarray
        int64 (n,), group of each record, 0…G−1. Every group holds k records, the last one k to 2k − 1. With
        n < k there is one group of all: too small, which the caller must refuse.

    Raises
    ------
    ValueError
        If a number is missing, infinite or too large.
    Cancelled
        If the user cancelled.

    References
    ----------
    Domingo-Ferrer and Torra (2005), Ordinal, continuous and heterogeneous k-anonymity through
    microaggregation, Data Mining and Knowledge Discovery 11 (2).
    """
    numbers = copied(matrix) if matrix.shape[1] else matrix.copy()
    ordered = [part for part in categories if part.ordered]
    ranks, counts = _columns(ordered, len(matrix)), np.array([part.count for part in ordered])
    unordered = [part for part in categories if not part.ordered]
    names = _columns(unordered, len(matrix))
    labels, left, groups = np.empty(len(matrix), dtype=np.int64), np.arange(len(matrix)), 0
    pause = 1 + VALUES_A_REPORT // max(1, len(matrix) * (len(categories) + matrix.shape[1]))
    opposite: tuple[np.ndarray, np.ndarray, np.ndarray] | None = None
    while len(left) >= 2 * k:
        if groups % pause == 0:
            progress.at(1 - (len(left) / len(matrix)) ** 2)
        point = opposite or (
            numbers.mean(axis=0),
            np.partition(ranks, (len(ranks) - 1) // 2, axis=0)[(len(ranks) - 1) // 2],
            np.array([np.bincount(column).argmax() for column in names.T], dtype=names.dtype),
        )
        extreme = int(_squares(numbers, ranks, counts, names, point).argmax())
        there = (numbers[extreme], ranks[extreme], names[extreme])
        members = np.argsort(_squares(numbers, ranks, counts, names, there), kind="stable")[:k]
        labels[left[members]] = groups
        groups += 1
        left, numbers, ranks, names = (
            np.delete(part, members, axis=0) for part in (left, numbers, ranks, names)
        )
        opposite = there if opposite is None else None
    labels[left] = groups
    return labels


def _columns(parts: list[Categories], records: int) -> np.ndarray:
    """Return the codes of variables side by side, (n, any number of them)."""
    return np.column_stack([part.codes for part in parts]) if parts else np.empty((records, 0), np.int64)


def _squares(
    numbers: np.ndarray,
    ranks: np.ndarray,
    counts: np.ndarray,
    names: np.ndarray,
    point: tuple[np.ndarray, np.ndarray, np.ndarray],
) -> np.ndarray:
    """Return the squared distance of each record from a point of numbers, ranks and categories."""
    squares: np.ndarray = (names != point[2]).sum(axis=1, dtype=np.float64)
    # Differences of ranks are whole, so that equal ones are equal also after the division.
    for gaps in (numbers - point[0], (ranks - point[1]) / counts):
        squares += squared(gaps)
    return squares
