"""Values of which an intruder learns an interval, with the width that it takes to hold the original."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from sdcdesk.core.data.comparison_level import comparison_level
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.numeric import holds_numbers
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.kernels.interval_widths import deviation_widths, rank_widths
from sdcdesk.kernels.moments import deviation
from sdcdesk.risk.linkage.compared import refuse_outside

Around = Literal["ranks", "deviation"]
"""What the width of an interval is a share of: the masked records, or the standard deviation."""


@dataclass(frozen=True, slots=True, eq=False)
class IntervalValues:
    """A variable with the widths of its intervals.

    Attributes
    ----------
    name
        The variable.
    places
        int64 (m,), the masked records in which it is present in both files.
    widths
        int64 (m,), the narrowest interval that holds the original, in whole percent; see `interval_widths`.
    """

    name: str
    places: np.ndarray
    widths: np.ndarray

    def inside(self, widest: int) -> np.ndarray:
        """Return how many values lie in the intervals of 1 %, 2 %, ….

        Parameters
        ----------
        widest
            The last width, in percent.

        Returns
        -------
        np.ndarray
            int64 (widest,), rising.
        """
        counts = np.bincount(np.minimum(self.widths, widest + 1), minlength=widest + 2)
        return np.cumsum(counts[1 : widest + 1])


def interval_values(original: Microdata, masked: Microdata, name: str, around: Around) -> IntervalValues:
    """Measure how wide an interval around each masked value must be to hold the original one.

    Parameters
    ----------
    original, masked
        Both files, which both have the variable.
    name
        An ordinal or continuous variable.
    around
        What widths are a share of.

    Returns
    -------
    IntervalValues
        For all records where the variable is present in both files.

    Raises
    ------
    DataError
        The values have no order, or no standard deviation where that is needed, in both files.
    """
    numbers = holds_numbers(original, name) and holds_numbers(masked, name)
    if around == "deviation" and not numbers:
        raise DataError(
            sentence("{name} holds no numbers, and a standard deviation needs them; use ranks.", name=name),
            "around",
        )
    before, after = _numbers(original, masked, name) if numbers else _ordered(original, masked, name)
    initial = before[masked.rows]
    places = np.flatnonzero(~np.isnan(initial) & ~np.isnan(after))
    if around == "ranks":
        widths = rank_widths(initial[places], after[places], after[~np.isnan(after)])
        return IntervalValues(name, places, widths)
    spread = deviation(before)
    if not spread > 0:
        words = (
            "{name} has no two different values in the original, so it has no standard deviation; use ranks."
        )
        raise DataError(sentence(words, name=name), "around")
    return IntervalValues(name, places, deviation_widths(initial[places], after[places], spread))


def _numbers(original: Microdata, masked: Microdata, name: str) -> tuple[np.ndarray, np.ndarray]:
    return original.numbers(name), masked.numbers(name)


def _ordered(original: Microdata, masked: Microdata, name: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the places of both files in the order of the categories, NaN where missing."""
    level = comparison_level(original, masked, name)
    before = level.before(original.coding(name).codes)
    after = level.after(masked.coding(name).codes)
    refuse_outside(name, int((after >= level.domain).sum()))
    if level.scale is not Scale.ORDINAL:
        words = (
            "{name} has no order in the masked file, so there are no intervals of it; choose other variables."
        )
        raise DataError(sentence(words, name=name), "variables")
    first, second = (np.where(codes < 0, np.nan, codes.astype(np.float64)) for codes in (before, after))
    return first, second
