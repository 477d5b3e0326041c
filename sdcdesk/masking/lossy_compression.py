"""Lossy compression: the file is compressed as an image, and read back."""

import math
from bisect import bisect_right
from fractions import Fraction
from typing import ClassVar

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import all_whole
from sdcdesk.core.numbers.contributions import NEVER_PUBLISHED
from sdcdesk.core.numbers.decimal_fraction import exact, exact_mean, first_from
from sdcdesk.core.numbers.quantity import SHARE, Quantity, Why, undefined
from sdcdesk.core.operations.masked import Masked, by_variable
from sdcdesk.core.operations.method import Purpose
from sdcdesk.core.operations.parameters import CONTINUOUS, REQUIRED, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.results.original_counts import values_counted
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.kernels.jpeg import BLOCK, compressed
from sdcdesk.masking.declared import VALUES_CHANGED
from sdcdesk.masking.edit_rules.edit_rules_kept import ChoosesValues
from sdcdesk.masking.new_values import decimal_notes, numbers_to_square, replace_numbers, with_numbers

WHITE = 255
"""Largest of the grey levels 0…255."""

AT_ONCE = 4096 * BLOCK
"""Records that are compressed at a time: whole blocks, which do not depend on each other."""


MEAN_CHANGE = Declared(
    "mean_change",
    "Mean change",
    SHARE,
    "Mean of |x′ − x|, divided by max − min.",
)

BY_VARIABLE = by_variable(MEAN_CHANGE)


class LossyCompression(ChoosesValues):
    """Compress the file as a grey image with JPEG, and read it back.

    Records are the rows of the image, in the order of the file, and the variables named are its columns, in
    the order named. A value x becomes the grey level g = ⌊255·(x − min)/(max − min)⌋ by the smallest and the
    largest value of its variable; JPEG compresses the image at the quality given; a level g′ that comes back
    becomes x′ = min + g′·(max − min)/255, for whole numbers rounded down. Both are computed with the decimal
    fractions that the file holds. So all values stay between the smallest and the largest, and level 255 is
    the largest. Already the 256 levels coarsen the values, even at quality 100. Missing values
    stay missing; in the image they have the mean of their variable. A variable with one value only stays as
    it is.

    Nothing is random: the same file gives the same result, on every machine, pixel for pixel that of the
    usual programs for JPEG.

    When to use
        Several continuous variables with few extreme values. JPEG works on blocks of eight records and eight
        variables, whose values are smoothed together: the order of records and variables decides which.
        Sort the file by what the values hang on, and name related variables side by side.
    When not to use
        For skewed variables: one large value makes all others one grey level. Where the order of the records
        tells something. For codes and categories. No bound holds for the change of a single value, and
        whoever has a similar file can repeat the compression: judge the risk by record linkage. Nor where
        the extremes must not be known: levels lie (max − min)/255 apart, which tells max − min exactly, and
        those of the extremes, where they are left, are the extremes themselves. Top code before.


    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"sales": [10, 20, 40, 90], "staff": [1, 1, 2, 5]}))
    >>> masked = sdc.masking.LossyCompression(variables=["sales", "staff"], quality=60).apply(data)
    >>> masked.frame.to_dict("list")
    {'sales': [12, 15, 35, 90], 'staff': [1, 1, 2, 5]}
    """

    name: ClassVar[str] = "lossy_compression"
    title: ClassVar[str] = "Lossy compression"
    source: ClassVar[str] = (
        "Domingo-Ferrer and Torra, Disclosure Control Methods and Information Loss for Microdata, section 3, "
        "Example 2; ITU-T T.81 (JPEG)"
    )
    purpose: ClassVar[Purpose] = Purpose.CHANGE_VALUES
    declares = (VALUES_CHANGED,)
    tables = (BY_VARIABLE,)
    examples = (
        {"variables": ["income", "bonus", "age"], "quality": 60},
        {"variables": ["income", "bonus"], "quality": 7, "whole_numbers": False, "edit_rules": "keep"},
    )

    variables: tuple[str, ...] = parameter(
        REQUIRED,
        "Variables",
        "The columns of the image, from left to right.",
        accepts=CONTINUOUS,
        min_length=1,
    )
    quality: int = parameter(
        80,
        "Quality",
        "Quality of JPEG, 1 to 100; the lower, the more values change.",
        FieldDisplay(unit="%"),
        ge=1,
        le=100,
    )
    whole_numbers: bool = parameter(
        True,
        "Keep whole numbers whole",
        "Round variables that hold only whole numbers down to whole numbers, as in the source.",
    )

    def summary(self) -> str:
        """Return the step in a few plain words."""
        return sentence(
            "{names} compressed at quality {quality}", names=", ".join(self.variables), quality=self.quality
        )

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        values = {name: numbers_to_square(data, name) for name in self.variables}
        scales = {name: _Scale(column) for name, column in values.items()}
        image = np.column_stack([scales[name].grey(column) for name, column in values.items()])
        for first, share in progress.over(range(0, len(data), AT_ONCE), self.title):
            share.at(0.0, self.title)
            image[first : first + AT_ONCE] = compressed(image[first : first + AT_ONCE], self.quality)
        columns: dict[str, pd.Series] = {}
        changed, found = 0, {}
        for place, (name, old) in enumerate(values.items()):
            whole = self.whole_numbers and all_whole(old[~np.isnan(old)])
            new = scales[name].values(image[:, place], old, whole=whole)
            columns[name] = replace_numbers(data, name, new, whole=whole)
            present = ~np.isnan(old)
            changed += int((old != new)[present].sum())
            found[name] = {MEAN_CHANGE: scales[name].mean_change(old[present], new[present])}
        notes = decimal_notes(values) if self.whole_numbers else []
        reported = {VALUES_CHANGED: values_counted(changed, data)}
        return Masked(with_numbers(data, columns), reported, tuple(notes), (BY_VARIABLE.table(found),))


