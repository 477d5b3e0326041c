"""Decimals kept: computed values, as means of groups, get as many decimals as their variable has."""

from dataclasses import replace

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.numeric import is_numeric
from sdcdesk.core.numbers.decimal_fraction import LARGEST
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.method import Method
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.masking.new_values import replace_numbers

MOST = 6
"""Numbers with more decimals were computed themselves, and keep what they have."""

ULPS = 16
"""Units of the last binary digit by which a computed number may be off."""


KEEP_DECIMALS = "Keep the decimals of each variable"

KEEP_OF_FEW = (
    KEEP_DECIMALS,
    (
        "Round what is computed to as many decimals as the variable has. Otherwise its digits tell which "
        "records were changed, and that all others are as they were."
    ),
    FieldDisplay(more=True),
)
"""Title, help and place of the parameter in methods that change few records only."""


class KeepsDecimals(Method):
    """A method that computes values, and can write them with the decimals of their variable.

    With `decimals`, the new numbers of a variable are rounded to as many decimals as its old ones have,
    halves to the even digit: whole numbers stay whole, and amounts with cents get cents. A mean of three
    values with all its digits tells their sum. Figures of the method are those before rounding.
    """

    decimals: bool = parameter(
        False,
        KEEP_DECIMALS,
        "Round what is computed to as many decimals as the variable has, so that whole numbers stay whole "
        "and the digits of a mean do not tell the sum behind it. Otherwise all digits are kept.",
        FieldDisplay(more=True),
    )

    def _finished(self, data: Microdata, masked: Masked) -> Masked:
        if not self.decimals:
            return super()._finished(data, masked)
        columns: dict[str, pd.Series] = {}
        notes: list[Sentence] = []
        for name in dict.fromkeys(name for _, name, _ in self.chosen()):
            places = count_decimals(data.numbers(name)) if _is_computed(data, masked.data, name) else None
            if places is None:
                continue
            computed = masked.data.numbers(name)
            rounded = rounded_halves_to_even(computed, places)
            column = replace_numbers(data, name, rounded, whole=places == 0)
            if not np.array_equal(rounded, computed, equal_nan=True):
                notes.append(_note(name, places))
            elif column.dtype == masked.data.column(name).dtype:
                continue  # as another parameter rounds them
            columns[name] = column
        kept = masked.data.assign(columns) if columns else masked.data
        return super()._finished(data, replace(masked, data=kept, notes=(*masked.notes, *notes)))


def count_decimals(numbers: np.ndarray) -> int | None:
    """Return how many decimals the numbers of a variable have.

    Parameters
    ----------
    numbers
        float64 (n,); NaN where missing.

    Returns
    -------
    int or None
        None: more than `MOST`, or there are no numbers.
    """
    present = numbers[~np.isnan(numbers)]
    enough = (places for places in range(MOST + 1) if np.array_equal(np.round(present, places), present))
    return next(enough, None) if len(present) else None


def rounded_halves_to_even(numbers: np.ndarray, places: int) -> np.ndarray:
    """Round computed numbers; one that only errors of computing keep from a half counts as the half.

    Parameters
    ----------
    numbers
        float64 (n,); NaN where missing.
    places
        Digits after the point.

    Returns
    -------
    np.ndarray
        float64 (n,).
    """
    power = 10.0**places
    fine = np.abs(numbers) < LARGEST / power
    scaled = np.where(fine, numbers, 0.0) * power
    half = np.floor(scaled) + 0.5
    is_half = np.abs(scaled - half) <= ULPS * np.spacing(np.abs(half))
    # Numbers beyond have no decimals to round, and missing ones stay missing.
    return np.where(fine, np.rint(np.where(is_half, half, scaled)) / power, numbers)


def _is_computed(data: Microdata, masked: Microdata, name: str) -> bool:
    """Return whether a variable holds numbers before and after the step, and may have got others."""
    both = is_numeric(data, name) and name in masked and is_numeric(masked, name)
    return both and masked.column(name) is not data.column(name)


def _note(name: str, places: int) -> Sentence:
    if not places:
        return sentence("{name} is rounded to whole numbers, as it held before.", name=name)
    decimals = sentence("{decimals} decimal", "{decimals} decimals", "decimals", decimals=places)
    return sentence("{name} is rounded to {n}, as it had before.", name=name, n=decimals)
