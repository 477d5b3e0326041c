"""Smallest unique sets: how few variables tell each record apart."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sdcdesk.core.text.sentence import sentence
from sdcdesk.risk.key_finder.assessed_keys import AssessedKeys

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
