"""Arrangement of records: which of them are seen, and in which order; nothing is changed by it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Value
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.number_text import Datum
from sdcdesk.core.text.sentence import sentence
from sdcdesk.records.browse import Condition, Relation, arranged

RELATIONS: dict[Relation, str] = {
    "equals": "is",
    "contains": "contains",
    "at_least": "is at least",
    "at_most": "is at most",
    "missing": "is missing",
}
"""Relations in words."""


@dataclass(frozen=True, slots=True, eq=False)
class Chosen:
    """Records that were chosen elsewhere.

    Attributes
    ----------
    positions
        int64, their positions in the file.
    words
        What they are ("4 records that are alone").
    """

    positions: np.ndarray
    words: str


Filter = Condition | Chosen


@dataclass(frozen=True, slots=True, eq=False)
class Arrangement:
    """Filters and sorting.

    Attributes
    ----------
    filters
        A record is shown if it passes all of them.
    by, descending
        The variable that the records are sorted by; empty: the order of the file.
    """

    filters: tuple[Filter, ...] = ()
    by: str = ""
    descending: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether all records are shown in the order of the file."""
        return not self.filters and not self.by

    def sorted_by(self, name: str, *, descending: bool = False) -> Self:
        """Return the arrangement in another order.

        Parameters
        ----------
        name
            The variable to sort by; empty: the order of the file.
        descending
            Whether the largest come first.

        Returns
        -------
        Self
            The same filters.
        """
        return replace(self, by=name, descending=descending)

    def with_filter(self, added: Filter) -> Self:
        """Return the arrangement with one filter more.

        Parameters
        ----------
        added
            A condition, or chosen records.

        Returns
        -------
        Self
            The same order.
        """
        return replace(self, filters=(*self.filters, added))

    def without_filter(self, place: int) -> Self:
        """Return the arrangement without one of its filters.

        Parameters
        ----------
        place
            Its place among the filters, from 0.

        Returns
        -------
        Self
            The same order.
        """
        return replace(self, filters=self.filters[:place] + self.filters[place + 1 :])

    def with_chosen(self, chosen: Chosen) -> Self:
        """Return the arrangement with these records instead of others that were chosen before.

        Parameters
        ----------
        chosen
            Records that were chosen elsewhere.

        Returns
        -------
        Self
            The same conditions and order.
        """
        conditions = tuple(one for one in self.filters if isinstance(one, Condition))
        return replace(self, filters=(*conditions, chosen))

    def positions(self, data: Microdata, progress: Progress = SILENT) -> np.ndarray:
        """Return the positions of the records that are shown, in the order in which they are shown.

        Parameters
        ----------
        data
            The records.
        progress
            Receives the share that is done, and stops the work where the user asked to.

        Returns
        -------
        np.ndarray
            int64 (m,).
        """
        conditions = [one for one in self.filters if isinstance(one, Condition)]
        among = [one.positions for one in self.filters if isinstance(one, Chosen)]
        return arranged(data, conditions, among, self.by, descending=self.descending, progress=progress)


_FILTERS = {
    "equals": "{name} is {value}",
    "contains": "{name} contains {value}",
    "at_least": "{name} {value} or over",
    "at_most": "{name} {value} or under",
    "missing": "{name} is missing",
}
"""What is said of a condition, by its relation."""


def filter_text(one: Filter, locale: Locale = NEUTRAL) -> str:
    """Return what a filter lets through: "Age 60 or over".

    Parameters
    ----------
    one
        A condition, or chosen records.
    locale
        Signs of the point and of groups of digits.

    Returns
    -------
    str
        A short phrase.
    """
    if isinstance(one, Chosen):
        return one.words
    value: str | float = one.value
    if not isinstance(value, str):
        value = Datum(value) if one.relation == "equals" else float(value)
    return sentence(_FILTERS[one.relation], name=one.name, value=value).written(locale)


def relations(data: Microdata, name: str) -> tuple[Relation, ...]:
    """Return the relations that make sense for a variable, the likeliest first.

    Parameters
    ----------
    data
        The records.
    name
        The variable.

    Returns
    -------
    tuple[Relation, ...]
        "missing" last.
    """
    measured = data.variable(name).scale is not Scale.NOMINAL
    usual: tuple[Relation, ...] = ("at_least", "at_most", "equals") if measured else ("equals",)
    return (*usual, "contains", "missing")


def read_condition(
    data: Microdata, name: str, relation: Relation, text: str, number: Callable[[str], float] = float
) -> Condition:
    """Return a condition as it was entered.

    Parameters
    ----------
    data
        The file.
    name, relation, text
        The variable, how it is compared, and with what.
    number
        Reads a number as the user writes it.

    Returns
    -------
    Condition
        Its value is a number where the variable holds numbers.

    Raises
    ------
    ValueError
        The value cannot be compared with the variable; the sentence says why.
    """
    value: Value = text.strip()
    if relation == "missing":
        return Condition(name, relation)
    if not value:
        raise ValueError("Enter a value.")
    if relation != "contains" and data.column(name).dtype.kind in "iuf":
        try:
            value = number(text)
        except ValueError:
            raise ValueError(sentence("{name} holds numbers; enter a number.", name=name)) from None
    return Condition(name, relation, value)
