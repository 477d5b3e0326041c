"""Packed cells: counts of several cells in one number, so that they are added at once."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True, eq=False)
class PackedCells:
    """Records of each combination in each cell, several cells in one number.

    Attributes
    ----------
    words
        uint64 (words, m).
    cells
        Number of cells.
    bits
        Binary digits of a cell; no sum of all records needs more.
    """

    words: np.ndarray
    cells: int
    bits: int

    @classmethod
    def packed(cls, table: np.ndarray, records: int) -> "PackedCells":
        """Pack a table of counts.

        Parameters
        ----------
        table
            float64 (cells, m), whole numbers.
        records
            Their sum.

        Returns
        -------
        PackedCells
            The same counts.
        """
        bits = max(records.bit_length(), 1)
        each = 64 // bits
        words = np.zeros((-(-len(table) // each), table.shape[1]), dtype=np.uint64)
        for cell, counts in enumerate(table):
            words[cell // each] |= counts.astype(np.uint64) << np.uint64(cell % each * bits)
        return cls(words, len(table), bits)

    def unpacked(self) -> np.ndarray:
        """Return the table of counts.

        Returns
        -------
        np.ndarray
            float64 (cells, m).
        """
        each, mask = 64 // self.bits, np.uint64((1 << self.bits) - 1)
        table = np.empty((self.cells, self.words.shape[1]))
        for cell in range(self.cells):
            table[cell] = (self.words[cell // each] >> np.uint64(cell % each * self.bits)) & mask
        return table

    def take(self, order: np.ndarray) -> "PackedCells":
        """Return the counts of some combinations.

        Parameters
        ----------
        order
            int64 (m,), their places.

        Returns
        -------
        PackedCells
            In this order.
        """
        return PackedCells(self.words.take(order, axis=1), self.cells, self.bits)

    def added(self, starts: np.ndarray) -> "PackedCells":
        """Return the sums over combinations that follow one another.

        Parameters
        ----------
        starts
            int64 (G,), where each sum begins.

        Returns
        -------
        PackedCells
            Of G groups.
        """
        return PackedCells(np.add.reduceat(self.words, starts, axis=1), self.cells, self.bits)
