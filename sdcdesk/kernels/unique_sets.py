"""Unique sets: whom each set of up to a few columns tells apart, for many columns and records.

Columns with few values are put together in blocks, and the records are counted once for a few blocks
together: every set of columns of these is a margin of that one table of counts. Who is alone by a set is
alone by every larger one, so margins are looked up for those only that the table before told apart.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from math import prod

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.counting import Codes, records_alone
from sdcdesk.kernels.keys import combine, digits
from sdcdesk.kernels.minimal_uniques import Columns

BLOCK = 100
"""Combinations of values in a block of several columns, so that tables of three stay small."""

WIDTH = 7
"""Columns of a block, however few values they have: the sets of a few blocks' columns must be few."""

CELLS = 2**20
"""A table of counts may have so many cells, or a quarter of the records."""

PIECE = 2**16
"""Records that are counted at a time."""

ONE = np.int32(1)

NOBODY = np.empty(0, dtype=np.int64)

UniqueSet = tuple[Columns, np.ndarray]
"""A set of columns, and the records (int64) that it tells apart."""


def unique_sets(keys: Sequence[Codes], largest: int, progress: Progress = SILENT) -> Iterator[UniqueSet]:
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
    blocks = sorted((_Block(keys, columns) for columns in _blocks(radices)), key=lambda block: block.radix)
    most = max(CELLS, len(keys[0].values) // 4)
    many, few = _Many(keys, radices), _Few(len(keys[0].values))
    sizes = range(1, min(largest, len(keys)) + 1)
    # Where there are fewer blocks than columns of a set, all blocks together hold it.
    work = [(size, some) for size in sizes for some in combinations(blocks, min(size, len(blocks)))]
    done: set[Columns] = set()
    for (size, some), part in progress.over(work, "Sets of variables"):
        together = sorted(chain.from_iterable(block.columns for block in some))
        wanted = [each for each in combinations(together, size) if each not in done]
        done.update(wanted)
        if prod(block.radix for block in some) <= most:
            yield from few.unique(some, wanted, size, part)
        else:
            for each, _ in part.over(wanted, "Sets of variables"):
                yield each, many.unique(each)


def _blocks(radices: Sequence[int]) -> list[Columns]:
    """Return the columns in few blocks: each joins the fullest one that has room for it, widest first."""
    blocks: list[list[int]] = []
    sizes: list[int] = []
    for at in sorted(range(len(radices)), key=lambda column: -radices[column]):
        room = [
            place
            for place, size in enumerate(sizes)
            if size * radices[at] <= BLOCK and len(blocks[place]) < WIDTH
        ]
        if room:
            best = max(room, key=sizes.__getitem__)
            blocks[best].append(at)
            sizes[best] *= radices[at]
        else:
            blocks.append([at])
            sizes.append(radices[at])
    return [tuple(sorted(block)) for block in blocks]


class _Block:
    """Some columns as one, with a digit for every combination of their values."""

    def __init__(self, keys: Sequence[Codes], columns: Columns) -> None:
        pairs = [digits(keys[at].values, keys[at].size) for at in columns]
        self.columns = columns
        self.shape = tuple(radix for _, radix in pairs)
        values, self.radix = combine([column for column, _ in pairs], self.shape)
        # As small as they can be: they are added to whole numbers of all records again and again.
        self.values = values.astype(np.min_scalar_type(self.radix - 1))


class _Few:
    """Sets of the columns of some blocks, whose combinations of values are counted all at once.

    Records are counted a piece at a time, whose cells stay in the processor's cache; and the room for the
    table is kept from one to the next, for to get large arrays anew costs more than to fill them.
    """

    def __init__(self, records: int) -> None:
        self._first: list[_Block] = []
        self._radix = 1
        self._code, self._before = (np.zeros(records, dtype=np.int32) for _ in range(2))
        self._cell = np.empty(PIECE, dtype=np.int64)
        self._table = np.empty(0, dtype=np.int32)

    def unique(
        self, blocks: Sequence[_Block], wanted: Sequence[Columns], size: int, progress: Progress
    ) -> Iterator[UniqueSet]:
        columns = tuple(chain.from_iterable(block.columns for block in blocks))
        shape = tuple(chain.from_iterable(block.shape for block in blocks))
        cells = prod(shape)
        if len(self._table) < cells:
            self._table = np.empty(cells, dtype=np.int32)
        table = self._table[:cells]
        table[:] = 0
        for _, cell in self._cells(blocks):
            np.add.at(table, cell, ONE)
        alone = table == 1
        rows, places = [NOBODY], [NOBODY]
        for start, cell in self._cells(blocks) if alone.any() else ():
            found = np.flatnonzero(alone[cell])
            rows.append(start + found)
            places.append(cell[found])
        margins = _Margins(columns, shape, wanted, size, progress)
        margins.add((), 0, table, np.concatenate(rows), np.concatenate(places))
        for some in wanted:
            yield some, margins.known.get(some, NOBODY)

    def _cells(self, blocks: Sequence[_Block]) -> Iterator[tuple[int, np.ndarray]]:
        """Walk through where pieces of the records begin, and their cells; mostly the last block changed."""
        *first, last = blocks
        if first != self._first:
            self._first, self._radix = first, 0
            np.copyto(self._code, first[0].values if first else 0)
            for block in first[1:]:
                self._code *= block.radix
                self._code += block.values
        if last.radix != self._radix:
            self._radix = last.radix
            np.multiply(self._code, last.radix, out=self._before)
        for start in range(0, len(self._code), PIECE):
            before, values = (column[start : start + PIECE] for column in (self._before, last.values))
            yield start, np.add(before, values, out=self._cell[: len(before)])


class _Margins:
    """Margins of a table: column by column is kept, or summed away, for all wanted sets together.

    Attributes
    ----------
    found
        Whom each wanted set tells apart; a set that tells nobody apart may lack.
    """

    def __init__(
        self,
        columns: Columns,
        shape: Sequence[int],
        wanted: Sequence[Columns],
        size: int,
        progress: Progress,
    ) -> None:
        self._columns, self._shape, self._size, self._progress = columns, shape, size, progress
        place = {column: at for at, column in enumerate(columns)}
        in_order = (tuple(sorted(some, key=place.__getitem__)) for some in wanted)
        self._begins = {some[:length] for some in in_order for length in range(size + 1)}
        self.known: dict[Columns, np.ndarray] = {}

    def add(self, kept: Columns, at: int, table: np.ndarray, rows: np.ndarray, cells: np.ndarray) -> None:
        """Add the sets that begin with the kept columns, and go on with some of those from a place on.

        Parameters
        ----------
        kept
            Columns that were decided to stay.
        at
            Place of the next one.
        table
            Counts by the kept columns and all from the place on.
        rows, cells
            int64, the records that are alone in their cell, and these cells.
        """
        if not len(rows) or kept not in self._begins or len(self._columns) - at < self._size - len(kept):
            return
        self._progress.check()
        if at == len(self._columns):
            self.known[tuple(sorted(kept))] = rows
            return
        if len(kept) < self._size:
            self.add((*kept, self._columns[at]), at + 1, table, rows, cells)
            summed = 1
        else:
            summed = len(self._columns) - at
        # At once where no more are kept.
        width, inner = prod(self._shape[at : at + summed]), prod(self._shape[at + summed :])
        fewer = table.reshape(-1, width, inner).sum(axis=1, dtype=table.dtype).ravel()
        there = fewer == 1
        if not there.any():
            return
        # Remainders take several times as long as quotients.
        outer = cells // inner
        cells = cells - (outer - outer // width) * inner
        alone = there[cells]
        self.add(kept, at + summed, fewer, rows[alone], cells[alone])


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
        return np.concatenate([found, left[records_alone(columns)]])

    def _single(self, at: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the records (int64) that one column tells apart, and the others."""
        if at not in self._singles:
            alone = records_alone([self._keys[at]])
            self._singles[at] = np.flatnonzero(alone), np.flatnonzero(~alone)
        return self._singles[at]
