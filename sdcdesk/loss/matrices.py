"""Matrices that describe continuous variables, and what masking does to them."""

from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np
import pandas as pd

from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.kernels.distances import Discrepancy, discrepancy
from sdcdesk.kernels.moments import Moments

MATRICES = {
    "X": "values",
    "X̄": "means",
    "V": "covariances",
    "S": "variances",
    "R": "correlations",
    "RF": "loadings",
    "C": "commonalities",
    "F": "score_coefficients",
}
"""What the matrices of Table 5 hold."""

OF_COMPONENTS = ("RF", "C", "F")
"""Those that describe principal components."""

WEIGHTED = ("RF", "F")
"""Those that weigh the cells of each component."""

CELL_NAMES = {
    "X": "values",
    "X̄": "means",
    "V": "variances and covariances",
    "S": "variances",
    "R": "correlations",
    "RF": "correlations with components",
    "C": "commonalities",
    "F": "factor score coefficients",
}
"""What the cells of the matrices are, for people."""

ROUNDING = 1e-13
"""Error that rounding may leave in a moment, as a share of the deviations from which it is summed."""

LAST = 4
"""Error that it may leave besides, in units of the last binary digit of a mean."""

CellMatrix = Literal["R", "V"]
"""A matrix that is shown cell by cell."""

Cells = tuple[np.ndarray, np.ndarray]
"""Cells of a matrix, and the errors that rounding may have left in them."""


def compare_moments(old: Moments, new: Moments, units: np.ndarray | None) -> dict[str, Discrepancy]:
    """Compare means, covariances and correlations in units of each variable; None leaves them in their own.

    Parameters
    ----------
    old
        Moments of the original.
    new
        Moments of the masked file.
    units
        float64 (p,), a unit for each variable.

    Returns
    -------
    dict[str, Discrepancy]
        Discrepancies of X̄, V, S and R by name.
    """
    unit = np.ones(len(old.means)) if units is None else units
    upper, above = np.triu_indices(len(unit)), np.triu_indices(len(unit), 1)
    with np.errstate(over="ignore", invalid="ignore"):
        means, covariances, correlations = zip(_cells(old, unit), _cells(new, unit), strict=True)
        return {
            "X̄": compare_cells(*means),
            "V": compare_cells(*((cells[upper], errors[upper]) for cells, errors in covariances)),
            "S": compare_cells(*((np.diagonal(cells), np.diagonal(errors)) for cells, errors in covariances)),
            "R": compare_cells(*((cells[above], errors[above]) for cells, errors in correlations)),
        }


def matrix_pair(
    matrix: Literal["X̄", "V", "R"], old: Moments, new: Moments, units: np.ndarray | None
) -> tuple[np.ndarray, np.ndarray]:
    """Return all cells of X̄, V or R, of both files; those that differ within rounding are equal.

    Parameters
    ----------
    matrix
        Which one.
    old, new
        Moments of the original and of the masked file.
    units
        float64 (p,), a unit for each variable; None leaves the variables in their own.

    Returns
    -------
    tuple[np.ndarray, np.ndarray]
        float64 (p,) each of X̄, else (p, p); NaN where a cell is not defined.
    """
    unit = np.ones(len(old.means)) if units is None else units
    place = ("X̄", "V", "R").index(matrix)
    with np.errstate(over="ignore", invalid="ignore"):
        return _settled(_cells(old, unit)[place], _cells(new, unit)[place])


def _cells(side: Moments, unit: np.ndarray) -> tuple[Cells, Cells, Cells]:
    """Return means, covariances and correlations of one file."""
    spread = ROUNDING * np.nan_to_num(side.deviations)
    return (
        (side.means / unit, (spread + LAST * np.spacing(np.abs(side.means))) / unit),
        (side.covariances / unit / unit[:, None], ROUNDING * side.reach / unit / unit[:, None]),
        (side.correlations, np.full_like(side.correlations, ROUNDING)),
    )


def compare_cells(old: Cells, new: Cells) -> Discrepancy:
    """Compare computed cells: those that differ from 0, or from each other, within rounding are equal.

    Parameters
    ----------
    old, new
        float64 (cells,) twice, cells and their errors.

    Returns
    -------
    Discrepancy
        Of the cells that are defined in both.
    """
    return discrepancy(*_settled(old, new))


def _settled(old: Cells, new: Cells) -> tuple[np.ndarray, np.ndarray]:
    """Return cells without the errors of rounding by which they differ from 0, or from each other."""
    before, after = (np.where(np.abs(cells) <= errors, 0.0, cells) for cells, errors in (old, new))
    alike = np.abs(after - before) <= np.fmax(old[1], new[1])
    return before, np.where(alike, before, after)


def matrices_table(matrices: Mapping[str, Discrepancy]) -> pd.DataFrame:
    """Return one row for each matrix.

    Parameters
    ----------
    matrices
        Discrepancies by the name of their matrix.

    Returns
    -------
    pd.DataFrame
        Criteria, utility, and numbers of cells that count or do not.
    """
    rows = [
        {
            "matrix": name,
            **criteria(found),
            "utility": found.utility,
            "cells": found.cells,
            "cells_left_out": found.zeros,
            "cells_not_defined": found.undefined,
        }
        for name, found in matrices.items()
    ]
    return pd.DataFrame(rows)


def criteria(discrepancy: Discrepancy) -> dict[str, float]:
    """Return the three criteria of Table 5 by name.

    Parameters
    ----------
    discrepancy
        The discrepancy of one matrix.

    Returns
    -------
    dict[str, float]
        In units of the cells; the mean variation is a share.
    """
    return {
        "mean_square_error": discrepancy.mean_square_error,
        "mean_absolute_error": discrepancy.mean_absolute_error,
        "mean_variation": discrepancy.mean_variation,
    }


def left_out(
    matrices: Mapping[str, Discrepancy], names: Sequence[str], old: Moments, new: Moments
) -> list[Sentence]:
    """Say which cells do not count, and why.

    Parameters
    ----------
    matrices
        Discrepancies by the name of their matrix.
    names
        Names of the variables.
    old
        Moments of the original.
    new
        Moments of the masked file.

    Returns
    -------
    list[Sentence]
        One sentence for each reason.
    """
    notes = []
    for matrix, found in matrices.items():
        cells = CELL_NAMES[matrix]
        for number, (one, many) in ((found.zeros, _RATIO_TO_ZERO), (found.undefined, _UNKNOWN)):
            if number:
                notes.append(sentence(one, many, "n", n=number, cells=cells))
    still = (old.deviations == 0) | (new.deviations == 0)
    if still.any():
        constant = ", ".join(name for name, alike in zip(names, still, strict=True) if alike)
        words = "Constant in one of the files, and therefore without correlations: {names}."
        notes.append(sentence(words, names=constant))
    return notes


_RATIO_TO_ZERO = (
    "{n} of the {cells} is 0 in the original; the mean variation leaves it out: nothing is divided by 0.",
    "{n} of the {cells} are 0 in the original; the mean variation leaves them out: nothing is divided by 0.",
)

_UNKNOWN = (
    "{n} of the {cells} is missing or cannot be computed in one of the files, and is left out.",
    "{n} of the {cells} are missing or cannot be computed in one of the files, and are left out.",
)