class _Scale:
    """Grey levels of a variable: 0 is its smallest value, 255 its largest.

    Parameters
    ----------
    column
        float64 (n,), NaN where missing.
    """

    def __init__(self, column: np.ndarray) -> None:
        present = column[~np.isnan(column)]
        least, largest = float(present.min(initial=np.inf)), float(present.max(initial=-np.inf))
        self.span = largest - least
        if not self.span > 0:
            return
        step = (exact(largest) - exact(least)) / WHITE
        # Where each level begins, which is also the value that comes back from it.
        self.begins = [exact(least) + level * step for level in range(WHITE + 1)]
        self.mean = exact_mean(present) if len(present) < len(column) else Fraction(0)

    def grey(self, column: np.ndarray) -> np.ndarray:
        """Return the levels, uint8 (n,): all 0 where there are no two different values."""
        if not self.span > 0:
            return np.zeros(len(column), np.uint8)
        breaks = np.array([first_from(begin) for begin in self.begins[1:]])
        levels = np.searchsorted(breaks, column, side="right")
        levels[np.isnan(column)] = bisect_right(self.begins, self.mean) - 1
        return levels.astype(np.uint8)

    def values(self, levels: np.ndarray, column: np.ndarray, *, whole: bool) -> np.ndarray:
        """Return the values of levels, float64 (n,), NaN where the old ones are missing."""
        if not self.span > 0:
            return column
        of_level = np.array([float(math.floor(begin) if whole else begin) for begin in self.begins])
        return np.where(np.isnan(column), np.nan, of_level[levels])

    def mean_change(self, old: np.ndarray, new: np.ndarray) -> Quantity:
        """Return the mean of |x′ − x| by the span."""
        if not self.span > 0:
            return undefined(SHARE, Why.ZERO_DIVISOR, "The variable has no two different values.")
        return Quantity(float(np.abs(new - old).mean()) / self.span, SHARE, contributions=NEVER_PUBLISHED)
