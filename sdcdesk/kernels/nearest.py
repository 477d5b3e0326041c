"""Nearest records of one file for each record of another: exactly, with all that are equally near.

Distances that differ by less than a billionth count as equal, so that the rounding of arithmetic, or the unit
in which a variable is measured, decides nothing.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from math import comb
from typing import Protocol

import numpy as np

from sdcdesk.kernels.keys import combine, compact
from sdcdesk.kernels.mixed_distances import Space

ALIKE = 1 + 1e-9
"""Squared distances whose ratio is no larger count as equal."""

PAIRS = 1_000_000
"""Pairs of records that are compared at a time."""

QUERIES = 8_192
"""Records that are looked up in a tree at a time."""

MANY = 64
"""A tree is built with care if it is asked for at least one record in so many that it holds."""

DIRECTLY = 4
"""So few records, for each set of names they could agree on, are compared with all others one by one."""

Step = Callable[[float], None]
"""Told the share of the work that is done; it may raise to stop the work."""


class Found(Protocol):
    """What a search has found so far.

    Attributes
    ----------
    squared
        float64 (t,), the squared distance beyond which no first record matters to each second one.
    number
        So many different first records are looked up at least.
    """

    squared: np.ndarray
    number: int

    def add(self, first: np.ndarray, second: np.ndarray, squared: np.ndarray) -> None:
        """Take pairs into account, each once.

        Parameters
        ----------
        first, second
            int64 (m,), positions in each file.
        squared
            float64 (m,), their squared distances.
        """


@dataclass(slots=True, eq=False)
class Nearest:
    """What is known of the nearest first records of each second record.

    Attributes
    ----------
    weights
        int64 (n,), how many records each first one stands for.
    squared
        float64 (t,), the smallest squared distance so far.
    tied
        int64 (t,), the number of records at that distance.
    among
        int64 (t,), those of them that are wanted.
    wanted
        Says of pairs (positions in the first, positions in the second file) whether they are wanted.
    number
        The one at the smallest distance is enough to know that distance.
    """

    weights: np.ndarray
    squared: np.ndarray
    tied: np.ndarray
    among: np.ndarray
    wanted: Callable[[np.ndarray, np.ndarray], np.ndarray] | None = field(default=None, repr=False)
    number: int = 1

    def add(self, first: np.ndarray, second: np.ndarray, squared: np.ndarray) -> None:
        """Take pairs into account, each once.

        Parameters
        ----------
        first, second
            int64 (m,), positions in each file.
        squared
            float64 (m,), their squared distances.
        """
        before = self.squared[second]
        np.minimum.at(self.squared, second, squared)
        now = self.squared[second]
        nearer = second[now * ALIKE < before]
        self.tied[nearer] = 0
        self.among[nearer] = 0
        near = squared <= now * ALIKE
        first, second = first[near], second[near]
        np.add.at(self.tied, second, self.weights[first])
        if self.wanted is not None:
            wanted = self.wanted(first, second)
            np.add.at(self.among, second[wanted], self.weights[first[wanted]])


def nearest(
    space: Space,
    weights: np.ndarray,
    step: Step,
    wanted: Callable[[np.ndarray, np.ndarray], np.ndarray] | None = None,
    directly: int = DIRECTLY,
) -> Nearest:
    """Find the nearest records of the first file for each record of the second.

    First records that have the same names as a second one are looked up in a k-d tree of their coordinates;
    then those that agree on all names but one, and so on, as long as something at that distance could be
    nearer than what was found, or as near. A tree holds the records of all sets of equal names, which a
    coordinate of its own keeps far apart.

    Parameters
    ----------
    space
        The variables; at least one first record.
    weights
        int64 (n,), how many records each first one stands for.
    step
        Told how far the work is.
    wanted
        See `Nearest`.
    directly
        See `DIRECTLY`.

    Returns
    -------
    Nearest
        Smallest squared distances, and how many records have them.
    """
    t = space.records[1]
    none = np.zeros(t, dtype=np.int64)
    found = Nearest(weights, np.full(t, np.inf), none, none.copy(), wanted)
    search(space, found, step, directly)
    return found


def search(space: Space, found: Found, step: Step, directly: int) -> None:
    """Add to what was found all first records that are near enough to each second one; see `nearest`.

    Parameters
    ----------
    space, step, directly
        As in `nearest`.
    found
        Nothing so far; it says how far a record may be to matter.
    """
    patterns = _patterns(space)
    levels = len(space.names) + 1
    tasks = sorted(
        (pattern.least + differing, place, differing)
        for place, pattern in enumerate(patterns)
        for differing in range(levels)
    )
    finished: set[int] = set()
    for done, (least, place, differing) in enumerate(tasks):
        pattern = patterns[place]
        active = pattern.second[found.squared[pattern.second] * ALIKE >= least]
        if place in finished or not len(active):
            continue
        part = _part(step, done / len(tasks), (done + 1) / len(tasks))
        sets = comb(len(space.names), differing)
        if len(active) <= directly * sets:
            _all_pairs(space, pattern, active, differing, found, part)
            finished.add(place)
            continue
        for number, apart in enumerate(combinations(range(len(space.names)), differing)):
            inner = _part(part, number / sets, (number + 1) / sets)
            _agreeing(space, pattern, active, apart, found, inner)


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """Records of both files whose coordinates are missing in the same variables of each file.

    Attributes
    ----------
    first, second
        int64, their positions.
    both
        Places of the variables that are present in both.
    least
        What their squared distances have in common: 1 for each variable that is missing in one of them, and
        the squared distances of equal values.
    """

    first: np.ndarray
    second: np.ndarray
    both: tuple[int, ...]
    least: float


def _patterns(space: Space) -> list[Pattern]:
    n, t = space.records
    absent = [
        np.concatenate([np.isnan(one.first[:, 0]), np.isnan(one.second[:, 0])]).astype(np.int64)
        for one in space.coordinates
    ]
    absent.append(np.zeros(n + t, dtype=np.int64))
    labels = compact(*combine(absent, [2] * len(absent)))[0]
    its, own = ([np.flatnonzero(part == one) for one in np.unique(part)] for part in (labels[:n], labels[n:]))
    patterns = []
    for second in own:
        for first in its:
            lacking = [(bool(bits[first[0]]), bool(bits[n + second[0]])) for bits in absent[:-1]]
            both = tuple(place for place, missing in enumerate(lacking) if missing == (False, False))
            least = sum(one != two for one, two in lacking) + sum(space.coordinates[v].least for v in both)
            patterns.append(Pattern(first, second, both, least))
    return patterns


def _part(step: Step, start: float, end: float) -> Step:
    return lambda share: step(start + share * (end - start))


def _all_pairs(
    space: Space, pattern: Pattern, active: np.ndarray, differing: int, found: Found, step: Step
) -> None:
    """Compare with all records that differ in at least so many names: the others were found before."""
    rows = max(PAIRS // len(pattern.first), 1)
    for start in range(0, len(active), rows):
        step(start / len(active))
        some = active[start : start + rows]
        for begin in range(0, len(pattern.first), PAIRS):
            others = pattern.first[begin : begin + PAIRS]
            first, second = np.tile(others, len(some)), np.repeat(some, len(others))
            if differing:
                apart = sum((one.first[first] != one.second[second]).astype(np.int64) for one in space.names)
                first, second = first[apart >= differing], second[apart >= differing]
            found.add(first, second, space.squared(first, second))


def _agreeing(
    space: Space,
    pattern: Pattern,
    active: np.ndarray,
    apart: tuple[int, ...],
    found: Found,
    step: Step,
) -> None:
    """Compare with the records that differ in these names, and agree in all others."""
    equal = [one for place, one in enumerate(space.names) if place not in apart]
    first, second = pattern.first, active
    columns = [np.concatenate([one.first[first], one.second[second]]) + 1 for one in equal]
    columns.append(np.zeros(len(first) + len(second), dtype=np.int64))
    labels = compact(*combine(columns, [int(column.max(initial=0)) + 1 for column in columns]))[0]
    its, own = labels[: len(first)], labels[len(first) :]
    known, asked = np.isin(its, own), np.isin(own, its)
    first, its, second, own = first[known], its[known], second[asked], own[asked]
    if not len(first):
        return
    if pattern.both:
        pairs = _tree_pairs(space, pattern, (first, its), (second, own), found.number)
    else:
        pairs = _label_pairs((first, its), (second, own))
    for share, place, candidate in pairs:
        step(share)
        one, other = first[candidate], second[place]
        for number in apart:
            names = space.names[number]
            differ = names.first[one] != names.second[other]
            one, other = one[differ], other[differ]
        found.add(one, other, space.squared(one, other))


Labelled = tuple[np.ndarray, np.ndarray]
"""Positions of records in their file, and the numbers of the sets of equal names that they are in."""

Candidates = Iterator[tuple[float, np.ndarray, np.ndarray]]
"""Share that is done, and pairs: places among the second and among the first records."""


def _label_pairs(first: Labelled, second: Labelled) -> Candidates:
    """Walk through all pairs with the same label."""
    order = np.argsort(first[1], kind="stable")
    starts = np.searchsorted(first[1][order], second[1], side="left")
    lengths = np.searchsorted(first[1][order], second[1], side="right") - starts
    for begin, end in _pieces(lengths):
        place = np.repeat(np.arange(begin, end), lengths[begin:end])
        within = np.arange(len(place)) - np.repeat(
            np.cumsum(lengths[begin:end]) - lengths[begin:end], lengths[begin:end]
        )
        yield begin / len(lengths), place, order[np.repeat(starts[begin:end], lengths[begin:end]) + within]


def _pieces(lengths: np.ndarray) -> Iterator[tuple[int, int]]:
    """Cut a row of lengths into pieces whose sums stay below `PAIRS`, or that are a single one."""
    ends = np.cumsum(lengths)
    begin = 0
    while begin < len(lengths):
        before = int(ends[begin - 1]) if begin else 0
        end = max(int(np.searchsorted(ends, before + PAIRS, side="right")), begin + 1)
        yield begin, end
        begin = end


def _tree_pairs(space: Space, pattern: Pattern, first: Labelled, second: Labelled, number: int) -> Candidates:
    """Walk through the pairs with the same label whose coordinates are nearest, so many or all as near."""
    # Imported here, because it takes a quarter of a second that every start of the program would pay.
    from scipy.spatial import cKDTree

    used = [space.coordinates[place] for place in pattern.both]
    points = np.hstack([one.first[first[0]] / one.scales for one in used])
    queries = np.hstack([one.second[second[0]] / one.scales for one in used])
    extent = np.maximum(points.max(axis=0), queries.max(axis=0))
    extent -= np.minimum(points.min(axis=0), queries.min(axis=0))
    farthest = float(np.sqrt(extent @ extent))
    apart = 2 * farthest + 1
    # A tree that is well balanced takes long to build, and pays only where many are looked up in it.
    many = len(queries) * MANY >= len(points)
    tree = cKDTree(np.column_stack([points, first[1] * apart]), balanced_tree=many, compact_nodes=many)
    # Coordinates have an error of rounding, which may not hide a record that is nearer, or as near.
    rounding = 8 * np.finfo(np.float64).eps * np.sqrt(points.shape[1])
    size = np.abs(queries).max(axis=1)
    queries = np.column_stack([queries, second[1] * apart])
    for start in range(0, len(queries), QUERIES):
        some = queries[start : start + QUERIES]
        gaps, places = tree.query(some, k=[number])
        # Where a label has fewer, the last one found is of another.
        gaps, places = np.minimum(np.asarray(gaps)[:, 0], farthest), np.asarray(places)[:, 0]
        radius = gaps * ALIKE + rounding * (size[start : start + QUERIES] + gaps)
        lengths = np.asarray(tree.query_ball_point(some, radius, return_length=True))
        share = start / len(queries)
        # One alone is the nearest; of several that are looked for, the one that was found is the last.
        single = lengths <= (1 if number == 1 else 0)
        alone = np.flatnonzero(single)
        yield share, start + alone, places[alone]
        several = np.flatnonzero(~single)
        for begin, end in _pieces(lengths[several]):
            chosen = several[begin:end]
            near = tree.query_ball_point(some[chosen], radius[chosen], return_sorted=False)
            candidates = np.concatenate([np.asarray(one, dtype=np.int64) for one in near])
            yield share, start + np.repeat(chosen, [len(one) for one in near]), candidates
