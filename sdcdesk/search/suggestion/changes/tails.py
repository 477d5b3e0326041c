"""Tails: the highest or the lowest values become one."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sdcdesk.core.data.variable import Scale
from sdcdesk.core.operations.method import Method
from sdcdesk.core.text.sentence import Percentage, Sentence, sentence
from sdcdesk.inspection.step_suggestions import fitting_steps
from sdcdesk.masking import TailCoding
from sdcdesk.search.suggestion.changes.change import Change, TriedStep
from sdcdesk.search.suggestion.changes.slot import Slot
from sdcdesk.search.suggestion.searched_file import SearchedFile

SHARES = (1.0, 2.0, 5.0, 10.0, 20.0)
"""Percentages of the records whose values become one, at most."""

FEWEST = 4
"""Different values that a variable must have."""


class TopCoding(Change):
    """The highest values become one."""

    name: ClassVar[str] = "top"
    title: ClassVar[str] = "top code"

    def slots(self, file: SearchedFile, names: Sequence[str]) -> Iterator[Slot]:
        """Yield a slot for each variable with an order, few records first."""
        for name in names:
            ladder = tuple(fitting_steps((self._step(name, share) for share in SHARES), file.data))
            if not ladder or file.different(name) < FEWEST:
                continue
            if file.data.variable(name).scale is Scale.CONTINUOUS:
                # Numbers stay numbers; bands need a name that says what became of them.
                plain = tuple(step.changed(replace_by="threshold") for step in ladder)
                yield Slot(self.name, (name,), plain, after_labels=ladder)
            else:
                yield Slot(self.name, (name,), ladder)

    def _step(self, name: str, share: float) -> Method:
        return TailCoding(variable=name, by="quantile", top_quantile=100.0 - share, replace_by="label")

    def reason(self, file: SearchedFile, step: TriedStep) -> Sentence:
        """Return how few records have the values that become one."""
        return _tail_reason(
            step,
            "{name}: its highest value belongs to at most {share} of the records.",
            "{name}: its {n} highest values belong to at most {share} of the records.",
        )


class BottomCoding(TopCoding):
    """The lowest values become one."""

    name: ClassVar[str] = "bottom"
    title: ClassVar[str] = "bottom code"

    def _step(self, name: str, share: float) -> Method:
        return TailCoding(variable=name, by="quantile", bottom_quantile=share, replace_by="label")

    def reason(self, file: SearchedFile, step: TriedStep) -> Sentence:
        """Return how few records have the values that become one."""
        return _tail_reason(
            step,
            "{name}: its lowest value belongs to at most {share} of the records.",
            "{name}: its {n} lowest values belong to at most {share} of the records.",
        )


def _tail_reason(step: TriedStep, one: str, many: str) -> Sentence:
    [name] = step.slot.variables
    share = step.method.parameters.get("bottom_quantile")
    if share is None:
        share = 100.0 - float(step.method.parameters["top_quantile"])
    merged = [change.merged for change in step.changes.variables if change.merged]
    values = merged[0][0] - merged[0][1] + 1 if merged else 1
    return sentence(one, many, "n", name=name, n=values, share=Percentage(share))
