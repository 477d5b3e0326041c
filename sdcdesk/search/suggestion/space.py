"""Space of recipes: slots in the order of a recipe, each empty or one of the steps of its ladder."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from sdcdesk.core.operations.method import Method
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.document.recipe import Recipe, Step
from sdcdesk.search.suggestion.changes import CHANGES
from sdcdesk.search.suggestion.changes.slot import Slot, exclusions
from sdcdesk.search.suggestion.searched_file import SearchedFile

Point = tuple[int, ...]
"""A recipe: for each slot 0, where it is empty, or the rung of its ladder from 1."""


@dataclass(frozen=True, eq=False)
class Space:
    """All recipes that a search may try.

    Attributes
    ----------
    slots
        In the order of a recipe.
    """

    slots: tuple[Slot, ...]

    def __repr__(self) -> str:
        return sentence("Space({slots})", slots=counted(len(self.slots), "slot"))

    @classmethod
    def from_changes(
        cls,
        file: SearchedFile,
        variables: Mapping[str, tuple[str, ...]],
        records: Sequence[str],
        farthest: Mapping[str, Mapping[str, int]],
    ) -> "Space":
        """Return the recipes of the kinds of changes that are allowed.

        Parameters
        ----------
        file
            The file that is searched.
        variables
            By variable the names of the kinds of changes.
        records
            The names of the kinds of changes of records.
        farthest
            By variable and kind how many steps of the ladder there are at most.

        Returns
        -------
        Space
            Without slots where nothing fits.
        """
        slots: list[Slot] = []
        for change in CHANGES:
            names = tuple(name for name in file.data.names if change.name in variables.get(name, ()))
            if names or (change.of_records and change.name in records):
                slots.extend(change.slots(file, names))
        return cls(tuple(_shortened(slot, farthest) for slot in slots))

    @property
    def origin(self) -> Point:
        """The recipe without steps."""
        return (0,) * len(self.slots)

    @property
    def rungs(self) -> tuple[int, ...]:
        """How many steps each slot can be."""
        return tuple(len(slot.ladder) for slot in self.slots)

    @property
    def size(self) -> int:
        """Recipes there are, those that hold what excludes each other among them."""
        return math.prod(rungs + 1 for rungs in self.rungs)

    @cached_property
    def _exclusions(self) -> tuple[tuple[int, int], ...]:
        return exclusions(self.slots)

    def holds(self, point: Point) -> bool:
        """Return whether no two steps of a recipe exclude each other.

        Parameters
        ----------
        point
            Any.

        Returns
        -------
        bool
            Whether it can be tried.
        """
        return not any(point[one] and point[other] for one, other in self._exclusions)

    def every(self) -> Iterator[Point]:
        """Yield all recipes, the last slot changing first.

        Yields
        ------
        tuple[int, ...]
            Those that can be tried.
        """
        every = product(*(range(rungs + 1) for rungs in self.rungs))
        return (point for point in every if self.holds(point))

    def places(self, point: Point) -> tuple[int, ...]:
        """Return the slots that are not empty.

        Parameters
        ----------
        point
            A recipe.

        Returns
        -------
        tuple[int, ...]
            Ascending, one for each step of the recipe.
        """
        return tuple(place for place, rung in enumerate(point) if rung)

    def method(self, point: Point, place: int) -> Method:
        """Return the step of a slot.

        Parameters
        ----------
        point
            A recipe.
        place
            A slot that is not empty there.

        Returns
        -------
        Method
            As it is where the steps before it have put labels in the place of values, or have not.
        """
        slot, rung = self.slots[place], point[place]
        earlier = (self.slots[before] for before in self.places(point[:place]))
        labelled = any(one.replaces and one.variables == slot.variables for one in earlier)
        return (slot.after_labels if labelled and slot.after_labels else slot.ladder)[rung - 1]

    def recipe(self, point: Point, seed: int) -> Recipe:
        """Return a recipe.

        Parameters
        ----------
        point
            Which.
        seed
            Seed of its random numbers.

        Returns
        -------
        Recipe
            A slot has the same random numbers whatever other steps there are.
        """
        steps = tuple(
            Step(method=self.method(point, place), stream=place + 1) for place in self.places(point)
        )
        return Recipe(seed=seed, steps=steps)

    def with_rung(self, point: Point, place: int, rung: int) -> Point:
        """Return a recipe with another step in one slot.

        Parameters
        ----------
        point
            A recipe.
        place, rung
            The slot, and its rung; 0 empties it.

        Returns
        -------
        tuple[int, ...]
            Slots that the new step excludes are empty.
        """
        changed = list(point)
        changed[place] = rung
        if rung:
            for one, other in self._exclusions:
                if place in (one, other):
                    changed[other if place == one else one] = 0
        return tuple(changed)


def _shortened(slot: Slot, farthest: Mapping[str, Mapping[str, int]]) -> Slot:
    """Return a slot with the steps up to the farthest one that each of its variables may have."""
    named = (farthest.get(name, {}).get(slot.kind) for name in slot.variables)
    most = min((number for number in named if number is not None), default=len(slot.ladder))
    return replace(slot, ladder=slot.ladder[:most], after_labels=slot.after_labels[:most])
