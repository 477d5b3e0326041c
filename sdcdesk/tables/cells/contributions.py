"""Contributions to the cells of a table: the largest of each cell, those of one contributor put together."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.tables.cells.dimension import Dimension


@dataclass(frozen=True, slots=True, eq=False)
class Largest:
    """The largest contributors of each cell.

    Attributes
    ----------
    amounts
        float64 (n, m), in falling order; 0 where there is none.
    contributors
        int64 (n, m), who they are; −1 where there is none.
    """

    amounts: np.ndarray
    contributors: np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class Contributions:
    """What each contributor adds to the cells of a table.

    A contributor is a record, or all records of a holding: in a total too they count as one. Amounts are not
    weighted: a record that stands for several is one of them for an intruder.

    Attributes
    ----------
    leaves
        For each dimension int64 (records,), the code of each record, always one without parts.
    contributors
        int64 (records,), to whom each record belongs, 0…c−1.
    amounts
        float64 (records,), from 0.
    waived
        bool (c,), who allows publication.
    rows
        int64 (records,), where the records are in the file.
    sums
        float64 (n,), what the contributions of each cell add up to, weighted; None: the value of the cell.
    """

    leaves: tuple[np.ndarray, ...]
    contributors: np.ndarray
    amounts: np.ndarray
    waived: np.ndarray
    rows: np.ndarray
    sums: np.ndarray | None = None
    _known: "dict[int, Largest]" = field(default_factory=dict)
    _count: "list[np.ndarray]" = field(default_factory=list)

    def largest(self, dimensions: Sequence[Dimension], most: int, progress: Progress = SILENT) -> Largest:
        """Return the largest contributors of each cell.

        Parameters
        ----------
        dimensions
            Dimensions of the table.
        most
            How many, from 1; what was found once is kept.
        progress
            Receives how far the work is.

        Returns
        -------
        Largest
            Equal amounts in the order of the contributors.
        """
        known = next((found for number, found in self._known.items() if number >= most), None)
        if known is None:
            known = self._find(dimensions, most, progress)
            self._known[most] = known
        return Largest(known.amounts[:, :most], known.contributors[:, :most])

    def count(self, dimensions: Sequence[Dimension], progress: Progress = SILENT) -> np.ndarray:
        """Return the number of contributors of each cell.

        Parameters
        ----------
        dimensions
            Dimensions of the table.
        progress
            Receives how far the work is.

        Returns
        -------
        np.ndarray
            int64 (n,); a holding counts once, also one that adds 0.
        """
        if not self._count:
            self.largest(dimensions, 2, progress)
        return self._count[0]

    @property
    def rows_of_contributors(self) -> np.ndarray:
        """int64 (c,), the first record of each contributor, which tells it from others in any table."""
        found = np.full(len(self.waived), np.iinfo(np.int64).max)
        np.minimum.at(found, self.contributors, self.rows)
        return found

    @property
    def unwaived(self) -> "Contributions":
        """Those of contributors who do not allow publication."""
        kept = ~self.waived[self.contributors]
        return Contributions(
            tuple(one[kept] for one in self.leaves),
            self.contributors[kept],
            self.amounts[kept],
            self.waived,
            self.rows[kept],
        )

    def of(self, dimensions: Sequence[Dimension], codes: Sequence[int]) -> np.ndarray:
        """Return which records are in a cell.

        Parameters
        ----------
        dimensions
            Dimensions of the table.
        codes
            Place of the code of the cell in each dimension.

        Returns
        -------
        np.ndarray
            int64 (m,), places of records, ascending.
        """
        inside = np.ones(len(self.amounts), dtype=bool)
        for dimension, leaves, code in zip(dimensions, self.leaves, codes, strict=True):
            below = np.zeros(len(dimension), dtype=bool)
            below[code] = True
            for place, parent in enumerate(dimension.parents[1:], start=1):
                below[place] |= below[parent]
            inside &= below[leaves]
        return np.flatnonzero(inside)

    def _find(self, dimensions: Sequence[Dimension], most: int, progress: Progress) -> Largest:
        cells = int(np.prod([len(one) for one in dimensions], dtype=np.int64))
        amounts, who = np.zeros((cells, most)), np.full((cells, most), -1, dtype=np.int64)
        count = np.zeros(cells, dtype=np.int64)
        paths = [_levels(one) for one in dimensions]
        rounds = list(product(*(range(len(levels)) for levels in paths)))
        for depths, _ in progress.over(rounds, "Contributions"):
            # Each record is at most once in a cell of these depths.
            cell = np.zeros(len(self.amounts), dtype=np.int64)
            there = np.ones(len(self.amounts), dtype=bool)
            for dimension, levels, leaves, depth in zip(dimensions, paths, self.leaves, depths, strict=True):
                code = levels[depth][leaves]
                there &= code >= 0
                cell = cell * len(dimension) + code
            _fill(cell[there], self.contributors[there], self.amounts[there], amounts, who, count)
        if not self._count:
            self._count.append(count)
        return Largest(amounts, who)


def _levels(dimension: Dimension) -> list[np.ndarray]:
    """Return for each depth the code of that depth above each code.

    Parameters
    ----------
    dimension
        A tree of codes.

    Returns
    -------
    list[np.ndarray]
        int64 (codes,) for each depth, the deepest first; −1 where a code stands higher.
    """
    depths, above = dimension.depths, dimension.above
    at = np.arange(len(dimension))
    found = []
    for depth in range(int(depths.max()), -1, -1):
        found.append(np.where(depths[at] == depth, at, -1))
        at = np.where(depths[at] == depth, np.maximum(above[at], 0), at)
    return found


def _fill(
    cell: np.ndarray,
    contributor: np.ndarray,
    amount: np.ndarray,
    amounts: np.ndarray,
    who: np.ndarray,
    count: np.ndarray,
) -> None:
    """Write the largest contributors of some cells into their rows."""
    if not len(cell):
        return
    order = np.lexsort((contributor, cell))
    cell, contributor, amount = cell[order], contributor[order], amount[order]
    first = np.flatnonzero(np.r_[True, (cell[1:] != cell[:-1]) | (contributor[1:] != contributor[:-1])])
    cell, contributor, amount = cell[first], contributor[first], np.add.reduceat(amount, first)
    order = np.lexsort((contributor, -amount, cell))
    cell, contributor, amount = cell[order], contributor[order], amount[order]
    starts = np.flatnonzero(np.r_[True, cell[1:] != cell[:-1]])
    lengths = np.diff(np.r_[starts, len(cell)])
    rank = np.arange(len(cell)) - np.repeat(starts, lengths)
    count[cell[starts]] = lengths
    top = rank < amounts.shape[1]
    amounts[cell[top], rank[top]] = amount[top]
    who[cell[top], rank[top]] = contributor[top]
