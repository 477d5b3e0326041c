"""Nearest records of one file for each record of another: exactly, with all that are equally near.

Distances that differ by less than a billionth count as equal, so that the rounding of arithmetic, or the unit
in which a variable is measured, decides nothing.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate, combinations
from math import comb
from typing import Any, Protocol

import numpy as np

from sdcdesk.kernels.keys import combine, compact
from sdcdesk.kernels.mixed_distances import Space
from sdcdesk.kernels.nearest_texts import Bounds, similar, with_nearest_texts

ALIKE = 1 + 1e-9
"""Squared distances whose ratio is no larger count as equal."""

PAIRS = 1_000_000
"""Pairs of records that are compared at a time."""

QUERIES = 8_192
"""Records that are looked up in a tree at a time."""

MANY = 64
"""A tree is built with care if it is asked for at least one record in so many that it holds."""

FINE, COARSE = 10, 100
"""Records in a leaf of a tree that many, or few, are looked up in."""

FEW = 4_000_000
"""So few pairs with equal names are compared one by one: a tree of the records would take longer."""

DIRECTLY = 4
"""So few records, for each set of names they could agree on, are compared with all others one by one."""

EVERY = 2**62
"""Sets of names beyond any number of records."""

UNEQUAL = 12
"""Of more names that count differently there are too many sets: who agrees in all of them is looked up, and
all others are compared one by one."""

Step = Callable[[float], None]
"""Told the share of the work that is done; it may raise to stop the work."""


class Neighbours(Protocol):
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
    then those that agree on all names but one, or but the one that counts least, and so on, as long as
    something at that distance could be nearer than what was found, or as near. A tree holds the records of
    all sets of equal names, which a coordinate of its own keeps far apart.

    Where texts are compared, a first search takes every text for the nearest of the first file. What it finds
    bounds the distances; a second search then looks up all records whose text in one of the variables is near
    enough.

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


def search(space: Space, nearest: Neighbours, step: Step, directly: int) -> None:
    """Add to what was found all first records that are near enough to each second one; see `nearest`.

    Parameters
    ----------
    space, step, directly
        As in `nearest`.
    nearest
        Nothing so far; it says how far a record may be to matter.
    """
    if space.texts and nearest.number == 1:
        bounds = Bounds(space)
        search(with_nearest_texts(space), bounds, _part(step, 0.0, 0.5), directly)
        nearest.squared[:] = bounds.largest
        step = _part(step, 0.5, 1.0)
    patterns = _patterns(space)
    levels = _levels(space)
    tasks = sorted(
        (pattern.least + level.squared, place, number)
        for place, pattern in enumerate(patterns)
        for number, level in enumerate(levels)
    )
    finished: set[int] = set()
    for done, (least, place, number) in enumerate(tasks):
        pattern, level = patterns[place], levels[number]
        active = pattern.second[nearest.squared[pattern.second] * ALIKE >= least]
        if place in finished or not len(active):
            continue
        part = _part(step, done / len(tasks), (done + 1) / len(tasks))
        if level.sets == EVERY or len(active) <= directly * level.sets:
            _all_pairs(space, pattern, active, level, nearest, part)
            finished.add(place)
            continue
        for at, apart in enumerate(level.apart()):
            inner = _part(part, at / level.sets, (at + 1) / level.sets)
            _agreeing(space, pattern, active, apart, nearest, inner)


@dataclass(frozen=True, slots=True)
class _Level:
    """Sets of names in which records may differ, all at the same squared distance.

    Attributes
    ----------
    squared
        Squared distance of records that differ in one of these sets.
    sets
        Their number; where no names count alike, of all that come before, too.
    apart
        Walks through the places of the names of each set.
    """

    squared: float
    sets: int
    apart: Callable[[], Iterable[tuple[int, ...]]]


def _levels(space: Space) -> list[_Level]:
    """Return the sets of names by how far apart records are that differ in them, the nearest first."""
    names, weights = range(len(space.names)), [one.apart for one in space.names]
    if len(set(weights)) < 2:
        one = weights[0] if weights else 1.0
        return [
            _Level(number * one, comb(len(names), number), partial(combinations, names, number))
            for number in range(len(names) + 1)
        ]
    if len(names) > UNEQUAL:
        return [_Level(0.0, 1, partial(iter, [()])), _Level(min(weights), EVERY, partial(iter, []))]
    by_squared: dict[float, list[tuple[int, ...]]] = {}
    for apart in (one for number in range(len(names) + 1) for one in combinations(names, number)):
        by_squared.setdefault(_squared(space, apart), []).append(apart)
    ordered = sorted(by_squared.items())
    sets = accumulate(len(some) for _, some in ordered)
    return [
        _Level(squared, number, partial(iter, some))
        for (squared, some), number in zip(ordered, sets, strict=True)
    ]


def _squared(space: Space, apart: Collection[int]) -> float:
    """Return the squared distance of records that differ in some names, added up in their order."""
    total = 0.0
    for place in sorted(apart):
        total += space.names[place].apart
    return total


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
            apart = sum(space.coordinates[v].apart for v, (one, two) in enumerate(lacking) if one != two)
            least = apart + sum(space.coordinates[v].least for v in both)
            patterns.append(Pattern(first, second, both, least))
    return patterns


def _part(step: Step, start: float, end: float) -> Step:
    return lambda share: step(start + share * (end - start))


def _all_pairs(
    space: Space, pattern: Pattern, active: np.ndarray, level: _Level, nearest: Neighbours, step: Step
) -> None:
    """Compare with all records that differ at least so much in names: the others were found before."""
    rows = max(PAIRS // len(pattern.first), 1)
    for start in range(0, len(active), rows):
        step(start / len(active))
        some = active[start : start + rows]
        for begin in range(0, len(pattern.first), PAIRS):
            others = pattern.first[begin : begin + PAIRS]
            first, second = np.tile(others, len(some)), np.repeat(some, len(others))
            if level.squared:
                # Added up in the order of `_squared`, so that equal sums have equal digits.
                apart = np.zeros(len(first))
                for one in space.names:
                    apart += one.apart * (one.first[first] != one.second[second])
                first, second = first[apart >= level.squared], second[apart >= level.squared]
            nearest.add(first, second, space.squared(first, second))


def _agreeing(
    space: Space,
    pattern: Pattern,
    active: np.ndarray,
    apart: tuple[int, ...],
    nearest: Neighbours,
    step: Step,
) -> None:
    """Compare with the records that differ in these names, and agree in all others."""
    equal = [one for place, one in enumerate(space.names) if place not in apart]
    first, second = pattern.first, active
    step(0.0)
    columns = [np.concatenate([one.first[first], one.second[second]]) + 1 for one in equal]
    columns.append(np.zeros(len(first) + len(second), dtype=np.int64))
    labels = compact(*combine(columns, [int(column.max(initial=0)) + 1 for column in columns]))[0]
    its, own = labels[: len(first)], labels[len(first) :]
    sizes = np.bincount(its, minlength=int(labels.max()) + 1)
    known, wanted = np.bincount(own, minlength=len(sizes))[its] > 0, sizes[own] > 0
    first, its, second, own = first[known], its[known], second[wanted], own[wanted]
    if not len(first):
        return
    if space.texts:
        room = nearest.squared[second] * ALIKE - pattern.least - _squared(space, apart)
        pairs = _text_pairs(space, pattern, (first, its), (second, own), room)
    elif pattern.both and sizes[own].sum() > FEW:
        step(0.0)
        pairs = _nearest_pairs(_Tree.build(space, pattern, (first, its), (second, own)), nearest.number)
    else:
        order = np.argsort(its, kind="stable")
        pairs = _label_pairs(order, its[order], own)
    for share, place, candidate in pairs:
        step(share)
        one, other = first[candidate], second[place]
        for number in apart:
            names = space.names[number]
            differ = names.first[one] != names.second[other]
            one, other = one[differ], other[differ]
        nearest.add(one, other, space.squared(one, other))


Labelled = tuple[np.ndarray, np.ndarray]
"""Positions of records in their file, and the numbers of the sets of equal names that they are in."""

Candidates = Iterator[tuple[float, np.ndarray, np.ndarray]]
"""Share that is done, and pairs: places among the second and among the first records."""


def _label_pairs(order: np.ndarray, its: np.ndarray, own: np.ndarray) -> Candidates:
    """Walk through all pairs with the same label; those of the first are ascending in their order."""
    starts = np.searchsorted(its, own, side="left")
    lengths = np.searchsorted(its, own, side="right") - starts
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


def _text_pairs(
    space: Space, pattern: Pattern, first: Labelled, second: Labelled, room: np.ndarray
) -> Candidates:
    """Walk through the pairs with the same label that are near enough in one text, and in coordinates."""
    # The one with the most texts leaves the fewest pairs.
    texts = max(space.texts, key=lambda one: len(one.squares))
    codes = len(texts.squares)
    keys = first[1] * codes + texts.first[first[0]] % codes
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    labels = np.cumsum(np.diff(keys, prepend=-1) > 0) - 1
    tree = _Tree.build(space, pattern, (first[0][order], labels), second) if pattern.both else None
    for near in similar(texts, second[0], room, PAIRS):
        share = float(near.places[0]) / len(room) if len(near.places) else 0.0
        wanted = second[1][near.places] * codes + near.codes
        if tree is None:
            for _, place, candidate in _label_pairs(order, keys, wanted):
                yield share, near.places[place], candidate
            continue
        at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        there = np.flatnonzero(keys[at] == wanted)
        places, label = near.places[there], labels[at[there]]
        for begin in range(0, len(places), QUERIES):
            some = places[begin : begin + QUERIES]
            queries = tree.queries(some, label[begin : begin + QUERIES])
            radius = tree.radius(some, np.sqrt(near.room[there[begin : begin + QUERIES]]))
            for place, candidate in tree.within(queries, radius):
                yield share, some[place], order[candidate]


@dataclass(frozen=True, slots=True, eq=False)
class _Tree:
    """A k-d tree of the coordinates of first records, whose labels keep them apart; with second records.

    Attributes
    ----------
    tree
        Of scipy.
    points
        float64 (t, k), the coordinates of the second records.
    labels
        int64 (t,), theirs.
    size
        float64 (t,), the largest of their coordinates.
    farthest
        A distance that no pair with the same label has more than.
    """

    tree: Any
    points: np.ndarray
    labels: np.ndarray
    size: np.ndarray
    farthest: float

    @classmethod
    def build(cls, space: Space, pattern: Pattern, first: Labelled, second: Labelled) -> "_Tree":
        # Imported here, because it takes a quarter of a second that every start of the program would pay.
        from scipy.spatial import cKDTree

        used = [
            (one.first[:, place], one.second[:, place], scale)
            for one in (space.coordinates[place] for place in pattern.both)
            for place, scale in enumerate(one.scales)
        ]
        points = np.empty((len(first[0]), len(used) + 1))
        own = np.empty((len(second[0]), len(used)))
        extent = np.empty(len(used))
        # Column by column: along the short axis numpy is slow.
        for at, (its_values, own_values, scale) in enumerate(used):
            its_column, own_column = its_values[first[0]] / scale, own_values[second[0]] / scale
            points[:, at], own[:, at] = its_column, own_column
            ends = [value for column in (its_column, own_column) for value in (column.min(), column.max())]
            extent[at] = max(ends) - min(ends)
        farthest = float(np.sqrt(extent @ extent))
        points[:, -1] = first[1] * (2 * farthest + 1)
        # A tree that is well balanced and fine takes long to build, and pays only where many are looked up.
        many = len(own) * MANY >= len(points)
        tree = cKDTree(points, FINE if many else COARSE, balanced_tree=many, compact_nodes=many)
        return cls(tree, own, second[1], np.abs(own).max(axis=1), farthest)

    def queries(self, places: np.ndarray, labels: np.ndarray) -> np.ndarray:
        """Return points to look up, float64 (m, k + 1)."""
        return np.column_stack([self.points[places], labels * (2 * self.farthest + 1)])

    def in_space(self) -> np.ndarray:
        """Return the places of the second records, int64 (t,), those that are near one after the other.

        They are looked up several times as fast so, because they need the same part of the tree.
        """
        from scipy.spatial import cKDTree

        every = np.arange(len(self.points))
        queries = self.queries(every, self.labels)
        order: np.ndarray = cKDTree(queries, COARSE, balanced_tree=False, compact_nodes=False).indices
        return order

    def radius(self, places: np.ndarray, gaps: np.ndarray) -> np.ndarray:
        """Return how far to look for records at these distances, float64 (m,)."""
        # Coordinates have an error of rounding, which may not hide a record that is nearer, or as near.
        rounding = 8 * np.finfo(np.float64).eps * np.sqrt(self.points.shape[1])
        gaps = np.minimum(gaps, self.farthest)
        radius: np.ndarray = gaps * ALIKE + rounding * (self.size[places] + gaps)
        return radius

    def within(self, queries: np.ndarray, radius: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Walk through places of queries, and of first records within their radius."""
        lengths = np.asarray(self.tree.query_ball_point(queries, radius, return_length=True))
        for begin, end in _pieces(lengths):
            near = self.tree.query_ball_point(queries[begin:end], radius[begin:end], return_sorted=False)
            candidates = np.concatenate([np.asarray(one, dtype=np.int64) for one in near])
            yield np.repeat(np.arange(begin, end), [len(one) for one in near]), candidates


def _nearest_pairs(tree: _Tree, number: int) -> Candidates:
    """Walk through the pairs with the same label whose coordinates are nearest, so many or all as near."""
    every = tree.in_space()
    for start in range(0, len(every), QUERIES):
        some = every[start : start + QUERIES]
        queries = tree.queries(some, tree.labels[some])
        gaps, places = map(np.asarray, tree.tree.query(queries, k=[number, number + 1]))
        # Where a label has fewer, the last one found is of another.
        radius = tree.radius(some, gaps[:, 0])
        share = start / len(every)
        # One alone is the nearest; of several that are looked for, the one that was found is the last.
        single = gaps[:, 1] > radius if number == 1 else np.zeros(len(some), dtype=bool)
        yield share, some[single], places[single, 0]
        several = np.flatnonzero(~single)
        for place, candidate in tree.within(queries[several], radius[several]):
            yield share, some[several[place]], candidate
