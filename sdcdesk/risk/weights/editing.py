"""Changes of a weight matrix that an owner makes by hand."""

import numpy as np

from sdcdesk.core.errors import ParameterError
from sdcdesk.risk.weights.admissibility import Structure, occurs
from sdcdesk.risk.weights.intervals import interval
from sdcdesk.risk.weights.matrix import LARGEST_BLOCK, WeightMatrix


def with_weight(matrix: WeightMatrix, i: int, j: int, weight: float) -> WeightMatrix:
    """Return the matrix with another weight of cell (i, j); the block grows to hold the cell.

    Raises
    ------
    ParameterError
        The weight breaks a rule, or the cell is outside the largest block.
    """
    if not 1 <= min(i, j) <= max(i, j) <= LARGEST_BLOCK:
        raise ParameterError(f"Weights can be given for sizes 1 to {LARGEST_BLOCK}.", "weights")
    grown = matrix.enlarged(max(i, j))
    broken = interval(grown, i, j).broken(weight)
    if broken:
        raise ParameterError(f"{weight:g} does not fit at w({i}, {j}): {broken[0].words}.", "weights")
    rows = [list(row) for row in grown.block]
    rows[i - 1][j - 1] = weight
    return grown.changed(block=rows)


def with_structure(matrix: WeightMatrix, structure: Structure) -> WeightMatrix:
    """Return the matrix with another structure.

    Cells that get a place take the weights of `WeightMatrix.both_directions`; weights in cells that lose
    theirs are dropped. Where the matrix follows the rules, so does the result.
    """
    if structure == matrix.structure:
        return matrix
    general = matrix.both_directions().array
    i, j = np.ogrid[: matrix.size, : matrix.size]
    kept = np.where(occurs(structure, i, j), general, 0.0)
    return matrix.changed(structure=structure, block=kept.tolist())


def dropped(matrix: WeightMatrix, structure: Structure) -> int:
    """Return how many weights other than 0 another structure has no place for."""
    i, j = np.ogrid[: matrix.size, : matrix.size]
    return int(((matrix.array != 0) & ~occurs(structure, i, j)).sum())
