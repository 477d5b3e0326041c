"""Losses of all candidate groups of sorted values: each value as the last of groups of several sizes.

Both functions take `rows`, sorted values down each column: column s is one stretch of a file, and its first
longest − 1 values only lead in. Both return losses [t, r, s]: that of the group of shortest + r values which
ends with rows[longest − 1 + t, s]. Gaps are measured from that last value, never by differences of running
sums over the file: a large common offset, or large values far away, thus cost no digits.
"""

from collections.abc import Callable

import numpy as np

Losses = Callable[[np.ndarray, int, int], np.ndarray]
"""(rows, shortest, longest) → losses of candidate groups; 2 ≤ shortest ≤ longest."""

LONGEST_SUMMED = 200
"""Deviations of longer groups are found by searching for the mean; of shorter ones by summing all."""

GAPS_AT_ONCE = 1 << 16
"""So many gaps fit in a processor's nearer cache."""


def squared(rows: np.ndarray, shortest: int, longest: int) -> np.ndarray:
    """Sum the squared deviations from the mean of each candidate group.

    Parameters
    ----------
    rows
        float64 (m, S), ascending down each column.
    shortest
        Fewest values in a group.
    longest
        Most values in a group.

    Returns
    -------
    np.ndarray
        float64 (m − longest + 1, longest − shortest + 1, S), in squared units of the values.
    """
    ends = len(rows) - longest + 1
    losses = np.empty((ends, longest - shortest + 1, rows.shape[1]))
    step = max(1, GAPS_AT_ONCE // (4 * rows.shape[1]))  # gaps, their sums, those of their squares, and a loss
    for end in range(0, ends, step):
        _squared(rows[end : end + step + longest - 1], losses[end : end + step], shortest, longest)
    return losses


def _squared(rows: np.ndarray, losses: np.ndarray, shortest: int, longest: int) -> None:
    last = rows[longest - 1 :]
    total = np.zeros_like(last)
    squares = np.zeros_like(last)
    for size in range(2, longest + 1):
        gaps = last - rows[longest - size : len(rows) - size + 1]
        total += gaps
        gaps *= gaps
        squares += gaps
        if size >= shortest:
            mean = total * total
            mean /= size
            np.subtract(squares, mean, out=losses[:, size - shortest])


def absolute(rows: np.ndarray, shortest: int, longest: int) -> np.ndarray:
    """Sum the absolute deviations from the mean of each candidate group.

    Parameters
    ----------
    rows
        float64 (m, S), ascending down each column.
    shortest
        Fewest values in a group.
    longest
        Most values in a group.

    Returns
    -------
    np.ndarray
        float64 (m − longest + 1, longest − shortest + 1, S), in units of the values.
    """
    ends = len(rows) - longest + 1
    losses = np.empty((ends, longest - shortest + 1, rows.shape[1]))
    if longest > LONGEST_SUMMED:
        for end in range(ends):
            for column in range(rows.shape[1]):
                window = rows[end : end + longest, column]
                losses[end, :, column] = _searched(window[-1] - window[::-1], shortest)
        return losses
    step = max(1, GAPS_AT_ONCE // (longest * rows.shape[1]))
    for end in range(0, ends, step):
        losses[end : end + step] = _summed(rows[end : end + step + longest - 1], shortest, longest)
    return losses


def _summed(rows: np.ndarray, shortest: int, longest: int) -> np.ndarray:
    ends = len(rows) - longest + 1
    last = rows[longest - 1 :]
    gaps = np.stack([last - rows[longest - size : len(rows) - size + 1] for size in range(1, longest + 1)])
    totals = gaps.cumsum(axis=0)
    losses = np.empty((ends, longest - shortest + 1, rows.shape[1]))
    for size in range(shortest, longest + 1):
        total = totals[size - 1]
        # Deviations above and below a mean are equal in sum, so those above are half of all.
        above = np.maximum(gaps[:size], total / size).sum(axis=0) - total
        losses[:, size - shortest] = 2 * above
    return losses


def _searched(gaps: np.ndarray, shortest: int) -> np.ndarray:
    """Return the losses of all groups that end with one value, from its ascending gaps to those before it."""
    totals = gaps.cumsum()
    means = totals[shortest - 1 :] / np.arange(shortest, len(gaps) + 1)
    below = np.searchsorted(gaps, means, side="right")
    losses: np.ndarray = 2 * (below * means - totals[below - 1])
    return losses
