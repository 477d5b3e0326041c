"""Intervals around released values, and the original values that lie in them."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal

import numpy as np

from sdcdesk.core.data.comparison_level import comparison_level
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.numeric import is_numeric
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.numbers.quantity import Quantity, share
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.kernels.interval_widths import deviation_widths, rank_widths
from sdcdesk.kernels.moments import deviation, median_deviation
from sdcdesk.kernels.robust_scatter import CONSISTENCY
from sdcdesk.risk.linkage.compared import refuse_outside

Around = Literal["ranks", "deviation", "mad"]
"""What the width of an interval is a share of: the masked records, or one of two deviations."""


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
    numbers = is_numeric(original, name) and is_numeric(masked, name)
    if around != "ranks" and not numbers:
        raise DataError(
            sentence("{name} holds no numbers, and a deviation needs them; use ranks.", name=name),
            "around",
        )
    if numbers:
        before, after = original.numbers(name), masked.numbers(name)
    else:
        before, after = _ordered(original, masked, name)
    initial = before[masked.rows]
    places = np.flatnonzero(~np.isnan(initial) & ~np.isnan(after))
    if around == "ranks":
        widths = rank_widths(initial[places], after[places], after[~np.isnan(after)])
        return IntervalValues(name, places, widths)
    spread = deviation(before) if around == "deviation" else CONSISTENCY * median_deviation(before)
    if not spread > 0:
        words = {
            "deviation": "{name} has no two different values in the original, so it has no standard "
            "deviation; use ranks.",
            "mad": "{name} has one value in half of the original's records or more, or none, so it has no "
            "median absolute deviation; use ranks or the standard deviation.",
        }[around]
        raise DataError(sentence(words, name=name), "around")
    return IntervalValues(name, places, deviation_widths(initial[places], after[places], spread))


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


NO_VALUES = "No value is present in both files."
"""Why nothing is defined, where variables are compared."""


@dataclass(frozen=True, eq=False)
class Intervals:
    """Intervals around the masked values of all variables.

    Attributes
    ----------
    masked
        The masked file.
    variables
        The variables.
    widest
        Widths are 1 %, 2 %, … up to this.
    nothing
        Why nothing is defined where no value is compared.
    """

    masked: Microdata
    variables: tuple[IntervalValues, ...]
    widest: int
    nothing: str = NO_VALUES

    @cached_property
    def values(self) -> int:
        """Number of values that are present in both files."""
        return sum(len(one.places) for one in self.variables)

    @cached_property
    def inside(self) -> np.ndarray:
        """Number of values in the intervals of each width, int64 (widest,)."""
        every = [one.inside(self.widest) for one in self.variables]
        return np.sum(every, axis=0) if every else np.zeros(self.widest, dtype=np.int64)

    @cached_property
    def of_records(self) -> tuple[np.ndarray, np.ndarray]:
        """Number of values of each record, and of those inside the widest interval, int64 (t,) each."""
        present, within = (np.zeros(len(self.masked), dtype=np.int64) for _ in range(2))
        for one in self.variables:
            present[one.places] += 1
            within[one.places] += one.widths <= self.widest
        return present, within

    @property
    def names(self) -> str:
        """Names of the variables."""
        return ", ".join(one.name for one in self.variables)

    @property
    def mean(self) -> Quantity:
        """Mean share of values inside, over all widths."""
        return share(Fraction(int(self.inside.sum()), self.widest), self.values, empty=self.nothing)

    @cached_property
    def whole(self) -> np.ndarray:
        """Whether all values of a record lie inside, bool (t,)."""
        present, within = self.of_records
        whole: np.ndarray = (present > 0) & (present == within)
        return whole

    def share_inside(self, inside: np.ndarray) -> np.ndarray:
        """Return numbers of values inside, divided by all values.

        Parameters
        ----------
        inside
            int64 (m,).

        Returns
        -------
        np.ndarray
            float64 (m,); NaN where no value is compared.
        """
        shares: np.ndarray = inside / (self.values or np.nan)
        return shares

    def rows_inside(self, at: int) -> np.ndarray:
        """Return the records with a variable in the widest interval.

        Parameters
        ----------
        at
            Place of the variable.

        Returns
        -------
        np.ndarray
            int64 (k,), positions in the original, ascending.
        """
        one = self.variables[at]
        return np.unique(self.masked.rows[one.places[one.widths <= self.widest]])

    def of_variables(self) -> list["Intervals"]:
        """Return the intervals of each variable alone.

        Returns
        -------
        list[Intervals]
            In the order of the variables.
        """
        return [Intervals(self.masked, (one,), self.widest) for one in self.variables]
