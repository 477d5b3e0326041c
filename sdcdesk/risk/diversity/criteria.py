"""Criteria on the groups of released records, and the records that break them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sdcdesk.core.text.sentence import Sentence
from sdcdesk.risk.diversity.group_values import GroupValues
from sdcdesk.risk.diversity.surroundings import Surroundings


@dataclass(frozen=True, slots=True)
class Criterion:
    """A demand on every group of released records.

    Attributes
    ----------
    name
        For look-ups.
    title
        The property of a file all of whose groups keep it.
    requirement
        What it asks of a group.
    broken
        For the values of a variable, bool (G,): the groups that break it. What it says of groups without a
        value means nothing.
    smallest
        Size that it asks of every group besides; 1: none.
    """

    name: str
    title: str
    requirement: Sentence
    broken: Callable[[GroupValues], np.ndarray]
    smallest: int = 1


@dataclass(frozen=True, eq=False)
class ConfidentialGroups:
    """Confidential variables in all groups, and the criteria that they break.

    Attributes
    ----------
    around
        The groups of the released records.
    variables
        The confidential variables that are released.
    criteria
        What is asked of the groups.
    """

    around: Surroundings
    variables: tuple[GroupValues, ...]
    criteria: tuple[Criterion, ...]

    @cached_property
    def broken(self) -> Mapping[str, Sequence[np.ndarray]]:
        """Bool (G,) for each variable, by name of the criterion: groups whose values break it."""
        found = {}
        for criterion in self.criteria:
            found[criterion.name] = [criterion.broken(one) & self._has_values(one) for one in self.variables]
        return found

    def small(self, criterion: Criterion) -> np.ndarray:
        """Return bool (G,): the groups that are smaller than a criterion asks.

        Parameters
        ----------
        criterion
            One of these.

        Returns
        -------
        np.ndarray
            bool (G,).
        """
        small: np.ndarray = self.around.sizes < criterion.smallest
        return small

    def records(self, criterion: Criterion, variable: int | None = None) -> np.ndarray:
        """Return the released records that break a criterion.

        Those without a value break it only where their group is too small.

        Parameters
        ----------
        criterion
            One of these.
        variable
            Place of a confidential variable; None: any of them.

        Returns
        -------
        np.ndarray
            bool (t,).
        """
        *each, every = self._records[criterion.name]
        return every if variable is None else each[variable]

    def groups(self, criterion: Criterion) -> np.ndarray:
        """Return the groups that break a criterion with any variable.

        Parameters
        ----------
        criterion
            One of these.

        Returns
        -------
        np.ndarray
            bool (G,).
        """
        found: np.ndarray = np.logical_or.reduce([self.small(criterion), *self.broken[criterion.name]])
        return found

    def any_broken(self, variable: int) -> np.ndarray:
        """Return the groups whose values of a variable break any criterion.

        Parameters
        ----------
        variable
            Place of the confidential variable.

        Returns
        -------
        np.ndarray
            bool (G,).
        """
        broken = [self.broken[criterion.name][variable] for criterion in self.criteria]
        found: np.ndarray = np.logical_or.reduce(broken)
        return found

    def by_record(self, amount: str, *, least: bool = False) -> np.ndarray:
        """Return for each released record the largest amount of its group, of the variables that it has.

        Parameters
        ----------
        amount
            Name of the amount.
        least
            Whether the smallest one is asked for.

        Returns
        -------
        np.ndarray
            float64 (t,); NaN where a record has no confidential value.
        """
        found = np.full(len(self.around.labels), np.nan)
        for one in self.variables:
            if one.records:
                own = np.where(one.known, one.amounts[amount][self.around.labels], np.nan)
                found = np.fmin(found, own) if least else np.fmax(found, own)
        return found

    @cached_property
    def _records(self) -> Mapping[str, Sequence[np.ndarray]]:
        """Bool (t,) for each variable, and for all together, by name of the criterion."""
        labels, found = self.around.labels, {}
        for criterion in self.criteria:
            small = self.small(criterion)[labels]
            each = [
                small | (broken[labels] & one.known)
                for broken, one in zip(self.broken[criterion.name], self.variables, strict=True)
            ]
            found[criterion.name] = [*each, np.logical_or.reduce([small, *each])]
        return found

    def _has_values(self, one: GroupValues) -> np.ndarray:
        """Return bool (G,): the groups in which a record has a value."""
        amounts = next(iter(one.amounts.values()), None)
        return np.zeros(len(self.around.sizes), dtype=bool) if amounts is None else ~np.isnan(amounts)
