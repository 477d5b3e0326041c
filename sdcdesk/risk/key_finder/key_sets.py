"""Key sets: the smallest that tell 1 %, 5 % and 20 % of the records apart, and the smallest of each."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sdcdesk.core.text.sentence import sentence
from sdcdesk.kernels.minimal_uniques import Columns
from sdcdesk.risk.key_finder.assessed_keys import AssessedKeys

TARGETS = (1, 5, 20)
"""Percent of the released records that sets of variables are to tell apart."""

MOST = 10
"""Sets that are listed for each target."""

BY_ROLE = "suggested scenario: all have the role key"
BY_NAME = "suggested scenario: others know them, by role or by name"


@dataclass(frozen=True, slots=True)
class Reaching:
    """Sets that reach a target.

    Attributes
    ----------
    percent
        The target.
    sets
        The smallest ones, with most unique records first; none where no counted set reaches it.
    suggested
        The smallest ones of variables that others know, by role or by name, in the same order.
    """

    percent: int
    sets: tuple[Columns, ...]
    suggested: tuple[Columns, ...]

    @property
    def listed(self) -> tuple[Columns, ...]:
        """All of them, each once."""
        return tuple(dict.fromkeys((*self.sets, *self.suggested)))


def reaching(keys: AssessedKeys) -> tuple[Reaching, ...]:
    """Return the smallest counted sets that reach each target.

    Parameters
    ----------
    keys
        Whom the variables tell apart.

    Returns
    -------
    tuple[Reaching, ...]
        One for each target.
    """
    every = list(keys.uniqueness.unique)
    others_know = {at for at in range(len(keys.names)) if keys.known((at,))}
    known = [some for some in every if others_know.issuperset(some)]
    return tuple(
        Reaching(percent, _smallest(keys, every, percent), _smallest(keys, known, percent))
        for percent in TARGETS
    )


def _smallest(keys: AssessedKeys, sets: Sequence[Columns], percent: int) -> tuple[Columns, ...]:
    """Return the smallest of some sets that reach a target, those with most unique records first."""
    unique = keys.uniqueness.unique
    enough = [some for some in sets if reaches(keys, unique[some], percent)]
    least = min(map(len, enough), default=0)
    smallest = [some for some in enough if len(some) == least]
    return tuple(sorted(smallest, key=lambda some: (-unique[some], some))[:MOST])


def reaches(keys: AssessedKeys, unique: int, percent: int) -> bool:
    """Return whether so many unique records reach a target.

    Parameters
    ----------
    keys
        Whom the variables tell apart.
    unique
        Records.
    percent
        The target.

    Returns
    -------
    bool
        Counted in whole numbers; never without records.
    """
    return 0 < keys.records * percent <= unique * 100


@dataclass(frozen=True, eq=False)
class KeySets:
    """The smallest sets that reach each target, as a table lists them.

    Attributes
    ----------
    keys
        Whom the variables tell apart.
    targets
        The sets that reach them.
    """

    keys: AssessedKeys
    targets: tuple[Reaching, ...]

    @cached_property
    def listed(self) -> list[tuple[int, Columns]]:
        """Targets with their sets."""
        return [(target.percent, some) for target in self.targets for some in target.listed]

    @property
    def unique(self) -> list[int]:
        """Records that each set tells apart."""
        return [self.keys.uniqueness.unique[some] for _, some in self.listed]

    @property
    def suggested(self) -> list[str]:
        """Why each set suggests itself as a scenario; empty where it does not."""
        return [_suggested(self.keys, some) for _, some in self.listed]

    def named(self, at: int) -> tuple[str, ...]:
        """Return the variables of a set.

        Parameters
        ----------
        at
            Its position.

        Returns
        -------
        tuple[str, ...]
            In the order of the file.
        """
        return self.keys.named(self.listed[at][1])


def _suggested(keys: AssessedKeys, some: Columns) -> str:
    """Return why a set suggests itself as a scenario; empty where it does not."""
    return (BY_ROLE if keys.by_role(some) else BY_NAME) if keys.known(some) else ""


NONE = "none"


@dataclass(frozen=True, eq=False)
class SmallestSets:
    """Released records by the size of their smallest unique set; each counts once.

    Attributes
    ----------
    keys
        Whom the variables tell apart.
    """

    keys: AssessedKeys

    @cached_property
    def names(self) -> list[str]:
        """Sizes in words; the last is that of records that all variables together do not tell apart."""
        counted = self.keys.uniqueness.counted
        return [*map(str, range(1, counted + 1)), f"{counted + 1}+", NONE]

    @cached_property
    def members(self) -> list[np.ndarray]:
        """For each of them bool (t,), its records."""
        found = self.keys.uniqueness
        few = [found.smallest == size for size in range(1, found.counted + 1)]
        return [*few, found.whole & ~found.by_few, ~found.whole]

    @property
    def counts(self) -> np.ndarray:
        """int64, how many these are."""
        return np.array([records.sum() for records in self.members], dtype=np.int64)

    def row_title(self, at: int) -> str:
        """Return what the records of a size are.

        Parameters
        ----------
        at
            Its position.

        Returns
        -------
        str
            For those who look at them.
        """
        size = self.names[at]
        if size == NONE:
            return "not unique by all variables"
        one = "told apart by {size} variable" if size == "1" else "told apart by {size} variables"
        return sentence(one, size=size)
