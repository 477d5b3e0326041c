"""Present values of a variable that leaves: what they look like, without those that are missing."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import holds_numbers

_DAYS = {
    r"\d{4}-\d{2}-\d{2}([T ].*)?": 7,
    r"(18|19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])": 6,
    r"\d{1,2}[./-]\d{1,2}[./-](\d{4}|\d{2})": 0,
}
"""How dates to the day are written, and how many of their first signs say the month; 0: not the first."""

_ONE_NUMBER = 18_000_101, 20_991_231
"""Between which numbers lie those that are dates to the day."""

_LOOKED_AT = 50
"""Values by which a variable is taken for dates or not before all are looked at."""

_FIRST = 1 << 14
"""Values of which equal ones are sought before they are sought among all, which takes memory."""


@dataclass(frozen=True, slots=True)
class PresentValues:
    """A variable of a file without its missing values.

    Attributes
    ----------
    present
        bool (n,), records that have a value.
    column
        Their values.
    """

    present: np.ndarray
    column: pd.Series

    @classmethod
    def of(cls, data: Microdata, name: str) -> "PresentValues":
        """Return the values of a variable.

        Parameters
        ----------
        data
            A file.
        name
            Name of one of its variables.

        Returns
        -------
        PresentValues
            None of them missing.
        """
        present = ~data.missing(name)
        column = data.column(name)
        return cls(present, column if present.all() else column[present])

    @property
    def numeric(self) -> bool:
        """Whether they are numbers."""
        return holds_numbers(self.column)

    @property
    def whole(self) -> bool:
        """Whether they are whole numbers, however they are kept."""
        if pd.api.types.is_integer_dtype(self.column):
            return True
        if not self.numeric:
            return False
        numbers = self.column.to_numpy(dtype=np.float64, na_value=np.nan)
        return bool((np.isfinite(numbers) & (numbers == np.floor(numbers))).all())

    @property
    def unique(self) -> bool:
        """Whether no value occurs twice: where many do, the first ones tell it."""
        return self.column.iloc[:_FIRST].is_unique and self.column.is_unique

    def alone(self) -> int:
        """Return how many records have a value that no other record has.

        Returns
        -------
        int
            Number of records.
        """
        codes, _ = pd.factorize(self.column)
        return int(np.count_nonzero(np.bincount(codes) == 1))

    def count_equal(self, others: pd.Series) -> int:
        """Return how many are the same as others beside them, as they are or as text.

        Parameters
        ----------
        others
            As many values.

        Returns
        -------
        int
            Number of records.
        """
        one, other = self.column, others
        if one.dtype != other.dtype:
            one, other = one.astype(str), other.astype(str)
        return int((one.reset_index(drop=True) == other.reset_index(drop=True)).sum())

    def month_signs(self) -> int | None:
        """Return how many first signs of dates to the day say the month.

        Returns
        -------
        int or None
            0 where the month does not come first; None where these are no dates to the day.
        """
        days = self.numeric and self.whole and self.column.between(*_ONE_NUMBER).all()
        if not len(self.column) or (self.numeric and not days):
            return None
        first = self._written(self.column.iloc[:_LOOKED_AT])
        for pattern, signs in _DAYS.items():
            if first.str.fullmatch(pattern).all():
                every = self._written(pd.Series(self.column.unique()))
                return signs if every.str.fullmatch(pattern).all() else None
        return None

    def _written(self, column: pd.Series) -> pd.Series:
        return (column.astype("int64") if self.numeric else column).astype(str)


def in_step(one: pd.Series, other: pd.Series) -> bool:
    """Return whether the values of one series rise, or fall, with those of another, in numbers or letters.

    Parameters
    ----------
    one, other
        As many values each.

    Returns
    -------
    bool
        False where two of one are equal.
    """
    order = np.argsort(other.to_numpy(), kind="stable")
    ordered = one.reset_index(drop=True).iloc[order]
    ordered = ordered.astype(str) if ordered.dtype == object else ordered
    return bool(ordered.is_unique and (ordered.is_monotonic_increasing or ordered.is_monotonic_decreasing))
