"""Differencing: what a reader works out of two tables with overlapping areas or filters."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.tables.audit.intervals import Hidden, feasibility_intervals
from sdcdesk.tables.audit.requirements import tolerance
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.cells.contributions import Contributions
from sdcdesk.tables.cells.dimension import Dimension
from sdcdesk.tables.cells.sensitivity import Sensitivity, judge
from sdcdesk.tables.rules.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scipy.sparse import csr_array

MOST = 50_000
"""Overlaps that are looked at."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Overlaps:
    """The parts that cells of two tables have in common, and what a reader works out of them.

    Attributes
    ----------
    cells
        For each part the innermost cell of either table, int64 (d, 2); −1 where a filter leaves it out.
    table
        The parts, as a table of one dimension, the total first.
    sensitivity
        What rules say of them.
    low, high
        float64 (d,), between which values a sensitive part must lie; NaN for the others.
    """

    cells: np.ndarray
    table: CellTable
    sensitivity: Sensitivity
    low: np.ndarray
    high: np.ndarray

    @property
    def narrow(self) -> np.ndarray:
        """Which parts are less uncertain than rules ask, bool (d,)."""
        values, said = self.table.values[1:], self.sensitivity
        room = tolerance(values)
        with np.errstate(invalid="ignore"):
            # A part that may be nothing is as uncertain below as it can be.
            below = np.where(values >= 0, np.minimum(said.lower[1:], values), said.lower[1:])
            short = (values - self.low < below - room) | (self.high - values < said.upper[1:] - room)
            short |= self.high - self.low < np.maximum(said.sliding[1:] - room, room)
        return np.asarray(said.sensitive[1:] & short)

    def frame(self, first: CellTable, second: CellTable) -> pd.DataFrame:
        """Return the parts that are too narrow, a row each.

        Parameters
        ----------
        first, second
            Both tables.

        Returns
        -------
        pd.DataFrame
            The cell of either table, value and contributors of their common part, between which values it
            must lie, and why it is sensitive.
        """
        rows = np.flatnonzero(self.narrow)
        frequency = self.table.frequency
        reasons = self.sensitivity.reasons
        return pd.DataFrame(
            {
                "first": [_text(first, int(self.cells[row, 0])) for row in rows],
                "second": [_text(second, int(self.cells[row, 1])) for row in rows],
                "value": self.table.values[1:][rows],
                "frequency": None if frequency is None else frequency[1:][rows],
                "lowest": self.low[rows],
                "highest": self.high[rows],
                "why": [" ".join(str(one) for one in reasons[int(row) + 1]) for row in rows],
            }
        )


def overlaps(
    first: CellTable, second: CellTable, rules: "Sequence[Rule]", progress: Progress = SILENT
) -> Overlaps:
    """Return what a reader of two published tables works out of the parts that their cells have in common.

    The two may have other areas for the same people, or other filters. Every published cell is a sum of such
    parts; a part that rules call sensitive must be as uncertain as they ask. A sliver between two
    geographies, or the few whom a filter leaves out, is found by subtraction, and shown here. The reader is
    thought to know which parts have nobody.

    Parameters
    ----------
    first, second
        Built from the same file, of the same numbers.
    rules
        Which judge the parts.
    progress
        Receives how far the work is.

    Returns
    -------
    Overlaps
        With exact intervals of the sensitive parts.

    Raises
    ------
    DataError
        Contributions are not known, or there are too many parts.
    Cancelled
        The user asked to stop.
    """
    tables = first, second
    one, other = first.contributions, second.contributions
    if one is None or other is None or one.are_given or other.are_given:
        words = "Differences are found from the contributions of both tables; build them from microdata."
        raise DataError(plain(words), "tables")
    rows = np.union1d(one.rows, other.rows)
    innermost = np.column_stack(
        [_cell_of_rows(table, own, rows) for table, own in zip(tables, (one, other), strict=True)]
    )
    cells, part = np.unique(innermost, axis=0, return_inverse=True)
    if len(cells) > MOST:
        words = (
            "The tables have {parts} common parts, and at most {most} are looked at; compare smaller tables."
        )
        raise DataError(sentence(words, parts=str(len(cells)), most=str(MOST)), "tables")
    table = _parts_table(tables, (one, other), rows, part.ravel(), len(cells))
    said = judge(table, rules)
    concealed = _published_sums(tables, cells, table.values[1:])
    low, high = feasibility_intervals(concealed, said.sensitive[1:], progress)
    return Overlaps(cells, table, said, low, high)


