"""Areas as tables list them: one by one, and in classes by their population."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import Reason
from sdcdesk.core.numbers.round_steps import round_steps
from sdcdesk.risk.census_uniqueness.uniqueness import Areas
from sdcdesk.risk.keys.key_values import key_texts


@dataclass(frozen=True, eq=False)
class ListedAreas:
    """Areas with records.

    Attributes
    ----------
    masked
        The masked file.
    areas
        The riskiest first.
    none
        Why there are none, where there are none.
    """

    masked: Microdata = field(repr=False)
    areas: Areas
    none: Reason

    @property
    def names(self) -> pd.Series:
        """Their values in the masked file."""
        return key_texts(self.masked, self.areas.variable, self.areas.first)


class AreaClasses(ListedAreas):
    """The same in classes of 1, 2, 5, 10, 20 and so on released records; no class is without areas."""

    @cached_property
    def lows(self) -> np.ndarray:
        """int64, the smallest population of each class, up to that of the largest area."""
        largest = int(self.areas.sizes.max(initial=0))
        lows = takewhile(lambda low: low <= largest, map(int, round_steps(1)))
        return np.fromiter(lows, dtype=np.int64)

    @cached_property
    def place(self) -> np.ndarray:
        """int64 (A,), the class of each area."""
        place: np.ndarray = np.searchsorted(self.lows, self.areas.sizes, side="right") - 1
        return place

    @cached_property
    def occupied(self) -> np.ndarray:
        """int64 (m,), the classes that have areas."""
        return np.unique(self.place)

    @property
    def names(self) -> pd.Series:
        """Populations from first to last."""
        return pd.Series([self._name(at) for at in self.occupied.tolist()], dtype=object)

    @property
    def risk(self) -> np.ndarray:
        """float64 (m,), unique records divided by all, of each class."""
        risk: np.ndarray = self.sums(lambda areas: areas.unique) / self.sums(lambda areas: areas.sizes)
        return risk

    @property
    def largest(self) -> np.ndarray:
        """float64 (m,), the largest risk of an area of each class."""
        return np.array([self.areas.risk[self.place == at].max() for at in self.occupied], dtype=float)

    def sums(self, number: Callable[[Areas], np.ndarray]) -> np.ndarray:
        """Return the sums over the areas of each class.

        Parameters
        ----------
        number
            Gives int64 or bool (A,).

        Returns
        -------
        np.ndarray
            int64 (m,).
        """
        each = number(self.areas)
        return np.array([int(each[self.place == at].sum()) for at in self.occupied], dtype=np.int64)

    def unique_rows(self, at: int) -> np.ndarray:
        """Return who is unique in an area of a class.

        Parameters
        ----------
        at
            Its position.

        Returns
        -------
        np.ndarray
            int64 (k,), positions in the original.
        """
        members = self.place == self.occupied[at]
        rows: np.ndarray = self.masked.rows[self.areas.alone & members[self.areas.labels]]
        return rows

    def _name(self, at: int) -> str:
        low = int(self.lows[at])
        if at == len(self.lows) - 1:
            return f"{low}+"
        high = int(self.lows[at + 1]) - 1
        return str(low) if high == low else f"{low}–{high}"
