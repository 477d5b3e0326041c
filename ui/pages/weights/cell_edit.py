"""What typing a weight into a cell would make of the matrix."""

from dataclasses import dataclass
from math import isfinite

from sdcdesk.core.errors import SdcError
from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.weights.constrained_edit import constrained_edit
from sdcdesk.risk.weights.editing import with_any_weight, with_weight
from ui.forms.numbers import read_number
from ui.pages.weights.grid_model import Cell, WeightModel


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of one weight.

    Attributes
    ----------
    i, j
        The cell, counted from 1.
    weight
        Its new weight.
    matrix
        What the change makes of the matrix.
    moved
        Other cells that gave way.
    """

    i: int
    j: int
    weight: float
    matrix: WeightMatrix
    moved: tuple[Cell, ...] = ()


def read_weight(text: str) -> float | None:
    """Return the finite number that was typed; None if it is none."""
    try:
        weight = read_number(text)
    except ValueError:
        return None
    return weight if isfinite(weight) else None


def typed(grid: WeightModel, i: int, j: int, weight: float) -> Edit | None:
    """Return the edit of a weight that can be taken: one that fits or, where rules are broken, any."""
    try:
        if grid.broken:
            return Edit(i, j, weight, with_any_weight(grid.matrix, i, j, weight))
        if grid.interval(i, j).broken(weight):
            return None
        return Edit(i, j, weight, with_weight(_base(grid, i, j), i, j, weight))
    except SdcError:
        return None


def pushing(grid: WeightModel, i: int, j: int, weight: float) -> Edit | None:
    """Return the edit of a weight to which others give way; None where none could."""
    try:
        found = constrained_edit(_base(grid, i, j), i, j, weight)
    except SdcError:
        return None
    return Edit(i, j, weight, found.matrix, found.moved)


def _base(grid: WeightModel, i: int, j: int) -> WeightMatrix:
    """Return the matrix that an edit starts from.

    Larger groups follow the last row and column of the block. Where that would change weights that are shown
    in other cells, they become weights of the block first: an edit changes what it says, and nothing else.
    """
    matrix = grid.matrix
    return matrix if matrix.tail == 0 or max(i, j) < matrix.size else grid.shown
