"""Pairs that are right: each released record with the one of the original that it is rightly linked to."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sdcdesk.kernels.mixed_distances import Space
from sdcdesk.kernels.neighbours import neighbours
from sdcdesk.risk.linkage.agreement import Agreements


@dataclass(frozen=True, slots=True, eq=False)
class RightPairs:
    """Right pairs, once for released records that are alike in everything.

    Attributes
    ----------
    of
        int64 (t,), for each released record which of these it is.
    places
        int64 (m,), of each pair which of these its released record is.
    first, second
        int64 (m,), positions of its records in both files.
    shares
        float64 (m,), records of the original that the pair stands for, divided by all that are right.
    """

    of: np.ndarray
    places: np.ndarray
    first: np.ndarray
    second: np.ndarray
    shares: np.ndarray

    def chances(self, of_pairs: np.ndarray) -> np.ndarray:
        """Return the chance of each released record that the link to it is right.

        Parameters
        ----------
        of_pairs
            float64 (m,), the chance that the released record is linked to one given record of the pair.

        Returns
        -------
        np.ndarray
            float64 (t,).
        """
        size = int(self.of.max(initial=-1)) + 1
        chances: np.ndarray = np.bincount(self.places, self.shares * of_pairs, size)[self.of]
        return chances


def identical(rows: np.ndarray) -> RightPairs:
    """Return the pairs of each released record and the one that it came from.

    Parameters
    ----------
    rows
        int64 (t,), for each released record the one that it came from.

    Returns
    -------
    RightPairs
        One for each released record.
    """
    every = np.arange(len(rows))
    return RightPairs(every, every, rows, every, np.ones(len(rows)))


def nearest_pairs(agreements: Agreements, whole: Space, step: Callable[[float], None]) -> RightPairs:
    """Return the pairs of each released record and those that are nearest to it in all variables.

    Parameters
    ----------
    agreements
        What the intruder compares.
    whole
        All variables of both files.
    step
        Told how far the work is.

    Returns
    -------
    RightPairs
        Of several that are equally near, each has an equal share.
    """
    if not len(agreements.rows):
        return identical(agreements.rows)
    alike = zip(whole.distinct(), (agreements.first, agreements.second), strict=True)
    codes = [values * len(tuples.counts) + tuples.labels for values, tuples in alike]
    _, ones, sizes = np.unique(codes[0], return_index=True, return_counts=True)
    _, others, of = np.unique(codes[1], return_index=True, return_inverse=True)
    found = neighbours(whole.select(ones, others), sizes, 1, step)
    right = sizes[found.first]
    every = np.bincount(found.second, right, len(others))
    return RightPairs(of, found.second, ones[found.first], others[found.second], right / every[found.second])
