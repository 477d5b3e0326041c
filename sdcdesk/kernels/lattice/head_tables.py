"""Tables of the head of a lattice: the groups of its keys at a node, made from those at a finer one."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sdcdesk.core.numbers.equal_runs import run_begins
from sdcdesk.kernels.lattice.head_and_tail import HeadAndTail
from sdcdesk.kernels.lattice.packed_cells import PackedCells


@dataclass(frozen=True, slots=True, eq=False)
class HeadTable:
    """Groups of the head at one of its nodes, or some of them.

    Attributes
    ----------
    codes
        uint32 or int64 (m,), their combinations of labels as numbers, ascending.
    cells
        Records of each by cell of the tail.
    """

    codes: np.ndarray
    cells: PackedCells

    def take(self, places: np.ndarray) -> "HeadTable":
        """Return some groups.

        Parameters
        ----------
        places
            int64 (G,), where they stand.

        Returns
        -------
        HeadTable
            In this order.
        """
        return HeadTable(self.codes.take(places), self.cells.take(places))


@dataclass(frozen=True, eq=False)
class HeadTables:
    """Tables of a head.

    A label is told by the first value that has it, so that the numbers of combinations keep their digits and
    their order.

    Attributes
    ----------
    split
        The keys in two parts.
    k
        Groups of fewer records are left out.
    """

    split: HeadAndTail
    k: int

    @cached_property
    def strides(self) -> tuple[int, ...]:
        """What a step of one value of each key of the head adds to the number of a combination."""
        sizes = self.split.head.sizes
        return tuple(math.prod(sizes[depth + 1 :]) for depth in range(len(sizes)))

    def finest(self) -> HeadTable:
        """Return the table of the values as they are.

        Returns
        -------
        HeadTable
            A group for each combination of values of the head.
        """
        keys, head, tail = self.split.keys, self.split.head, self.split.tail
        kind = np.uint32 if head.values <= np.iinfo(np.uint32).max else np.int64
        codes: np.ndarray = np.zeros(keys.codes.shape[1], dtype=kind)
        for key, stride in zip(head.keys, self.strides, strict=True):
            codes += keys.codes[key].astype(kind) * kind(stride)
        order = np.argsort(codes)
        codes = codes.take(order)
        new = run_begins(codes)
        starts, groups = np.flatnonzero(new), np.cumsum(new) - 1
        cells = tail.sums.shape[1]
        places = tail.cells(keys).take(order) * len(starts) + groups
        counts = np.bincount(places, keys.counts.take(order), cells * len(starts))
        return HeadTable(codes.take(starts), PackedCells.packed(counts.reshape(cells, -1), keys.records))

    def coarser(self, table: HeadTable, depth: int, low: int, high: int) -> HeadTable:
        """Return the table in which one key of the head is coarser.

        Parameters
        ----------
        table
            With this key at level `low`, and those behind it as they are.
        depth
            Place of the key in the head.
        low, high
            Levels of the key before and after.

        Returns
        -------
        HeadTable
            With the other keys as they are.
        """
        kind, stride = table.codes.dtype.type, self.strides[depth]
        digits = self.split.keys.digits[self.split.head.keys[depth]]
        less = (digits[low] - digits[high]).astype(kind) * kind(stride)
        codes = table.codes - less.take(self._values(table.codes, depth))
        coarse = HeadTable(codes, table.cells)
        if stride > 1:
            # The digits behind it are no longer in order; what is sorted in long runs is soon merged.
            coarse = coarse.take(codes.argsort(kind="stable"))
        starts = run_begins(coarse.codes).nonzero()[0]
        if len(starts) == len(codes):
            return coarse
        return HeadTable(coarse.codes.take(starts), coarse.cells.added(starts))

    def large(self, table: HeadTable, depth: int) -> HeadTable:
        """Return the groups that are large enough at some node at which the first keys are as they are here.

        All others are left out at each of these nodes, for no coarser label of the keys behind saves them.

        Parameters
        ----------
        table
            Groups of the head.
        depth
            How many keys of the head stay at their level.

        Returns
        -------
        HeadTable
            Those that have k records, or are parts of groups of so many.
        """
        totals = table.cells.totals()
        if depth < len(self.split.head.keys):
            first = table.codes // table.codes.dtype.type(self.strides[depth - 1])
            new = run_begins(first)
            enough = (np.add.reduceat(totals, new.nonzero()[0]) >= self.k).take(new.cumsum() - 1)
        else:
            enough = totals >= self.k
        return table if enough.all() else table.take(enough.nonzero()[0])

    def values(self, table: HeadTable) -> list[np.ndarray]:
        """Return a combination of values of each group.

        Parameters
        ----------
        table
            Groups of the head.

        Returns
        -------
        list[np.ndarray]
            For each part of the head integers (m,), its combination of values.
        """
        last = np.cumsum([len(part.keys) for part in self.split.head.parts]) - 1
        found, rest = [], table.codes
        for depth in last[:-1].tolist():
            stride = rest.dtype.type(self.strides[depth])
            found.append(rest // stride)
            rest = rest - found[-1] * stride
        return [*found, rest]

    def _values(self, codes: np.ndarray, depth: int) -> np.ndarray:
        """Return the values of one key of the head."""
        kind = codes.dtype.type
        values: np.ndarray = codes // kind(self.strides[depth])
        if depth:
            # Much faster than the remainder.
            size = kind(self.split.head.sizes[depth])
            values = values - values // size * size
        return values
