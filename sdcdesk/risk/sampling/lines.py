"""Lines: the straight parts of what the records of a group add, and where they bend."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.kernels.hypergeometric import Spans
from sdcdesk.risk.disclosure.classification import ClassificationMatrix
from sdcdesk.risk.weights.matrix import WeightMatrix

NOTHING = 1e-30
"""A part of a weight that does not count."""


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """The lines as far as a sample can reach them.

    Attributes
    ----------
    slope, level
        For each group size: what the cells add whose bend lies behind the span (per drawn record), and
        those whose bend lies before it (where the tail has not begun to fall).
    bent
        Whether there is more to a group size than that.
    inside
        Whether the bend of each cell lies within the span.
    """

    slope: np.ndarray
    level: np.ndarray
    bent: np.ndarray
    inside: np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """For each cell (a, j) a line that ends at j, and from max(j, m) on a value that falls with the tail.

    Attributes
    ----------
    sizes
        int64, the different group sizes a in the file that is sampled, ascending.
    row, j
        int64 for each cell: the place of a in `sizes`, and j.
    below, above
        For each cell: the slope up to j, and the value behind max(j, m).
    block, tail
        m and q of the weights.
    """

    sizes: np.ndarray
    row: np.ndarray
    j: np.ndarray
    below: np.ndarray
    above: np.ndarray
    block: int
    tail: float

    @classmethod
    def from_matrix(cls, matrix: ClassificationMatrix, weights: WeightMatrix) -> "Lines":
        """Return the lines of all cells.

        Parameters
        ----------
        matrix
            Classification matrix of the file that is sampled.
        weights
            Admissible weights.

        Returns
        -------
        Lines
            One line for each observed cell.
        """
        sizes, row = np.unique(matrix.i, return_inverse=True)
        j, m = matrix.j, weights.size
        below = matrix.counts / j * (weights.at(1, j) / weights.first)
        above = matrix.counts * (weights.at(m, np.minimum(j, m)) / weights.first)
        above[(matrix.i <= np.maximum(j, m)) | (weights.tail == 0)] = 0.0
        return cls(sizes, row, j, below, above, m, weights.tail)

    def within(self, where: Spans) -> Course:
        """Return what is left of the lines on the spans of the group sizes.

        Parameters
        ----------
        where
            The numbers of drawn records that count, by group size.

        Returns
        -------
        Course
            Slopes and levels, float64 (number of sizes,), and where bends remain.
        """
        before, behind = self.j < where.first[self.row], self.j >= where.last[self.row]
        inside = ~before & ~behind
        slope = np.bincount(self.row, self.below * behind, minlength=len(self.sizes))
        level = np.bincount(self.row, self.above * before, minlength=len(self.sizes))
        # The value stands from m on only; a tail of 0 < q < 1 falls until nothing is left.
        fallen = self.fall(where.first)
        bent = (level > 0) & ((where.first <= self.block) | ((self.tail < 1) & (fallen > NOTHING)))
        bent[self.row[inside]] = True
        return Course(slope, level if self.tail == 1 else np.where(bent, level, 0.0), bent, inside)

    def fall(self, i: np.ndarray) -> np.ndarray:
        """Return q^(i − m) behind the block, and 0 up to it.

        Parameters
        ----------
        i
            int64, any shape; numbers of drawn records.

        Returns
        -------
        np.ndarray
            float64 in the shape of `i`, 0…1.
        """
        fallen: np.ndarray = np.where(i > self.block, np.power(self.tail, np.maximum(i - self.block, 0)), 0.0)
        return fallen

    def values(self, course: Course, rows: np.ndarray, start: np.ndarray, width: int) -> np.ndarray:
        """Return Σ φ without the points, for some group sizes.

        Parameters
        ----------
        course
            Course of the lines of all group sizes.
        rows
            int64 (rows,), places of those that are asked for.
        start
            int64 (rows,), the number of drawn records that the first column of each belongs to.
        width
            Columns.

        Returns
        -------
        np.ndarray
            float64 (rows, width).
        """
        place = np.full(len(self.sizes), -1)
        place[rows] = np.arange(len(rows))
        cells = np.flatnonzero(course.inside & (place[self.row] >= 0))
        row = place[self.row[cells]]
        column, shape = self.j[cells] - start[row], (len(rows), width)
        i = start[:, None] + np.arange(width)
        # Sums run from the side where nothing is left: no difference is taken.
        ends = np.zeros(shape)
        ends[row, column] = self.below[cells]
        values: np.ndarray = np.cumsum(ends[:, ::-1], axis=1)[:, ::-1]
        values += course.slope[rows, None]
        values *= i
        if self.above[cells].any() or course.level[rows].any():
            begins = np.zeros(shape)
            begins[row, column + 1] = self.above[cells]
            level = np.cumsum(begins, axis=1)
            level += course.level[rows, None]
            # One power for each number, not for each row.
            lowest = int(start.min())
            level *= self.fall(np.arange(lowest, int(start.max()) + width))[i - lowest]
            values += level
        return values
