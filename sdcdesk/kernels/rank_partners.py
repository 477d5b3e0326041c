"""Partners by rank: pairs of ranks that lie close to each other, drawn at random."""

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.stable_order import stable_order

TRIES = 6
"""Ranks that are tried before the free ones are listed: 28 in 100 are taken, so that few need the list."""

STRETCH = 1 << 11
"""Ranks whose tries are looked up together where each takes its turn."""

FAR = 1 << 11
"""Reach from which few ranks need a turn: most of a stretch choose what nobody else of it does."""

SHORTEST, STRETCHES = 1 << 9, 16
"""Ranks of such a stretch, at least, and how many of them a reach holds, at most: with more of them, fewer
ranks of one choose the same, but calls take longer."""

NOBODY = -1
"""Taker of a place that no rank can take."""

Uniform = Callable[[int, np.ndarray | int], Any]
"""Number of a column, 0…TRIES, and ranks → a number on [0, 1) for each of them, float64, or that of one rank,
as a plain float at best; the same when asked again."""


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
    within_reach = _in_turn if reach < FAR else _together
    within_reach(behind, partners, free, reach, uniform, progress.part(0, ahead))
    _among_all(behind, partners, free, uniform, progress.part(ahead, 1))
    return partners


def _in_turn(
    behind: int,
    partners: np.ndarray,
    free: bytearray,
    reach: int,
    uniform: Uniform,
    progress: Progress,
) -> None:
    """Give the first ranks, which all have `reach` ranks above them, their partners, one after the other."""
    view = np.frombuffer(free, dtype=np.bool_)
    for start in range(0, behind, STRETCH):
        progress.at(start / behind)
        end = min(start + STRETCH, behind)
        first, second, third = (_tried(np.arange(start, end), column, reach, uniform) for column in range(3))
        later, last, taken = second.data, third.data, list[int]()  # single numbers are read faster there
        for rank, other in enumerate(first.tolist(), start):
            if not free[rank]:
                continue
            if not free[other]:
                other = later[rank - start]
                if not free[other]:
                    other = last[rank - start]
                    if not free[other]:
                        other = _first_free(rank, 3, view.data, 1, reach, uniform)
            free[other] = 0
            taken.append(other)
        # Who is still free asked, and is tried by no higher one.
        asked = start + np.flatnonzero(view[start:end])
        view[asked] = False
        partners[asked], partners[taken] = taken, asked


def _together(
    behind: int,
    partners: np.ndarray,
    free: bytearray,
    reach: int,
    uniform: Uniform,
    progress: Progress,
) -> None:
    """Do the same with few turns: of a stretch only those take them who choose the same, or each other."""
    ranks = len(partners)
    # The lowest rank that chooses each one; `ranks` where it is free. The last place is nobody's.
    taker = np.append(np.full(ranks, ranks), NOBODY)
    stretch = max(SHORTEST, reach // STRETCHES)
    for start in range(0, behind, stretch):
        progress.at(start / behind)
        end = min(start + stretch, behind)
        seeking = start + np.flatnonzero(taker[start:end] == ranks)
        chosen = _tried(seeking, 0, reach, uniform)
        lost = np.flatnonzero(taker[chosen] < ranks)
        for column in range(1, TRIES):
            if not len(lost):
                break
            chosen[lost] = _tried(seeking[lost], column, reach, uniform)
            lost = lost[taker[chosen[lost]] < ranks]
        chosen[lost] = ranks
        taker[chosen[::-1]] = seeking[::-1]  # the last that is written stays
        taker[ranks] = NOBODY
        contested = (taker[chosen] != seeking) | (taker[seeking] < ranks)
        _settle(seeking, chosen, contested, taker, reach, uniform)
        asked = taker[seeking] == ranks
        seeking, chosen = seeking[asked], chosen[asked]
        taker[seeking] = seeking
        partners[seeking], partners[chosen] = chosen, seeking
    np.frombuffer(free, dtype=np.bool_)[:] = taker[:ranks] == ranks


def _settle(
    seeking: np.ndarray,
    chosen: np.ndarray,
    contested: np.ndarray,
    taker: np.ndarray,
    reach: int,
    uniform: Uniform,
) -> None:
    """Let ranks of a stretch that stand in each other's way choose in their order, in place.

    When one has its turn, all lower ones have chosen for good. It gives up what it chose if a lower one took
    itself or that; what it then takes from a higher one gives that one a turn, too.
    """
    if not contested.any():
        return
    ranks, start, end = len(taker) - 1, int(seeking[0]), int(seeking[-1]) + 1
    places = np.zeros(end - start, dtype=np.int64)  # where a rank stands among those that seek
    places[seeking - start] = np.arange(len(seeking))
    takers, choices, place = taker.data, chosen.data, places.data
    turns = seeking[contested].tolist()  # ascending, and so a heap
    while turns:
        rank = heappop(turns)
        other = choices[place[rank - start]]
        if takers[rank] < rank:
            if takers[other] == rank:
                takers[other] = ranks
            continue
        if takers[other] < rank:
            other = choices[place[rank - start]] = _first_free(rank, 0, takers, rank, reach, uniform)
        higher, takers[other] = takers[other], rank
        if rank < higher < ranks:
            heappush(turns, higher)
        if rank < higher and other < end:
            heappush(turns, other)


def _tried(ranks: np.ndarray, column: int, reach: int, uniform: Uniform) -> np.ndarray:
    """Return the rank that each of some ranks tries, int64 (m,)."""
    tried: np.ndarray = ranks + 1 + (uniform(column, ranks) * reach).astype(np.int64)
    return tried


def _first_free(rank: int, first: int, marks: memoryview, least: int, reach: int, uniform: Uniform) -> int:
    """Return the first free rank that one tries, from some try on, or else one of all within its reach.

    Those are free whose mark is `least` or more.
    """
    for column in range(first, TRIES):
        other = rank + 1 + int(uniform(column, rank) * reach)
        if marks[other] >= least:
            return other
    those = np.flatnonzero(np.asarray(marks[rank + 1 : rank + reach + 1]) >= least)
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
    others = iter(left[stable_order(uniform(TRIES, left))].tolist())
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
