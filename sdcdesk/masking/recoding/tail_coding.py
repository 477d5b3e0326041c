"""Top and bottom coding: the extreme values of a variable become one."""

import math
from typing import ClassVar, Literal, Self

import numpy as np
import pandas as pd
from pydantic import model_validator

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.numbers.quantity import RECORDS, Quantity
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.method import Method, Purpose
from sdcdesk.core.operations.parameters import ORDERED, REQUIRED, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.model import FieldError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import Percentage, sentence
from sdcdesk.masking.recoding.tails import (
    SIDES,
    Side,
    Tail,
    at_quantile,
    at_threshold,
    beyond,
    is_whole,
    records_with,
    with_labels,
    with_values,
)
from sdcdesk.masking.replacement import Replacement, known_values

BY = {"value": "A value", "quantile": "A share of the records"}

REPLACED_BY = {
    "threshold": "The threshold",
    "label": 'A label, "90 and over"',
    "mean": "The mean of the tail",
}

EMPTY: dict[Side, str] = {
    "bottom": "No record lies in the bottom tail of {name}.",
    "top": "No record lies in the top tail of {name}.",
}
"""What is reported of a tail without records."""

TELLING: dict[Side, str] = {
    "bottom": "The mean of the bottom tail of {name} gives values away, for one or two records make it up; "
    "replace the tail by the threshold or a label.",
    "top": "The mean of the top tail of {name} gives values away, for one or two records make it up; replace "
    "the tail by the threshold or a label.",
}
"""What is reported of a mean that tells what it is the mean of."""

MAKES_UP = 0.1
"""Share of how far the farthest value of a tail lies beyond the threshold, for the others together."""


CODED: dict[Side, Declared] = {
    side: Declared(
        f"records_{side}_coded",
        title,
        RECORDS,
        "How many records got a new value, or would have if they did not have it already.",
        better="less",
    )
    for side, title in zip(SIDES, ("Records bottom coded", "Records top coded"), strict=True)
}


