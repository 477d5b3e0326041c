"""Headline loss: one number for the way, made of parts that everyone can see."""

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar, Self

import numpy as np
import pandas as pd
from pydantic import model_validator

from sdcdesk.core.data.described_frame import DescribedFrame
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.numbers.contributions import KNOWN_TO_ALL, Contributions
from sdcdesk.core.numbers.quantity import SCORE, VALUES, Quantity
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.measure import Lead, Measure
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Findings
from sdcdesk.core.results.without_original import LOSS_UNKNOWN
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.model import FieldError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.loss.changed_records import changed_records, unreleased_records
from sdcdesk.loss.headline_findings import LOSS, PARTS, to_findings
from sdcdesk.loss.headline_parts import Part, variable_part

RECORDS_LEFT_OUT = "records left out"
"""Name of the part that no variable has."""


UNANALYSED = (Role.HOUSEHOLD, Role.WEIGHT)
"""Roles of variables that number or weigh records: a part only where the owner gives them a weight."""


def _part_names(original: DescribedFrame) -> tuple[str, ...]:
    """Return everything that can be a part."""
    names = (variable.name for variable in original.variables if variable.role is not Role.IDENTIFIER)
    return RECORDS_LEFT_OUT, *names


class HeadlineLoss(Measure):
    """How much the masked file lost, on 0 (nothing) to 100 (everything), as a mean of visible parts.

    There is one part for each variable of the original that is analysed, and the part "records left out",
    100·(1 − t/n) for t of n records released. Identifiers, household numbers and weights of records are no
    parts: nobody tabulates them, so that they would only dilute what the others lost; the findings name
    them. A stratum is a part, for its categories (a region, a size class) are analysed as others are.

    The headline is a mean over the n records of the original. A record that is left out lost everything,
    100; a released one lost the mean of its parts, of which "records left out" is 0. So with L for the part
    "records left out" and M for the mean of the parts of the released records, the headline is
    L + (1 − L/100)·M: where every record is released the mean of the parts, and never less than the share of
    the records that are left out, however many variables there are. You may give the parts weights, and a
    household number or a weight of records that is given one is a part too. With weight 0 for the records
    left out the headline is about the released records alone, M. The part of a variable is the mean over the
    t masked records of what each value lost, times 100:

    - equal, or missing in both files: 0;
    - missing in one of the files: 1;
    - nominal, changed: 1;
    - ordinal, changed: places between the two categories, divided by the number |D| of the original's
      categories, observed or not;
    - continuous, changed: min(1, |x − x′|/(√2·S)), S the standard deviation of the original (÷ n − 1 over
      its present values); 1 if S is 0 or not defined, or if a file has whole numbers beyond 2^53, which are
      names rather than amounts;
    - recoded to a coarser category: (number of the original's categories under it − 1)/(|D| − 1); 0 if
      |D| is 1;
    - a wider label that the records got which need it (local recoding): likewise, where it stands for the
      value; else 1;
    - a number recoded to a category: the width of its interval, divided by the range of the original
      values and at most 1. An open end stands at the end of the range. Without a stated interval the
      width is the span of the original values under the category. A constant variable loses nothing.

    A variable that is not released lost 100. Without any masked record the headline is 100.

    The recipe tells what each category was recoded to; a recoding that merges others into a category
    makes that one coarser too. Where a recoded value was changed as well, a nominal one lost 1; an
    ordinal one what its right category lost plus the places between the two, divided by the number of
    masked categories, at most 1. A masked value that the original's categories do not hold and no
    recoding explains is a change: 1.

    When to use: to choose the next step, and to see at once what it costs and where.

    When not: as a measure of what users of the file can still do. It is a compass, never a substitute
    for the other measures: it does not see whether means, tables or correlations survived, and equal
    numbers do not mean equal use.

    The table `parts` has the `part`, its `loss` (0–100, missing where it does not count), its `weight`, how
    many values were `changed` (by anything but a recoding) and how many `blanked`, or records left out, and
    `words` that say where the loss comes from.

    Example
    -------
    One of four records is left out, and of three towns two become one region:

    >>> import numpy as np
    >>> import pandas as pd
    >>> from sdcdesk.core.data.microdata import Microdata
    >>> from sdcdesk.loss import HeadlineLoss
    >>> original = Microdata(pd.DataFrame({"town": ["Albany", "Boston", "New York", "New York"]}))
    >>> region = {"Albany": "NY state", "New York": "NY state", "Boston": "Boston"}
    >>> masked = original.recode("town", lambda towns: towns.map(region)).take(np.array([0, 1, 2]))
    >>> assessment = HeadlineLoss().assess(original, masked)
    >>> assessment.table("parts")[["part", "loss", "words"]].round(1).values.tolist()
    [['records left out', 25.0, '1 of 4 records left out'], ['town', 33.3, '3 values became 2']]
    >>> round(assessment.value("loss"), 1)  # 25 + (1 - 0.25)·(0 + 33.3)/2
    37.5
    """

    concern: ClassVar[Concern] = Concern.LOSS
    name: ClassVar[str] = "headline_loss"
    title: ClassVar[str] = "Headline loss"
    version: ClassVar[int] = 3
    source: ClassVar[str] = "Defined by this program; see the manual page"
    purpose: ClassVar[str] = "How much the masked file lost, in one number, and where it lost it."
    declares: ClassVar[tuple[Declared, ...]] = (LOSS,)
    tables: ClassVar[tuple[DeclaredTable[Any], ...]] = (PARTS,)
    lead: ClassVar[Lead] = Lead(LOSS.name)
    counts_values: ClassVar[bool] = True
    needs_original: ClassVar[str] = LOSS_UNKNOWN
    examples = (
        {},
        {"weights": {"records left out": 0.0, "income": 2.5}},
    )

    weights: dict[str, float] = parameter(
        {},
        "Weights of the parts",
        'How much each part counts, at least 0: names of variables, and "records left out". A part without a '
        "weight has 1; household numbers and weights of records are parts only with one.",
        FieldDisplay(more=True, empty="all alike", rows=_part_names),
    )

    @model_validator(mode="after")
    def _none_negative(self) -> Self:
        for name, weight in self.weights.items():
            if weight < 0:
                raise FieldError(
                    "weights", sentence("the weight of {name} is negative; give 0 or more", name=name)
                )
        return self

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        self._check_weights(_part_names(original))
        names = [one.name for one in original.variables if self._counts(one)]
        parts = [_records_part(len(original), len(masked))]
        parts += [variable_part(original, masked, name) for name, _ in progress.over(names, self.title)]
        weights = [self.weights.get(part.name, 1.0) for part in parts]
        table = pd.DataFrame(
            {
                "part": [part.name for part in parts],
                "loss": [math.nan if part.loss is None else float(100 * part.loss) for part in parts],
                "weight": weights,
                "changed": [part.changed for part in parts],
                "blanked": pd.Series([_blanked(part) for part in parts], dtype=object),
                "words": pd.Series([part.words for part in parts], dtype=object),
            }
        )

        def rows(part: int) -> np.ndarray:
            if part == 0:
                return unreleased_records(original, masked)
            return changed_records(original, masked, names[part - 1])

        left_out, mean = _left_out(parts, weights), self._mean(parts, weights)
        behind = _mean_contributions(parts, weights)
        released = Quantity(float(100 * mean), SCORE, contributions=behind)
        if left_out:
            kept = behind and replace(behind, effect=behind.effect * float(1 - left_out))
            whole = float(100 * (left_out + (1 - left_out) * mean))
            loss = Quantity(whole, SCORE, contributions=kept)
        else:
            loss = released
        notes = _not_counted(original, masked, names)
        return to_findings(loss, released, table, [_in_score(part) for part in parts], notes, rows)

    def _counts(self, variable: Variable) -> bool:
        """Return whether a variable is a part: one that is analysed, or that the owner gives a weight."""
        if variable.role is Role.IDENTIFIER:
            return False
        return variable.role not in UNANALYSED or variable.name in self.weights

    def _check_weights(self, parts: Sequence[str]) -> None:
        """Refuse a weight that belongs to no part, rather than ignore it."""
        for name in self.weights:
            if name not in parts:
                raise ParameterError(
                    sentence(
                        "{title} has no part called {name} to give a weight; there are {parts}.",
                        title=self.title,
                        name=name,
                        parts=", ".join(parts),
                    ),
                    "weights",
                )

    def _mean(self, parts: list[Part], weights: list[float]) -> Fraction:
        """Return the weighted mean of the parts of a released record, weights taken as decimal fractions."""
        counting = [
            # No released record is left out.
            (Fraction(0) if part.name == RECORDS_LEFT_OUT else part.loss, Fraction(str(weight)))
            for part, weight in zip(parts, weights, strict=True)
            if part.loss is not None
        ]
        total = sum((weight for _, weight in counting), Fraction(0))
        if total == 0:
            raise ParameterError(
                sentence(
                    "every part that counts has weight 0; give at least one of them a weight.",
                ),
                "weights",
                title=self.title,
            )
        return sum((loss * weight for loss, weight in counting), Fraction(0)) / total


