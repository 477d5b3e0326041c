"""Rows of the tail of a lattice: the groups of its nodes at a node of the head, and the figures of these."""

import math
from dataclasses import dataclass

import numpy as np

from sdcdesk.kernels.lattice.head_tables import HeadTables, Table
from sdcdesk.kernels.lattice.node_figures import NodeFigures
from sdcdesk.kernels.lattice.small_products import long_product, wide_product


@dataclass(frozen=True, slots=True, eq=False)
class TailRows:
    """What is counted of the rows of the tail at nodes of the head; the rows of a node are its groups.

    Attributes
    ----------
    tables
        Head and tail.
    places
        int64 (h,), where the nodes of each node of the head begin.
    suppressed, classes, squares, smallest
        float64 (h, rows), as in `NodeFigures`; infinite where no group stays.
    sums
        float64 (h, rows, keys of the head + q), amounts of the records left out.
    """

    tables: HeadTables
    places: np.ndarray
    suppressed: np.ndarray
    classes: np.ndarray
    squares: np.ndarray
    smallest: np.ndarray
    sums: np.ndarray

    @classmethod
    def empty(cls, tables: HeadTables, heads: int) -> "TailRows":
        """Return room for rows.

        Parameters
        ----------
        tables
            Head and tail.
        heads
            h, nodes of the head.

        Returns
        -------
        TailRows
            All 0.
        """
        rows, sums = len(tables.tail.sums), len(tables.head.keys) + len(tables.amounts.joint[0])
        suppressed, classes, squares, smallest = np.zeros((4, heads, rows))
        places = np.zeros(heads, dtype=np.int64)
        return cls(tables, places, suppressed, classes, squares, smallest, np.zeros((heads, rows, sums)))

    def count(self, at: int, table: Table, place: int, k: int) -> None:
        """Count the rows at a node of the head.

        Parameters
        ----------
        at
            Where they are put.
        table
            The groups of the head.
        place
            Where the nodes of this node of the head begin.
        k
            Groups of fewer records are left out.
        """
        cells = table.cells.unpacked()
        sizes = wide_product(self.tables.tail.sums, cells) if self.tables.tail.keys else cells
        kept = sizes >= k
        gone = sizes * (sizes < k)
        self.places[at] = place
        self.suppressed[at] = gone.sum(axis=1)
        self.classes[at] = np.count_nonzero(kept, axis=1)
        self.squares[at] = np.einsum("rm,rm->r", sizes, sizes) - np.einsum("rm,rm->r", gone, gone)
        self.smallest[at] = _smallest(sizes, kept, k)
        self.sums[at] = long_product(gone, table.amounts)

    def node_places(self) -> np.ndarray:
        """Return the places of all nodes.

        Returns
        -------
        np.ndarray
            int64 (h, nodes of the tail).
        """
        tail, shape = self.tables.tail, self.tables.keys.shape
        steps = [math.prod(shape[key + 1 :]) for key in tail.keys]
        places: np.ndarray = self.places[:, None] + tail.nodes @ np.array(steps, dtype=np.int64)
        return places

    def fill(self, figures: NodeFigures, places: np.ndarray) -> None:
        """Put the rows of each node together.

        Parameters
        ----------
        figures
            Where the figures of the nodes are put.
        places
            int64 (h, nodes of the tail), their places there.
        """
        tail, amounts = self.tables.tail, self.tables.amounts
        smallest = np.minimum.reduceat(self.smallest, tail.starts, axis=1)
        figures.suppressed[places] = np.add.reduceat(self.suppressed, tail.starts, axis=1)
        figures.classes[places] = np.add.reduceat(self.classes, tail.starts, axis=1)
        figures.squares[places] = np.add.reduceat(self.squares, tail.starts, axis=1)
        # What is left out is no smallest group.
        figures.smallest[places] = np.where(np.isinf(smallest), 0, smallest)
        sums, heads = np.add.reduceat(self.sums, tail.starts, axis=1), len(self.tables.head.keys)
        figures.own[places[:, :, None], self.tables.head.keys] = sums[:, :, :heads]
        figures.joint[places] = sums[:, :, heads:]
        levels = np.repeat(tail.nodes, np.diff(tail.starts, append=len(tail.sums)), axis=0)
        for place, key in enumerate(tail.keys):
            where = levels[:, place], tail.digits[:, place]
            own = self.suppressed * amounts.own[key][where]
            figures.own[places, key] = np.add.reduceat(own, tail.starts, axis=1)
            for amount, of_label in enumerate(amounts.joint[key]):
                joint = self.suppressed * of_label[where]
                figures.joint[places, amount] += np.add.reduceat(joint, tail.starts, axis=1)


def _smallest(sizes: np.ndarray, kept: np.ndarray, k: int) -> np.ndarray | float:
    """Return the size of the smallest group of each row that stays; infinite where none does."""
    # Where groups are many some have just k records, which is seen much sooner than the smallest is found.
    if (sizes == k).any(axis=1).all():
        return float(k)
    smallest: np.ndarray = np.where(kept, sizes, np.inf).min(axis=1)
    return smallest
