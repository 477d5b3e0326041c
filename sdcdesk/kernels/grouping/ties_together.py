"""Groups of sorted values in which equal values are never in different groups."""

import numpy as np

from sdcdesk.core.running.progress import Progress
from sdcdesk.kernels.grouping import lockstep, stepwise
from sdcdesk.kernels.grouping.optimal_univariate import labels, optimal_squares, scaled

LONGEST_IN_LOCKSTEP = 64
FEWEST_IN_LOCKSTEP = 500
"""With groups of up to, and from this many different values on, lock-step finds the best groups faster."""


def fixed_together(sorted_values: np.ndarray, k: int) -> np.ndarray:
    """Cut sorted values into groups: each is closed when it holds k and the next value differs.

    What is left over at the end, fewer than k values, joins the last group.

    Parameters
    ----------
    sorted_values
        Integers or float64 (n,), in ascending order.
    k
        Smallest size of a group.

    Returns
    -------
    np.ndarray
        int64 (n,), group of each value, 0…G−1, ascending.
    """
    n = len(sorted_values)
    starts = _starts(sorted_values)
    # For each run of equal values, the run that begins the next group if it begins one itself.
    following = np.searchsorted(starts, starts + k).tolist()
    opened = [0]
    while (run := following[opened[-1]]) < len(starts) and n - starts[run] >= k:
        opened.append(run)
    begins = np.zeros(n, dtype=np.int64)
    begins[starts[opened[1:]]] = 1
    return begins.cumsum()


def optimal_together(sorted_values: np.ndarray, k: int, progress: Progress) -> np.ndarray:
    """Group sorted values so that squared deviations from the group means are least.

    Exact under the condition that equal values stay together. A group of 2k different values can be cut
    after the k-th into two that are large enough, which loses nothing; so groups of up to 2k − 1
    different values suffice.

    Parameters
    ----------
    sorted_values
        Integers or float64 (n,), finite and in ascending order.
    k
        Smallest size of a group, at least 2.
    progress
        Called many times a second.

    Returns
    -------
    np.ndarray
        int64 (n,), group of each value, 0…G−1, ascending.
    """
    starts = _starts(sorted_values)
    if len(starts) == len(sorted_values):
        return optimal_squares(sorted_values, k, progress)
    counts = np.diff(starts, append=len(sorted_values)).astype(np.float64)
    losses = _Losses(scaled(sorted_values[starts]), counts, k)
    longest = 2 * k - 1
    large = longest <= LONGEST_IN_LOCKSTEP and len(starts) >= FEWEST_IN_LOCKSTEP
    method = lockstep if large else stepwise
    places = np.arange(len(starts), dtype=np.float64)
    last_sizes = method.best_last_sizes(places, 1, longest, losses, progress)
    return np.repeat(labels(last_sizes), counts.astype(np.int64))


class _Losses:
    """Losses of groups of neighbouring different values; infinite if a group holds fewer than k.

    Parameters
    ----------
    values, counts
        The different values, ascending, and how often each occurs.
    k
        Smallest size of a group.
    """

    def __init__(self, values: np.ndarray, counts: np.ndarray, k: int) -> None:
        self.values, self.counts, self.k = values, counts, k

    def __call__(self, rows: np.ndarray, shortest: int, longest: int) -> np.ndarray:
        """Return the losses of candidate groups of the values at the places in `rows`; see `Losses`."""
        places = rows.astype(np.int64)
        values, counts = self.values[places], self.counts[places]
        last = values[longest - 1 :]
        losses = np.empty((len(last), longest - shortest + 1, rows.shape[1]))
        number, total, squares = (np.zeros_like(last) for _ in range(3))
        for size in range(1, longest + 1):
            part = slice(longest - size, len(rows) - size + 1)
            gaps = last - values[part]
            number += counts[part]
            total += counts[part] * gaps
            squares += counts[part] * gaps * gaps
            if size >= shortest:
                losses[:, size - shortest] = np.where(
                    number >= self.k, squares - total * total / number, np.inf
                )
        return losses


def _starts(sorted_values: np.ndarray) -> np.ndarray:
    """Return where each run of equal values begins."""
    first = np.ones(len(sorted_values), dtype=bool)
    first[1:] = sorted_values[1:] != sorted_values[:-1]
    return np.flatnonzero(first)
