"""Leaving records out: those that the other steps leave in small groups."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.inspection.step_suggestions import fitting_steps
from sdcdesk.masking import RecordSuppression
from sdcdesk.search.suggestion.changes.change import Change, TriedStep
from sdcdesk.search.suggestion.changes.group_sizes import group_sizes
from sdcdesk.search.suggestion.changes.slot import Slot
from sdcdesk.search.suggestion.searched_file import SearchedFile


class LeavingOut(Change):
    """Records in small groups are left out."""

    name: ClassVar[str] = "leave_out"
    title: ClassVar[str] = "leave out"
    of_records: ClassVar[bool] = True

    def slots(self, file: SearchedFile, names: Sequence[str]) -> Iterator[Slot]:
        """Yield a slot for each set of keys that somebody knows, small groups first."""
        found = set()
        for scenario in file.scenarios:
            keys = file.known_keys(scenario)
            if not keys or (keys, scenario.missing) in found:
                continue
            found.add((keys, scenario.missing))
            steps = (
                RecordSuppression(keys=keys, by="k", k=k, missing=scenario.missing)
                for k in group_sizes(file, scenario)
            )
            if ladder := tuple(fitting_steps(steps, file.data)):
                yield Slot(self.name, (), ladder)

    def reason(self, file: SearchedFile, step: TriedStep) -> Sentence:
        """Return how many records are in groups that are too small."""
        return sentence(
            "{n} record is what the steps before leave in groups below {k}.",
            "{n} records are what the steps before leave in groups below {k}.",
            "n",
            n=step.changes.left_out,
            k=step.method.parameters["k"],
        )
