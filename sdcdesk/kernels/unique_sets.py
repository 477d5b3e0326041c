"""Unique sets: whom each set of up to a few columns tells apart, for many columns and records.

Columns with few values are put together in blocks, and the records are counted once for a few blocks
together: every set of columns of these is a margin of that one table of counts. In each cell the place of
its last record is kept; where a margin counts one record, only one of the cells behind it has any, so the
sum of their places is that record.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from math import prod

import numpy as np

from sdcdesk.core.progress import SILENT, Progress
from sdcdesk.kernels.counting import Codes, InMemory
from sdcdesk.kernels.keys import combine, digits
from sdcdesk.kernels.minimal_uniques import Columns

BLOCK = 100
"""Combinations of values in a block of several columns, so that tables of three stay small."""

WIDTH = 7
"""Columns of a block, however few values they have: arrays have a limited number of dimensions."""

DIMENSIONS = 64
"""So many numpy allows."""

CELLS = 2**20
"""A table of counts may have so many cells, or a quarter of the records."""


def unique_sets(
    keys: Sequence[Codes], largest: int, progress: Progress = SILENT
) -> Iterator[tuple[Columns, np.ndarray]]:
    """Find whom each set of columns tells apart from all others; a missing value is a value of its own.

    Parameters
    ----------
    keys
        Codes of each column, of the same records.
    largest
        Columns of the largest set.
    progress
        Receives how far the work is.

    Yields
    ------
    tuple[tuple[int, ...], np.ndarray]
        Each set of 1 to `largest` columns, smaller ones first, with its unique records, int64 (k,), in no
        order.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    radices = [digits(key.values, key.size)[1] for key in keys]
    blocks = [_Block(keys, columns) for columns in _blocks(radices)]
    most = max(CELLS, len(keys[0].values) // 4)
    many = _Many(keys, radices)
    sizes = range(1, min(largest, len(keys)) + 1)
    # Where there are fewer blocks than columns of a set, all blocks together hold it.
    work = [(size, some) for size in sizes for some in combinations(blocks, min(size, len(blocks)))]
    done: set[Columns] = set()
    places = np.arange(len(keys[0].values))
    cell = np.empty_like(places)
    for (size, some), part in progress.over(work, "Sets of variables"):
        together = sorted(chain.from_iterable(block.columns for block in some))
        wanted = [each for each in combinations(together, size) if each not in done]
        done.update(wanted)
        if len(together) <= DIMENSIONS and prod(block.radix for block in some) <= most:
            yield from _margins(some, wanted, places, cell)
        else:
            for each, _ in part.over(wanted, "Sets of variables"):
                yield each, many.unique(each)


def _blocks(radices: Sequence[int]) -> list[Columns]:
    """Return the columns in blocks, those with fewest values first."""
    blocks: list[list[int]] = []
    size = BLOCK + 1
    for at in sorted(range(len(radices)), key=lambda column: radices[column]):
        if size * radices[at] <= BLOCK and len(blocks[-1]) < WIDTH:
            blocks[-1].append(at)
            size *= radices[at]
        else:
            blocks.append([at])
            size = radices[at]
    return [tuple(block) for block in blocks]


class _Block:
    """Some columns as one, with a digit for every combination of their values."""

    def __init__(self, keys: Sequence[Codes], columns: Columns) -> None:
        pairs = [digits(keys[at].values, keys[at].size) for at in columns]
        self.columns = columns
        self.shape = tuple(radix for _, radix in pairs)
        values, self.radix = combine([column for column, _ in pairs], self.shape)
        self.values = values.astype(np.int32)


def _margins(
    blocks: Sequence[_Block], wanted: Sequence[Columns], places: np.ndarray, cell: np.ndarray
) -> Iterator[tuple[Columns, np.ndarray]]:
    """Count the records of some blocks once, and find whom each set of their columns tells apart.

    `places` are those of all records, `cell` is room for their cells: to get large arrays anew costs more
    than to fill them.
    """
    together = tuple(chain.from_iterable(block.columns for block in blocks))
    shape = tuple(chain.from_iterable(block.shape for block in blocks))
    cells = prod(shape)
    cell[:] = blocks[0].values
    for block in blocks[1:]:
        cell *= block.radix
        cell += block.values
    counts = np.bincount(cell, minlength=cells).reshape(shape)
    last = np.zeros(cells, dtype=np.int64)
    last[cell] = places
    last = last.reshape(shape)
    for some in wanted:
        others = tuple(place for place, at in enumerate(together) if at not in some)
        alone = counts.sum(axis=others) == 1
        yield some, last.sum(axis=others)[alone] if alone.any() else np.empty(0, dtype=np.int64)


class _Many:
    """Sets with many combinations of values, counted among the records that no single column tells apart."""

    def __init__(self, keys: Sequence[Codes], radices: Sequence[int]) -> None:
        self._keys, self._radices = keys, radices
        self._singles: dict[int, tuple[np.ndarray, np.ndarray]] = {}

    def unique(self, some: Columns) -> np.ndarray:
        # The column with most values leaves the fewest records.
        widest = max(some, key=lambda at: self._radices[at])
        found, left = self._single(widest)
        if len(some) == 1 or not len(left):
            return found
        columns = [Codes(self._keys[at].values[left], self._keys[at].size) for at in some]
        return np.concatenate([found, left[InMemory().alone(columns)]])

    def _single(self, at: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the records (int64) that one column tells apart, and the others."""
        if at not in self._singles:
            alone = InMemory().alone([self._keys[at]])
            self._singles[at] = np.flatnonzero(alone), np.flatnonzero(~alone)
        return self._singles[at]
