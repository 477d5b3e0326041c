"""Edit rules kept: records that new values would make impossible keep their old ones."""

from dataclasses import replace
from typing import ClassVar, Literal

import numpy as np
import pandas as pd

from sdcdesk.core.data.edit_rules import impossible
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import as_text, holds_numbers, text_series
from sdcdesk.core.numbers.quantity import RECORDS, Quantity
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.method import Method
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.text.sentence import sentence
from sdcdesk.masking.declared import RECORDS_KEEPING_VALUES

RULES = {"report": "Report the records that break them", "keep": "Such records keep their old values"}


class ChoosesValues(Method):
    """A method that chooses new values, and can be told to keep to the edit rules of the file.

    With `edit_rules` *keep*, a record that its new values would make impossible keeps the old values of all
    variables that the step changes, so that it breaks no rule that it kept before. It then stands as it was,
    and is counted; the other figures of the method are those of the draw, before.
    """

    declares: ClassVar[tuple[Declared, ...]] = (RECORDS_KEEPING_VALUES,)

    edit_rules: Literal["report", "keep"] = parameter(
        "report",
        "Edit rules",
        "Where new values would make a record impossible by the edit rules of the project: only report it, "
        "or keep all its old values in this step. The other figures of the method are those before.",
        FieldDisplay(choices=RULES, more=True),
    )

    def check(self, data: Microdata) -> tuple[str, ...]:
        """Check that the method fits the data, and say where there are no rules to keep."""
        notes = super().check(data)
        without = self.edit_rules == "keep" and not data.rules
        return (*notes, "The project has no edit rules that could be kept.") if without else notes

    def _finished(self, data: Microdata, masked: Masked) -> Masked:
        if self.edit_rules == "report" or not data.rules:
            return super()._finished(data, masked)
        kept = self._alike(data, impossible(data, masked.data))
        number = int(kept.sum())
        reported = {**masked.reported, RECORDS_KEEPING_VALUES: Quantity(number, RECORDS)}
        notes = (*masked.notes, *((_kept_note(number),) if number else ()))
        return replace(masked, data=_with_old_values(data, masked.data, kept), reported=reported, notes=notes)

    def _alike(self, data: Microdata, kept: np.ndarray) -> np.ndarray:
        """Return which records keep their values (bool, (n,)) where those that draw alike do so together."""
        return kept


def _kept_note(number: int) -> str:
    """Return what whoever reads the figures of the step has to know."""
    return sentence(
        "{n} record keeps its old values for edit rules; other figures of this step are those before that.",
        "{n} records keep their old values for edit rules; other figures of this step are those before that.",
        "n",
        n=number,
    )


def _with_old_values(before: Microdata, after: Microdata, kept: np.ndarray) -> Microdata:
    """Return the file after a step in which some records have the values from before it."""
    touched = after.lineage.touched(before.lineage)
    changed = [name for name in before.names if name in touched]
    if not kept.any() or not changed:
        return after
    columns = {
        name: _mixed(after.column(name), before.column(name), kept & ~before.missing(name))
        for name in changed
    }
    return after.assign(columns)


def _mixed(new: pd.Series, old: pd.Series, kept: np.ndarray) -> pd.Series:
    if holds_numbers(old) and not holds_numbers(new):
        texts = text_series(as_text(old[kept]))
        return new.where(~kept, texts.set_axis(old.index[kept]).reindex(old.index))
    return new.where(~kept, old)
