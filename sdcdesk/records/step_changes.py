"""Step changes: what one step did to the values of each variable and to the records, counted and in words."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import unequal
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.text.sentence import counted, joined, plain, sentence

NOTHING = "no value changed"
"""What is said of a step that leaves values and records as they are."""

COUNTED = {
    "changed": "{n} of {all} changed",
    "blanked": "{n} of {all} blanked",
    "filled in": "{n} of {all} filled in",
}
"""What is said of the values of one variable."""

TOTALS = {
    "changed": "{n} of {all} values changed in {variables}",
    "blanked": "{n} of {all} values blanked in {variables}",
    "filled in": "{n} of {all} values filled in, in {variables}",
}
"""What is said of the values of several variables."""


@dataclass(frozen=True, slots=True)
class VariableChange:
    """What a step did to one variable.

    Attributes
    ----------
    name
        The variable.
    values
        Records that are there before and after the step.
    blanked, filled, changed
        Values of these that are missing only after it, only before it, and that are others. A recoding of
        all equal values alike counts as merged, not as changed.
    merged
        Different values before and after a recoding; None where there was none.
    dropped
        Whether the variable left the file.
    """

    name: str
    values: int
    blanked: int = 0
    filled: int = 0
    changed: int = 0
    merged: tuple[int, int] | None = None
    dropped: bool = False

    @property
    def words(self) -> str:
        """What was done, without the name of the variable: "11,901 of 20,000 blanked"; empty: nothing."""
        if self.dropped:
            return "no longer released"
        parts = [
            sentence(COUNTED[what], n=number, all=self.values)
            for what, number in self.counts.items()
            if number
        ]
        return joined([*self._merging, *parts])

    @property
    def named(self) -> str:
        """The same after the name of the variable."""
        return sentence("{name}: {what}", name=self.name, what=self.words)

    @property
    def _merging(self) -> tuple[str, ...]:
        if self.merged is None:
            return ()
        number, few = self.merged
        if number == few:
            return (sentence("{n} value renamed", "{n} values renamed", "n", n=number),)
        return (sentence("{n} value became {few}", "{n} values became {few}", "n", n=number, few=few),)

    @property
    def counts(self) -> dict[str, int]:
        """How many values were changed, blanked and filled in."""
        return {"changed": self.changed, "blanked": self.blanked, "filled in": self.filled}


UNKNOWN = plain("changes are not known: nothing says which records belong together")
"""What is said of a finished file that is paired by its order alone."""


@dataclass(frozen=True, slots=True)
class StepChanges:
    """What a step did to a file.

    Attributes
    ----------
    records, left_out
        Records before the step, and those of them that are not there after it.
    variables
        Variables with another value, or that left the file.
    unpaired
        Nothing says any more which records belong together, so that no change of a value is known.
    """

    records: int
    left_out: int = 0
    variables: tuple[VariableChange, ...] = ()
    unpaired: bool = False

    def calling(self, names: Mapping[str, str]) -> "StepChanges":
        """Return the same in which variables are called what people call them.

        Parameters
        ----------
        names
            What is shown, by name; see `display_names`.

        Returns
        -------
        StepChanges
            For texts alone.
        """
        called = (replace(one, name=names.get(one.name, one.name)) for one in self.variables)
        return replace(self, variables=tuple(called))

    @property
    def line(self) -> str:
        """All of it in one short line."""
        if self.unpaired:
            return UNKNOWN
        if len(self.variables) == 1:
            parts = [self.variables[0].named]
        else:
            parts = [words for what in TOTALS if (words := self._total(what))]
            merged = sum(one.merged is not None for one in self.variables)
            dropped = sum(one.dropped for one in self.variables)
            parts = [
                *([sentence("{variables} recoded", variables=_variables(merged))] if merged else []),
                *parts,
                *([sentence("{variables} dropped", variables=_variables(dropped))] if dropped else []),
            ]
        return joined([*parts, *self._records]) or NOTHING

    def beside(self, title: str) -> str:
        """Return the line as it stands below a title: the numbers first, for its end is cut where it is long.

        Parameters
        ----------
        title
            Words on the step.

        Returns
        -------
        str
            A single variable is not named again where the title names it.
        """
        if self.unpaired or len(self.variables) != 1:
            return self.line
        [one] = self.variables
        text = one.words if one.name in title else sentence("{what} ({name})", what=one.words, name=one.name)
        return joined([text, *self._records])

    @property
    def details(self) -> tuple[str, ...]:
        """The same, a line for each variable and one for the records."""
        if self.unpaired:
            return (UNKNOWN,)
        return (*(one.named for one in self.variables), *self._records)

    @property
    def _records(self) -> tuple[str, ...]:
        if not self.left_out:
            return ()
        return (sentence("{n} of {all} records left out", n=self.left_out, all=self.records),)

    def _total(self, what: str) -> str:
        """Return a count over all variables that it concerns, in words."""
        concerned = [(one.counts[what], one.values) for one in self.variables if one.counts[what]]
        if not concerned:
            return ""
        number, values = (sum(one) for one in zip(*concerned, strict=True))
        return sentence(TOTALS[what], n=number, all=values, variables=_variables(len(concerned)))


def step_changes(before: Microdata, after: Microdata) -> StepChanges:
    """Compare the file before a step with that after it.

    Parameters
    ----------
    before, after
        Two masked files of the same initial file.

    Returns
    -------
    StepChanges
        Variables that the step did not touch are not looked at.
    """
    if before.pairing.is_known and not after.pairing.is_known:
        return StepChanges(len(before), unpaired=True)
    there = np.isin(before.rows, after.rows)
    dropped = [VariableChange(name, len(after), dropped=True) for name in before.names if name not in after]
    touched = after.lineage.touched(before.lineage)
    found = (variable_change(before, after, name) for name in before.names if name in touched)
    some = [one for one in found if one.words]
    return StepChanges(len(before), int(np.count_nonzero(~there)), (*some, *dropped))


def variable_change(before: Microdata, after: Microdata, name: str) -> VariableChange:
    """Compare one variable before and after a step, record by record.

    Parameters
    ----------
    before, after
        Two masked files of the same initial file.
    name
        A variable of both.

    Returns
    -------
    VariableChange
        Over the records that both have.
    """
    own, its = _shared(before.rows, after.rows)
    empty, blank = before.missing(name)[own], after.missing(name)[its]
    blanked, filled = int(np.count_nonzero(blank & ~empty)), int(np.count_nonzero(empty & ~blank))
    both = ~empty & ~blank
    changed, merged = _changed(before, after, name, own[both], its[both]), _merged(before, after, name)
    if changed and merged:
        return VariableChange(name, len(own), blanked, filled, merged=merged)
    return VariableChange(name, len(own), blanked, filled, changed)


def _shared(before: np.ndarray, after: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the places of the records of both files, in each of them."""
    position = np.full(1 + max(before.max(initial=-1), after.max(initial=-1)), -1)
    position[after] = np.arange(len(after))
    its = position[before]
    own = np.flatnonzero(its >= 0)
    return own, its[own]


def _merged(before: Microdata, after: Microdata, name: str) -> tuple[int, int] | None:
    """Return the different values before and after, where the step recoded all equal values alike."""
    was, now = before.provenance(name), after.provenance(name)
    if now is None or not now.recoded_since(was):
        return None
    return before.coding(name).occurring, after.coding(name).occurring


def _changed(before: Microdata, after: Microdata, name: str, own: np.ndarray, its: np.ndarray) -> int:
    """Return how many of some records, which have a value in both files, have another one."""
    old, new = before.column(name).take(own), after.column(name).take(its)
    was, became = _kind(old), _kind(new)
    if was != became and "other" not in (was, became):
        return len(own)
    if was == became == "number":
        different = unequal(old, new)
    elif was == became == "text":
        different = np.asarray(old.array != new.array, dtype=bool)
    else:
        different = np.asarray(old.to_numpy(dtype=object) != new.to_numpy(dtype=object), dtype=bool)
    return int(np.count_nonzero(different))


def _kind(column: pd.Series) -> Literal["number", "text", "other"]:
    if pd.api.types.is_numeric_dtype(column):
        return "number"
    return "text" if isinstance(column.dtype, pd.StringDtype) else "other"


def _variables(number: int) -> str:
    return counted(number, "variable")
