"""Partners by rank: pairs of ranks that lie close to each other, drawn at random."""

from collections.abc import Callable

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress

TRIES = 6
"""Ranks that are tried before the free ones are listed: 28 in 100 are taken, so that few need the list."""

STRETCH = 1 << 11
"""Ranks whose tries are looked at together: the less, the fewer of them stand in the way of each other."""

Uniform = Callable[[int, np.ndarray | int], np.ndarray]
"""Number of a column, 0…TRIES, and ranks → a number on [0, 1) for each of them, float64, or that of one rank;
the same when asked again."""


def rank_partners(ranks: int, reach: int, uniform: Uniform, progress: Progress = SILENT) -> np.ndarray:
    """Pair ranks at random so that no two partners lie farther apart than some number of ranks.

    Ascending, each rank i without a partner takes one at random, all equally likely, among the ranks without
    a partner in (i, i + reach]. A rank i that comes into reach last of all is still free when i is asked, so
    that at most one rank of all stays alone: the last free one, if their number is odd.

    Parameters
    ----------
    ranks
        n, how many there are.
    reach
        Largest difference of two partners; with less than 1 all stay alone.
    uniform
        Random numbers by rank.
    progress
        Receives how many ranks were asked.

    Returns
    -------
    np.ndarray
        int64 (n,), the partner of each rank, 0…n−1; itself where it has none.
    """
    partners = np.arange(ranks)
    if reach < 1:
        return partners
    free = bytearray(b"\1") * ranks
    # While the reach ends before the last rank, free ranks are dense, and trying soon finds one. Behind
    # that all free ranks are within reach of each other.
    behind = max(ranks - reach - 1, 0)
    ahead = behind / max(ranks, 1)
    _within_reach(behind, partners, free, reach, uniform, progress.part(0, ahead))
    _among_all(behind, partners, free, uniform, progress.part(ahead, 1))
    return partners


def _within_reach(
    behind: int,
    partners: np.ndarray,
    free: bytearray,
    reach: int,
    uniform: Uniform,
    progress: Progress,
) -> None:
    """Give the first ranks, which all have `reach` ranks above them, their partners."""
    view = np.frombuffer(free, dtype=np.bool_)
    for start in range(0, behind, STRETCH):
        progress.at(start / behind)
        seeking = start + np.flatnonzero(view[start : min(start + STRETCH, behind)])
        # Most find what they take before any of this stretch took one, all at once; one by one, in order,
        # go only those that lost it meanwhile.
        chosen = _tried(seeking, 0, reach, uniform)
        for column in range(1, TRIES):
            again = np.flatnonzero(~view[chosen])
            chosen[again] = _tried(seeking[again], column, reach, uniform)
        found, taken = chosen.data, []
        for place, (rank, other) in enumerate(zip(seeking.tolist(), chosen.tolist(), strict=True)):
            if not free[rank]:
                taken.append(place)
                continue
            if not free[other]:
                found[place] = other = _first_free(rank, view, reach, uniform)
            free[rank] = free[other] = 0
        seeking, chosen = np.delete(seeking, taken), np.delete(chosen, taken)
        partners[seeking], partners[chosen] = chosen, seeking


def _tried(ranks: np.ndarray, column: int, reach: int, uniform: Uniform) -> np.ndarray:
    """Return the rank that each of some ranks tries, int64 (m,)."""
    return ranks + 1 + (uniform(column, ranks) * reach).astype(np.int64)


def _first_free(rank: int, free: np.ndarray, reach: int, uniform: Uniform) -> int:
    """Return the first free rank of those that a rank tries, or else one of all within its reach."""
    for column in range(TRIES):
        other = rank + 1 + int(uniform(column, rank) * reach)
        if free[other]:
            return other
    those = np.flatnonzero(free[rank + 1 : rank + reach + 1])
    return rank + 1 + int(those[int(uniform(TRIES, rank) * len(those))])


def _among_all(
    behind: int, partners: np.ndarray, free: bytearray, uniform: Uniform, progress: Progress
) -> None:
    """Give the free ranks from `behind` on, all within reach of each other, their partners.

    They stand in a random order. The lowest takes the first other one; as both leave it, the order of the
    rest is random still.
    """
    found = partners.data
    left = behind + np.flatnonzero(np.frombuffer(free, dtype=np.bool_)[behind:])
    others = iter(left[np.argsort(uniform(TRIES, left), kind="stable")].tolist())
    for number, rank in enumerate(left.tolist()):
        if number % STRETCH == 0:
            progress.at(number / len(left))
        if not free[rank]:
            continue
        free[rank] = 0
        for other in others:
            if free[other]:
                free[other] = 0
                found[rank], found[other] = other, rank
                break
