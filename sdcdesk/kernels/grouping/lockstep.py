"""Lock-step dynamic programming for the best groups of sorted values, many segments at a time.

The recurrence of `stepwise` goes from one value to the next, which is slow in numpy if groups are small.
But what comes after a position depends only on the least losses at the last `longest` ends before it, its
*state*. So cut the values into segments and, for all segments at once, run the recurrence from each unit
state (0 at one end, infinite at the others): that gives for each segment how every exit state follows from
every entry state, by sums and minima. Chain these, which yields the true entry state of each segment, and
run all segments once more from there.
"""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from sdcdesk.core.running.progress import Progress
from sdcdesk.kernels.grouping.losses import Losses

STEPS = 256
"""Values in a segment."""

LANES = 1 << 13
"""Segments times entry states that run at once: enough to outweigh the cost of a numpy call."""

SUMS_AT_ONCE = 1 << 14
"""So many sums stay in a processor's nearer cache."""


def best_last_sizes(
    values: np.ndarray,
    shortest: int,
    longest: int,
    losses: Losses,
    progress: Progress,
    steps: int = STEPS,
    lanes: int = LANES,
) -> np.ndarray:
    """Find for the first 1, 2, … n values the size of the last group in their best partition.

    Parameters, result and rule for ties as in `stepwise.best_last_sizes`, which is slower if groups are
    small. Here the work grows with longest · (longest − shortest + 1) a value.

    Parameters
    ----------
    values
        float64 (n,), ascending, scaled to −1…1.
    shortest
        Fewest values in a group.
    longest
        Most values in a group.
    losses
        Gives the loss of every candidate group; see `losses`.
    progress
        Receives the share that is done, and stops the work where the user asked to.
    steps
        Values of a segment that are worked through at a time.
    lanes
        Segments that are worked through side by side.

    Returns
    -------
    np.ndarray
        Integers (n,), as short as `longest` allows; those of ends before `shortest` mean nothing.
    """
    n = len(values)
    sizes = np.empty(n, dtype=np.min_scalar_type(longest))
    segments = max(1, lanes // longest)
    # Segments are of equal length: the last value is repeated, which cannot change what lies before it.
    padded = np.concatenate(
        [np.full(longest - 1, values[0]), values, np.full(-n % steps, values[-1])], dtype=np.float64
    )
    windows = sliding_window_view(padded, longest - 1 + steps)[::steps]
    state = np.full(longest, np.inf)
    state[-1] = 0.0
    for first in range(0, len(windows), segments):
        progress.at(first / len(windows))
        costs = losses(windows[first : first + segments].T.copy(), shortest, longest)
        units = np.where(np.eye(longest, dtype=bool), 0.0, np.inf)[:, :, np.newaxis]
        exits = _run(np.repeat(units, costs.shape[2], axis=2), costs)[-longest:].copy()  # not all of it
        entries, state = _chain(state, exits)
        least = _run(entries[:, np.newaxis], costs)[:, 0]
        found = _choices(least, costs, shortest).T.ravel()
        start = first * steps
        sizes[start : start + len(found)] = found[: n - start]
    return sizes


def _run(entries: np.ndarray, costs: np.ndarray) -> np.ndarray:
    """Continue least losses through all segments.

    Parameters
    ----------
    entries
        Least losses at the `longest` ends before each segment, (longest, lanes, segments).
    costs
        Losses of the candidate groups, (steps, width, segments), the shortest first.

    Returns
    -------
    Least losses at these and all later ends, (longest + steps, lanes, segments).
    """
    longest = len(entries)
    steps, width, _ = costs.shape
    least = np.empty((longest + steps, *entries.shape[1:]))
    least[:longest] = entries
    sums = np.empty((width, *entries.shape[1:]))
    for step in range(steps):
        np.add(least[step : step + width][::-1], costs[step][:, np.newaxis], out=sums)
        np.minimum.reduce(sums, axis=0, out=least[longest + step])
    return least


def _chain(state: np.ndarray, exits: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the entry state of each segment, (longest, segments), and the state after the last one.

    Only differences within a state matter: each is shifted to a minimum of 0, so that losses of a long
    file do not swallow the digits of a single group.
    """
    segments = exits.shape[2]
    entries = np.empty((len(state), segments))
    for segment, matrix in enumerate(exits.transpose(2, 0, 1).copy()):
        state = state - np.minimum.reduce(state)
        entries[:, segment] = state
        state = np.minimum.reduce(matrix + state, axis=1)
    return entries, state


def _choices(least: np.ndarray, costs: np.ndarray, shortest: int) -> np.ndarray:
    """Return the smallest size that attains each least loss, (steps, segments)."""
    steps, width, segments = costs.shape
    reached = least[-steps:]
    sizes = np.full((steps, segments), shortest, dtype=np.min_scalar_type(shortest + width))
    at_once = max(1, SUMS_AT_ONCE // segments)
    for first in range(0, steps, at_once):
        some = slice(first, min(first + at_once, steps))
        larger = np.ones_like(reached[some], dtype=bool)
        for option in range(width - 1):
            start = width - 1 - option
            # The very sums that the minimum was taken of, so equality is exact.
            larger &= least[start + some.start : start + some.stop] + costs[some, option] != reached[some]
            sizes[some] += larger
    return sizes
