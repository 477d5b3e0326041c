"""Levels: values become wider labels of their hierarchy."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.inspection.step_suggestions import fitting_steps
from sdcdesk.masking import Recoding
from sdcdesk.search.suggestion.changes.change import Change, TriedStep
from sdcdesk.search.suggestion.changes.slot import Slot
from sdcdesk.search.suggestion.searched_file import SearchedFile


class Levels(Change):
    """A recoding to a level of the hierarchy of the variable."""

    name: ClassVar[str] = "levels"
    title: ClassVar[str] = "wider values"

    def slots(self, file: SearchedFile, names: Sequence[str]) -> Iterator[Slot]:
        """Yield a slot for each variable with a hierarchy, the narrowest labels first."""
        for name in names:
            hierarchy = file.hierarchy(name)
            if hierarchy is None:
                continue
            steps = (
                Recoding(variable=name, how="level", level=level, hierarchy=hierarchy)
                for level in range(1, hierarchy.height + 1)
            )
            if ladder := tuple(fitting_steps(steps, file.data)):
                yield Slot(self.name, (name,), ladder, replaces=True)

    def reason(self, file: SearchedFile, step: TriedStep) -> Sentence:
        """Return how many records the values set apart."""
        [name] = step.slot.variables
        apart, different = file.apart(name), file.different(name)
        if not apart:
            return sentence(
                "{name}: its {n} value makes groups smaller, though no record is unique only by it.",
                "{name}: its {n} values make groups smaller, though no record is unique only by them.",
                "n",
                name=name,
                n=different,
            )
        return sentence(
            "{name}: {n} record is unique only because of its {values} values.",
            "{name}: {n} records are unique only because of its {values} values.",
            "n",
            name=name,
            values=different,
            n=apart,
        )
