"""Intervals around the masked values of several variables, and the original values that lie in them."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import Quantity, share
from sdcdesk.risk.linkage.interval_values import IntervalValues

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
