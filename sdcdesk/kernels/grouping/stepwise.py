"""Stepwise dynamic programming for the best groups of sorted values, k ends of groups at a time."""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from sdcdesk.core.running.progress import Progress
from sdcdesk.kernels.grouping.losses import Losses

CANDIDATES_AT_ONCE = 1 << 18
"""Candidate groups whose losses are held in memory."""


def best_last_sizes(
    values: np.ndarray, shortest: int, longest: int, losses: Losses, progress: Progress
) -> np.ndarray:
    """Find for the first 1, 2, … n values the size of the last group in their best partition.

    With least[i] the least loss of the first i values, least[i] is the minimum over sizes of
    least[i − size] + the loss of the group before position i. No size is below `shortest`, so that many
    ends in a row need nothing of one another and are found together. Among equal losses the shortest last
    group wins.

    Parameters
    ----------
    values
        float64 (n,), sorted.
    shortest, longest
        Bounds of a group's size, 2 ≤ shortest and 2 · shortest − 1 ≤ longest, so that every n ≥ shortest
        has a partition.
    losses
        Loss of candidate groups.
    progress
        Called after each 2^18 candidates.

    Returns
    -------
    np.ndarray
        int64 (n,), sizes; those of ends before `shortest` mean nothing.
    """
    n = len(values)
    width = longest - shortest + 1
    sizes = np.empty(n, dtype=np.int64)
    rows = np.concatenate([np.full(longest - 1, values[0]), values])[:, np.newaxis]
    # least[longest + i] is that of the first i values; what lies before the start is never a good choice.
    least = np.full(longest + n + 1, np.inf)
    least[longest] = 0.0
    # A view: row i − 1 is what the candidates that end at i build on, the shortest first.
    before = sliding_window_view(least[1:], width)[:, ::-1]
    stretch = max(1, CANDIDATES_AT_ONCE // width)
    for start in range(0, n, stretch):
        progress.at(start / n)
        candidates = losses(rows[start : start + stretch + longest - 1], shortest, longest)[:, :, 0]
        for first in range(start, start + len(candidates), shortest):
            ends = slice(first, min(first + shortest, start + len(candidates)))
            sums = before[ends] + candidates[ends.start - start : ends.stop - start]
            sizes[ends] = shortest + sums.argmin(axis=1)
            least[longest + 1 + ends.start : longest + 1 + ends.stop] = sums.min(axis=1)
    return sizes
