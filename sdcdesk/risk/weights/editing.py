"""Editing of a weight matrix by hand: one weight, a block, the structure."""

from collections.abc import Sequence
from math import isfinite

import numpy as np

from sdcdesk.core.numbers.digits import rough
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.risk.weights.admissibility import Structure, broken, occurs
from sdcdesk.risk.weights.intervals import interval
from sdcdesk.risk.weights.matrix import LARGEST_BLOCK, WeightMatrix


def with_weight(matrix: WeightMatrix, i: int, j: int, weight: float) -> WeightMatrix:
    """Return the matrix with another weight of cell (i, j); the block grows to hold the cell.

    Parameters
    ----------
    matrix
        The weights.
    i
        Size of the group in the masked file, from 1.
    j
        Size of the group in the initial file, from 1.
    weight
        The new weight.

    Returns
    -------
    WeightMatrix
        A new matrix.

    Raises
    ------
    ParameterError
        The weight breaks a rule, or the cell is outside the largest block.
    """
    require_inside(i, j)
    grown = matrix.enlarged(max(i, j))
    bounds = interval(grown, i, j).broken(weight)
    if bounds:
        wrong = sentence(
            "{weight} does not fit at w({i}, {j}): {why}.",
            weight=float(weight),
            i=str(i),
            j=str(j),
            why=bounds[0].words,
        )
        raise ParameterError(wrong, "weights")
    return _replaced(grown, i, j, [[weight]])


def with_any_weight(matrix: WeightMatrix, i: int, j: int, weight: float) -> WeightMatrix:
    """Return the matrix with another weight of cell (i, j), whether it follows the rules or not.

    For matrices that break rules already, which are put right one weight after another. The block grows to
    hold the cell.

    Parameters
    ----------
    matrix
        The weights.
    i
        Size of the group in the masked file, from 1.
    j
        Size of the group in the initial file, from 1.
    weight
        The new weight, finite.

    Returns
    -------
    WeightMatrix
        A new matrix.

    Raises
    ------
    ParameterError
        The weight is not finite, or the cell is outside the largest block.
    """
    require_inside(i, j)
    if not isfinite(weight):
        words = "{weight} does not fit at w({i}, {j}): a weight is a finite number."
        raise ParameterError(sentence(words, weight=float(weight), i=str(i), j=str(j)), "weights")
    return _replaced(matrix.enlarged(max(i, j)), i, j, [[weight]])


def with_block(matrix: WeightMatrix, i: int, j: int, values: Sequence[Sequence[float]]) -> WeightMatrix:
    """Return the matrix with a block of numbers pasted into it.

    Parameters
    ----------
    matrix
        The weights; its block grows to hold the numbers.
    i, j
        Sizes, from 1, of the upper left corner of the numbers.
    values
        Rows of equal length, taken as they are: the result may break rules, and `violations` names them.
        What is not 0 where the structure has no place is one of them.

    Returns
    -------
    WeightMatrix
        A new matrix, admissible or not.

    Raises
    ------
    ParameterError
        There are no numbers, the rows differ in length, or they reach beyond the largest block.
    """
    columns = len(values[0]) if values else 0
    if not columns:
        raise ParameterError("There are no numbers to paste.", "weights")
    for number, row in enumerate(values, start=1):
        if len(row) != columns:
            raise ParameterError(
                sentence(
                    "Row {number} of the pasted numbers has {entries} entry, and row 1 has {columns}.",
                    "Row {number} of the pasted numbers has {entries} entries, and row 1 has {columns}.",
                    "entries",
                    entries=len(row),
                    columns=columns,
                    number=str(number),
                ),
                "weights",
            )
    last_row, last_column = i + len(values) - 1, j + columns - 1
    require_inside(i, j)
    if max(last_row, last_column) > LARGEST_BLOCK:
        raise ParameterError(
            sentence(
                "The {rows} × {columns} numbers would reach to w({last_row}, {last_column}), and "
                "weights can be given for sizes 1 to {most}.",
                rows=len(values),
                columns=columns,
                most=LARGEST_BLOCK,
                last_row=str(last_row),
                last_column=str(last_column),
            ),
            "weights",
        )
    return _replaced(matrix.enlarged(max(last_row, last_column)), i, j, values)


def scaled(matrix: WeightMatrix, n: int, t: int) -> WeightMatrix:
    """Return the matrix multiplied by n/Σ, so that its weights sum to n as in the papers.

    Risks stay what they are, but for rounding.

    Parameters
    ----------
    matrix
        The weights; nothing else of them changes.
    n, t
        Records of the initial and of the masked file; Σ is the sum over t × n.

    Returns
    -------
    WeightMatrix
        A new matrix.

    Raises
    ------
    ParameterError
        The sum is 0, as for an empty file, or negative, or not finite.
    """
    total = _total(matrix, n, t)
    if total <= 0:
        words = "The weights sum to {total} over {t} × {n} cells, so that they cannot be scaled to {n}."
        raise ParameterError(sentence(words, total=rough(total, 6), t=t, n=n), "weights")
    # By a power of 2 first, which costs no digit: weight · n could be too large for a number, and what the
    # tail leaves of the smallest numbers is none.
    exponent = -int(np.frexp(np.abs(matrix.array).max())[1])
    near_one = matrix.changed(block=np.ldexp(matrix.array, exponent).tolist())
    return matrix.changed(block=(near_one.array * n / near_one.total(n, t)).tolist())


