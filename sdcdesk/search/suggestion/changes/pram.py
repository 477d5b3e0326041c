"""PRAM: categories change at random."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sdcdesk.core.text.sentence import Sentence
from sdcdesk.inspection.step_suggestions import fitting_steps
from sdcdesk.masking import Pram
from sdcdesk.search.suggestion.changes.change import Change, TriedStep
from sdcdesk.search.suggestion.changes.slot import Slot
from sdcdesk.search.suggestion.changes.uncertain_values import uncertain_values
from sdcdesk.search.suggestion.searched_file import SearchedFile

DIAGONALS = (95.0, 90.0, 80.0, 70.0, 60.0, 50.0)
"""Probabilities that a value stays, in per cent."""


class RandomCategories(Change):
    """The post-randomisation method, which keeps the frequencies in expectation."""

    name: ClassVar[str] = "pram"
    title: ClassVar[str] = "PRAM"

    def slots(self, file: SearchedFile, names: Sequence[str]) -> Iterator[Slot]:
        """Yield a slot for each variable with categories, few changes first."""
        for name in names:
            steps = (Pram(variable=name, diagonal=diagonal, invariant=True) for diagonal in DIAGONALS)
            if file.different(name) > 1 and (ladder := tuple(fitting_steps(steps, file.data))):
                yield Slot(self.name, (name,), ladder)

    def reason(self, file: SearchedFile, step: TriedStep) -> Sentence:
        """Return how many values are no longer those that somebody may know."""
        return uncertain_values(step)
