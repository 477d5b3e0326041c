"""Categories: the values of a nominal or ordinal variable, their order, and which of them mean missing."""

from collections.abc import Collection
from dataclasses import dataclass

import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Value, Variable
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.inspection.value_counts import value_counts

MOST = 1000
"""More different values are not listed: nobody would order them by hand."""


@dataclass(frozen=True, slots=True)
class Occurring:
    """The values that occur in a variable, codes for missing included.

    Attributes
    ----------
    counts
        Records of each value, ascending by value; where there are more than 1,000, of those only that were
        asked for.
    different
        Number of different values.
    empty, records
        Records in which it is empty, and all of them.
    """

    counts: dict[Value, int]
    different: int
    empty: int
    records: int


@dataclass(frozen=True, slots=True)
class Category:
    """One value.

    Attributes
    ----------
    value
        The value; None for an empty cell.
    records, share
        How often it occurs, and as a share of all records (0…1).
    missing
        Whether it means that the value is missing.
    placed
        Whether it has a place in the order of an ordinal variable.
    label
        What it means; empty: nobody says it.
    """

    value: Value | None
    records: int
    share: float
    missing: bool
    placed: bool = True
    label: str = ""

    def text(self, locale: Locale = NEUTRAL) -> str:
        """Return what a list calls it, without its label.

        Parameters
        ----------
        locale
            The sign of the point of numbers.

        Returns
        -------
        str
            A text as it stands in the file.
        """
        if isinstance(self.value, str):
            return self.value
        return "missing" if self.value is None else str(self.value).replace(".", locale.point)


def occurring(data: Microdata, name: str, asked: Collection[Value] = ()) -> Occurring:
    """Count the values of a variable.

    Parameters
    ----------
    data
        The records.
    name
        The variable.
    asked
        Values that are counted although there are too many to list all.

    Returns
    -------
    Occurring
        Missing codes are counted as values.
    """
    variable = data.variable(name).changed(missing=())
    found = value_counts(Microdata(data.column(name).to_frame(), [variable]), name)
    values, counts = pd.Series(found.values), found.counts
    if found.distinct > MOST:
        listed = values.isin(list(asked)).to_numpy(dtype=bool)
        values, counts = values[listed], counts[listed]
    pairs = zip(values.tolist(), counts.tolist(), strict=True)
    return Occurring(dict(sorted(pairs)), found.distinct, found.records - found.present, found.records)


def named_values(variable: Variable) -> frozenset[Value]:
    """Return the values of which a description says something: what they mean, or that they are missing.

    Parameters
    ----------
    variable
        The description.

    Returns
    -------
    frozenset[Value]
        Those that do not occur, too.
    """
    return frozenset((*variable.label_by_value(), *variable.missing))


def arranged(variable: Variable, occurring: Occurring) -> tuple[Category, ...]:
    """Return the values in declared order, then the others ascending, then what means missing.

    Parameters
    ----------
    variable
        Its description.
    occurring
        The values that occur.

    Returns
    -------
    tuple[Category, ...]
        One entry for each value, also for declared and labelled ones that do not occur.
    """
    ordered = variable.scale is Scale.ORDINAL and bool(variable.categories)
    whole, labels = max(occurring.records, 1), variable.label_by_value()

    def category(value: Value, *, missing: bool) -> Category:
        often = occurring.counts.get(value, 0)
        # A code that has a label and does not occur needs no place.
        placed = missing or not ordered or value in variable.categories or not often
        return Category(value, often, often / whole, missing, placed, labels.get(value, ""))

    listed = dict.fromkeys((*variable.categories, *occurring.counts, *labels))
    present = [category(value, missing=False) for value in listed if value not in variable.missing]
    missing = [category(value, missing=True) for value in dict.fromkeys(variable.missing)]
    empty = (
        [Category(None, occurring.empty, occurring.empty / whole, missing=True)] if occurring.empty else []
    )
    return (*present, *missing, *empty)
