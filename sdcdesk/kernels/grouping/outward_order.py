"""Records from the outermost inwards, of which as few are looked at as tell which is farthest, or nearest.

MDAV works from the outside in: the record farthest from the mean, its neighbours, and the one opposite are
among the outermost. How far records lie from one centre bounds, by the triangle inequality, how far they lie
from any point, so that all but the first of them need no look.
"""

import math
from collections.abc import Sequence

import numpy as np

from sdcdesk.kernels.grouping.exact_distances import ExactDistances

FIRST = 512
"""Records looked at first: what is found among them says how many have to be."""

MOST_COLUMNS = 8
"""With more columns a tree looks at nearly all records, and takes longer than to look at all."""

MOST_SEARCHES = 4
"""Up to so many least distances are searched one by one, which is faster than to sort a part."""

IN_VAIN = 16
"""Neighbours are looked up until that was in vain so many times more often than not."""

LEAF = 12
"""Records in a leaf of the tree."""

NEARLY = 1e-11
"""Distances that differ by less, relative to the largest number, may be equal: rounding errors are less."""

SLACK = 1e-9
"""Rounding errors of distances, relative to the largest, are far below this."""

Neighbours = tuple[list[int], list[float]]
"""Positions of some records nearest to one, taken or not, with their distances, the nearest first."""


