"""Household records: those of one household that have the same values are one record for the step."""

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.missing_codes import refuse_large_codes
from sdcdesk.core.data.rule import Rule
from sdcdesk.core.numbers.quantity import RECORDS, Quantity
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.masking.households_alike import HouseholdsAlike

RECORDS_MASKED_TOGETHER = Declared(
    "records_masked_together",
    "Records masked with another",
    RECORDS,
    "Records beside the first of those of their household that have the same values; the other figures count "
    "these first ones.",
)


class MasksDistinctRecords(HouseholdsAlike):
    """A method whose new values hang on the other records, and which can see each household once.

    With `households`, of the records of a household that have the same values in all variables of the step,
    predictors aside, only the first one, by its place in the initial file, is masked, in a file of such
    records; then all of them get its new values. Records of a household that differ stand for themselves,
    and so does a record without a household. What a method keeps, it keeps in the file of the first ones,
    where a large household counts no more than a small one; weights play no part. Its figures are those of
    that file, but for those of edit rules, which count all records. Predictors are those of the first
    record. A code of a missing value stays what it is in each record.

    Edit rules hold for all records: one that would become impossible speaks for all that are masked with it.
    """

    declares: ClassVar[tuple[Declared, ...]] = (RECORDS_MASKED_TOGETHER,)

    def _result(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        if not self.households or not len(data):
            return super()._result(data, draws, progress)
        alike = _Alike(data, self._alike_records(data))
        found = self._mask(alike.firsts, self._drawing(alike.firsts, draws), progress)
        kept = None if found.kept is None else found.kept[alike.first_places]
        result = self._finished(data, replace(found, data=alike.whole(found.data), kept=kept))
        joined = len(data) - len(alike.firsts)
        reported = {**result.reported, RECORDS_MASKED_TOGETHER: Quantity(joined, RECORDS)}
        notes = (*result.notes, _note(joined))
        return replace(result, reported=reported, notes=notes)


def _note(joined: int) -> Sentence | str:
    """Return what whoever reads the figures of the step has to know."""
    if not joined:
        return "No records of a household have the same values in this step: each is masked by itself."
    return sentence(
        "{n} record is masked with another one of its household; figures of this step count them once, those "
        "of edit rules each.",
        "{n} records are masked with another one of their household; figures of this step count them once, "
        "those of edit rules each.",
        "n",
        n=joined,
    )


class _Alike:
    """A file whose alike records are masked once.

    Attributes
    ----------
    data
        The file before the step.
    first_places
        int64 (n,), place in `firsts` of the record that is masked for each.
    firsts
        The records that are masked, in the order of the file.
    """

    def __init__(self, data: Microdata, together: np.ndarray) -> None:
        self.data = data
        inverse = np.unique(together, return_inverse=True)[1]
        early = np.argsort(data.rows, kind="stable")
        first = early[np.unique(inverse[early], return_index=True)[1]]
        order = np.argsort(first)
        place = np.empty(len(first), dtype=np.int64)
        place[order] = np.arange(len(first))
        self.first_places = place[inverse]
        firsts = data.take(first[order])
        self.firsts = firsts.with_edit_rules(_SharedRule(rule, self) for rule in data.rules)

    def whole(self, masked: Microdata) -> Microdata:
        """Return the file in which each record has the new values of the one that was masked for it."""
        touched = masked.lineage.touched(self.firsts.lineage)
        changed = [name for name in self.data.names if name in touched]
        columns = {}
        for name in changed:
            old, missing = self.data.column(name), self.data.missing(name)
            new = masked.column(name).take(self.first_places).reset_index(drop=True)
            if self.data.variable(name).missing and missing.any():
                refuse_large_codes(old, missing)
                new = new.where(~missing, old)
            columns[name] = new
        return self.data.assign(columns, [masked.variable(name) for name in changed])


@dataclass(frozen=True, slots=True)
class _SharedRule:
    """An edit rule that the first of some alike records breaks where any of them does, and did not before."""

    rule: Rule[Microdata]
    alike: _Alike

    @property
    def name(self) -> str:
        return self.rule.name

    @property
    def variables(self) -> tuple[str, ...]:
        return self.rule.variables

    def broken(self, data: Microdata, initial: Microdata) -> np.ndarray:
        before, after = self.alike.data, self.alike.whole(data)
        new = self.rule.broken(after, before.initial) & ~self.rule.broken(before, before.initial)
        found = np.zeros(len(data), dtype=bool)
        found[self.alike.first_places[new]] = True
        return found
