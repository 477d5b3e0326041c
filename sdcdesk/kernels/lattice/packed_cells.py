"""Packed cells: counts of several cells in one number, so that they are added at once."""

from dataclasses import dataclass

import numpy as np

FIELDS = (np.dtype(np.uint16), np.dtype(np.uint32), np.dtype(np.uint64))
"""Types of a count; as many as fill 64 binary digits stand in one number."""


@dataclass(frozen=True, slots=True, eq=False)
class PackedCells:
    """Records of each combination in each cell, several cells in one number.

    Attributes
    ----------
    words
        uint64 (words, m).
    cells
        Number of cells.
    field
        Type of a count; no sum of all records is larger than it holds.
    """

    words: np.ndarray
    cells: int
    field: np.dtype

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
        field = next(one for one in FIELDS if records <= np.iinfo(one).max)
        each = 8 // field.itemsize
        fields = np.zeros((-(-len(table) // each), table.shape[1], each), dtype=field)
        for cell, counts in enumerate(table):
            fields[cell // each, :, cell % each] = counts
        return cls(fields.view(np.uint64)[:, :, 0], len(table), field)

    def unpacked(self) -> np.ndarray:
        """Return the table of counts.

        Returns
        -------
        np.ndarray
            float64 (cells, m).
        """
        fields = self.words[:, :, None].view(self.field)
        table = np.empty((self.cells, self.words.shape[1]))
        for cell in range(self.cells):
            table[cell] = fields[cell // fields.shape[2], :, cell % fields.shape[2]]
        return table

    def totals(self) -> np.ndarray:
        """Return the records of each combination in all cells.

        Returns
        -------
        np.ndarray
            uint64 (m,).
        """
        bits = 8 * self.field.itemsize
        # A product with 1 in each field has the sum of all fields in its highest one.
        ones = np.uint64(sum(1 << bit for bit in range(0, 64, bits)))
        totals: np.ndarray = (self.words[0] * ones) >> np.uint64(64 - bits)
        for word in self.words[1:]:
            totals += (word * ones) >> np.uint64(64 - bits)
        return totals

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
        return PackedCells(self.words.take(order, axis=1), self.cells, self.field)

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
        return PackedCells(np.add.reduceat(self.words, starts, axis=1), self.cells, self.field)
