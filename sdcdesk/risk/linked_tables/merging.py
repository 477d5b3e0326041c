"""Merging areas until none is above a limit or too small: the riskiest first, with the best neighbour."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

import numpy as np

Neighbours = Sequence[set[int]]
"""For each area the areas with which it may be merged."""


@dataclass(frozen=True, slots=True)
class Merge:
    """Two areas that became one.

    Attributes
    ----------
    first, second
        The one that was above the limit, and its neighbour, each by the lowest number among its old areas.
    risks
        Of both, before.
    risk
        Of the new area, never above the larger of the two.
    """

    first: int
    second: int
    risks: tuple[float, float]
    risk: float


@dataclass(frozen=True, eq=False)
class MergedAreas:
    """Areas after the merging.

    Attributes
    ----------
    group
        int64 (A,), for each old area the lowest number among the old areas of its new one.
    sizes
        int64 (A,), records of the new area.
    at_risk
        int64 (A,), those of them that are at risk.
    merges
        In their order.
    rejected
        New areas that are above the limit or too small, and have no neighbour left.
    """

    group: np.ndarray
    sizes: np.ndarray
    at_risk: np.ndarray
    merges: tuple[Merge, ...]
    rejected: tuple[int, ...]

    @property
    def risk(self) -> np.ndarray:
        """float64 (A,), share of the records of the new area that are at risk."""
        return np.asarray(self.at_risk / np.maximum(self.sizes, 1))


@dataclass(slots=True)
class _Area:
    """An area while areas are merged."""

    lowest: int
    members: list[int]
    rows: np.ndarray
    at_risk: int
    neighbours: set[int]

    @property
    def risk(self) -> float:
        return self.at_risk / max(len(self.rows), 1)

    @property
    def rank(self) -> tuple[float, int, int]:
        """Of equally risky areas the smaller one stands first, then that of the lower number."""
        return -self.risk, len(self.rows), self.lowest


class _Areas:
    """The areas there are; a merged one has a number of its own, so that what is known of a pair holds."""

    def __init__(
        self,
        areas: np.ndarray,
        at_risk: np.ndarray,
        neighbours: Neighbours,
        count: Callable[[np.ndarray], int],
    ) -> None:
        order = np.argsort(areas, kind="stable")
        starts = np.searchsorted(areas[order], np.arange(len(neighbours) + 1))
        numbers = np.bincount(areas[at_risk], minlength=len(neighbours))
        self.known = {
            at: _Area(at, [at], order[starts[at] : starts[at + 1]], int(numbers[at]), set(near) - {at})
            for at, near in enumerate(neighbours)
        }
        self._count = count
        self._together: dict[tuple[int, int], int] = {}
        self._next = len(neighbours)

    def together(self, one: int, other: int) -> int:
        """Return how many records would be at risk in two areas as one."""
        pair = min(one, other), max(one, other)
        if pair not in self._together:
            first, second = self.known[one], self.known[other]
            nobody = not first.at_risk and not second.at_risk
            rows = np.concatenate((first.rows, second.rows))
            self._together[pair] = 0 if nobody else self._count(rows)
        return self._together[pair]

    def best_neighbour(self, one: int) -> int:
        """Return the neighbour with which the risk is lowest."""

        def rank(other: int) -> tuple[float, int, int]:
            near = self.known[other]
            size = len(self.known[one].rows) + len(near.rows)
            return self.together(one, other) / max(size, 1), len(near.rows), near.lowest

        return min(self.known[one].neighbours, key=rank)

    def merge(self, one: int, other: int) -> tuple[int, Merge]:
        """Make one area of two."""
        number = self.together(one, other)
        first, second = self.known.pop(one), self.known.pop(other)
        new, self._next = self._next, self._next + 1
        merged = _Area(
            min(first.lowest, second.lowest),
            first.members + second.members,
            np.concatenate((first.rows, second.rows)),
            number,
            (first.neighbours | second.neighbours) - {one, other},
        )
        self.known[new] = merged
        for at in merged.neighbours:
            self.known[at].neighbours -= {one, other}
            self.known[at].neighbours.add(new)
        return new, Merge(first.lowest, second.lowest, (first.risk, second.risk), merged.risk)


def merge_areas(
    areas: np.ndarray,
    at_risk: np.ndarray,
    neighbours: Neighbours,
    limit: float,
    count: Callable[[np.ndarray], int],
    step: Callable[[int], None] = lambda _left: None,
    *,
    least: int = 1,
) -> MergedAreas:
    """Merge areas until the risk of none is above the limit, and none is too small.

    The riskiest area is taken (of equal ones the smaller, then that of the lower number) and merged with the
    neighbour that gives the lowest risk (ties alike); only those two are looked at anew. An area above the
    limit, or too small, without a neighbour is rejected.

    Parameters
    ----------
    areas
        int64 (n,), the area of each record, 0…A−1.
    at_risk
        bool (n,), who is at risk in the areas as they are.
    neighbours
        For each area the areas with which it may be merged; from both sides.
    limit
        Largest share of the records of an area that may be at risk.
    count
        How many of some records, int64 (m,), are at risk where they alone are an area.
    step
        Told before each merge how many areas are above the limit or too small; it may raise to stop the work.
    least
        Fewest records that an area may have.

    Returns
    -------
    MergedAreas
        After at most A − 1 merges.
    """
    work = _Areas(areas, at_risk, neighbours, count)

    def unfit(one: _Area) -> bool:
        return one.risk > limit or len(one.rows) < least

    above = [(one.rank, at) for at, one in work.known.items() if unfit(one)]
    heapify(above)
    merges: list[Merge] = []
    rejected: list[int] = []
    while above:
        step(len(above))
        _, at = heappop(above)
        if at not in work.known:
            continue
        if not work.known[at].neighbours:
            rejected.append(work.known[at].lowest)
            continue
        new, merge = work.merge(at, work.best_neighbour(at))
        merges.append(merge)
        if unfit(work.known[new]):
            heappush(above, (work.known[new].rank, new))
    return _result(work, len(neighbours), merges, rejected)


def _result(work: _Areas, number: int, merges: Sequence[Merge], rejected: Sequence[int]) -> MergedAreas:
    group, sizes, at_risk = (np.zeros(number, dtype=np.int64) for _ in range(3))
    for area in work.known.values():
        group[area.members] = area.lowest
        sizes[area.members] = len(area.rows)
        at_risk[area.members] = area.at_risk
    return MergedAreas(group, sizes, at_risk, tuple(merges), tuple(sorted(rejected)))