def _cell_of_rows(table: CellTable, known: Contributions, rows: np.ndarray) -> np.ndarray:
    """Return the innermost cell of each record, int64 (rows,); −1 where it is in none."""
    found = np.full(len(rows), -1, dtype=np.int64)
    found[np.searchsorted(rows, known.rows)] = np.ravel_multi_index(known.leaves, table.shape)
    return found


def _parts_table(
    tables: "Sequence[CellTable]",
    owners: "Sequence[Contributions]",
    rows: np.ndarray,
    part: np.ndarray,
    number: int,
) -> CellTable:
    amounts, contributors = np.zeros(len(rows)), np.zeros(len(rows), dtype=np.int64)
    for own in reversed(owners):
        at = np.searchsorted(rows, own.rows)
        amounts[at], contributors[at] = own.amounts, own.rows_of_contributors[own.contributors]
    who = np.unique(contributors, return_inverse=True)[1].astype(np.int64)
    dimension = Dimension.flat("part", [str(place + 1) for place in range(number)])
    waived = np.zeros(int(who.max(initial=-1)) + 1, dtype=bool)
    known = Contributions((part.astype(np.int64) + 1,), who, amounts, waived, rows)
    values = np.bincount(part, amounts, number)
    return CellTable(
        [dimension],
        np.r_[values.sum(), values],
        known.count([dimension]),
        kind=tables[0].kind,
        contributions=known,
    )


def _published_sums(tables: "Sequence[CellTable]", cells: np.ndarray, values: np.ndarray) -> Hidden:
    """Return what published cells say of the parts."""
    from scipy.sparse import csr_array, vstack

    blocks = []
    for number, table in enumerate(tables):
        inside = np.flatnonzero(cells[:, number] >= 0)
        codes = np.unravel_index(cells[inside, number], table.shape)
        published = np.flatnonzero(~table.is_hidden)
        blocks.append(_sums_of_parts(table, inside, codes, published, len(cells)))
    rows: csr_array = csr_array(vstack(blocks, format="csr"), dtype=np.int8)
    number = len(values)
    least = 0.0 if (values >= 0).all() else -np.inf
    everything = np.arange(number)
    hidden = np.ones(number, dtype=bool)
    free = Hidden.of(rows, values, hidden, np.full(number, least), np.full(number, np.inf))
    return Hidden(everything, rows, rows @ values, free.lowest, free.highest, free.component, values)


def _sums_of_parts(
    table: CellTable,
    inside: np.ndarray,
    codes: "Sequence[np.ndarray]",
    published: np.ndarray,
    number: int,
) -> "csr_array":
    """Return which parts lie in each published cell, int8 (cells, parts)."""
    from scipy.sparse import csr_array

    at = np.unravel_index(published, table.shape)
    within: csr_array | None = None
    for dimension, own, wanted in zip(table.dimensions, codes, at, strict=True):
        below = np.eye(len(dimension), dtype=np.int8)
        for place in range(len(dimension) - 1, 0, -1):
            below[dimension.parents[place]] |= below[place]
        chosen = csr_array(below[np.asarray(wanted)][:, np.asarray(own)])
        within = chosen if within is None else within.multiply(chosen).tocsr()
    if within is None:
        raise AssertionError("a table has at least one dimension")
    found = within.tocoo()
    return csr_array((found.data, (found.row, inside[found.col])), shape=(len(published), number))


def _text(table: CellTable, cell: int) -> str:
    return table.cell_text(cell) if cell >= 0 else ""
