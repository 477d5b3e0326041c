"""Possible cells of the classification matrix: those that the samples of a file can lead to."""

import numpy as np

from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import listed, sentence
from sdcdesk.risk.disclosure.classification import NAMED, ClassificationMatrix
from sdcdesk.risk.weights.matrix import WeightMatrix


def require_place(matrix: ClassificationMatrix, weights: WeightMatrix) -> None:
    """Raise `DataError` if a sample could hold records for which the structure has no place.

    Of a group of a, any number i = 1…a of records can be drawn, so every observed cell (a, j) leads to the
    cells (1, j)…(a, j).

    Parameters
    ----------
    matrix
        Classification matrix of the file that is sampled.
    weights
        Weights of any structure.

    Raises
    ------
    DataError
        A sample could hold records in a cell for which the structure has no place.
    """
    if weights.structure == "general":
        return
    initial, where = np.unique(matrix.j, return_inverse=True)
    largest = np.zeros(len(initial), dtype=np.int64)
    np.maximum.at(largest, where, matrix.i)
    if weights.structure == "sampling":
        first, last = initial + 1, largest
    else:
        first, last = np.ones_like(initial), np.minimum(initial - 1, largest)
    number = np.maximum(last - first + 1, 0)
    misfits = int(number.sum())
    if misfits == 0:
        return
    # The first few rows of the first few columns hold more than are named.
    columns = np.flatnonzero(number)[:NAMED].tolist()
    cells = [
        (int(first[column]) + step, int(initial[column]))
        for column in columns
        for step in range(min(int(number[column]), NAMED))
    ]
    raise DataError(
        sentence(
            "The weights have the structure {structure}, which has no place for records that a "
            "sample of this file can hold ({cells}; i = size of the group in the sample, j = "
            "before); use weights with the structure general.",
            cells=listed([f"c({i}, {j})" for i, j in cells[:NAMED]], misfits),
            structure=weights.structure,
        ),
        "weights",
    )
