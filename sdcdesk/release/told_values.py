"""Told values: what one variable of a masked file says of another one that was masked."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.masking import ValueSuppression
from sdcdesk.masking.comparison import Comparison
from sdcdesk.masking.condition import Condition
from sdcdesk.release.blanked_values import count_told, find_blanked
from sdcdesk.release.related_numbers import RelatedNumbers
from sdcdesk.release.residual_risk import Kind, Remedy, ResidualRisk
from sdcdesk.release.shared_values import count_shared, find_masked_singly

_LOOKED_AT = 500
"""Groups by which it is seen whether all have to be looked at."""


@dataclass(frozen=True, eq=False)
class ToldValues:
    """What variables of a masked file say of others that were masked.

    Attributes
    ----------
    original, masked
        Both files.
    keys
        The variables that scenarios know of.
    blanked
        bool (n,) by variable: its values that steps blanked.
    singly
        Variables whose equal values may be different ones now.
    progress
        Stops the work where the user asked to.
    """

    original: Microdata
    masked: Microdata
    keys: frozenset[str]
    blanked: Mapping[str, np.ndarray]
    singly: tuple[str, ...]
    progress: Progress

    @classmethod
    def of(
        cls, original: Microdata, masked: Microdata, keys: frozenset[str], progress: Progress
    ) -> "ToldValues":
        """Return what variables of a masked file say.

        Parameters
        ----------
        original, masked
            Both files.
        keys
            The variables that scenarios know of.
        progress
            Stops the work, this and what is asked later, where the user asked to.

        Returns
        -------
        ToldValues
            Nothing where the original is not known.
        """
        found = find_blanked(original, masked), find_masked_singly(original, masked)
        return cls(original, masked, keys, *found, progress)

    @cached_property
    def _numbers(self) -> RelatedNumbers:
        return RelatedNumbers.of(self.original, self.masked, self.progress)

    def related(self, name: str) -> ResidualRisk | None:
        """Return whether other variables tell a masked one nearer to what it was than its values do.

        Parameters
        ----------
        name
            Name of a variable.

        Returns
        -------
        ResidualRisk or None
            None where no step changed it, too.
        """
        if self.original.is_released or name not in self.masked.lineage.provenances:
            return None
        role = self.masked.variable(name).role
        if role in (Role.WEIGHT, Role.HOUSEHOLD) or not self._numbers.tell(name):
            return None
        text = sentence(
            "Other variables tell what {name} was better than its masked values do; mask them together.",
            name=name,
        )
        return ResidualRisk(Kind.RELATED, name, name, text, len(self.masked), str(text))

    def blanked_by(self, name: str) -> ResidualRisk | None:
        """Return of which variable, if any, the values of this one tell those that were blanked.

        Parameters
        ----------
        name
            Name of a variable.

        Returns
        -------
        ResidualRisk or None
            With the step that blanks it, too.
        """
        codes = self.masked.coding(name).codes if self.blanked else np.zeros(0, np.int64)
        for other, blanked in self.blanked.items():
            told = count_told(codes, self.masked.coding(other).codes, blanked) if other != name else 0
            if not told:
                continue
            text = sentence(
                "{name} tells what was blanked of {other}, in {n} record.",
                "{name} tells what was blanked of {other}, in {n} records.",
                "n",
                name=name,
                other=other,
                n=told,
            )
            about = sentence("{name} tells what was blanked of {other}.", name=name, other=other)
            return ResidualRisk(Kind.BLANKED, name, name, text, told, about, self._blanked_too(name, other))
        return None

    def shared_by(self, name: str, left_out: Remedy | None) -> ResidualRisk | None:
        """Return of which variable, if any, this one tells the values that groups of records had together.

        Parameters
        ----------
        name
            Name of a variable: a household number or a weight; of keys, any.
        left_out
            What leaves it out.

        Returns
        -------
        ResidualRisk or None
            Without a mend where the variable is needed: the step can mask households alike.
        """
        apart = self.masked.variable(name).role in (Role.HOUSEHOLD, Role.WEIGHT)
        others = [other for other in self.singly if other != name and (apart or other in self.keys)]
        groups = self.masked.coding(name).codes if others else np.zeros(0, np.int64)
        some, every = np.flatnonzero(groups < _LOOKED_AT), np.arange(len(groups))
        for other in others:
            told = self._shared(groups, other, some) and self._shared(groups, other, every)
            if not told:
                continue
            text = sentence(
                "{name} tells which records had the same {other}, and its values in all of them what it was, "
                "in {n} record; mask it alike in them.",
                "{name} tells which records had the same {other}, and its values in all of them what it was, "
                "in {n} records; mask it alike in them.",
                "n",
                name=name,
                other=other,
                n=told,
            )
            about = sentence(
                "{name} tells which records had the same {other}, and its values in all of them what it was; "
                "mask it alike in them.",
                name=name,
                other=other,
            )
            mend = None if apart else left_out
            return ResidualRisk(Kind.SHARED, name, name, text, told, about, mend)
        return None

    def _shared(self, groups: np.ndarray, other: str, places: np.ndarray) -> int:
        """Return in how many of some records another variable is told by groups; see `count_shared`."""
        then = pd.factorize(self.original.column(other).take(self.masked.rows[places]))[0]
        return count_shared(groups[places], then, pd.factorize(self.masked.column(other).take(places))[0])

    def _blanked_too(self, name: str, other: str) -> Remedy | None:
        """Return the mend that blanks a variable beside another one; weights cannot be missing."""
        if self.masked.variable(name).role is Role.WEIGHT:
            return None
        missing = Condition(comparisons=(Comparison(variable=other, relation="is missing"),))
        return Remedy("Blank it, too", ValueSuppression(variables=(name,), where=missing))