def _left_out(parts: Sequence[Part], weights: Sequence[float]) -> Fraction:
    """Return the share of records that are left out, 0 where the owner gives that part no weight."""
    return next(
        (part.loss or Fraction(0)) if weight else Fraction(0)
        for part, weight in zip(parts, weights, strict=True)
        if part.name == RECORDS_LEFT_OUT
    )


def _blanked(part: Part) -> Quantity | int:
    """Return how many values a part lacks; how many records there were and are is told to everybody."""
    if part.name != RECORDS_LEFT_OUT:
        return part.blanked
    return Quantity(part.blanked, VALUES, contributions=KNOWN_TO_ALL)


def _in_score(part: Part) -> Contributions | None:
    """Return what single values have to do with a part on 0…100."""
    if part.name == RECORDS_LEFT_OUT:
        return KNOWN_TO_ALL
    behind = part.contributions
    return behind and replace(behind, effect=100 * behind.effect)


def _mean_contributions(parts: Sequence[Part], weights: Sequence[float]) -> Contributions | None:
    """Return what single values have to do with the weighted mean of the parts, on 0…100."""
    counting = [
        (part.contributions, weight)
        for part, weight in zip(parts, weights, strict=True)
        if part.loss is not None
    ]
    behind = [(one, weight) for one, weight in counting if one is not None]
    if not behind:
        return None
    effect = sum(100 * one.effect * weight for one, weight in behind) / sum(weight for _, weight in counting)
    return Contributions(max(one.values for one, _ in behind), effect=effect)


def _records_part(initial: int, released: int) -> Part:
    left_out = max(initial - released, 0)
    some = sentence("{n} of {all} records left out", n=left_out, all=initial)
    words = some if left_out else "every record released"
    return Part(RECORDS_LEFT_OUT, Fraction(left_out, initial), words, blanked=left_out)


def _not_counted(original: Microdata, masked: Microdata, parts: Sequence[str]) -> tuple[Sentence, ...]:
    """Say which variables are no parts, and why."""
    counted = {*parts}
    unanalysed = [name for name in original.names if name not in counted]
    added = [name for name in masked.names if name not in original]
    some = [
        sentence(words, names=", ".join(names))
        for words, names in (
            ("Not counted, as they name, number or weigh records and are not analysed: {names}.", unanalysed),
            ("Not in the original file, so they do not count: {names}.", added),
        )
        if names
    ]
    return tuple(some)
