"""The masked file beside tables: which of their hidden cells its records give away.

Whoever has both builds a table again from the records. Where no step changed what it is made of, each cell
comes out as it was; where a step only recoded a row or column, those do whose codes are unions of the coarser
ones. A sample, a changed amount or a blank tells nothing for certain, and is not counted.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import Sentence, joined_by_and, sentence
from sdcdesk.release.table_result import FileBeside, Protected, TableResult
from sdcdesk.tables import CellTable, TablePlan
from sdcdesk.tables.audit.audited import attacked
from sdcdesk.tables.cells.contributions import codes_by_depth
from sdcdesk.tables.cells.released import Released


def beside_file(
    results: Sequence[TableResult],
    original: Microdata | None,
    masked: Microdata | None,
    progress: Progress = SILENT,
) -> tuple[TableResult, ...]:
    """Return results of tables that know what the masked file gives away of them.

    Parameters
    ----------
    results
        What became of the tables.
    original, masked
        The files; None: there is none.
    progress
        Receives how far the work is.

    Returns
    -------
    tuple[TableResult, ...]
        In their order; without a masked file nothing is known.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    if original is None or masked is None:
        return tuple(replace(one, file_beside=None) for one in results)
    records = _Records.of(original, masked)
    systems = {id(one.protected): one.protected for one in results if one.protected is not None}
    narrow: dict[int, list[np.ndarray]] = {}
    for protected, share in progress.over([*systems.values()], "Audit"):
        members = [one for one in results if one.protected is protected]
        narrow[id(protected)] = [np.empty(0, dtype=np.int64)] * len(protected.tables)
        if records is not None:
            narrow[id(protected)] = _given_away(protected, members, records, share)
    found = []
    for one in results:
        cells = np.empty(0, dtype=np.int64)
        if one.protected is not None:
            cells = narrow[id(one.protected)][one.place]
        found.append(replace(one, file_beside=FileBeside(cells)))
    return tuple(found)


def given_away_sentence(result: TableResult) -> Sentence | None:
    """Return what the masked file gives away of a table, and what to do about it, for the owner.

    Parameters
    ----------
    result
        What became of the table.

    Returns
    -------
    Sentence or None
        None: nothing that is known, or the table does not leave.
    """
    plan, beside = result.planned.plan, result.file_beside
    if plan is None or beside is None or not len(beside.cells) or not result.leaves:
        return None
    names = [name for name in (*plan.dimension_names, plan.value) if name is not None]
    return sentence(
        "The masked file gives away {n} protected cell of table {name}: publish only one of the two, or "
        "change {variables} by steps.",
        "The masked file gives away {n} protected cells of table {name}: publish only one of the two, or "
        "change {variables} by steps.",
        "n",
        n=len(beside.cells),
        name=short(result.planned.name),
        variables=joined_by_and(names),
    )


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class _Records:
    """The original, and the masked file with the same records.

    Attributes
    ----------
    original, masked
        The files.
    order
        int64 (records,), where each record of the original is in the masked file.
    """

    original: Microdata
    masked: Microdata
    order: np.ndarray

    @classmethod
    def of(cls, original: Microdata, masked: Microdata) -> "_Records | None":
        """Return both files; None: they have other records."""
        if len(original) != len(masked):
            return None
        first, second = np.argsort(original.rows, kind="stable"), np.argsort(masked.rows, kind="stable")
        if not np.array_equal(original.rows[first], masked.rows[second]):
            return None
        order = np.empty(len(original), dtype=np.int64)
        order[first] = second
        return cls(original, masked, order)

    def has_numbers(self, name: str) -> bool:
        """Return whether no step changed the numbers of a variable."""
        if name not in self.masked:
            return False
        if self.is_unchanged(name):
            return True
        try:
            after = self.masked.numbers(name)[self.order]
        except DataError:
            return False
        return np.array_equal(self.original.numbers(name), after, equal_nan=True)

    def is_unchanged(self, name: str) -> bool:
        """Return whether no step changed a variable."""
        if name not in self.masked:
            return False
        after = self.masked.column(name)
        if after is self.original.column(name):
            return True
        before = self.original.column(name).reset_index(drop=True)
        return bool(after.iloc[self.order].reset_index(drop=True).equals(before))

    def known_codes(self, table: CellTable, at: int, *, left_out: bool) -> np.ndarray | None:
        """Return which codes of a dimension the records still tell, bool (codes,); None: not even the total.

        A recoding tells those that are unions of its categories.
        """
        dimension = table.dimensions[at]
        name, contributions = dimension.name, table.contributions
        if self.is_unchanged(name):
            return np.ones(len(dimension), dtype=bool)
        known = np.zeros(len(dimension), dtype=bool)
        known[0] = True
        lacking = self.original.missing(name)
        blanked = name not in self.masked or not np.array_equal(
            self.masked.missing(name)[self.order], lacking
        )
        if left_out and blanked and lacking.any():
            return None
        if blanked or contributions is None:
            return known
        after = self.masked.coding(name).codes[self.order][contributions.rows].astype(np.int64)
        pairs, size = np.unique(np.stack([contributions.leaves[at], after]), axis=1, return_counts=True)
        leaves, classes = pairs
        if len(np.unique(leaves)) < len(leaves):
            return known  # it is no recoding: records of one code are told apart
        _, group = np.unique(classes, return_inverse=True)
        whole = np.bincount(group, size)
        mixed = np.zeros(len(dimension), dtype=bool)
        for codes in codes_by_depth(dimension):
            code, there = codes[leaves], codes[leaves] >= 0
            key, place = np.unique(np.stack([code[there], group[there]]), axis=1, return_inverse=True)
            inside = np.bincount(place.ravel(), size[there], key.shape[1])
            mixed[key[0, inside < whole[key[1]]]] = True
        return ~mixed | known


