"""The matrices that describe continuous variables, and what masking does to them."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from sdcdesk.core.sentence import Sentence, sentence
from sdcdesk.kernels.distances import Discrepancy, discrepancy
from sdcdesk.kernels.moments import Moments

MATRICES = {"X": "values", "X̄": "means", "V": "covariances", "S": "variances", "R": "correlations"}
"""What the matrices of Table 5 hold."""


def of_moments(old: Moments, new: Moments, units: np.ndarray | None) -> dict[str, Discrepancy]:
    """Compare all matrices but X, in units of each variable; None leaves the variables in their own."""
    unit = np.ones(len(old.means)) if units is None else units
    with np.errstate(over="ignore"):
        means = [side.means / unit for side in (old, new)]
        covariances = [side.covariances / unit / unit[:, None] for side in (old, new)]
    upper, above = np.triu_indices(len(unit)), np.triu_indices(len(unit), 1)
    return {
        "X̄": discrepancy(*means),
        "V": discrepancy(*(matrix[upper] for matrix in covariances)),
        "S": discrepancy(*(np.diagonal(matrix) for matrix in covariances)),
        "R": discrepancy(old.correlations[above], new.correlations[above]),
    }


def matrices_table(matrices: Mapping[str, Discrepancy]) -> pd.DataFrame:
    """Return one row for each matrix."""
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


def criteria(found: Discrepancy) -> dict[str, float]:
    """Return the three criteria of Table 5 by name."""
    return {
        "mean_square_error": found.mean_square_error,
        "mean_absolute_error": found.mean_absolute_error,
        "mean_variation": found.mean_variation,
    }


def left_out(
    matrices: Mapping[str, Discrepancy], names: Sequence[str], old: Moments, new: Moments
) -> list[Sentence]:
    """Say which cells do not count, and why."""
    notes = []
    for name, found in matrices.items():
        if found.zeros:
            words = "{matrix}: cells of 0 in the original, not in the mean variation: {cells}."
            notes.append(sentence(words, matrix=name, cells=found.zeros))
        if found.undefined:
            words = "{matrix}: cells not defined in both files, left out: {cells}."
            notes.append(sentence(words, matrix=name, cells=found.undefined))
    still = (old.deviations == 0) | (new.deviations == 0)
    if still.any():
        constant = ", ".join(name for name, alike in zip(names, still, strict=True) if alike)
        words = "Constant in one of the files, and therefore without correlations: {names}."
        notes.append(sentence(words, names=constant))
    return notes
