"""Answers of counting: sizes of groups and values within them; small, whatever the file."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from sdcdesk.kernels.value_counts import ValueCounts


@dataclass(frozen=True, slots=True, eq=False)
class SizeHistogram:
    """How many records of a file are in groups of each size, or compatible with so many.

    Attributes
    ----------
    sizes
        int64 (s,), sizes that occur, ascending.
    records
        int64 (s,), records of each size.
    grouped
        Whether records form groups: not so where a missing value matches every value, and some are missing.
    """

    sizes: np.ndarray
    records: np.ndarray
    grouped: bool = True

    @classmethod
    def from_sizes(cls, sizes: np.ndarray, *, grouped: bool = True) -> "SizeHistogram":
        """Count records by the size of their group.

        Parameters
        ----------
        sizes
            int64 (n,), for each record the size of its group.
        grouped
            Whether records form groups.

        Returns
        -------
        SizeHistogram
            Of these records.
        """
        records = np.bincount(sizes)
        found = np.flatnonzero(records)
        return cls(found, records[found], grouped)

    @classmethod
    def from_groups(cls, sizes: np.ndarray) -> "SizeHistogram":
        """Count records by the size of their group; groups are fewer than records.

        Parameters
        ----------
        sizes
            Integers (G,), records of each group of a file.

        Returns
        -------
        SizeHistogram
            Of its records.
        """
        number = np.bincount(sizes)
        found = np.flatnonzero(number)
        return cls(found, number[found] * found)

    @property
    def groups(self) -> np.ndarray | None:
        """int64 (s,), groups of each size; None where records form none."""
        return self.records // self.sizes if self.grouped else None

    @property
    def number(self) -> int | None:
        """Number of groups; None where records form none."""
        groups = self.groups
        return None if groups is None else int(groups.sum())

    @property
    def total(self) -> int:
        """Number of records."""
        return int(self.records.sum())

    @property
    def smallest(self) -> int | None:
        """k, the smallest size; None without records."""
        return int(self.sizes[0]) if len(self.sizes) else None

    def below(self, k: int) -> "SizeHistogram":
        """Return the part of the groups that are too small.

        Parameters
        ----------
        k
            Wanted size.

        Returns
        -------
        SizeHistogram
            Sizes below k alone.
        """
        small = self.sizes < k
        return SizeHistogram(self.sizes[small], self.records[small], self.grouped)


@dataclass(frozen=True, slots=True, eq=False)
class CrossedSizes:
    """How many released records are in groups of i now, and were in groups of j before.

    Attributes
    ----------
    now, before
        int64 (m,), pairs of sizes that occur, ascending by size now, then before.
    records
        int64 (m,), records of each pair.
    """

    now: np.ndarray
    before: np.ndarray
    records: np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class GroupedValues:
    """Some of the groups of the released records, with the values of variables in each of them.

    Attributes
    ----------
    sizes
        int64 (G,), records of each group.
    values
        By variable how often each of its values occurs in the groups, which are numbered 0…G−1.
    group
        int64 (P,), groups with each pattern of known values.
    known
        bool (P, number of variables), the patterns: which variables have a value.
    records
        int64 (P,), records of the group with that pattern.
    """

    sizes: np.ndarray
    values: Mapping[str, ValueCounts]
    group: np.ndarray
    known: np.ndarray
    records: np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class KeyCombinations:
    """Some of the different combinations of key values of the masked file.

    Attributes
    ----------
    codes
        For each key int64 (m,), the code of its value; below 0 where missing.
    records
        int64 (m,), records that have the combination.
    """

    codes: tuple[np.ndarray, ...]
    records: np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class WeightedSizes:
    """Sizes of some of the groups, joined with the sum of a weight over their records.

    Attributes
    ----------
    sizes
        int64 (G,), records of each group.
    weights
        float64 (G,), sum of their weights; a missing weight adds nothing.
    """

    sizes: np.ndarray
    weights: np.ndarray
