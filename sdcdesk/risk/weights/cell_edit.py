"""Edits of one cell: what a typed weight makes of its matrix, or why it is refused."""

from dataclasses import dataclass
from math import isfinite

from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.sentence import sentence
from sdcdesk.risk.weights.constrained_edit import constrained_edit
from sdcdesk.risk.weights.editing import with_any_weight, with_weight
from sdcdesk.risk.weights.grid import WeightGrid
from sdcdesk.risk.weights.intervals import Interval
from sdcdesk.risk.weights.matrix import WeightMatrix
from sdcdesk.risk.weights.text import Cell, allowed_text, push_text, pushes_text, reason_text, refused_text


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


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a weight does not fit, and the ways out.

    Attributes
    ----------
    title, reason
        What is wrong, and why.
    interval
        What fits.
    was, typed
        The weight as it was and as typed; where no number was typed, as it was.
    cells
        Those whose weights forbid it.
    push
        Words of the button that makes the others give way; empty where none could.
    pushes
        Whether Enter does so.
    """

    title: str
    reason: str
    interval: Interval
    was: float
    typed: float
    cells: tuple[Cell, ...] = ()
    push: str = ""
    pushes: bool = False

    @property
    def nearest(self) -> float | None:
        """The allowed weight that is nearest to the typed one; None where nothing fits."""
        low, high = self.interval.low, self.interval.high
        nearest = min(max(self.typed, low), high)
        fits = isfinite(nearest) and low <= high and nearest != self.typed
        return nearest if fits and not self.interval.broken(nearest) else None


@dataclass(frozen=True, slots=True)
class Attempt:
    """What becomes of a matrix while a weight is typed.

    Attributes
    ----------
    take
        The edit, if the weight fits or, where rules are broken, is a number.
    push
        The edit to which others give way; None where none could, or where it fits.
    tried
        The matrix whose risk is shown meanwhile; None: that of the project.
    refusal
        Why the weight is not taken.
    """

    take: Edit | None = None
    push: Edit | None = None
    tried: WeightMatrix | None = None
    refusal: Refusal | None = None


def attempt(
    grid: WeightGrid,
    cell: Cell,
    typed: str,
    weight: float | None,
    *,
    pushes: bool = False,
    locale: Locale = NEUTRAL,
) -> Attempt:
    """Return what a typed weight would do.

    Parameters
    ----------
    grid
        The weights.
    cell
        (i, j), counted from 1, of a cell that can be edited.
    typed, weight
        What was typed, and the finite number that it is; None: it is none.
    pushes
        Whether the owner wants others to give way without being asked.
    locale
        How numbers are written.

    Returns
    -------
    Attempt
        The new matrix, or the reasons of the refusal and the ways out.
    """
    i, j = cell
    take = admissible_edit(grid, i, j, weight) if weight is not None else None
    push = _pushed(grid, i, j, weight) if weight is not None and take is None else None
    would = take or (push if pushes else None)
    tried = would.matrix if would and would.weight != grid.weight(i, j) else None
    if tried is not None and grid.broken and not tried.admissible:
        tried = None
    refusal = None if take else _refused(grid, cell, typed, weight, push, pushes=pushes, locale=locale)
    return Attempt(take, push, tried, refusal)


def admissible_edit(grid: WeightGrid, i: int, j: int, weight: float) -> Edit | None:
    """Return the edit of a weight that can be taken: one that fits or, where rules are broken, any.

    Parameters
    ----------
    grid
        The matrix as it is edited.
    i
        Size of the group in the masked file, from 1.
    j
        Size of the group in the initial file, from 1.
    weight
        The number that was typed.

    Returns
    -------
    Edit or None
        The cell and the new matrix; None: the weight does not fit.
    """
    try:
        if grid.broken:
            return Edit(i, j, weight, with_any_weight(grid.matrix, i, j, weight))
        if grid.interval(i, j).broken(weight):
            return None
        return Edit(i, j, weight, with_weight(_base(grid, i, j), i, j, weight))
    except SdcError:
        return None


def at_end(
    grid: WeightGrid, cell: Cell, *, upper: bool, locale: Locale = NEUTRAL
) -> tuple[float | None, str]:
    """Return the largest or smallest weight that fits.

    Parameters
    ----------
    grid
        The matrix as it is edited.
    cell
        (i, j), counted from 1.
    upper
        Whether the largest one is wanted.
    locale
        How numbers are written.

    Returns
    -------
    float or None
        None where none fits.
    str
        What to say where the cell cannot get another weight this way; empty where it can.
    """
    fits = grid.interval(*cell)
    weight = fits.high if upper else fits.low
    if fits.broken(weight):
        return None, sentence(
            "Weight {i}, {j} can be {weights}",
            i=str(cell[0]),
            j=str(cell[1]),
            weights=allowed_text(fits, locale),
        )
    if weight != grid.weight(*cell):
        return weight, ""
    words = (
        "{weight} is the largest weight that fits here"
        if upper
        else "{weight} is the smallest weight that fits here"
    )
    return weight, sentence(words, weight=float(weight)).written(locale)


def _pushed(grid: WeightGrid, i: int, j: int, weight: float) -> Edit | None:
    try:
        found = constrained_edit(_base(grid, i, j), i, j, weight)
    except SdcError:
        return None
    return Edit(i, j, weight, found.matrix, found.moved)


def _refused(
    grid: WeightGrid,
    cell: Cell,
    typed: str,
    weight: float | None,
    push: Edit | None,
    *,
    pushes: bool,
    locale: Locale,
) -> Refusal:
    fits, was = grid.interval(*cell), grid.weight(*cell)
    broken = fits.broken(weight) if weight is not None else ()
    will = push is not None and pushes
    return Refusal(
        pushes_text(typed, len(push.moved), locale) if push and will else refused_text(typed, fits, locale),
        "This is not a number." if weight is None else reason_text(*cell, broken, fits, locale),
        fits,
        was,
        was if weight is None else weight,
        tuple(bound.cell for bound in broken if bound.cell),
        push_text(len(push.moved), push.weight, locale) if push else "",
        will,
    )


def _base(grid: WeightGrid, i: int, j: int) -> WeightMatrix:
    """Return the matrix that an edit starts from.

    Larger groups follow the last row and column of the block. Where that would change weights that are shown
    in other cells, they become weights of the block first: an edit changes what it says, and nothing else.
    """
    matrix = grid.matrix
    return matrix if matrix.tail == 0 or max(i, j) < matrix.size else grid.block