class OutwardOrder:
    """Records by their distance from what was their mean, the farthest first, some of which are taken.

    Answers are those of a search through all records left; among equal distances the lowest id comes first.

    Parameters
    ----------
    records
        float64 (n, d), at least one.
    ids
        int64 (n,), ascending: what `exact` calls them.
    exact
        Tells equal distances from others that are nearly equal; None: float64 does.

    Attributes
    ----------
    records
        float64 (n, d), the records in this order; positions in answers and arguments refer to these.
    ids
        int64 (n,), their ids.
    places
        int64 (n,), their places among the given ones.
    left
        How many are not taken.
    taken
        Positions of the others, in the order in which they were taken.
    """

    def __init__(self, records: np.ndarray, ids: np.ndarray, exact: ExactDistances | None) -> None:
        # Imported here, because they take a quarter of a second that every start of the program would pay.
        from scipy.spatial import cKDTree
        from scipy.spatial.distance import cdist

        n, columns = records.shape
        self._distances = cdist
        self._sum = records.sum(axis=0)
        centre = self._sum / n
        radii = np.sqrt(cdist(centre[np.newaxis], records, "sqeuclidean")[0])
        self.places = np.argsort(-radii, kind="stable")
        self.records, self.ids = records[self.places], ids[self.places]
        self._inward, self._centre = -radii[self.places], centre.tolist()
        self._nearly = NEARLY * float(np.abs(records).max())
        if exact:
            self._nearly += 2 * exact.rounding  # of two distances that are compared
        self._slack = SLACK * float(radii.max()) + self._nearly
        self._exact = exact
        few = columns <= MOST_COLUMNS
        self._tree = cKDTree(self.records, LEAF, compact_nodes=False, balanced_tree=False) if few else None
        self.left, self.taken = n, list[int]()
        # The same twice: single records are asked for in one, many at once in the other. Behind the last
        # record stands one that is none.
        self._gone, self._infinite = bytearray(n + 1), np.zeros(n)
        self._gone[n] = True
        self._seen, self._seen_from = np.empty(0), -1
        self._in_vain = 0
        self._front, self._reach_of_farthest, self._reach_of_nearest = 0, FIRST, FIRST

    @property
    def mean(self) -> np.ndarray:
        """The mean of all records left, float64 (d,)."""
        mean: np.ndarray = self._sum / self.left
        return mean

    def farthest(self, point: np.ndarray, origin: int | None) -> int:
        """Find the record left that is farthest from a point.

        Parameters
        ----------
        point
            float64 (d,).
        origin
            Id of the record that it is; None: it is the mean.

        Returns
        -------
        int
            Its position.
        """
        # As many as the last time will do, as a rule.
        first = FIRST if origin is None else self._reach_of_farthest
        squared = self._squared(point, origin, self._front + first, left=False)
        most = float(squared.max())
        needed = self._reaching(math.sqrt(max(most, 0.0)) - self._away(point))
        if needed > self._front + len(squared):
            squared = self._squared(point, origin, needed, left=False)
            most = float(squared.max())
        if origin is not None:
            self._reach_of_farthest = self._a_little_more(needed)
        tied = (squared >= self._alike(most)[0]).nonzero()[0]
        if len(tied) > 1:
            tied = self._first(tied, 1, origin, farthest=True)
        return self._front + int(tied[0])

    def neighbours(self, positions: Sequence[int], number: int) -> list[Neighbours]:
        """Find some of the records nearest to some others.

        Parameters
        ----------
        positions
            Where the others stand.
        number
            At least 2. Fewer are found where there are fewer; none where there are many columns.

        Returns
        -------
        list[Neighbours]
            For each position; behind the last stands a record that is none, infinitely far away, where all
            were found.
        """
        if self._tree is None or self._in_vain > IN_VAIN:
            return [([], []) for _ in positions]
        distances, found = map(np.asarray, self._tree.query(self.records[positions], number))
        return list(zip(found.tolist(), distances.tolist(), strict=True))

    def nearest(self, position: int, k: int, neighbours: Neighbours) -> list[int]:
        """Find the k records left that are nearest to one of them.

        Parameters
        ----------
        position
            Where the record stands.
        k
            At most the records left.
        neighbours
            What was looked up for this record; the more they are, the rarer others are looked at.

        Returns
        -------
        list[int]
            k positions, nearest first.
        """
        found, distances = neighbours
        places = [place for place, neighbour in enumerate(found) if not self._gone[neighbour]]
        if len(places) < k:
            self._in_vain += 1
            return self._nearest_of_all(position, k, math.inf)
        self._in_vain = max(self._in_vain - 1, 0)
        last = distances[places[k - 1]]
        following = distances[places[k] if len(places) > k else -1]
        if following <= last + self._nearly:
            return self._nearest_of_all(position, k, last)
        return [found[place] for place in places[:k]]

    def take(self, positions: list[int]) -> None:
        """Take records away.

        Parameters
        ----------
        positions
            Where they stand; none of them was taken before.
        """
        places = np.array(positions)
        self._sum -= np.add.reduce(self.records[places])
        self._infinite[places] = np.inf
        for position in positions:
            self._gone[position] = True
        while self._gone[self._front] and self._front < len(self.records):
            self._front += 1
        self._seen_from = -1
        self.left -= len(positions)
        self.taken += positions
        if self._exact:
            self._exact.take(self.ids[places])

    def _nearest_of_all(self, position: int, k: int, within: float) -> list[int]:
        """Find the k records left that are nearest to one; k at least are within some distance, if finite."""
        point, origin = self.records[position], int(self.ids[position])
        inner = self._away(point) - self._nearly
        stop = self._reaching(inner - within) if within < math.inf else self._front + self._reach_of_nearest
        squared = self._squared(point, origin, stop, left=True)
        last = _kth(squared, k)
        needed = self._reaching(inner - math.sqrt(last))
        if needed > stop:
            squared = self._squared(point, origin, needed, left=True)
            last = _kth(squared, k)
        self._reach_of_nearest = self._a_little_more(needed)
        least, most = self._alike(last)
        near = (squared <= most).nonzero()[0]
        nearer, tied = near[squared[near] < least], near[squared[near] >= least]
        if len(nearer) + len(tied) > k:
            tied = self._first(tied, k - len(nearer), origin)
        found: list[int] = (self._front + np.append(nearer, tied)).tolist()
        return found

    def _first(
        self, tied: np.ndarray, number: int, origin: int | None, *, farthest: bool = False
    ) -> np.ndarray:
        """Return so many of the places behind the front whose records are nearly, or just, as far away."""
        if not self._exact and self._inward[self._front + tied[0]] == self._inward[self._front + tied[-1]]:
            return tied[:number]  # they stand in the order of their ids
        ids = self.ids[self._front + tied]
        ranks = self._exact.ranks(ids, origin) if self._exact else np.zeros_like(ids)
        keys = (-ranks if farthest else ranks) * (int(ids.max()) + 1) + ids
        return tied[np.argpartition(keys, number - 1)[:number]]

    def _alike(self, squared: float) -> tuple[float, float]:
        """Return the least and the largest squared distance that may be equal to one."""
        if self._exact is None:
            return squared, squared
        distance = math.sqrt(max(squared, 0.0))
        return max(distance - self._nearly, 0.0) ** 2, (distance + self._nearly) ** 2

    def _squared(self, point: np.ndarray, origin: int | None, stop: int, *, left: bool) -> np.ndarray:
        """Return the squared distances of a point from all records from the front up to a position.

        Of those that are taken they are infinite where the nearest of those left are looked for, else minus
        infinite.
        """
        there = slice(self._front, stop)
        taken = self._infinite[there]
        if origin is None or origin != self._seen_from or len(self._seen) < len(taken):
            self._seen_from = -1 if origin is None else origin
            self._seen = self._distances(point[np.newaxis], self.records[there], "sqeuclidean")[0]
        seen = self._seen[: len(taken)]
        squared: np.ndarray = seen + taken if left else seen - taken
        return squared

    def _a_little_more(self, needed: int) -> int:
        """Return how many records behind the front to look at first, where so many were needed before."""
        return max(FIRST, (needed - self._front) * 5 // 4)

    def _away(self, point: np.ndarray) -> float:
        """Return the distance of a point from the centre."""
        return math.dist(point.tolist(), self._centre)

    def _reaching(self, radius: float) -> int:
        """Return how many records lie so far from the centre, give or take errors of rounding."""
        return int(self._inward.searchsorted(self._slack - radius, side="right"))


def _kth(squared: np.ndarray, k: int) -> float:
    """Return the k-th least of some distances, infinite where there are fewer."""
    if k > len(squared):
        return math.inf
    if k > MOST_SEARCHES:
        return float(np.partition(squared, k - 1)[k - 1])
    others = squared.copy()
    for _ in range(k - 1):
        others[others.argmin()] = np.inf
    return float(others.min())
