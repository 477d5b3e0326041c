"""Constrained edit: one weight is set, and the others change just far enough to keep the rules."""

from dataclasses import dataclass
from math import isfinite

import numpy as np

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.risk.weights.admissibility import occurs
from sdcdesk.risk.weights.editing import moved_between, require_inside
from sdcdesk.risk.weights.matrix import WeightMatrix
from sdcdesk.risk.weights.order import OrderedGrid


@dataclass(frozen=True, slots=True)
class ConstrainedEdit:
    """What became of a matrix when one weight was set.

    Attributes
    ----------
    matrix
        The new matrix; it follows the rules.
    moved
        (i, j) of the other cells of its block whose weight changed, counted from 1, ascending.
    """

    matrix: WeightMatrix
    moved: tuple[tuple[int, int], ...]


def constrained_edit(matrix: WeightMatrix, i: int, j: int, weight: float) -> ConstrainedEdit:
    """Set the weight of cell (i, j), and move the others just far enough for it to fit.

    Parameters
    ----------
    matrix
        Admissible weights. The block grows to hold the cell.
    i, j
        Sizes in the masked and in the initial file, from 1.
    weight
        The new weight v.

    Returns
    -------
    ConstrainedEdit
        What the rules place below the cell, through however many others, becomes min(w, v), what they place
        above it max(w, v). Each of these changes is forced, so that no matrix with this weight differs less
        from the given one. Larger groups than the block holds follow its last weights, as ever.

    Raises
    ------
    ParameterError
        The weight is negative or not finite, or 0 at w_11; the cell is outside the structure or the largest
        block; or the matrix breaks a rule already.
    """
    _require_possible(matrix, i, j, weight)
    before = matrix.enlarged(max(i, j))
    grid = OrderedGrid.from_structure(before.structure, before.size)
    weights = grid.laid_out(before.array, 0.0)
    row, column = grid.place(i, j)
    above, below = weights[: row + 1, : column + 1], weights[row:, column:]
    np.maximum(above, weight, out=above)
    np.minimum(below, weight, out=below)
    after = before.changed(block=grid.block(weights).tolist())
    return ConstrainedEdit(after, tuple(cell for cell in moved_between(before, after) if cell != (i, j)))


def _require_possible(matrix: WeightMatrix, i: int, j: int, weight: float) -> None:
    require_inside(i, j)
    if not occurs(matrix.structure, np.asarray(i), np.asarray(j)):
        words = (
            "w({i}, {j}) cannot occur with the structure {structure}; choose another cell or the structure "
            "general."
        )
        raise ParameterError(sentence(words, i=str(i), j=str(j), structure=matrix.structure), "weights")
    if not isfinite(weight) or weight < 0:
        words = "{weight} does not fit at w({i}, {j}): a weight is a finite number and not negative."
        raise ParameterError(sentence(words, weight=float(weight), i=str(i), j=str(j)), "weights")
    if weight == 0 and i == j == 1:
        raise ParameterError(
            "0 does not fit at w(1, 1): the weight of records that are unique in both files is more than 0.",
            "weights",
        )
    if not matrix.admissible:
        raise ParameterError(
            "The other weights break a rule already, so that nothing can be pushed; repair the matrix first.",
            "weights",
        )
