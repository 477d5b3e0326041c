"""Swapping: records exchange values that are near in rank."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sdcdesk.core.text.sentence import Sentence
from sdcdesk.inspection.step_suggestions import fitting_steps
from sdcdesk.masking import RankSwapping
from sdcdesk.search.suggestion.changes.change import Change, TriedStep
from sdcdesk.search.suggestion.changes.slot import Slot
from sdcdesk.search.suggestion.changes.uncertain_values import uncertain_values
from sdcdesk.search.suggestion.searched_file import SearchedFile

WINDOWS = (1.0, 2.0, 5.0, 10.0, 15.0, 20.0)
"""Largest differences of ranks, in per cent of the records."""


class Swapping(Change):
    """Rank swapping of a variable with an order."""

    name: ClassVar[str] = "swap"
    title: ClassVar[str] = "swap"

    def slots(self, file: SearchedFile, names: Sequence[str]) -> Iterator[Slot]:
        """Yield a slot for each variable with an order, near ranks first."""
        for name in names:
            steps = (RankSwapping(variables=(name,), window=window) for window in WINDOWS)
            if file.different(name) > 1 and (ladder := tuple(fitting_steps(steps, file.data))):
                yield Slot(self.name, (name,), ladder, replaces=True)

    def reason(self, file: SearchedFile, step: TriedStep) -> Sentence:
        """Return how many values are no longer those that somebody may know."""
        return uncertain_values(step)
