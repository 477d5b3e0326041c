"""Linked cells: in which tables of their area records stand in a cell that is theirs alone."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

CHUNK = 131_072
"""Records that are counted together, of whole areas, so that their cells stay near the processor."""

CELLS = 16_000_000
"""Cells of one table over the areas of a chunk at most."""

Sole = Literal["none", "table", "line"]

Step = Callable[[float], None]
"""Told the share of the work that is done; it may raise to stop the work."""


def _silent(_share: float) -> None:
    """Nobody wants to know."""


@dataclass(frozen=True, slots=True, eq=False)
class CountedTable:
    """A table that is published of every area.

    Attributes
    ----------
    codes
        For each of its variables int (n,), the place of each record; −1 where it is outside the table.
    sizes
        For each of its variables how many places there are.
    """

    codes: tuple[np.ndarray, ...]
    sizes: tuple[int, ...]

    @property
    def cells(self) -> int:
        """Cells of one area."""
        return int(np.prod(self.sizes, dtype=np.int64))


@dataclass(frozen=True, slots=True, eq=False)
class LinkedCells:
    """What the tables of the areas say of each record.

    Attributes
    ----------
    unique, tested
        int16 (n,), tables in which the record is alone in its cell, and in which it is at all.
    matched
        bool (n,), records that are alone in every key table in which they are, and in one at least.
    in_targets
        bool (n,), records that are alone in all target tables in which they are.
    in_some_target
        int16 (n,), target tables in which the record is alone.
    """

    unique: np.ndarray
    tested: np.ndarray
    matched: np.ndarray
    in_targets: np.ndarray
    in_some_target: np.ndarray


def linked_cells(
    areas: np.ndarray,
    number: int,
    tables: Sequence[CountedTable],
    keys: Sequence[int],
    threshold: int = 1,
    sole: Sole = "none",
    step: Step = _silent,
) -> LinkedCells:
    """Find out who is alone in which tables of the own area.

    A cell counts as that of a single person if at most `threshold` records are in it; with `sole` also if it
    is the only one of its table that is not empty, or of a line of the table along one of its variables.

    Parameters
    ----------
    areas
        int64 (n,), the area of each record, 0…number−1.
    number
        Areas.
    tables
        That are published of each area.
    keys
        Places of the tables by which records are matched; the others are targets.
    threshold
        From 1.
    sole
        Which cells besides.
    step
        Told how far the work is.

    Returns
    -------
    LinkedCells
        In the order of the records.
    """
    n = len(areas)
    unique, tested = np.zeros(n, dtype=np.int16), np.zeros(n, dtype=np.int16)
    alone, inside = np.zeros(n, dtype=np.int16), np.zeros(n, dtype=np.int16)
    # Sorted by few digits: numpy then counts instead of comparing.
    small = areas.astype(np.uint16) if number <= np.iinfo(np.uint16).max else areas
    order = np.argsort(small, kind="stable")
    sorted_areas = areas[order]
    is_key = np.zeros(len(tables), dtype=bool)
    is_key[list(keys)] = True
    largest = max((table.cells for table in tables), default=1)
    for start, end in _chunks(sorted_areas, largest):
        step(start / max(n, 1))
        rows = order[start:end]
        first = int(sorted_areas[start])
        local = sorted_areas[start:end] - first
        width = int(local[-1]) + 1
        for place, table in enumerate(tables):
            there, flagged = _flagged(table, rows, local, width, threshold, sole)
            unique[rows] += flagged
            tested[rows] += there
            if is_key[place]:
                alone[rows] += flagged
                inside[rows] += there
    target, targets = unique - alone, tested - inside
    matched = (inside > 0) & (alone == inside)
    return LinkedCells(unique, tested, matched, target == targets, target.astype(np.int16))


def true_matches(
    areas: np.ndarray, number: int, tables: Sequence[CountedTable], threshold: int = 1, step: Step = _silent
) -> np.ndarray:
    """Return who is alone in the cells of all tables, without looking at anybody who was not in one.

    Parameters
    ----------
    areas
        int64 (n,), the area of each record, 0…number−1.
    number, tables, threshold, step
        See `linked_cells`.

    Returns
    -------
    np.ndarray
        bool (n,).
    """
    n = len(areas)
    found = np.zeros(n, dtype=bool)
    small = areas.astype(np.uint16) if number <= np.iinfo(np.uint16).max else areas
    order = np.argsort(small, kind="stable")
    sorted_areas = areas[order]
    largest = max((table.cells for table in tables), default=1)
    for start, end in _chunks(sorted_areas, largest):
        step(start / max(n, 1))
        rows = order[start:end]
        local = sorted_areas[start:end] - sorted_areas[start]
        width = int(local[-1]) + 1
        left, tested = np.arange(len(rows)), np.zeros(len(rows), dtype=bool)
        for table in tables:
            cell, there = _cells(table, rows, local)
            counts = np.bincount(cell[there] if not there.all() else cell, minlength=width * table.cells)
            own = cell[left]
            inside = there[left]
            kept = ~inside | (counts[np.where(inside, own, 0)] <= threshold)
            tested[left] |= inside
            left = left[kept]
            if not len(left):
                break
        found[rows[left[tested[left]]]] = True
    return found


def _chunks(areas: np.ndarray, cells: int) -> Iterator[tuple[int, int]]:
    """Cut sorted records into pieces of whole areas."""
    n, start = len(areas), 0
    while start < n:
        end = min(start + CHUNK, n)
        most = int(areas[start]) + max(CELLS // cells, 1)
        end = min(end, int(np.searchsorted(areas, most)))
        if end < n:
            begin = int(np.searchsorted(areas, areas[end]))
            end = begin if begin > start else int(np.searchsorted(areas, areas[end], side="right"))
        yield start, end
        start = end


def _cells(table: CountedTable, rows: np.ndarray, local: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the cell of each record, and whether it has one."""
    cell = local.astype(np.int64)
    there = np.ones(len(rows), dtype=bool)
    for codes, size in zip(table.codes, table.sizes, strict=True):
        own = codes[rows]
        there &= own >= 0
        cell = cell * size + own
    return cell, there


def _flagged(
    table: CountedTable, rows: np.ndarray, local: np.ndarray, width: int, threshold: int, sole: Sole
) -> tuple[np.ndarray, np.ndarray]:
    """Return which records are in the table, and which are alone in their cell."""
    cell, there = _cells(table, rows, local)
    counts = np.bincount(cell[there], minlength=width * table.cells)
    single = counts <= threshold
    if sole != "none":
        single |= _sole(counts.reshape(width, *table.sizes), sole).ravel()
    flagged = np.zeros(len(rows), dtype=bool)
    flagged[there] = single[cell[there]]
    return there, flagged


def _sole(counts: np.ndarray, sole: Sole) -> np.ndarray:
    """Return which cells are the only ones of their table, or of a line of it, that are not empty."""
    filled = counts > 0
    if sole == "table":
        axes = tuple(range(1, counts.ndim))
        return np.asarray(filled & (filled.sum(axis=axes, keepdims=True) == 1))
    found = np.zeros(counts.shape, dtype=bool)
    for axis in range(1, counts.ndim):
        found |= filled.sum(axis=axis, keepdims=True) == 1
    return np.asarray(filled & found)
