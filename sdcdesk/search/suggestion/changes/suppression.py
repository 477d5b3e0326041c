"""Suppression of values: cells are blanked where the other steps leave records in small groups."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.text.sentence import Sentence, joined_by_and, sentence
from sdcdesk.inspection.step_suggestions import fitting_steps
from sdcdesk.masking import LocalSuppression
from sdcdesk.search.suggestion.changes.change import Change, TriedStep
from sdcdesk.search.suggestion.changes.group_sizes import group_sizes
from sdcdesk.search.suggestion.changes.slot import Slot
from sdcdesk.search.suggestion.searched_file import SearchedFile


class Suppression(Change):
    """Local suppression of key values, as few as possible."""

    name: ClassVar[str] = "suppress"
    title: ClassVar[str] = "hide cells"

    def slots(self, file: SearchedFile, names: Sequence[str]) -> Iterator[Slot]:
        """Yield a slot for each set of keys that somebody knows, small groups first.

        Keys that must stay as they are part the records into strata, within which others are blanked.
        """
        found = set()
        for scenario in file.scenarios:
            known = file.known_keys(scenario)
            keys = tuple(name for name in known if name in names)
            mode: Literal["wildcard", "strict"] = "wildcard" if scenario.missing == "wildcard" else "strict"
            if not keys or (known, mode) in found:
                continue
            found.add((known, mode))
            within = tuple(name for name in known if name not in keys)
            steps = (
                LocalSuppression(keys=keys, k=k, mode=mode, within=within)
                for k in group_sizes(file, scenario)
            )
            if ladder := tuple(fitting_steps(steps, file.data)):
                yield Slot(self.name, keys, ladder)

    def reason(self, file: SearchedFile, step: TriedStep) -> Sentence:
        """Return how many cells are blanked, of records that share which keys with too few."""
        called = display_names(file.data.variables)
        return sentence(
            "{n} cell is hidden where fewer than {k} records still share {keys}.",
            "{n} cells are hidden where fewer than {k} records still share {keys}.",
            "n",
            n=sum(change.blanked for change in step.changes.variables),
            k=step.method.parameters["k"],
            keys=joined_by_and([called[name] for name in step.method.parameters["keys"]]),
        )
