"""Linked cells: in which tables of their area records stand in a cell that is theirs alone."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Literal

import numpy as np

CHUNK = 131_072
"""Records that are counted together, of whole areas, so that their cells stay near the processor."""

DENSE = 16
"""Cells for each record up to which all cells are counted, the empty ones too."""

SPARE = 65_536
"""Cells that are counted in any case."""

LARGEST = 2**62
"""Numbers of cells up to which a cell has a number of its own."""

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
        return prod(self.sizes)


@dataclass(frozen=True, slots=True, eq=False)
class LinkedCells:
    """What the tables of the areas say of each record.

    Attributes
    ----------
    unique, tested
        int8 or int16 (n,), tables in which the record is alone in its cell, and in which it is at all.
    matched
        bool (n,), records that are alone in every key table in which they are, and in one at least.
    in_targets
        bool (n,), records that are alone in all target tables in which they are.
    in_some_target
        int8 or int16 (n,), target tables in which the record is alone.
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
    # Sorted by few digits: numpy then counts instead of comparing.
    small = areas.astype(np.uint16) if number <= np.iinfo(np.uint16).max else areas
    order = np.argsort(small, kind="stable")
    sorted_areas = areas[order]
    is_key = np.zeros(len(tables), dtype=bool)
    is_key[list(keys)] = True
    holes = {id(codes): bool((codes < 0).any()) for table in tables for codes in table.codes}
    kind = np.int8 if len(tables) <= np.iinfo(np.int8).max else np.int16
    found = np.zeros((n, 4), dtype=kind)
    for start, end in _chunks(sorted_areas):
        step(start / max(n, 1))
        rows = order[start:end]
        local = (sorted_areas[start:end] - sorted_areas[start]).astype(np.int64)
        # A variable of several tables is looked up once.
        looked_up = {id(each): each for table in tables for each in table.codes}
        own = {key: each[rows] for key, each in looked_up.items()}
        counted = np.zeros((4, len(rows)), dtype=kind)
        for place, table in enumerate(tables):
            columns = [own[id(each)] for each in table.codes]
            outside = [own[id(each)] < 0 for each in table.codes if holes[id(each)]]
            there = ~np.logical_or.reduce(outside) if outside else None
            flagged = _flagged([local, *columns], (int(local[-1]) + 1, *table.sizes), there, threshold, sole)
            for at in (0, 2) if is_key[place] else (0,):
                counted[at] += flagged
                counted[at + 1] += 1 if there is None else there
        found[rows] = counted.T
    unique, tested, alone, inside = found.T
    target, targets = unique - alone, tested - inside
    return LinkedCells(unique, tested, (inside > 0) & (alone == inside), target == targets, target)


def _chunks(areas: np.ndarray) -> Iterator[tuple[int, int]]:
    """Cut sorted records into pieces of whole areas."""
    n, start = len(areas), 0
    while start < n:
        end = min(start + CHUNK, n)
        if end < n:
            begin = int(np.searchsorted(areas, areas[end]))
            end = begin if begin > start else int(np.searchsorted(areas, areas[end], side="right"))
        yield start, end
        start = end


def _flagged(
    columns: Sequence[np.ndarray], sizes: Sequence[int], there: np.ndarray | None, threshold: int, sole: Sole
) -> np.ndarray:
    """Return which records are alone in their cell; `there`: those that are in the table, None: all."""
    inside = columns if there is None else [each[there] for each in columns]
    way = _alone_of_all if prod(sizes) <= DENSE * len(columns[0]) + SPARE else _alone_of_filled
    alone = way(inside, sizes, threshold, sole)
    if there is None:
        return alone
    flagged = np.zeros(len(there), dtype=bool)
    flagged[there] = alone
    return flagged


def _numbered(columns: Sequence[np.ndarray], sizes: Sequence[int]) -> np.ndarray:
    """Return a number of the cell of each record; where there are too many, only of those that are filled."""
    cell, number = columns[0].astype(np.int64), sizes[0]
    for codes, size in zip(columns[1:], sizes[1:], strict=True):
        if number * size > LARGEST:
            kept, cell = np.unique(cell, return_inverse=True)
            number = len(kept)
        cell *= size
        cell += codes
        number *= size
    return cell


def _alone_of_all(
    columns: Sequence[np.ndarray], sizes: Sequence[int], threshold: int, sole: Sole
) -> np.ndarray:
    """Return which records are alone, by the counts of all cells."""
    cell = _numbered(columns, sizes)
    counts = np.bincount(cell, minlength=prod(sizes))
    single = counts <= threshold
    if sole != "none":
        filled = counts.reshape(sizes) > 0
        lines = [tuple(range(1, len(sizes)))] if sole == "table" else range(1, len(sizes))
        for axes in lines:
            single |= np.broadcast_to(filled.sum(axis=axes, keepdims=True) == 1, sizes).ravel()
    return np.asarray(single[cell])


def _alone_of_filled(
    columns: Sequence[np.ndarray], sizes: Sequence[int], threshold: int, sole: Sole
) -> np.ndarray:
    """Return which records are alone, by the counts of the cells that are not empty."""
    cell = _numbered(columns, sizes)
    _, first, of_record, counts = np.unique(cell, return_index=True, return_inverse=True, return_counts=True)
    single = counts <= threshold
    if sole != "none":
        each = (
            [{0}] if sole == "table" else [set(range(len(sizes))) - {axis} for axis in range(1, len(sizes))]
        )
        for kept in each:
            line = _numbered([columns[at][first] for at in kept], [sizes[at] for at in kept])
            _, place, number = np.unique(line, return_inverse=True, return_counts=True)
            single |= number[place] == 1
    return np.asarray(single[of_record])
