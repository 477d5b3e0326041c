"""Counts of a hierarchy: how often its labels occur in a variable, and which values it lacks."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import as_text
from sdcdesk.hierarchies.construction import Construction
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.places import places
from sdcdesk.inspection.value_counts import ValueCounts


@dataclass(frozen=True, eq=False)
class HierarchyCounts:
    """How often the labels of each level occur in a variable.

    Attributes
    ----------
    hierarchy
        The hierarchy.
    records
        For each level, the values first, int64 (labels of the level,).
    unplaced
        Values of the variable that the hierarchy lacks, as text, with the records of each.
    """

    hierarchy: Hierarchy
    records: tuple[np.ndarray, ...]
    unplaced: dict[str, int]

    @cached_property
    def unplaced_records(self) -> int:
        """Records whose value has no place."""
        return sum(self.unplaced.values())

    def categories(self, level: int) -> int:
        """Return how many labels of a level occur.

        Parameters
        ----------
        level
            0…height.

        Returns
        -------
        int
            Those of values that have no place are not counted.
        """
        return int(np.count_nonzero(self.records[level]))

    def smallest(self, level: int) -> int | None:
        """Return the records of the rarest label that occurs.

        Parameters
        ----------
        level
            0…height.

        Returns
        -------
        int or None
            None where none of them occurs.
        """
        occurring = self.records[level][self.records[level] > 0]
        return int(occurring.min()) if len(occurring) else None

    def rare(self, level: int, k: int) -> int:
        """Return how many records have a label that fewer than k records have.

        Parameters
        ----------
        level
            0…height.
        k
            The least size of a group, from 1.

        Returns
        -------
        int
            Records.
        """
        counts = self.records[level]
        return int(counts[counts < k].sum())


def coded_counts(data: Microdata, name: str) -> ValueCounts:
    """Count the values of a variable in their order: as declared, else ascending.

    Parameters
    ----------
    data
        The records.
    name
        The variable.

    Returns
    -------
    ValueCounts
        Declared categories that do not occur are among the values.

    Raises
    ------
    DataError
        The file has no such variable, or a value of an ordinal one has no place in its order.
    """
    coding = data.coding(name)
    counts = np.bincount(coding.codes[coding.codes >= 0], minlength=len(coding.categories))
    return ValueCounts(data.variable(name), len(data), coding.values.array, counts)


def constructed(construction: Construction, found: ValueCounts) -> HierarchyCounts:
    """Build a hierarchy from the values of a variable, and count its labels.

    Parameters
    ----------
    construction
        How it is built.
    found
        See `coded_counts`.

    Returns
    -------
    HierarchyCounts
        With the hierarchy, which has all values.

    Raises
    ------
    SdcError
        It cannot be built so.
    """
    hierarchy = construction.build(found.variable, pd.Series(found.values), found.counts)
    return hierarchy_counts(found, hierarchy)


def hierarchy_counts(found: ValueCounts, hierarchy: Hierarchy) -> HierarchyCounts:
    """Count the records of each label of a hierarchy.

    Parameters
    ----------
    found
        The different values of the variable, and how often each occurs; none missing.
    hierarchy
        The hierarchy of the variable.

    Returns
    -------
    HierarchyCounts
        A record whose value the hierarchy has counts once at each level.

    Raises
    ------
    DataError
        The values are numbers, and the hierarchy has one of them twice, with other labels.
    """
    at = places(pd.Series(found.values), hierarchy)
    there = at >= 0
    of_values = np.zeros(len(hierarchy.values), dtype=np.int64)
    np.add.at(of_values, at[there], found.counts[there])
    records = [of_values]
    for level in range(1, hierarchy.height + 1):
        sums = np.zeros(len(hierarchy.labels(level)), dtype=np.int64)
        np.add.at(sums, hierarchy.codes(level), of_values)
        records.append(sums)
    lacking = np.flatnonzero(~there & (found.counts > 0))
    texts = as_text(pd.Series(found.values[lacking]))
    unplaced = dict(zip(texts, found.counts[lacking].tolist(), strict=True))
    return HierarchyCounts(hierarchy, tuple(records), unplaced)
