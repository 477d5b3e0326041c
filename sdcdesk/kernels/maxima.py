"""Maxima of sets of points: those that no other point of their class equals or exceeds in all coordinates."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

ROUNDS = 200
"""Maxima of each class that are found one by one before the rest is left undecided."""


@dataclass(frozen=True, slots=True, eq=False)
class Maxima:
    """Maxima of points, as far as they were looked for.

    Attributes
    ----------
    positions
        int64, positions of maxima that no other point equals, ascending.
    undecided
        int64, positions of points that no maximum found so far exceeds, ascending; none: all are found.
    classes
        int64, their classes.
    points
        Integers (undecided, q), their coordinates.
    """

    positions: np.ndarray
    undecided: np.ndarray
    classes: np.ndarray
    points: np.ndarray

    def is_maximum(self, place: int) -> bool:
        """Return whether an undecided point is a maximum that no other point equals.

        Parameters
        ----------
        place
            Its place among the undecided ones.

        Returns
        -------
        bool
            What exceeds it was not decided either, for all that a maximum exceeds is gone.
        """
        rivals = np.flatnonzero(self.classes == self.classes[place])
        return int((self.points[rivals] >= self.points[place]).all(axis=1).sum()) == 1


def maxima(
    classes: np.ndarray, points: np.ndarray, step: Callable[[float], None], rounds: int = ROUNDS
) -> Maxima:
    """Find the points that no other point of their class equals or exceeds in all coordinates.

    In each round the point of each class with the largest sum of its coordinates is a maximum, and all points
    that it exceeds go. So there are as many rounds as the largest class has maxima: few but for coordinates
    of which one falls where the other rises.

    Parameters
    ----------
    classes
        int64 (n,), 0…C−1.
    points
        Integers (n, q), the coordinates; q may be 0, and then only a point that is alone in its class is one.
    step
        Told the share of the rounds that are done; it may raise to stop the work.
    rounds
        How many at most.

    Returns
    -------
    Maxima
        Those found, and what is undecided after so many rounds.
    """
    left = np.arange(len(classes))
    # In parts of the largest, so that no coordinate decides alone which points are tried first.
    sums = (points / np.maximum(points.max(axis=0, initial=1), 1)).sum(axis=1)
    number = int(classes.max(initial=-1)) + 1
    found = []
    for done in range(rounds):
        if not len(left):
            break
        step(done / rounds)
        most = np.full(number, -np.inf)
        np.maximum.at(most, classes, sums)
        highest = np.flatnonzero(sums == most[classes])
        # Of several with the same sum the last is taken.
        champion = np.full(number, -1)
        champion[classes[highest]] = highest
        rival = champion[classes]
        below = np.ones(len(left), dtype=bool)
        equal = np.ones(len(left), dtype=bool)
        for column in points.T:
            its = column[rival]
            below &= column <= its
            equal &= column == its
        times = np.bincount(classes[equal], minlength=number)
        found.append(left[champion[(champion >= 0) & (times == 1)]])
        left, classes, points, sums = left[~below], classes[~below], points[~below], sums[~below]
        if number > len(left):
            # Classes that are done with need no room.
            used, classes = np.unique(classes, return_inverse=True)
            number = len(used)
    every = np.sort(np.concatenate(found)) if found else left[:0]
    return Maxima(every, left, classes, points)