def _given_away(
    protected: Protected, members: Sequence[TableResult], records: _Records, progress: Progress
) -> list[np.ndarray]:
    """Return for each of the tables that are published together the cells that the file gives away."""
    known = [np.zeros(len(one), dtype=bool) for one in protected.tables]
    for one in members:
        if one.planned.plan is not None and one.source is records.original:
            known[one.place] = _known(protected.tables[one.place], one.planned.plan, records)
    rough = [
        told & (one.is_hidden | (one.published is not None and one.published.is_rough))
        for told, one in zip(known, protected.tables, strict=True)
    ]
    if not any(one.any() for one in rough):
        return [np.empty(0, dtype=np.int64) for _ in rough]
    opened = [_opened(one, told) for one, told in zip(protected.tables, known, strict=True)]
    system, attacks = attacked(*opened, progress=progress)
    before = {one.cell for one in protected.found.attacks}
    cells = sorted({one.cell for one in attacks} - before)
    found = []
    for own, table, told in zip(system.cells, protected.tables, rough, strict=True):
        narrow = np.isin(own, cells)
        # Of a table that no rule has judged all that is rounded is protected.
        found.append(np.flatnonzero(narrow | told if table.sensitivity is None else narrow))
    return found


def _known(table: CellTable, plan: TablePlan, records: _Records) -> np.ndarray:
    """Return which cells of a table of the original come out of the masked file as they were, bool (n,)."""
    nothing = np.zeros(len(table), dtype=bool)
    numbers = [name for name in (plan.value, plan.weight) if name is not None]
    if not all(map(records.has_numbers, numbers)) or not all(map(records.is_unchanged, plan.where)):
        return nothing
    left_out = plan.missing == "left_out"
    codes = [records.known_codes(table, at, left_out=left_out) for at in range(len(table.dimensions))]
    places = np.unravel_index(np.arange(len(table)), table.shape)
    found = ~nothing
    for known, own in zip(codes, places, strict=True):
        if known is None:
            return nothing
        found &= known[own]
    return found


def _opened(table: CellTable, known: np.ndarray) -> CellTable:
    """Return a table of which more cells are published as they are."""
    made = table.published or Released(table.released, np.zeros(len(table), dtype=bool))
    spread, above = (None if one is None else np.where(known, 0.0, one) for one in (made.spread, made.above))
    values = np.where(known, table.values, made.values)
    return table.with_released(replace(made, values=values, spread=spread, above=above))
