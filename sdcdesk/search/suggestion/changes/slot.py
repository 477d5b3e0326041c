"""Slot: a kind of change of some variables, with the steps that it can be, from weak to strong."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from sdcdesk.core.operations.method import Method


@dataclass(frozen=True, slots=True)
class Slot:
    """One place of a recipe, which is empty, or one of several steps.

    Attributes
    ----------
    kind
        Name of the kind of change.
    variables
        The variables that it changes; none: it is about records.
    ladder
        The steps that can stand there, the weakest first.
    replaces
        Whether it gives all values of its variables others, so that no other such step comes besides.
    after_labels
        The same steps where one before it has put labels in the place of the values; none: as they are.
    """

    kind: str
    variables: tuple[str, ...]
    ladder: tuple[Method, ...]
    replaces: bool = False
    after_labels: tuple[Method, ...] = ()

    def excludes(self, other: "Slot") -> bool:
        """Return whether no recipe holds steps of both.

        Parameters
        ----------
        other
            Another slot.

        Returns
        -------
        bool
            Where both give all values of a variable others.
        """
        return self.replaces and other.replaces and not set(self.variables).isdisjoint(other.variables)


def exclusions(slots: Sequence[Slot]) -> tuple[tuple[int, int], ...]:
    """Return the pairs of slots of which a recipe holds one at most.

    Parameters
    ----------
    slots
        Slots of a recipe.

    Returns
    -------
    tuple[tuple[int, int], ...]
        Their places, the smaller one first.
    """
    places = combinations(range(len(slots)), 2)
    return tuple((one, other) for one, other in places if slots[one].excludes(slots[other]))
