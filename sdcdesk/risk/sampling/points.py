"""Points at which the weights of a column leave their straight course."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.kernels.hypergeometric import Spans
from sdcdesk.risk.disclosure.classification import ClassificationMatrix
from sdcdesk.risk.weights.matrix import WeightMatrix

AT_A_TIME = 1_000_000
"""Points that are made at a time, before those of one group size are added up."""


@dataclass(frozen=True, slots=True, eq=False)
class Points:
    """What single numbers of drawn records add to Σ φ.

    Attributes
    ----------
    row
        int64, ascending: place of the group size.
    i
        int64, ascending within a row: number of drawn records.
    value
        What they add.
    """

    row: np.ndarray
    i: np.ndarray
    value: np.ndarray

    def inside(self, where: Spans) -> "Points":
        """Return the points that can be reached.

        Parameters
        ----------
        where
            The numbers of drawn records that count, by group size.

        Returns
        -------
        Points
            In the same order.
        """
        return self.chosen((self.i >= where.first[self.row]) & (self.i <= where.last[self.row]))

    def chosen(self, which: np.ndarray) -> "Points":
        """Return some of the points.

        Parameters
        ----------
        which
            bool (number of points,).

        Returns
        -------
        Points
            In the same order.
        """
        return Points(self.row[which], self.i[which], self.value[which])


def points(matrix: ClassificationMatrix, weights: WeightMatrix, row: np.ndarray) -> Points:
    """Return what is added to the lines of `ExpectedLinks`, at most 2m points for each cell.

    The structure of the weights outside their block is that of `sdcdesk.risk.weights.tails`.

    Parameters
    ----------
    matrix
        Classification matrix of the file that is sampled.
    weights
        Weights with block size m.
    row
        int64 (cells,), for each cell (a, j) the place of a among the sizes.

    Returns
    -------
    Points
        Ascending by row, then by number of drawn records.
    """
    cells = max(AT_A_TIME // weights.size, 1)
    found = [
        _cut(*part(matrix.i[at], matrix.j[at], matrix.counts[at], row[at], weights))
        for start in range(0, len(row), cells)
        for at in [slice(start, start + cells)]
        for part in (_diagonals, _block)
    ]
    if not found:
        return Points(*(np.empty(0, dtype=kind) for kind in (np.int64, np.int64, np.float64)))
    return _added(*(np.concatenate(columns) for columns in zip(*found, strict=True)))


Parts = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]


def _diagonals(
    a: np.ndarray, j: np.ndarray, counts: np.ndarray, row: np.ndarray, weights: WeightMatrix
) -> Parts:
    """Return row, i, value and whether it occurs, for the last cells of each column down to i = j."""
    j, a = j[:, None], a[:, None]
    i = j - np.arange(weights.size - 1)
    occurs = (i >= 2) & (i <= a)
    i = np.maximum(i, 1)
    more = (weights.at(i, j) - weights.at(1, j)) / weights.first
    return np.broadcast_to(row[:, None], i.shape), i, counts[:, None] * (i / j) * more, occurs


def _block(a: np.ndarray, j: np.ndarray, counts: np.ndarray, row: np.ndarray, weights: WeightMatrix) -> Parts:
    """Return the same for the cells of the block with i > j."""
    i = np.arange(2, weights.size + 1)
    occurs = (i > j[:, None]) & (i <= a[:, None])
    value = counts[:, None] * (weights.at(i, j[:, None]) / weights.first)
    return np.broadcast_to(row[:, None], value.shape), np.broadcast_to(i, value.shape), value, occurs


def _cut(row: np.ndarray, i: np.ndarray, value: np.ndarray, occurs: np.ndarray) -> tuple[np.ndarray, ...]:
    kept = occurs & (value != 0)
    return row[kept], i[kept], value[kept]


def _added(row: np.ndarray, i: np.ndarray, value: np.ndarray) -> Points:
    """Add up the points at the same place."""
    if len(row) == 0:
        return Points(row, i, value)
    radix = int(i.max()) + 1
    places, where = np.unique(row * radix + i, return_inverse=True)
    return Points(places // radix, places % radix, np.bincount(where, weights=value))
