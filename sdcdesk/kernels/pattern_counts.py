"""Agreement patterns of all pairs of records of two files, counted exactly without looking at any pair.

Pairs that agree in a set of variables at least are counted by their common values. The pairs that agree in
exactly these follow by Möbius inversion over the sets.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from sdcdesk.core.numbers.equal_runs import run_begins
from sdcdesk.kernels.keys import combine
from sdcdesk.kernels.value_tuples import Tuples, radices

DENSE = 6
"""Tables of all possible values are added up directly up to so many cells for each different combination."""

SMALL = 65_536
"""So many cells are added up directly whatever the number of combinations."""

HALF = 32
"""Counts of both files are added up as one number, those of the first above so many binary digits."""

Similar = Sequence[np.ndarray | None]
"""For each variable, bool (a, b): which codes of the first file agree with which of the second.

None: equal codes agree, and no others.
"""

Step = Callable[[float], None]
"""Told the share of the work that is done; it may raise to stop the work."""


def pattern_counts(first: Tuples, second: Tuples, similar: Similar, step: Step) -> np.ndarray:
    """Count the pairs of records of two files by the variables in which they agree.

    A value that is missing agrees with nothing.

    Parameters
    ----------
    first, second
        The combinations of values of both files, of the same variables.
    similar
        What agrees.
    step
        Told how far the work is.

    Returns
    -------
    np.ndarray
        int64 (2^d,): at the place Σ 2^v over some variables v the pairs that agree in exactly these.
    """
    variables = range(len(first.columns))
    graded = [place for place in variables if similar[place] is not None]
    counts = np.zeros(1 << len(variables), dtype=np.int64)
    sets = [kept for size in range(len(graded) + 1) for kept in combinations(graded, size)]
    equal = [place for place in variables if similar[place] is None]
    for done, kept in enumerate(sets):
        _Walk(first, second, similar, kept, equal, counts, _part(step, done, len(sets))).run()
    for place in variables:
        # All pairs that agree in a set, less those that agree in this variable besides.
        cube = counts.reshape(-1, 2, 1 << place)
        cube[:, 0] -= cube[:, 1]
    return counts


def _part(step: Step, done: int, parts: int) -> Step:
    return lambda share: step((done + share) / parts)


def patterns(
    first: Tuples, second: Tuples, similar: Similar, ones: np.ndarray, others: np.ndarray
) -> np.ndarray:
    """Return in which variables pairs of combinations agree.

    Parameters
    ----------
    first, second
        The combinations of values of both files.
    similar
        What agrees.
    ones, others
        int64 (m,), places of combinations of each file.

    Returns
    -------
    np.ndarray
        int64 (m,), Σ 2^v over the variables v that agree.
    """
    found = np.zeros(len(ones), dtype=np.int64)
    for place, (its, own, alike) in enumerate(zip(first.columns, second.columns, similar, strict=True)):
        one, other = its[ones], own[others]
        agree = one == other if alike is None else alike[one, other]
        found += (agree & (one >= 0) & (other >= 0)).astype(np.int64) << place
    return found


def unfolded(first: Tuples, similar: Similar, variables: Sequence[int]) -> tuple[np.ndarray, Tuples]:
    """Replace codes of the first file by every code of the second that agrees with them.

    Parameters
    ----------
    first
        The combinations of values of the first file.
    similar
        What agrees.
    variables
        Places of variables whose agreement is not equality.

    Returns
    -------
    tuple[np.ndarray, Tuples]
        int64 (m,), which combination each was; and the new ones, whose labels say nothing.
    """
    origins = np.arange(len(first.counts))
    columns = list(first.columns)
    for place in variables:
        its, own = np.nonzero(np.asarray(similar[place]))
        starts = np.searchsorted(its, columns[place], side="left")
        lengths = np.searchsorted(its, columns[place], side="right") - starts
        again = np.repeat(np.arange(len(origins)), lengths)
        within = np.arange(len(again)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        columns = [column[again] for column in columns]
        columns[place] = own[np.repeat(starts, lengths) + within]
        origins = origins[again]
    return origins, Tuples(tuple(columns), first.counts[origins], np.empty(0, dtype=np.int64))


@dataclass(slots=True, eq=False)
class _Walk:
    """Walk through all sets that hold some graded variables, and any of those whose agreement is equality."""

    first: Tuples
    second: Tuples
    similar: Similar
    kept: Sequence[int]
    equal: Sequence[int]
    counts: np.ndarray
    step: Step

    def run(self) -> None:
        """Fill in the pairs that agree in each set at least."""
        first = unfolded(self.first, self.similar, self.kept)[1] if self.kept else self.first
        columns = [self._joined(first, place) for place in (*self.kept, *self.equal)]
        sizes = dict(zip((*self.kept, *self.equal), radices(columns), strict=True))
        # The most values first: then few combinations are left where the most sets follow.
        order = [*self.kept, *sorted(self.equal, key=lambda place: -sizes[place])]
        by_place = dict(zip((*self.kept, *self.equal), columns, strict=True))
        table = _Table(
            tuple(order),
            tuple((by_place[place] + 1).astype(np.int32, copy=False) for place in order),
            tuple(sizes[place] for place in order),
            np.concatenate([first.counts << HALF, self.second.counts]),
        )
        if not order:
            self.counts[0] = int(self.first.counts.sum()) * int(self.second.counts.sum())
            return
        self._sparse(table.regrouped(), len(self.kept), 0.0, 1.0)

    def _joined(self, first: Tuples, place: int) -> np.ndarray:
        """Return the codes of both files; values missing in either agree with nothing, so differ."""
        its, own = first.columns[place], self.second.columns[place]
        most = max(int(its.max(initial=-1)), int(own.max(initial=-1)))
        return np.concatenate([np.where(its < 0, most + 1, its), np.where(own < 0, -1, own)])

    def _sparse(self, table: "_Table", start: int, begin: float, end: float) -> None:
        self.step(begin)
        if table.cells <= max(DENSE * len(table.counts), SMALL):
            self._dense(table.order, start, *table.dense())
            return
        self._set(table.order, *_halves(table.counts))
        for place in range(start, len(table.order) - 1):
            # Each variable that stays halves the sets that follow.
            middle = begin + (end - begin) / 2
            self._sparse(table.without(place), place, begin, middle)
            begin = middle
        if start < len(table.order):
            self._set(table.order[:-1], *_halves(table.ends()))

    def _dense(self, order: tuple[int, ...], start: int, first: np.ndarray, second: np.ndarray) -> None:
        self.step(0.5)
        self._set(order, first.ravel(), second.ravel())
        for place in range(start, len(order)):
            left = order[:place] + order[place + 1 :]
            self._dense(left, place, first.sum(axis=place), second.sum(axis=place))

    def _set(self, order: tuple[int, ...], first: np.ndarray, second: np.ndarray) -> None:
        self.counts[sum(1 << place for place in order)] = np.dot(first, second)


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """Combinations of both files in some variables, ascending, with how many records of each have them.

    Both numbers are one, see `HALF`: what is moved and added up most often is half as much.
    """

    order: tuple[int, ...]
    columns: tuple[np.ndarray, ...]
    radices: tuple[int, ...]
    counts: np.ndarray

    @property
    def cells(self) -> int:
        """Combinations that there could be."""
        return int(np.prod(np.array(self.radices, dtype=object)))

    def regrouped(self) -> "_Table":
        """Return the combinations in ascending order, each once."""
        keys = combine(self.columns, self.radices)[0]
        order = np.argsort(keys)
        starts = np.flatnonzero(run_begins(keys[order]))
        where = order[starts]
        columns = tuple(column[where] for column in self.columns)
        return _Table(self.order, columns, self.radices, np.add.reduceat(self.counts[order], starts))

    def without(self, place: int) -> "_Table":
        """Return the combinations of the other variables."""
        return _Table(
            self.order[:place] + self.order[place + 1 :],
            self.columns[:place] + self.columns[place + 1 :],
            self.radices[:place] + self.radices[place + 1 :],
            self.counts,
        ).regrouped()

    def ends(self) -> np.ndarray:
        """Return the counts without the last variable, whose loss changes no order."""
        if len(self.columns) == 1:
            whole: np.ndarray = self.counts.sum(keepdims=True)
            return whole
        begins = run_begins(combine(self.columns[:-1], self.radices[:-1])[0])
        return np.add.reduceat(self.counts, np.flatnonzero(begins))

    def dense(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the counts of all cells, one axis for each variable."""
        keys, cells = combine(self.columns, self.radices)
        # Counts stay below 2^53, so that the sums of floats are exact.
        first, second = (
            np.bincount(keys, weights=counts, minlength=cells).astype(np.int64).reshape(self.radices)
            for counts in _halves(self.counts)
        )
        return first, second


def _halves(counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the counts of each file."""
    return counts >> HALF, counts & (1 << HALF) - 1
