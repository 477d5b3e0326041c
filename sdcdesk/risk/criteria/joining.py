"""Joining of two sources: the chance that the nearest records by one are among the nearest by the other."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.keys import combine
from sdcdesk.risk.criteria.sources import Nearby, examples, spread

WORDS = "Joined sources"

PAIRS = 1_000_000
"""Pairs of a person and a combination of both sources that are looked at at a time."""


@dataclass(frozen=True, slots=True)
class Shared:
    """Records that are among the nearest of a person by both sources.

    Attributes
    ----------
    certain
        Surely among the nearest by both.
    first, second
        Surely among the nearest by the first (the second) source, and drawn from by the other.
    drawn
        Drawn from by both.
    """

    certain: int
    first: int
    second: int
    drawn: int


def chances(one: Nearby, other: Nearby, people: int, progress: Progress = SILENT) -> np.ndarray:
    """Return for each person the chance that the nearest records by both sources have one in common.

    Those nearer than the last of the nearest are surely among them; of those that are as near as the last, as
    many are drawn as are lacking, by each source for itself.

    Parameters
    ----------
    one, other
        The nearest records by each source; as many of both.
    people
        Number of persons.
    progress
        Receives how far the work is.

    Returns
    -------
    np.ndarray
        float64 (people,).
    """
    both = shared(one, other, people, progress.part(0.0, 0.8))
    sure = [each.records(people, certain=True) for each in (one, other)]
    drawn = [each.records(people, certain=False) for each in (one, other)]
    if one.number == 1:
        # The only one is drawn.
        found: np.ndarray = both[:, 3] / (drawn[0] * drawn[1].astype(np.float64))
        return found
    known: dict[tuple[int, ...], float] = {}
    result = np.zeros(people)
    for person in range(people):
        progress.at(0.8 + 0.2 * person / people, WORDS)
        lacking = (one.number - int(sure[0][person]), one.number - int(sure[1][person]))
        case = (*map(int, both[person]), int(drawn[0][person]), int(drawn[1][person]), *lacking)
        if case not in known:
            known[case] = chance(Shared(*case[:4]), (case[4], case[5]), lacking)
        result[person] = known[case]
    return result


def chance(both: Shared, drawn: tuple[int, int], lacking: tuple[int, int]) -> float:
    """Return the chance that two sets of records have one in common.

    Parameters
    ----------
    both
        Records that can be in both.
    drawn
        How many records are drawn from, for each of the sets.
    lacking
        How many of them are drawn.

    Returns
    -------
    float
        Exact but for the last rounding.
    """
    if both.certain:
        return 1.0
    # Neither draws what is surely in the other, nor both the same: summed over how many of those that both
    # draw from the first one takes.
    apart = 0
    for common in range(min(both.drawn, lacking[0]) + 1):
        others = drawn[0] - both.drawn - both.second
        apart += (
            comb(both.drawn, common)
            * comb(others, lacking[0] - common)
            * comb(drawn[1] - both.first - common, lacking[1])
        )
    every = comb(drawn[0], lacking[0]) * comb(drawn[1], lacking[1])
    return (every - apart) / every


def shared(one: Nearby, other: Nearby, people: int, progress: Progress = SILENT) -> np.ndarray:
    """Count the records that are among the nearest of each person by both sources.

    Parameters
    ----------
    one, other
        The nearest records by each source.
    people
        Number of persons.
    progress
        Receives how far the work is.

    Returns
    -------
    np.ndarray
        int64 (people, 4), columns as in `Shared`.
    """
    # Only records that are near anybody by both sources; their cells ascend with the labels of the first.
    near = np.flatnonzero(one.is_near[one.labels] & other.is_near[other.labels])
    its, ends = one.labels[near], other.labels[near]
    _, first, times = examples(*combine([its, ends], [len(one.sizes), len(other.sizes)]))
    cells = (its[first], ends[first])
    counts = np.zeros((people, 4))
    lengths = [
        np.bincount(labels, minlength=len(each.sizes))
        for labels, each in zip(cells, (one, other), strict=True)
    ]
    work = [
        np.bincount(each.person, length[each.combination].astype(np.float64), minlength=people)
        for each, length in zip((one, other), lengths, strict=True)
    ]
    by_one = work[0] <= work[1]
    for turned, chosen in ((False, by_one), (True, ~by_one)):
        progress.at(0.5 if turned else 0.0, WORDS)
        start, end = (other, one) if turned else (one, other)
        its, ends = (cells[1], cells[0]) if turned else cells
        for person, cell, its_certain, certain in _common(start, end, (its, ends), lengths[turned], chosen):
            progress.at(0.5 if turned else 0.0, WORDS)
            a, b = (certain, its_certain) if turned else (its_certain, certain)
            column = np.where(a, np.where(b, 0, 1), np.where(b, 2, 3))
            np.add.at(counts, (person, column), times[cell])
    whole: np.ndarray = counts.astype(np.int64)
    return whole


CommonCells = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]
"""Persons, cells, and whether they are surely among the nearest by the first and by the second source."""


def _common(
    start: Nearby,
    end: Nearby,
    cells: tuple[np.ndarray, np.ndarray],
    lengths: np.ndarray,
    chosen: np.ndarray,
) -> Iterator[CommonCells]:
    """Walk through cells of both sources that are near by one, and keep those that are near by the other."""
    pairs = np.flatnonzero(chosen[start.person])
    if not len(pairs):
        return
    order = np.argsort(cells[0], kind="stable")
    starts = np.cumsum(lengths) - lengths
    radix = len(end.sizes)
    keys = end.person * radix + end.combination
    sorted_keys = np.argsort(keys, kind="stable")
    known = keys[sorted_keys]
    ends = np.cumsum(lengths[start.combination[pairs]])
    begin = 0
    while begin < len(pairs):
        before = int(ends[begin - 1]) if begin else 0
        stop = max(int(np.searchsorted(ends, before + PAIRS, side="right")), begin + 1)
        some = pairs[begin:stop]
        long = lengths[start.combination[some]]
        cell = order[spread(starts[start.combination[some]], long)]
        pair = np.repeat(some, long)
        wanted = start.person[pair] * radix + cells[1][cell]
        place = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
        near = known[place] == wanted
        pair, cell, place = pair[near], cell[near], sorted_keys[place[near]]
        yield start.person[pair], cell, start.certain[pair], end.certain[place]
        begin = stop
