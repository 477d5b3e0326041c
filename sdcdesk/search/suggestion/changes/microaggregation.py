"""Microaggregation: numbers that are alike become their mean."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

from sdcdesk.core.text.sentence import Sentence, joined, sentence
from sdcdesk.inspection.step_suggestions import fitting_steps
from sdcdesk.masking import Microaggregation
from sdcdesk.search.suggestion.changes.change import Change, TriedStep
from sdcdesk.search.suggestion.changes.numbers import amounts
from sdcdesk.search.suggestion.changes.slot import Slot
from sdcdesk.search.suggestion.searched_file import SearchedFile

SIZES = (2, 3, 5, 10, 20)
"""Group sizes."""

BY_BLOCKS = 20_000
"""Records above which records that are alike are sought in blocks, which takes less time."""


class GroupMeans(Change):
    """Microaggregation of a number by itself, or of several together."""

    name: ClassVar[str] = "microaggregate"
    title: ClassVar[str] = "group means"

    def slots(self, file: SearchedFile, names: Sequence[str]) -> Iterator[Slot]:
        """Yield a slot for each number, and one for all of them together, small groups first."""
        numbers = amounts(file, names)
        for name in numbers:
            steps = (Microaggregation(variables=(name,), k=k, decimals=True) for k in SIZES)
            if ladder := tuple(fitting_steps(steps, file.data)):
                yield Slot(self.name, (name,), ladder, replaces=True)
        formed: Literal["blocks", "mdav"] = "blocks" if len(file.data) > BY_BLOCKS else "mdav"
        if len(numbers) > 1:
            steps = (
                Microaggregation(variables=numbers, k=k, grouping="together", formed=formed, decimals=True)
                for k in SIZES
            )
            if ladder := tuple(fitting_steps(steps, file.data)):
                yield Slot(self.name, numbers, ladder, replaces=True)

    def reason(self, file: SearchedFile, step: TriedStep) -> Sentence:
        """Return that values could be recognised which now several records share."""
        return sentence(
            "{names}: {values} different values could be recognised; now at least {k} records share each.",
            names=joined(step.slot.variables),
            values=max(file.different(name) for name in step.slot.variables),
            k=step.method.parameters["k"],
        )
