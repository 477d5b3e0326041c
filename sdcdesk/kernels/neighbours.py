"""Neighbours of records: the nearest records of one file to each of another, with all as near as these.

As in `nearest`, distances that differ by less than a billionth count as equal.
"""

from dataclasses import dataclass

import numpy as np

from sdcdesk.kernels.mixed_distances import Space
from sdcdesk.kernels.nearest import ALIKE, DIRECTLY, Step, search


@dataclass(slots=True, eq=False)
class Neighbours:
    """Pairs of second records with those first ones that are among their nearest so many, or as near.

    Attributes
    ----------
    weights
        int64 (n,), how many records each first one stands for.
    squared
        float64 (t,), the squared distance of the last of the nearest.
    number
        So many records are the nearest.
    first, second
        int64 (pairs,), their positions.
    distances
        float64 (pairs,), their squared distances.
    """

    weights: np.ndarray
    squared: np.ndarray
    number: int
    first: np.ndarray
    second: np.ndarray
    distances: np.ndarray

    def add(self, first: np.ndarray, second: np.ndarray, squared: np.ndarray) -> None:
        """Take pairs into account, each once.

        Parameters
        ----------
        first, second
            int64 (m,), positions in each file.
        squared
            float64 (m,), their squared distances.
        """
        if self.number == 1:
            # The nearest one is enough, whatever it weighs; most pairs are far, and are not even sorted.
            np.minimum.at(self.squared, second, squared)
        near = squared <= self.squared[second] * ALIKE
        if not near.any():
            return
        self.first = np.concatenate([self.first, first[near]])
        self.second = np.concatenate([self.second, second[near]])
        self.distances = np.concatenate([self.distances, squared[near]])
        self._forget_the_far()

    def _forget_the_far(self) -> None:
        order = np.lexsort((self.distances, self.second))
        second, squared = self.second[order], self.distances[order]
        reached = np.cumsum(self.weights[self.first[order]])
        begins = np.flatnonzero(np.diff(second, prepend=-1))
        before = np.repeat(np.append(0, reached[begins[1:] - 1]), np.diff(np.append(begins, len(second))))
        enough = np.flatnonzero(reached - before >= self.number)
        # From the last to the first, so that the nearest with which there are enough stands in the end.
        self.squared[second[enough[::-1]]] = squared[enough[::-1]]
        kept = order[squared <= self.squared[second] * ALIKE]
        self.first, self.second, self.distances = self.first[kept], self.second[kept], self.distances[kept]

    @property
    def certain(self) -> np.ndarray:
        """Whether a first record is nearer than the last of the nearest, bool (pairs,)."""
        certain: np.ndarray = self.distances * ALIKE < self.squared[self.second]
        return certain


def neighbours(
    space: Space, weights: np.ndarray, number: int, step: Step, directly: int = DIRECTLY
) -> Neighbours:
    """Find the nearest records of the first file for each record of the second, with all as near as the last.

    Parameters
    ----------
    space
        The variables; at least one first record.
    weights
        int64 (n,), how many records each first one stands for.
    number
        How many are nearest, each first record counted by its weight; all where there are fewer.
    step
        Told the share of the work that is done; it may raise to stop the work.
    directly
        See `nearest`.

    Returns
    -------
    Neighbours
        All pairs, in the order of the second records.
    """
    none = np.zeros(0, dtype=np.int64)
    wanted = min(number, int(weights.sum()))
    found = Neighbours(weights, np.full(space.records[1], np.inf), wanted, none, none, np.zeros(0))
    search(space, found, step, directly)
    return found
