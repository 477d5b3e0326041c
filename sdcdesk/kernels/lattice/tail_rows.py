"""Rows of the tail of a lattice: the groups of its nodes at a node of the head, and the figures of these."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.kernels.lattice.head_and_tail import HeadAndTail
from sdcdesk.kernels.lattice.node_figures import NodeFigures

LARGEST, LONGEST = 1 << 17, 1 << 13
"""Multiplications of matrices, and numbers of a vector, that are done at once: few stay in the cache."""


KEPT, CLASSES, SQUARES, COUNTS = range(4)


@dataclass(frozen=True, slots=True, eq=False)
class TailRows:
    """What is counted of the rows of the tail at nodes of the head; the rows of a node are its groups.

    Attributes
    ----------
    split
        The keys in two parts.
    levels
        int64 (h, keys of the head), the nodes of the head.
    smallest
        float64 (h, rows), size of the smallest group that stays; infinite where none does.
    sums
        float64 (h, rows, …), records that stay, their groups, and the sum of the squared sizes of these;
        then for each part of the head keys + q amounts of the records that stay.
    """

    split: HeadAndTail
    levels: np.ndarray
    smallest: np.ndarray
    sums: np.ndarray

    @classmethod
    def empty(cls, split: HeadAndTail, levels: np.ndarray) -> "TailRows":
        """Return room for rows.

        Parameters
        ----------
        split
            The keys in two parts.
        levels
            int64 (h, keys of the head), the nodes of the head.

        Returns
        -------
        TailRows
            In which no record stays.
        """
        heads, rows = len(levels), len(split.tail.sums)
        sums = np.zeros((heads, rows, COUNTS + sum(part.amounts for part in split.head.parts)))
        return cls(split, levels, np.full((heads, rows), np.inf), sums)

    def count(self, at: int, k: int, cells: np.ndarray, values: Sequence[np.ndarray]) -> None:
        """Count the rows at a node of the head.

        Parameters
        ----------
        at
            Place of the node.
        k
            Groups of fewer records are left out.
        cells
            float64 (cells, m), records of each group of the head; those that are too small may be missing.
        values
            For each part of the head integers (m,), its values in each group.
        """
        tail, labels = self.split.tail, self.split.head.labels(self.levels[at].tolist())
        widest = max(tail.sums.shape[1], *(part.amounts for part in self.split.head.parts))
        step = max(min(LARGEST // (len(tail.sums) * widest), LONGEST), 1)
        for start in range(0, cells.shape[1], step):
            some = slice(start, start + step)
            sizes = tail.sums @ cells[:, some] if tail.keys else cells[:, some]
            stay = sizes >= k
            kept = sizes * stay
            sums, done = self.sums[at], COUNTS
            sums[:, KEPT] += kept.sum(axis=1)
            sums[:, CLASSES] += stay.sum(axis=1)
            sums[:, SQUARES] += np.vecdot(kept, kept)
            np.minimum(self.smallest[at], _smallest(sizes, stay, k), out=self.smallest[at])
            for of_part, part in zip(values, labels, strict=True):
                of_labels = kept @ part.amounts.take(of_part[some], axis=0)
                sums[:, done : done + of_labels.shape[1]] += of_labels
                done += of_labels.shape[1]

    def first(self, heads: int) -> "TailRows":
        """Return the rows of the first nodes.

        Parameters
        ----------
        heads
            How many nodes of the head.

        Returns
        -------
        TailRows
            The same numbers.
        """
        return TailRows(self.split, self.levels[:heads], self.smallest[:heads], self.sums[:heads])

    def places(self) -> np.ndarray:
        """Return the places of the nodes in the lattice.

        Returns
        -------
        np.ndarray
            int64 (h, nodes of the tail).
        """
        head, tail, shape = self.split.head, self.split.tail, self.split.keys.shape
        steps = np.array([math.prod(shape[key + 1 :]) for key in range(len(shape))], dtype=np.int64)
        of_head, of_tail = self.levels @ steps[list(head.keys)], tail.nodes @ steps[list(tail.keys)]
        places: np.ndarray = of_head[:, None] + of_tail
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
        tail, head = self.split.tail, self.split.head
        sums = np.add.reduceat(self.sums, tail.starts, axis=1)
        smallest = np.minimum.reduceat(self.smallest, tail.starts, axis=1)
        figures.suppressed[places] = self.split.keys.records - sums[:, :, KEPT]
        figures.classes[places] = sums[:, :, CLASSES]
        figures.squares[places] = sums[:, :, SQUARES]
        # What is left out is no smallest group.
        figures.smallest[places] = np.where(np.isinf(smallest), 0, smallest)
        gone = self.split.records - self.sums[:, :, KEPT]
        of_tail = np.add.reduceat(gone[:, :, None] * self.split.tail_amounts, tail.starts, axis=1)
        of_head = np.repeat(self.split.head_totals(self.levels)[:, None], len(tail.nodes), axis=1)
        keys, key, done = len(head.keys), 0, COUNTS
        for part in head.parts:
            own = done + len(part.keys)
            of_head[:, :, key : key + len(part.keys)] -= sums[:, :, done:own]
            of_head[:, :, keys:] -= sums[:, :, own : done + part.amounts]
            key, done = key + len(part.keys), done + part.amounts
        figures.own[places[:, :, None], head.keys] = of_head[:, :, :keys]
        figures.own[places[:, :, None], tail.keys] = of_tail[:, :, : len(tail.keys)]
        figures.joint[places] = of_head[:, :, keys:] + of_tail[:, :, len(tail.keys) :]


def _smallest(sizes: np.ndarray, stay: np.ndarray, k: int) -> np.ndarray | float:
    """Return the size of the smallest group of each row that stays; infinite where none does."""
    # Where groups are many some have just k records, which is seen much sooner than the smallest is found.
    if (sizes == k).any(axis=1).all():
        return float(k)
    smallest: np.ndarray = np.where(stay, sizes, np.inf).min(axis=1)
    return smallest
