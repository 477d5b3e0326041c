"""Search for what leaves: what in the masked file, beside its keys, singles people out or leads back.

Keys are the concern of the scenarios. Amounts of which nearly all differ are not named either: that they can
be found again is what masking, interval disclosure and record linkage are about.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.numeric import is_numeric
from sdcdesk.core.data.variable import Role, Scale
from sdcdesk.core.operations.method import Method
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.masking import Microaggregation, NewNumbers, RandomOrder, Recoding, Rounding
from sdcdesk.masking.decimals_kept import count_decimals
from sdcdesk.release.present_values import PresentValues, in_step
from sdcdesk.release.residual_risk import Kind, Remedy, ResidualRisk
from sdcdesk.release.told_values import ToldValues
from sdcdesk.release.weight_rounding import rounding_base

OWN_WEIGHTS = 0.01
"""Share of the records with a weight of their own from which on weights are named."""

NEARLY_ALL = 0.95
"""Share of the records with a value of their own from which on a variable is as good as a name."""

FEW = 20
"""Of fewer records, or of fewer different values, it says nothing that they differ or agree."""

NO_TIE = 100
"""Among so many records, amounts in whole numbers have ties; numbers without any are names."""

WORDS, LETTERS = 3, 15
"""Words and letters that texts have on average from which on they are free text."""

TOGETHER = 5
"""Records that share a weight where rounding alone would not do."""

MOST_ZEROS = 6
"""Zeros at the end of whole numbers that are looked for."""

_TEXTS = 1000
"""Different values that are looked at for words."""


def find_residual_risks(
    original: Microdata,
    masked: Microdata,
    steps: Sequence[Method] = (),
    keys: Collection[str] = (),
    progress: Progress = SILENT,
) -> tuple[ResidualRisk, ...]:
    """Return what leaves beside the keys and singles people out, or leads back to the original.

    Parameters
    ----------
    original, masked
        Both files.
    steps
        What was applied.
    keys
        The variables that scenarios know of.
    progress
        Receives how far the work is, and stops it where the user asked to.

    Returns
    -------
    tuple[ResidualRisk, ...]
        The order of the records first, then one for each variable at most, in file order; identifiers too,
        which leave only where somebody wants it.
    """
    told = ToldValues.of(original, masked, frozenset(keys), progress)
    search = _Search(original, masked, tuple(steps), frozenset(keys), told)
    found = list(search.order())
    for variable, share in progress.over(masked.variables, "Looking at what leaves"):
        share.check()
        found += search.at(variable.name)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Search:
    original: Microdata
    masked: Microdata
    steps: tuple[Method, ...]
    keys: frozenset[str]
    told: ToldValues
    """What variables say of others that were masked."""

    def order(self) -> Iterator[ResidualRisk]:
        """Yield the order of the records where it is that of the original."""
        rows, original = self.masked.rows, self.original
        ordered = any(isinstance(step, RandomOrder) for step in self.steps)
        if original.is_released or ordered or len(rows) < 2 or not bool((np.diff(rows) > 0).all()):
            return
        yield ResidualRisk(
            Kind.ORDER,
            "",
            "Record order",
            sentence(
                "The records leave in the order of the original file, so that each of {n} can be put beside "
                "its line.",
                n=len(rows),
            ),
            len(rows),
            "The records leave in the order of the original file, so that each can be put beside its line.",
            Remedy("Random order", RandomOrder()),
        )

    def at(self, name: str) -> Iterator[ResidualRisk]:
        """Yield what a variable gives away: the first that is found."""
        variable = self.masked.variable(name)
        if variable.role is Role.IDENTIFIER:
            yield self._identifier(name)
            return
        numbered = any(isinstance(step, NewNumbers) and name in step.variables for step in self.steps)
        digits = None if numbered else self._digits(name)
        known = digits or self.told.related(name)
        if known is not None:
            yield known
            return
        if name in self.keys and variable.role is not Role.HOUSEHOLD:
            return
        told = self.told.blanked_by(name) or self.told.shared_by(name, self._left_out(name))
        if told is not None:
            yield told
        if told is not None or numbered:
            return
        values = PresentValues.of(self.masked, name)
        rules: dict[Role, tuple[Callable[[str, PresentValues], ResidualRisk | None], ...]] = {
            Role.HOUSEHOLD: (self._household,),
            Role.WEIGHT: (self._weight,),
        }
        for rule in rules.get(variable.role, (self._copy, self._date, self._text, self._number)):
            found = rule(name, values)
            if found is not None:
                yield found
                return

    # The rules

    def _identifier(self, name: str) -> ResidualRisk:
        count = len(self.masked)
        text = sentence(
            "{name} names people and leaves as it is, in {n} record.",
            "{name} names people and leaves as it is, in {n} records.",
            "n",
            name=name,
            n=count,
        )
        about = sentence("{name} names people and leaves as it is.", name=name)
        return ResidualRisk(Kind.IDENTIFIER, name, name, text, count, about)

    def _household(self, name: str, values: PresentValues) -> ResidualRisk | None:
        if name not in self.original or self.original.is_released:
            return None
        then = self.original.column(name).take(self.masked.rows[values.present])
        same = values.count_equal(then)
        if not same and not self._determines(values, name):
            return None
        count = same or len(values.column)
        text = sentence(
            "{name} leaves as it was: {n} record can be found by the number of its household.",
            "{name} leaves as it was: {n} records can be found by the number of their household.",
            "n",
            name=name,
            n=count,
        )
        about = sentence(
            "{name} leaves as it was: records can be found by the number of their household.", name=name
        )
        return ResidualRisk(Kind.HOUSEHOLD, name, name, text, count, about, _numbers(name))

    def _weight(self, name: str, values: PresentValues) -> ResidualRisk | None:
        alone, records = values.alone(), len(self.masked)
        if not values.numeric or alone <= OWN_WEIGHTS * records:
            return None
        text = sentence(
            "{n} record of {records} has a weight in {name} that no other record has.",
            "{n} records of {records} have a weight in {name} that no other record has.",
            "n",
            n=alone,
            records=records,
            name=name,
        )
        about = sentence("Records have a weight in {name} that no other record has.", name=name)
        return ResidualRisk(Kind.WEIGHT, name, name, text, alone, about, self._fewer_weights(name, values))

    def _copy(self, name: str, values: PresentValues) -> ResidualRisk | None:
        if self.original.is_released or len(values.column) < FEW:
            return None
        for other in self.original.named(Role.IDENTIFIER, Role.HOUSEHOLD):
            if other != name and self._determines(values, other):
                single = values.unique
                text = sentence(
                    "{name} says the same as {other}: {n} record can be found by it.",
                    "{name} says the same as {other}: {n} records can be found by it.",
                    "n",
                    name=name,
                    other=other,
                    n=len(values.column),
                )
                about = sentence("{name} says the same as {other}.", name=name, other=other)
                mend = self._left_out(name) if single else _numbers(name)
                return ResidualRisk(Kind.COPY, name, name, text, len(values.column), about, mend)
        if not self._counts(values):
            return None
        text = sentence(
            "{name} tells the place of the record in the original file, of {n} record.",
            "{name} tells the place of the record in the original file, of {n} records.",
            "n",
            name=name,
            n=len(values.column),
        )
        about = sentence("{name} tells the place of the record in the original file.", name=name)
        return ResidualRisk(Kind.COPY, name, name, text, len(values.column), about, self._left_out(name))

    def _date(self, name: str, values: PresentValues) -> ResidualRisk | None:
        signs = values.month_signs()
        if signs is None or values.column.nunique() < 2:
            return None
        alone = values.alone()
        text = sentence(
            "{name} holds dates to the day: {n} record has a day of its own.",
            "{name} holds dates to the day: {n} records have a day of their own.",
            "n",
            name=name,
            n=alone,
        )
        if not alone:
            words = "{name} holds dates to the day, which tell people apart who agree in all else."
            text = sentence(words, name=name)
        months = Recoding(variable=name, how="prefix", keep=signs, mark="") if signs else None
        mend = Remedy("Months", months) if months else self._left_out(name)
        about = sentence("{name} holds dates to the day.", name=name)
        return ResidualRisk(Kind.DATE, name, name, text, alone, about, None if self._final else mend)

    def _text(self, name: str, values: PresentValues) -> ResidualRisk | None:
        if values.numeric or len(values.column) < FEW:
            return None
        different, alone = pd.Series(values.column.unique()).astype(str), values.alone()
        # Of remarks many are alike ("refused"), but most of those that differ are of one person.
        if len(different) < FEW or 2 * max(len(different) / len(values.column), alone / len(different)) < 1:
            return None
        some = different.iloc[:_TEXTS]
        words = float((some.str.count(r"\s+") + 1).mean())
        if words < WORDS or float(some.str.len().mean()) < LETTERS:
            return None
        text = sentence(
            "{name} holds free text: {n} record has one of its own.",
            "{name} holds free text: {n} records have one of their own.",
            "n",
            name=name,
            n=alone,
        )
        about = sentence("{name} holds free text.", name=name)
        return ResidualRisk(Kind.TEXT, name, name, text, alone, about, self._left_out(name))

    def _number(self, name: str, values: PresentValues) -> ResidualRisk | None:
        count, amount = len(values.column), self.masked.variable(name).scale is Scale.CONTINUOUS
        least = NO_TIE if amount else FEW
        if count < least or 2 * count < len(self.masked) or (amount and not values.unique):
            return None
        if amount and not values.whole:
            return None
        alone = values.alone()
        if alone < NEARLY_ALL * count:
            return None
        text = sentence(
            "{name} tells records apart as a name does: {n} record has a value of its own.",
            "{name} tells records apart as a name does: {n} records have a value of their own.",
            "n",
            name=name,
            n=alone,
        )
        about = sentence("{name} tells records apart as a name does.", name=name)
        return ResidualRisk(Kind.NUMBER, name, name, text, alone, about, self._left_out(name))

    def _digits(self, name: str) -> ResidualRisk | None:
        if self._final or name not in self.original or name not in self.masked.lineage.provenances:
            return None
        if not (is_numeric(self.masked, name) and is_numeric(self.original, name)):
            return None
        before = self.original.numbers(name, copy=False)[self.masked.rows]
        after = self.masked.numbers(name, copy=False)
        kept = after[before == after]
        places = _last_place(kept) if len(np.unique(kept)) >= FEW else None
        if places is None:
            return None
        told = int((np.abs(after - np.round(after, places)) > 0).sum())
        if not told:
            return None
        one = "The decimals of {name} tell that {n} value was changed, and that others were not."
        many = "The decimals of {name} tell that {n} values were changed, and that others were not."
        which = "The decimals of {name} tell which values were changed."
        if places < 0:
            one = "The last digits of {name} tell that {n} value was changed, and that others were not."
            many = "The last digits of {name} tell that {n} values were changed, and that others were not."
            which = "The last digits of {name} tell which values were changed."
        text = sentence(one, many, "n", name=name, n=told)
        about = sentence(which, name=name)
        rounding = Rounding(variables=(name,), base=10.0**-places)
        return ResidualRisk(Kind.DIGITS, name, name, text, told, about, Remedy("Rounding", rounding))

    # What they ask

    @property
    def _final(self) -> bool:
        """Whether nothing can be done: the file was released already."""
        return self.original.is_released

    def _left_out(self, name: str) -> Remedy | None:
        """Return the mend that leaves a variable out, or gives it new numbers where a step needs it."""
        if self._final:
            return None
        used = any(name == one for step in self.steps for _, one, _ in step.chosen())
        return _numbers(name) if used else Remedy("Leave out", variable=name)

    def _determines(self, values: PresentValues, other: str) -> bool:
        """Return whether each value belongs to one of another variable, as the original has it.

        Where every record has its own, only values that rise or fall with the others say the same.
        """
        then = self.original.column(other).take(self.masked.rows[values.present])
        known = ~self.original.missing(other)[self.masked.rows[values.present]]
        one, two = values.column[known], then[known]
        different = two.nunique()
        if different < FEW or one.nunique() != different:
            return False
        if different == len(two):
            return in_step(one, two)
        pairs = pd.factorize(one)[0].astype(np.int64) * different + pd.factorize(two)[0]
        return bool(len(pd.unique(pairs)) == different)

    def _counts(self, values: PresentValues) -> bool:
        """Return whether whole numbers rise or fall with the place of the record in the original."""
        if not (values.whole and values.unique):
            return False
        return in_step(values.column, pd.Series(self.masked.rows[values.present]))

    def _fewer_weights(self, name: str, values: PresentValues) -> Remedy | None:
        """Return the rounding that leaves no more weights alone than may be, or else means of few records."""
        if self._final or self.masked.variable(name).scale is not Scale.CONTINUOUS:
            return None
        weights = np.sort(values.column.to_numpy(dtype=np.float64))
        base = rounding_base(weights, OWN_WEIGHTS / 10)
        if base is not None:
            return Remedy("Round", Rounding(variables=(name,), base=base))
        return Remedy("Share weights", Microaggregation(variables=(name,), k=TOGETHER))


def _numbers(name: str) -> Remedy:
    return Remedy("New numbers", NewNumbers(variables=(name,)))


def _last_place(numbers: np.ndarray) -> int | None:
    """Return how many decimals numbers have; −2 of hundreds, −3 of thousands; None: more than are counted."""
    decimals = count_decimals(numbers)
    if decimals != 0:
        return decimals
    rounder = (
        zeros for zeros in range(MOST_ZEROS, 0, -1) if np.array_equal(np.round(numbers, -zeros), numbers)
    )
    return -next(rounder, 0)
