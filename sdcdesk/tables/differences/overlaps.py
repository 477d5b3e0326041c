"""Differencing: what a reader works out of two tables with overlapping areas or filters."""

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import plain, sentence
from sdcdesk.tables.attacks.intervals import HiddenCells, feasibility_intervals
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.cells.contributions import Contributions
from sdcdesk.tables.cells.dimension import Dimension
from sdcdesk.tables.cells.sensitivity import Sensitivity, judge
from sdcdesk.tables.differences.differences import Difference, Differences, is_narrow
from sdcdesk.tables.rules.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scipy.sparse import csr_array

MOST = 50_000
"""Overlaps that are looked at."""

NONE = np.empty((0, 2), dtype=np.int64)


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
        unasked = np.array([np.nan])  # the total of all parts
        low, high = np.concatenate([unasked, self.low]), np.concatenate([unasked, self.high])
        return is_narrow(self.sensitivity, self.table.values, low, high)[1:]

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
        return self.differences(first, second).frame()

    def differences(self, first: CellTable, second: CellTable) -> Differences:
        """Return the parts that are too narrow.

        Parameters
        ----------
        first, second
            Both tables.

        Returns
        -------
        Differences
            In the order of the parts.
        """
        frequency = self.table.frequency
        found = [
            Difference(
                first=_text(first, int(self.cells[part, 0])),
                second=_text(second, int(self.cells[part, 1])),
                value=float(self.table.values[part + 1]),
                frequency=np.nan if frequency is None else float(frequency[part + 1]),
                lowest=float(self.low[part]),
                highest=float(self.high[part]),
                why=" ".join(map(str, self.sensitivity.reasons[part + 1])),
            )
            for part in np.flatnonzero(self.narrow).tolist()
        ]
        return Differences(len(self.cells), tuple(found))


def overlaps(
    first: CellTable,
    second: CellTable,
    rules: "Sequence[Rule]",
    progress: Progress = SILENT,
    empty: np.ndarray = NONE,
) -> Overlaps:
    """Return what a reader of two published tables works out of the parts that their cells have in common.

    The two may have other areas for the same people, or other filters. Every published cell is a sum of such
    parts; a part that rules call sensitive must be as uncertain as they ask. A sliver between two
    geographies, or the few whom a filter leaves out, is found by subtraction, and shown here. The reader is
    thought to know which parts have nobody, but for those that are given. Of rounded tables he knows how far
    each number may be off, of adjusted ones nothing.

    Parameters
    ----------
    first, second
        Built from the same file, of the same numbers.
    rules
        Which judge the parts.
    progress
        Receives how far the work is.
    empty
        int64 (p, 2), innermost cells of either table whose common part has nobody without his knowing it; all
        other parts that have nobody he knows to be so.

    Returns
    -------
    Overlaps
        With exact intervals of the sensitive parts.

    Raises
    ------
    DataError
        Contributions are not known, the tables are of different numbers, or there are too many parts.
    Cancelled
        The user asked to stop.
    """
    tables = first, second
    one, other = first.contributions, second.contributions
    if one is None or other is None or one.are_given or other.are_given:
        words = "Differences are found from the contributions of both tables; build them from microdata."
        raise DataError(plain(words), "tables")
    _require_same_numbers(one, other)
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
    values = np.r_[table.values[1:], np.zeros(len(empty))]
    concealed = _published_sums(tables, np.vstack([cells, empty]), values)
    asked = np.zeros(len(concealed.cells), dtype=bool)
    asked[: len(cells)] = said.sensitive[1:]
    low, high = (ends[: len(cells)] for ends in feasibility_intervals(concealed, asked, progress))
    return Overlaps(cells, table, said, low, high)


def _require_same_numbers(one: Contributions, other: Contributions) -> None:
    _, first, second = np.intersect1d(one.rows, other.rows, return_indices=True)
    if not np.array_equal(one.amounts[first], other.amounts[second]):
        words = "The tables are of different numbers, or weighted differently, so nothing can be subtracted."
        raise DataError(plain(words), "tables")


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


def _published_sums(tables: "Sequence[CellTable]", cells: np.ndarray, values: np.ndarray) -> HiddenCells:
    """Return what published cells say of the parts; after these come the cells that are published roughly."""
    from scipy.sparse import csr_array, eye_array, hstack, vstack

    exact, rough, low, high = [], [], [], []
    for number, table in enumerate(tables):
        inside = np.flatnonzero(cells[:, number] >= 0)
        sums = _sums_of_parts(table, cells[inside, number], inside, len(cells))
        given = table.published
        lower, upper = (table.released, table.released) if given is None else given.ends
        exact.append(sums[np.flatnonzero(~table.is_hidden & (lower == upper))])
        about = np.flatnonzero(~table.is_hidden & (lower < upper) & np.isfinite(upper - lower))
        rough.append(sums[about])
        low.append(lower[about])
        high.append(upper[about])
    roughly = vstack(rough, format="csr")
    number = roughly.shape[0]
    least = 0.0 if (values >= 0).all() else -np.inf
    lowest = np.r_[np.full(len(values), least), np.maximum(np.concatenate(low), least)]
    highest = np.r_[np.full(len(values), np.inf), np.concatenate(high)]
    exactly = vstack(exact, format="csr")
    nothing = csr_array((exactly.shape[0], number), dtype=np.int8)
    blocks = hstack([exactly, nothing]), hstack([roughly, -eye_array(number, dtype=np.int8)])
    rows: csr_array = csr_array(vstack(blocks, format="csr"), dtype=np.int8)
    everything, known = np.ones(len(lowest), dtype=bool), np.r_[values, roughly @ values]
    whole = tables[0].kind == "counts" and bool((values == np.rint(values)).all())
    return HiddenCells.of(rows, known, everything, lowest, highest, np.full(len(lowest), whole))


def _sums_of_parts(table: CellTable, innermost: np.ndarray, parts: np.ndarray, number: int) -> "csr_array":
    """Return which parts lie in each cell, int8 (cells, number), by the innermost cell of some of them."""
    from scipy.sparse import csr_array

    paths = []
    for dimension, codes in zip(table.dimensions, np.unravel_index(innermost, table.shape), strict=True):
        parents, path = np.asarray(dimension.parents), [codes]
        while (path[-1] > 0).any():
            path.append(np.where(path[-1] > 0, parents[path[-1]], -1))
        paths.append(path)
    rows, columns = [], []
    for levels in product(*paths):
        there = np.all([one >= 0 for one in levels], axis=0)
        rows.append(np.ravel_multi_index([one[there] for one in levels], table.shape))
        columns.append(parts[there])
    row, column = np.concatenate(rows), np.concatenate(columns)
    return csr_array((np.ones(len(row), dtype=np.int8), (row, column)), shape=(len(table), number))


def _text(table: CellTable, cell: int) -> str:
    return table.cell_text(cell) if cell >= 0 else ""
