"""Sampling: a part of the records is released."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sdcdesk.core.data.variable import Role
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.inspection.step_suggestions import fitting_steps
from sdcdesk.masking import HouseholdSampling, SimpleRandomSampling
from sdcdesk.search.suggestion.changes.change import Change, TriedStep
from sdcdesk.search.suggestion.changes.slot import Slot
from sdcdesk.search.suggestion.searched_file import SearchedFile

PERCENTAGES = (95.0, 90.0, 80.0, 70.0, 60.0, 50.0, 40.0, 30.0, 20.0, 10.0, 5.0, 2.0, 1.0)
"""Shares of the records that are released, in per cent."""


class Sampling(Change):
    """A random sample is released; of a file of households, whole ones."""

    name: ClassVar[str] = "sample"
    title: ClassVar[str] = "sample"
    of_records: ClassVar[bool] = True

    def slots(self, file: SearchedFile, names: Sequence[str]) -> Iterator[Slot]:
        """Yield one slot, large samples first."""
        kind = HouseholdSampling if file.data.named(Role.HOUSEHOLD) else SimpleRandomSampling
        if ladder := tuple(fitting_steps((kind(percentage=share) for share in PERCENTAGES), file.data)):
            yield Slot(self.name, (), ladder)

    def reason(self, file: SearchedFile, step: TriedStep) -> Sentence:
        """Return how many records are in the file, so that nobody knows who is."""
        records = step.changes.records
        return sentence(
            "{n} of {all} records is released, so that nobody knows who is in the file.",
            "{n} of {all} records are released, so that nobody knows who is in the file.",
            "n",
            n=records - step.changes.left_out,
            all=records,
        )
