"""Guesses of confidential values: how many are right if the most frequent value of each group is guessed."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.risk.diversity.group_values import GroupValues
from sdcdesk.risk.diversity.surroundings import Surroundings


@dataclass(frozen=True, slots=True)
class Guesses:
    """Guesses of one confidential variable.

    Attributes
    ----------
    variable
        The confidential variable.
    records
        Released records with a value, for each of which one is guessed.
    right
        Guesses that are expected to be right: Σ over these records of the largest share in their group.
    blindly
        Guesses that are right if all guesses are the most frequent value of the file.
    """

    variable: str
    records: int
    right: float
    blindly: int

    @classmethod
    def from_groups(cls, one: GroupValues, around: Surroundings) -> "Guesses":
        """Return the guesses of a confidential variable.

        Parameters
        ----------
        one
            The variable, with the amounts "most" and "known": records of each group with its most frequent
            value, and with any.
        around
            The groups.

        Returns
        -------
        Guesses
            Of all released records that have a value.
        """
        if not one.records:
            return cls(one.variable, 0, 0.0, 0)
        weights = None if around.weights is None else around.weights[one.known]
        members = np.bincount(around.labels[one.known], weights, len(around.sizes))
        guessed = members > 0
        # Multiplied first: where groups are apart each term is a whole number, and the sum exact.
        right = members[guessed] * one.amounts["most"][guessed] / one.amounts["known"][guessed]
        return cls(one.variable, one.records, float(right.sum()), int(one.overall.max()))

    @property
    def right_part(self) -> int | float:
        """Right guesses, as a count where they are one."""
        return int(self.right) if self.right.is_integer() else self.right