class TailCoding(Method):
    """Lump the highest or lowest values of a variable together.

    All values from the `top` threshold on become one, and so do all values up to the `bottom` threshold;
    the threshold itself belongs to the tail. The values between stay exactly as they are, and missing
    values stay missing.

    Thresholds are given as values (for an ordinal variable with declared categories: as categories), or
    as quantiles in %: with a top quantile of 95 the tail begins at the lowest value of the file that lies
    above 95 % of the records with a value, so that at most 5 % are coded; ties at the quantile stay
    outside. The bottom is the mirror: with 5, at most the lowest 5 % are coded. A threshold found in this
    way is a value of the file and becomes known.

    The tail is replaced by (`replace_by`):

    - *threshold*: whole numbers stay whole, categories stay categories.
    - *label*: "90 and over", "20 and under", or one of your own; of bands by the end of the outermost one
      that is coded. Because a column cannot hold numbers and labels, all values become text: the variable
      becomes ordinal, with its values in order as categories and the range of each.
    - *mean*: the mean of the coded values (sum divided by their number), which keeps the total of the
      variable; continuous variables only. Whole numbers get decimals if the mean has them, which is noted.

    When to use
        Skewed variables, and keys such as age, where only the extremes are conspicuous. It costs less than
        recoding the whole variable.
    When not to use
        Where the extremes are what users study, as in work on inequality: with *threshold* means and
        variances shrink. Values in the middle that are rare together with other keys are not protected.
        The mean of a tail gives values away where one or two records make it up: whoever knows the second
        farthest value computes the farthest one as closely as the others, together, lie beyond the threshold.
        This is noted where they do by less than a tenth of what the farthest does.


    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"age": [17, 44, 91, 97]}))
    >>> sdc.masking.TailCoding(variable="age", top=90).apply(data).frame["age"].tolist()
    [17, 44, 90, 90]
    >>> coded = sdc.masking.TailCoding(variable="age", top=90, replace_by="label").apply(data)
    >>> coded.frame["age"].tolist()
    ['17', '44', '90 and over', '90 and over']
    """

    name: ClassVar[str] = "tail_coding"
    title: ClassVar[str] = "Top and bottom coding"
    source: ClassVar[str] = (
        "Domingo-Ferrer and Torra, Disclosure Control Methods and Information Loss for Microdata, section 3 "
        "(Top- and Bottom-Coding)"
    )
    purpose: ClassVar[Purpose] = Purpose.LESS_DETAIL
    declares = (*CODED.values(),)
    examples = (
        {"variable": "age", "top": 80.0},
        {"variable": "school", "top": "higher", "bottom": "none", "replace_by": "label", "top_label": "up"},
        {"variable": "age", "by": "quantile", "top_quantile": 97.5},
        {
            "variable": "age",
            "by": "quantile",
            "bottom_quantile": 2.5,
            "replace_by": "label",
            "bottom_label": "low",
        },
    )

    variable: str = parameter(
        REQUIRED, "Variable", "The variable whose extreme values are coded.", accepts=ORDERED
    )
    by: Literal["value", "quantile"] = parameter(
        "value", "Threshold is", "How the thresholds are given.", FieldDisplay(choices=BY)
    )
    top: float | str | None = parameter(
        None,
        "Top threshold",
        "This value and all higher ones are coded; empty for no top coding.",
        FieldDisplay(when={"by": ("value",)}, empty="none"),
    )
    bottom: float | str | None = parameter(
        None,
        "Bottom threshold",
        "This value and all lower ones are coded; empty for no bottom coding.",
        FieldDisplay(when={"by": ("value",)}, empty="none"),
    )
    top_quantile: float | None = parameter(
        None,
        "Top quantile",
        "What lies above this share of the records is coded: 95 codes the highest 5 % at most.",
        FieldDisplay(unit="%", when={"by": ("quantile",)}),
        ge=50,
        lt=100,
    )
    bottom_quantile: float | None = parameter(
        None,
        "Bottom quantile",
        "The lowest values are coded, this share of the records at most: 5 codes the lowest 5 %.",
        FieldDisplay(unit="%", when={"by": ("quantile",)}),
        gt=0,
        le=50,
    )
    replace_by: Literal["threshold", "label", "mean"] = parameter(
        "threshold", "Replaced by", "What stands for the coded values.", FieldDisplay(choices=REPLACED_BY)
    )
    top_label: str = parameter(
        "",
        "Top label",
        'Stands for the highest values; "90 and over" where empty.',
        FieldDisplay(when={"replace_by": ("label",)}),
    )
    bottom_label: str = parameter(
        "",
        "Bottom label",
        'Stands for the lowest values; "20 and under" where empty.',
        FieldDisplay(when={"replace_by": ("label",)}),
    )

    @model_validator(mode="after")
    def _complete(self) -> Self:
        thresholds = self._thresholds()
        if not thresholds:
            first = "top" if self.by == "value" else "top_quantile"
            raise FieldError(first, "a top or a bottom threshold must be given")
        top, bottom = thresholds.get("top"), thresholds.get("bottom")
        if self.by == "value" and isinstance(top, float) and isinstance(bottom, float) and bottom >= top:
            raise FieldError("bottom", "the bottom threshold must be below the top threshold")
        for label, threshold in (("top_label", top), ("bottom_label", bottom)):
            if getattr(self, label) and threshold is None:
                raise FieldError(label, "there is no threshold on this side; leave the label out")
        return self

    def _thresholds(self) -> dict[Side, float | str]:
        """Return the threshold of each side that has one."""
        if self.by == "value":
            bottom, top = self.bottom, self.top
        else:
            bottom, top = self.bottom_quantile, self.top_quantile
        both = zip(SIDES, (bottom, top), strict=True)
        return {side: threshold for side, threshold in both if threshold is not None}

    def summary(self) -> str:
        """Return the step in a few plain words."""
        shown = Percentage if self.by == "quantile" else float
        thresholds = self._thresholds()
        at = {side: end if isinstance(end, str) else shown(end) for side, end in thresholds.items()}
        words = "{name} bottom coded at {bottom} and top coded at {top}"
        if "top" not in thresholds:
            words = "{name} bottom coded at {bottom}"
        if "bottom" not in thresholds:
            words = "{name} top coded at {top}"
        return sentence(words, name=self.variable, bottom=at.get("bottom", ""), top=at.get("top", ""))

    def check(self, data: Microdata) -> tuple[str, ...]:
        """Check that the coding fits the data: the mean is for continuous variables."""
        notes = super().check(data)
        if data.variable(self.variable).scale is Scale.CONTINUOUS:
            data.numbers(self.variable, rounded=True)
        elif self.replace_by == "mean":
            raise DataError(
                sentence(
                    "{variable} is ordinal and has no mean; replace its tail by the threshold or a label.",
                    variable=short(self.variable),
                ),
                "replace_by",
                title=self.title,
            )
        return notes

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        old = known_values(data, self.variable)
        records = records_with(data, self.variable, old)
        tails = self._tails(data.variable(self.variable), old, records)
        coded = {side: sum(int(records[t.inside].sum()) for t in tails if t.side == side) for side in SIDES}
        reported = {CODED[side]: Quantity(coded[side], RECORDS) for side in self._thresholds()}
        notes = tuple(
            sentence(EMPTY[side], name=self.variable) for side in self._thresholds() if not coded[side]
        )
        progress.at(0.5, self.title)
        if not tails:
            return Masked(data, reported, notes)
        if self.replace_by == "mean":
            numbers = data.numbers(self.variable)
            telling = (
                sentence(TELLING[one.side], name=self.variable) for one in tails if _tells(numbers, one)
            )
            notes = (*notes, *telling)
        replacement = self._replacement(data, old, tails)
        return Masked(replacement.recoded(data), reported, notes + replacement.notes)

    def _tails(self, variable: Variable, old: pd.Series, records: np.ndarray) -> list[Tail]:
        """Return the tails in the order of the values; a quantile that nothing lies beyond has none."""
        tails = []
        for side, threshold in self._thresholds().items():
            if self.by == "value":
                tails.append(at_threshold(old, variable, side, threshold))
            elif (tail := at_quantile(old, records, side, float(threshold))) is not None:
                tails.append(tail)
        if len(tails) == len(SIDES) and (tails[0].inside & tails[1].inside).any():
            raise DataError(
                sentence(
                    "the bottom threshold of {variable} must be below the top threshold.",
                    variable=self.variable,
                ),
                "bottom",
                title=self.title,
            )
        return tails

    def _replacement(self, data: Microdata, old: pd.Series, tails: list[Tail]) -> Replacement:
        variable = data.variable(self.variable)
        if self.replace_by == "label":
            named = {"bottom": self.bottom_label, "top": self.top_label}
            labels = {tail.side: named[tail.side] or tail.label(variable) for tail in tails}
            return with_labels(variable, old, tails, labels)
        if self.replace_by == "mean":
            numbers = data.numbers(self.variable)
            return with_values(variable, old, tails, [_mean(numbers, tail) for tail in tails])
        thresholds = [tail.threshold for tail in tails]
        if pd.api.types.is_integer_dtype(old) and not all(map(is_whole, thresholds)):
            raise DataError(
                sentence(
                    "{variable} holds whole numbers; give a whole threshold to replace them.",
                    variable=short(self.variable),
                ),
                "top" if self.top is not None else "bottom",
                title=self.title,
            )
        return with_values(variable, old, tails, thresholds)


def _tells(numbers: np.ndarray, tail: Tail) -> bool:
    """Return whether the mean of a tail tells its farthest value to whoever knows the next one."""
    inside = numbers[beyond(numbers, tail.side, float(tail.threshold))]
    far = np.sort(np.abs(inside - float(tail.threshold)))
    return len(far) == 1 or (len(far) > 1 and float(far[:-2].sum()) < MAKES_UP * float(far[-1]))


def _mean(numbers: np.ndarray, tail: Tail) -> float:
    """Return the mean of the numbers in a tail, correctly rounded; its threshold where none lies there."""
    inside = numbers[beyond(numbers, tail.side, float(tail.threshold))]
    if len(inside) == 0:
        return float(tail.threshold)
    try:
        return math.fsum(inside) / len(inside)
    except OverflowError:
        raise DataError("The sum of the tail is too large a number; replace it by its threshold.") from None
