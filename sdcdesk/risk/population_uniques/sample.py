"""Sample of a population, as far as estimators of population uniques look at it: the sizes of its groups."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.core.numbers.quantity import Reason, Why
from sdcdesk.risk.declared import NOTHING_RELEASED

NOTHING = Reason(Why.NO_RECORDS, NOTHING_RELEASED)
NO_UNIQUES = Reason(
    Why.TOO_FEW,
    "Not estimable: no released record is alone with its key, so nothing tells how rare such people are.",
)
ALL_UNIQUE = Reason(
    Why.TOO_FEW,
    "Not estimable: every released record is alone with its key, so nothing tells how many people share one.",
)


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Sizes of the groups of a sample, and the number of people that it was drawn from.

    Attributes
    ----------
    sizes, groups
        int64 (m,), sizes of groups that occur, ascending, and how many groups have each.
    population
        People, N; never fewer than records.
    """

    sizes: np.ndarray
    groups: np.ndarray
    population: int

    @property
    def records(self) -> int:
        """Number of records, n."""
        return int(self.sizes @ self.groups)

    @property
    def number(self) -> int:
        """Number of groups, u."""
        return int(self.groups.sum())

    @property
    def uniques(self) -> int:
        """Records that are alone with their key, u₁."""
        return self.of_size(1)

    @property
    def fraction(self) -> float:
        """Share of the population that was drawn, π = n/N."""
        return self.records / self.population

    @property
    def whole(self) -> bool:
        """Whether everyone was drawn, so that nothing is left to estimate."""
        return self.records == self.population

    def of_size(self, size: int) -> int:
        """Return the number of groups of one size.

        Parameters
        ----------
        size
            From 1.

        Returns
        -------
        int
            0 where none has it.
        """
        return int(self.groups[self.sizes == size].sum())

    def larger(self) -> np.ndarray:
        """Return the number of groups with more than 0, 1, 2, … records.

        Returns
        -------
        np.ndarray
            int64 (largest size,); the first is u.
        """
        exactly = np.zeros(int(self.sizes[-1]) + 1, dtype=np.int64)
        exactly[self.sizes] = self.groups
        found: np.ndarray = np.cumsum(exactly[:0:-1])[::-1]
        return found

    @property
    def pairs(self) -> float:
        """How often two records of a group can be named in order."""
        return float((self.sizes * (self.sizes - 1.0)) @ self.groups)

    @property
    def refusal(self) -> Reason | None:
        """Why no estimator has anything to go by; None where they have."""
        if not len(self.sizes):
            return NOTHING
        if not self.uniques:
            return NO_UNIQUES
        return ALL_UNIQUE if self.uniques == self.records else None


def sample_of(sizes: np.ndarray, population: int) -> Sample:
    """Return the sample that has groups of some sizes.

    Parameters
    ----------
    sizes
        int64 (u,), records of each group.
    population
        People, N.

    Returns
    -------
    Sample
        Without groups it is empty.
    """
    groups = np.bincount(sizes)
    occur = np.flatnonzero(groups)
    return Sample(occur, groups[occur], population)
