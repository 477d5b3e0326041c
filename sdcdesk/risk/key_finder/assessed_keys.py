"""Assessed keys: uniqueness of a masked file, together with what its findings are made of."""

from dataclasses import dataclass, field

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.data.variable_names import others_know
from sdcdesk.kernels.minimal_uniques import Columns
from sdcdesk.risk.key_finder.uniqueness import Uniqueness
from sdcdesk.risk.keys.key_uniqueness import unique_records


@dataclass(frozen=True, slots=True, eq=False)
class AssessedKeys:
    """Whom the variables of the masked file tell apart.

    Attributes
    ----------
    masked
        The masked file.
    names
        The variables.
    uniqueness
        What was counted.
    """

    masked: Microdata = field(repr=False)
    names: tuple[str, ...]
    uniqueness: Uniqueness

    @property
    def records(self) -> int:
        """Number of released records, t."""
        return len(self.masked)

    def named(self, some: Columns) -> tuple[str, ...]:
        """Return the names of the variables of a set.

        Parameters
        ----------
        some
            Places of variables.

        Returns
        -------
        tuple[str, ...]
            In the order of the file.
        """
        return tuple(self.names[at] for at in some)

    def by_role(self, some: Columns) -> bool:
        """Return whether all variables of a set have the role key.

        Parameters
        ----------
        some
            Places of variables.

        Returns
        -------
        bool
            True where somebody said that others know them.
        """
        return all(self.masked.variable(name).role is Role.KEY for name in self.named(some))

    def known(self, some: Columns) -> bool:
        """Return whether others know all variables of a set, by role or, where that is open, by name.

        Parameters
        ----------
        some
            Places of variables.

        Returns
        -------
        bool
            True where the set suggests itself as a scenario.
        """
        return all(map(self._known, self.named(some)))

    def _known(self, name: str) -> bool:
        role = self.masked.variable(name).role
        return role is Role.KEY or (role is Role.OTHER and others_know(name))

    def rows(self, some: Columns) -> np.ndarray:
        """Return whom a set tells apart.

        Parameters
        ----------
        some
            Places of variables.

        Returns
        -------
        np.ndarray
            int64 (k,), positions in the original.
        """
        found: np.ndarray = self.masked.rows[unique_records(self.masked, self.named(some))]
        return found

    def rows_lost_without(self, at: int) -> np.ndarray:
        """Return who is unique by all variables, but not without one.

        Parameters
        ----------
        at
            Its place.

        Returns
        -------
        np.ndarray
            int64 (k,), positions in the original.
        """
        others = tuple(other for other in range(len(self.names)) if other != at)
        every = self.masked.rows[self.uniqueness.whole]
        return np.setdiff1d(every, self.rows(others), assume_unique=True)
