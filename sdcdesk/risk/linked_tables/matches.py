"""Matches in linked tables: who is found by the key tables, and whether the others agree."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.kernels.linked_cells import CountedTable, LinkedCells, Sole, linked_cells


@dataclass(frozen=True, eq=False)
class AreaTables:
    """The tables that are published of areas, and what counts in them.

    Attributes
    ----------
    masked
        The masked file.
    tables
        With the codes of its records.
    names
        The tables, as people write them.
    keys
        Places of the key tables.
    targets_needed
        "all": a true match is alone in all target tables; "any": in one of them.
    threshold
        Records up to which a cell counts as that of a single one.
    sole
        Which cells count besides.
    areas
        int64 (t,), the area of each record, 0…A−1.
    first
        int64 (A,), one record of each area.
    variable
        Variable with the areas; empty: the whole file is one.
    """

    masked: Microdata = field(repr=False)
    tables: tuple[CountedTable, ...]
    names: tuple[str, ...]
    keys: tuple[int, ...]
    targets_needed: str
    threshold: int
    sole: Sole
    areas: np.ndarray
    first: np.ndarray
    variable: str

    def matches(self, step: Callable[[float], None]) -> "Matches":
        """Return who is found in the own area.

        Parameters
        ----------
        step
            Told the share of the work that is done.

        Returns
        -------
        Matches
            Of all released records.
        """
        number = len(self.first)
        cells = linked_cells(self.areas, number, self.tables, self.keys, self.threshold, self.sole, step)
        return Matches(self, cells)

    def at_risk_together(self, records: np.ndarray) -> int:
        """Return how many of some records are at risk where they alone are an area.

        Parameters
        ----------
        records
            int64 (m,), their places.

        Returns
        -------
        int
            From 0 to m.
        """
        tables = tuple(
            CountedTable(tuple(codes[records] for codes in one.codes), one.sizes) for one in self.tables
        )
        alone = replace(
            self, tables=tables, areas=np.zeros(len(records), dtype=np.int64), first=self.first[:1]
        )
        return int(alone.matches(lambda _share: None).true.sum())


@dataclass(frozen=True, eq=False)
class Matches:
    """Who is found by the key tables, and whether the others agree.

    Attributes
    ----------
    tables
        The published tables.
    cells
        Who is alone in which of them.
    """

    tables: AreaTables = field(repr=False)
    cells: LinkedCells

    @cached_property
    def true(self) -> np.ndarray:
        """Records that are alone in all key tables, and in the target tables, bool (t,)."""
        agree = self.cells.in_targets
        if self.tables.targets_needed == "any" and len(self.tables.keys) < len(self.tables.names):
            agree = self.cells.in_some_target > 0
        return np.asarray(self.cells.matched & agree)

    @cached_property
    def false(self) -> np.ndarray:
        """Records that are alone in all key tables, and not in the target tables, bool (t,)."""
        return np.asarray(self.cells.matched & ~self.true)

    @property
    def fuzzy(self) -> np.ndarray:
        """Share of the cells of each record in which it is alone, float64 (t,); 0 where it is in no table."""
        found: np.ndarray = np.divide(
            self.cells.unique,
            self.cells.tested,
            out=np.zeros(len(self.cells.unique)),
            where=self.cells.tested > 0,
        )
        return found

    @cached_property
    def sizes(self) -> np.ndarray:
        """int64 (A,), released records of each area."""
        return np.bincount(self.tables.areas, minlength=len(self.tables.first))

    def of_areas(self, chosen: np.ndarray) -> np.ndarray:
        """Return how many of some records are in each area.

        Parameters
        ----------
        chosen
            bool (t,).

        Returns
        -------
        np.ndarray
            int64 (A,).
        """
        return np.bincount(self.tables.areas[chosen], minlength=len(self.tables.first))

    @property
    def risk(self) -> np.ndarray:
        """True matches of each area divided by its records, float64 (A,)."""
        return np.asarray(self.of_areas(self.true) / self.sizes)

    @cached_property
    def order(self) -> np.ndarray:
        """int64 (A,), the areas with the largest risk first, of equal ones those with fewer records."""
        return np.lexsort((np.arange(len(self.tables.first)), self.sizes, -self.risk))
