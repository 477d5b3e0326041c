"""Order of weights: the rules of a structure as one, falling to the right and downwards on a grid.

The rules compare neighbours. Taken together they say no more than this: lay the weights of each size
s = max(i, j) out in one row, the heaviest first, and they fall along every row and down every column.

- sampling: row s holds w_ss, w_(s−1)s, …, w_1s, so that columns are the diagonals of the matrix;
- merging: row s holds w_s1, …, w_ss;
- general: row s holds w_s1, …, w_ss, w_(s−1)s, …, w_1s, the part before the diagonal starting at the first
  column, the part behind it at column m + 1. The places between them stay empty.

What has to be heavier than a cell is what stands to the left of it and above, however far away.
"""

from dataclasses import dataclass

import numpy as np

from sdcdesk.risk.weights.admissibility import Structure


@dataclass(frozen=True, slots=True, eq=False)
class OrderedGrid:
    """Where the cells of an m × m block stand on the grid.

    Attributes
    ----------
    rows, columns
        Positions in the block, from 0, by place on the grid; 0 where the place is empty.
    filled
        Whether a cell stands at the place.
    """

    rows: np.ndarray
    columns: np.ndarray
    filled: np.ndarray

    @classmethod
    def from_structure(cls, structure: Structure, m: int) -> "OrderedGrid":
        """Return the grid of a structure: m × m places, general m × (2m − 1).

        Parameters
        ----------
        structure
            Which cells have a place: "sampling", "merging" or "general".
        m
            Size of the block.

        Returns
        -------
        OrderedGrid
            Positions in the block by place.
        """
        if structure == "general":
            size, place = np.ogrid[:m, : 2 * m - 1]
            # Steps back from the diagonal along column s of the block; below 0 before the diagonal.
            back = place - (m - 1)
            before = place <= size
            behind = (back > 0) & (back <= size)
            rows = np.where(before, size, size - back)
            columns = np.where(before, place, size)
            filled = before | behind
        else:
            size, place = np.ogrid[:m, :m]
            filled = place <= size
            rows, columns = (size - place, size) if structure == "sampling" else (size, place)
        return cls(np.where(filled, rows, 0), np.where(filled, columns, 0), filled)

    def laid_out(self, block: np.ndarray, empty: float) -> np.ndarray:
        """Return the weights of a block by place on the grid, with `empty` at the empty places.

        Parameters
        ----------
        block
            float64 (m, m).
        empty
            What stands at places without a cell.

        Returns
        -------
        np.ndarray
            float64 in the shape of the grid.
        """
        return np.where(self.filled, block[self.rows, self.columns], empty)

    def block(self, weights: np.ndarray) -> np.ndarray:
        """Return the block of weights that are given by place; 0 where the structure has no place.

        Parameters
        ----------
        weights
            float64 in the shape of the grid.

        Returns
        -------
        np.ndarray
            float64 (m, m).
        """
        block = np.zeros((len(weights), len(weights)))
        block[self.rows[self.filled], self.columns[self.filled]] = weights[self.filled]
        return block

    def place(self, i: int, j: int) -> tuple[int, int]:
        """Return row and column on the grid of the cell (i, j) of the block, counted from 1.

        Parameters
        ----------
        i
            Size of the group in the masked file, from 1.
        j
            Size of the group in the initial file, from 1.

        Returns
        -------
        tuple[int, int]
            Counted from 0.
        """
        ((row, column),) = np.argwhere(self.filled & (self.rows == i - 1) & (self.columns == j - 1)).tolist()
        return row, column


def lowered(weights: np.ndarray) -> np.ndarray:
    """Return the largest weights that fall to the right and downwards and do not exceed the given ones.

    Parameters
    ----------
    weights
        float64 (rows, columns).

    Returns
    -------
    np.ndarray
        float64 (rows, columns).
    """
    along: np.ndarray = np.minimum.accumulate(weights, axis=0)
    return np.minimum.accumulate(along, axis=1)
