"""Rounding: numbers become multiples of a base."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sdcdesk.core.data.plain_values import present_numbers
from sdcdesk.core.numbers.round_steps import round_step
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.inspection.step_suggestions import fitting_steps
from sdcdesk.masking import Rounding
from sdcdesk.search.suggestion.changes.change import Change, TriedStep
from sdcdesk.search.suggestion.changes.numbers import amounts
from sdcdesk.search.suggestion.changes.slot import Slot
from sdcdesk.search.suggestion.searched_file import SearchedFile

PARTS = (500, 200, 100, 50, 20, 10)
"""Into how many parts about the range of the values is divided."""


class RoundNumbers(Change):
    """Rounding to multiples of a round base."""

    name: ClassVar[str] = "round"
    title: ClassVar[str] = "round"

    def slots(self, file: SearchedFile, names: Sequence[str]) -> Iterator[Slot]:
        """Yield a slot for each number, small bases first."""
        for name in amounts(file, names):
            values = present_numbers(file.data.coding(name).values)
            bases = (_base(float(values.max()) / parts - float(values.min()) / parts) for parts in PARTS)
            steps = (Rounding(variables=(name,), base=base) for base in bases if base is not None)
            if ladder := tuple(fitting_steps(steps, file.data)):
                yield Slot(self.name, (name,), ladder, replaces=True)

    def reason(self, file: SearchedFile, step: TriedStep) -> Sentence:
        """Return how many different values are put together."""
        [name] = step.slot.variables
        merged = [one.merged for one in step.changes.variables if one.merged]
        before, after = merged[0] if merged else (file.different(name), file.different(name))
        return sentence(
            "{name}: {values} different values could be recognised; {n} is left.",
            "{name}: {values} different values could be recognised; {n} are left.",
            "n",
            name=name,
            values=before,
            n=after,
        )


def _base(least: float) -> float | None:
    """Return the smallest 1, 2 or 5 times a power of ten that is at least a number; None: there is none."""
    return float(round_step(least)) if 1e-12 < least < 1e12 else None
