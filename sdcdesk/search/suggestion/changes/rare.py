"""Rare values: categories that few records have become one."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sdcdesk.core.data.variable import Scale
from sdcdesk.core.text.sentence import Percentage, Sentence, sentence
from sdcdesk.inspection.coarser_values import rare_together
from sdcdesk.inspection.step_suggestions import fitting_steps
from sdcdesk.masking import Recoding
from sdcdesk.search.suggestion.changes.change import Change, TriedStep
from sdcdesk.search.suggestion.changes.slot import Slot
from sdcdesk.search.suggestion.searched_file import SearchedFile

SHARES = (0.01, 0.02, 0.05, 0.1, 0.2)
"""Shares of the records below which categories are put together."""


class RareValues(Change):
    """Rare categories become one."""

    name: ClassVar[str] = "rare"
    title: ClassVar[str] = "merge rare"

    def slots(self, file: SearchedFile, names: Sequence[str]) -> Iterator[Slot]:
        """Yield a slot for each variable with two rare categories or more, the rarest first."""
        for name in names:
            if file.data.variable(name).scale is not Scale.NOMINAL:
                continue
            steps = (rare_together(file.data, name, share) for share in SHARES)
            ladder = tuple(fitting_steps((step for step in steps if step is not None), file.data))
            if ladder:
                yield Slot(self.name, (name,), ladder, replaces=True)

    def reason(self, file: SearchedFile, step: TriedStep) -> Sentence:
        """Return how few records have the categories that become one."""
        method = step.method
        rare = len(method.mapping) if isinstance(method, Recoding) else 0
        share = next(
            one for one in SHARES if rare_together(file.data, method.parameters["variable"], one) == method
        )
        return sentence(
            "{name}: {n} value belongs to fewer than {share} of the records.",
            "{name}: {n} values belong to fewer than {share} of the records each.",
            "n",
            name=step.slot.variables[0],
            n=rare,
            share=Percentage(100 * share),
        )
