"""Answers of k-anonymity and of the weighted risk, with what their tables list."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.column import Cells, Column, Secrecy
from sdcdesk.core.text.sentence import sentence
from sdcdesk.risk.anonymity.small_groups import SmallGroups
from sdcdesk.risk.anonymity.weighted_risk import AnonymityAndRisk
from sdcdesk.risk.disclosure.breakdown import SizeClass, rows_of_size, size_classes
from sdcdesk.risk.keys.key_values import key_columns


@dataclass(frozen=True, eq=False)
class AssessedAnonymity:
    """Both answers, with what they were computed from.

    Attributes
    ----------
    assessed
        The disclosure risk of the same files, keys and weights.
    both
        k-anonymity and the weighted risk.
    """

    assessed: Assessment
    both: AnonymityAndRisk

    @property
    def rows(self) -> np.ndarray:
        """int64 (t,), for each released record its position in the original."""
        return self.assessed.masked.rows

    @property
    def now(self) -> np.ndarray:
        """int64 (t,), size of the group of each released record."""
        return self.assessed.record("f")

    @property
    def before(self) -> np.ndarray:
        """int64 (t,), the same in the original."""
        return self.assessed.record("F")

    @property
    def added(self) -> np.ndarray:
        """float64 (t,), what each released record adds to DR_W."""
        return self.assessed.record("contribution")

    @property
    def sizes_are_told(self) -> bool:
        """Whether documents tell sizes of the original groups: else they tell what was blanked of a key."""
        pairs = self.assessed.tables["classification"]
        return pairs.column("count").secrecy is Secrecy.AGGREGATE

    @cached_property
    def classes(self) -> tuple[SizeClass, ...]:
        """Records of both files in classes of sizes."""
        return size_classes(self.assessed)

    @cached_property
    def sizes(self) -> pd.DataFrame:
        """Sizes of the masked file, with their groups and records."""
        found = self.assessed.table("group_sizes")
        return found[found["records_after"] > 0].reset_index(drop=True)

    def rows_of_size(self, at: int) -> np.ndarray:
        """Return the records in groups of a size.

        Parameters
        ----------
        at
            Place of the size.

        Returns
        -------
        np.ndarray
            int64 (m,), positions in the original.
        """
        size = int(self.sizes["size"].iloc[at])
        return rows_of_size(self.assessed, size, size)

    @property
    def groups(self) -> pd.Series:
        """Groups of each of these sizes; not defined where records do not form groups."""
        groups = self.sizes["groups_after"]
        return groups.mask(groups >= 0) if self.both.missing == "wildcard" else groups

    @cached_property
    def misfits(self) -> list[tuple[int, int, int]]:
        """Sizes now and before without a place in the matrix of k, and their records, the most first."""
        return sorted(self.both.matching.misfits, key=lambda cell: -cell[2])


@dataclass(frozen=True, slots=True, eq=False)
class ListedGroups:
    """Groups that are too small.

    Attributes
    ----------
    groups
        The smallest first.
    both
        k-anonymity and the weighted risk.
    """

    groups: SmallGroups
    both: AnonymityAndRisk

    def key_columns(self) -> Iterator[tuple[Column, Cells]]:
        """Yield the key values of the groups.

        Yields
        ------
        tuple[Column, Cells]
            All are values of the data.
        """
        return key_columns(self.groups.masked, self.groups.keys, self.groups.first)

    def whose(self, at: int) -> str:
        """Return what the records of a group are.

        Parameters
        ----------
        at
            Its position.

        Returns
        -------
        str
            For those who look at them.
        """
        size = int(self.groups.now[at])
        if not self.groups.grouped:
            return sentence("compatible with {size} of the records", size=size)
        return "alone in the masked file" if size == 1 else sentence("one group of {size}", size=size)

    def none(self) -> str:
        """Return what was looked for and not found.

        Returns
        -------
        str
            A sentence.
        """
        k = self.groups.wanted
        if self.both.anonymous is None:
            return "No record is released: the recipe leaves all of them out."
        if self.groups.grouped:
            return sentence("No group is below {k}: all released records are in larger ones.", k=k)
        return sentence("No record is below {k}: all are compatible with more.", k=k)