def with_structure(matrix: WeightMatrix, structure: Structure) -> WeightMatrix:
    """Return the matrix with another structure.

    Cells that get a place take the weights of `WeightMatrix.both_directions`; weights in cells that lose
    theirs are dropped. Where the matrix follows the rules, so does the result.

    Parameters
    ----------
    matrix
        The weights.
    structure
        The new structure.

    Returns
    -------
    WeightMatrix
        A new matrix, or the same where nothing changes.
    """
    if structure == matrix.structure:
        return matrix
    general = matrix.both_directions().array
    i, j = np.ogrid[: matrix.size, : matrix.size]
    kept = np.where(occurs(structure, i, j), general, 0.0)
    return matrix.changed(structure=structure, block=kept.tolist())


def dropped(matrix: WeightMatrix, structure: Structure) -> int:
    """Return how many weights other than 0 another structure has no place for.

    Parameters
    ----------
    matrix
        The weights.
    structure
        The other structure.

    Returns
    -------
    int
        Number of weights in the block.
    """
    i, j = np.ogrid[: matrix.size, : matrix.size]
    return int(((matrix.array != 0) & ~occurs(structure, i, j)).sum())


def broken_cells(matrix: WeightMatrix) -> tuple[tuple[int, int], ...]:
    """Return the cells (i, j) whose weights break a rule, each once, ascending; none if admissible.

    Of two weights in the wrong order it is the one that is too large; else the one that is impossible by
    itself, also where the structure has no place. To lower these is not enough in general: what they were
    compared with may have been too small.

    Parameters
    ----------
    matrix
        The weights.

    Returns
    -------
    tuple[tuple[int, int], ...]
        Sizes from 1.
    """
    return _cells(broken(matrix.structure, matrix.array))


def cells(matrix: WeightMatrix) -> int:
    """Return how many weights a matrix holds: where its structure has a place, and where one stands without.

    Parameters
    ----------
    matrix
        The weights.

    Returns
    -------
    int
        m² or m(m + 1)/2 for a block of size m, and the weights other than 0 that are out of place.
    """
    i, j = np.indices((matrix.size, matrix.size)) + 1
    return int(np.count_nonzero(occurs(matrix.structure, i, j) | (matrix.array != 0)))


def moved_between(before: WeightMatrix, after: WeightMatrix) -> tuple[tuple[int, int], ...]:
    """Return the cells (i, j), ascending, in which two matrices differ; all cells of the larger block.

    Parameters
    ----------
    before
        A matrix.
    after
        Another one.

    Returns
    -------
    tuple[tuple[int, int], ...]
        Sizes from 1; sizes behind a block follow from its tail.
    """
    size = max(before.size, after.size)
    old, new = before.enlarged(size).array, after.enlarged(size).array
    return _cells((old != new) & ~(np.isnan(old) & np.isnan(new)))


def _total(matrix: WeightMatrix, n: int, t: int) -> float:
    """Return the sum of the weights, or raise `ParameterError` if it is no number."""
    total = matrix.total(n, t)
    if not isfinite(total):
        raise ParameterError(
            "The sum of the weights is not finite, so that they cannot be scaled; divide them all by the "
            "largest one, and change those that are not numbers.",
            "weights",
        )
    return total


def require_inside(i: int, j: int) -> None:
    """Refuse a cell that no matrix can have weights for.

    Parameters
    ----------
    i
        Size of the group in the masked file.
    j
        Size of the group in the initial file.

    Raises
    ------
    ParameterError
        A size is below 1 or beyond the largest block.
    """
    if not 1 <= min(i, j) <= max(i, j) <= LARGEST_BLOCK:
        raise ParameterError(sentence("Weights can be given for sizes 1 to {n}.", n=LARGEST_BLOCK), "weights")


def _replaced(matrix: WeightMatrix, i: int, j: int, values: Sequence[Sequence[float]]) -> WeightMatrix:
    """Return the matrix with other weights from cell (i, j) on, which its block holds."""
    rows = list(matrix.block)
    for number, row in enumerate(values, start=i - 1):
        rows[number] = (*rows[number][: j - 1], *row, *rows[number][j - 1 + len(row) :])
    return matrix.changed(block=tuple(rows))


def _cells(wanted: np.ndarray) -> tuple[tuple[int, int], ...]:
    rows, columns = (place + 1 for place in np.nonzero(wanted))
    return tuple(zip(rows.tolist(), columns.tolist(), strict=True))
