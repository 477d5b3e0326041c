"""Shell of a set of records: the outermost ones, which answer for all as long as they can.

MDAV works from the outside in: the farthest record of all, its neighbours, and the one opposite lie far
from the mean. So look among the outermost records only, and let the triangle inequality say whether one of
the others could change the answer.
"""

import numpy as np

from sdcdesk.kernels.grouping.exact_distances import ExactDistances

SMALLEST = 2000
"""Fewer records are not worth parting."""

NEARLY = 1e-11
"""Distances that differ by less, relative to the largest number, may be equal: rounding errors are less."""

SLACK = 1e-9
"""Rounding errors of distances, relative to the largest, are far below this."""


class Shell:
    """The records farthest from the mean, in file order, and what is known of the others.

    Answers are those of a search through all records if `sure` is still true afterwards; else make a new
    shell of the records left, with a larger share. Among equal distances the lowest position comes first.

    Parameters
    ----------
    records
        All records, (n, d), at least one.
    share
        Part of them to look at, up to 1.
    exact
        Tells equal distances from others that are nearly equal; None: float64 does.
    ids
        int64 (n,): what `exact` calls the records.

    Attributes
    ----------
    records
        The records of the shell, (m, d); positions in answers and arguments refer to these.
    ids
        int64 (m,), what `exact` calls them.
    left
        How many of all the records are not taken.
    sure
        Whether all answers so far are right.
    """

    def __init__(
        self, records: np.ndarray, share: float, exact: ExactDistances | None, ids: np.ndarray
    ) -> None:
        n = len(records)
        self._sum = records.sum(axis=0)
        self._centre = self._sum / n
        radii = np.sqrt(_squared_distances(self._centre, records, np.empty((1, n))))
        size = min(max(int(share * n), SMALLEST), n)
        if size < n:
            order = radii.argpartition(n - size)
            self._inside = radii[order[: n - size]].max()
            self._positions = np.sort(order[n - size :])
            self.records = records[self._positions]
        else:
            self._inside = -np.inf
            self._positions = np.arange(n)
            self.records = records
        self._slack = SLACK * radii.max()
        self._nearly = NEARLY * np.abs(records).max()
        self._exact, self.ids = exact, ids[self._positions]
        self._all = n
        self.left = n
        self.sure = True
        self._removed = np.empty(size, dtype=np.int64)
        self._point: np.ndarray | None = None
        self._buffer = np.empty((1, size))

    @property
    def worn(self) -> bool:
        """Whether so many records are taken that a new shell is better."""
        return self._all - self.left > len(self.records) // 8

    def mean(self) -> np.ndarray:
        """Return the mean of all records left, (d,).

        Returns
        -------
        np.ndarray
            float64 (d,).
        """
        mean: np.ndarray = self._sum / self.left
        return mean

    def farthest(self, point: np.ndarray, origin: int | None = None) -> int:
        """Find the record left that is farthest from a point.

        Parameters
        ----------
        point
            float64 (d,).
        origin
            What `exact` calls the record that it is; None: it is the mean.

        Returns
        -------
        int
            Its position in the shell.
        """
        distances = self._distances(point)
        distances[self._removed[: self._all - self.left]] = -1.0
        farthest = int(distances.argmax())
        if self._exact is not None:
            least = max(float(np.sqrt(distances[farthest])) - self._nearly, 0.0) ** 2
            near = distances >= least
            if np.count_nonzero(near) > 1:
                tied = np.flatnonzero(near)
                farthest = int(tied[self._exact.ranks(self.ids[tied], origin).argmax()])
        reach = self._inside + self._from_centre(point) + self._slack
        self.sure &= bool(np.sqrt(distances[farthest]) > reach)
        return farthest

    def nearest(self, point: np.ndarray, k: int, origin: int) -> np.ndarray:
        """Find the k records left that are nearest to one of them, (k,).

        Parameters
        ----------
        point
            float64 (d,): the record.
        k
            At most the records left.
        origin
            What `exact` calls the record.

        Returns
        -------
        np.ndarray
            int64 (k,), positions in the shell, nearest first.
        """
        distances = self._distances(point)
        distances[self._removed[: self._all - self.left]] = np.inf
        positions, found = np.empty(k, dtype=np.int64), np.empty(k)
        for place in range(k):
            positions[place] = position = distances.argmin()
            found[place] = distance = distances[position]
            distances[position] = np.inf
        if self._exact is not None:
            near = distances <= (np.sqrt(distance) + self._nearly) ** 2
            if near.any():
                last = found >= max(float(np.sqrt(distance)) - self._nearly, 0.0) ** 2
                pool = np.sort(np.append(positions[last], np.flatnonzero(near)))
                ranks = self._exact.ranks(self.ids[pool], origin)
                positions[last] = pool[np.argsort(ranks, kind="stable")[: last.sum()]]
        gap = self._from_centre(point) - self._inside - self._slack
        self.sure &= bool(np.sqrt(distance) < gap)
        return positions

    def take(self, positions: np.ndarray) -> np.ndarray:
        """Take records away; return their positions among all records.

        Parameters
        ----------
        positions
            int64 (k,), positions in the shell.

        Returns
        -------
        np.ndarray
            int64 (k,), positions among all records.
        """
        removed = self._all - self.left
        self._removed[removed : removed + len(positions)] = positions
        self._sum -= self.records[positions].sum(axis=0)
        self.left -= len(positions)
        if self._exact is not None:
            self._exact.take(self.ids[positions])
        among_all: np.ndarray = self._positions[positions]
        return among_all

    def untaken(self) -> np.ndarray:
        """Mark those of all records that are left, (n,).

        Returns
        -------
        np.ndarray
            bool (n,).
        """
        stay = np.ones(self._all, dtype=bool)
        stay[self._positions[self._removed[: self._all - self.left]]] = False
        return stay

    def _from_centre(self, point: np.ndarray) -> float:
        return float(np.sqrt(np.square(point - self._centre).sum()))

    def _distances(self, point: np.ndarray) -> np.ndarray:
        """Return squared distances from a point; asked twice in a row for one point, compute them once."""
        if point is not self._point:
            _squared_distances(point, self.records, self._buffer)
            self._point = point
        distances: np.ndarray = self._buffer[0]
        return distances


def _squared_distances(point: np.ndarray, records: np.ndarray, out: np.ndarray) -> np.ndarray:
    # Imported here, because it takes a quarter of a second that every start of the program would pay.
    from scipy.spatial.distance import cdist

    cdist(point[np.newaxis], records, "sqeuclidean", out=out)
    distances: np.ndarray = out[0]
    return distances
