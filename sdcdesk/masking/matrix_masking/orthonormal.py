"""Orthonormal coordinates of variables, by Gram and Schmidt.

Sums of whole columns are written out rather than left to a matrix library, whose last digits depend on the
machine and its number of threads.
"""

import math
from collections.abc import Sequence

import numpy as np

from sdcdesk.masking.covariance import SINGULAR


def orthonormal(
    columns: Sequence[np.ndarray], determined: float = SINGULAR
) -> tuple[list[np.ndarray], np.ndarray]:
    """Return orthonormal columns, each from the given ones up to its own, and how to mix them back.

    A column that those before it determine has none of its own. Each is made orthogonal twice, so that
    nearly dependent columns end as orthogonal as others.

    Parameters
    ----------
    columns
        p times float64 (n,), of moderate size.
    determined
        Share of its sum of squares below which what is left of a column counts as rounding.

    Returns
    -------
    tuple
        r ≤ p times float64 (n,) with sum of squares 1, and weights float64 (p, r): column j is
        Σ weights[j, i]·(orthonormal column i).
    """
    basis: list[np.ndarray] = []
    weights = np.zeros((len(columns), len(columns)))
    for place, column in enumerate(columns):
        rest = column.copy()
        for _ in range(2):
            for at, direction in enumerate(basis):
                along = (rest * direction).sum()
                weights[place, at] += along
                rest -= along * direction
        left, whole = float((rest * rest).sum()), float((column * column).sum())
        if left > determined * whole:
            weights[place, len(basis)] = math.sqrt(left)
            basis.append(rest / math.sqrt(left))
    return basis, weights[:, : len(basis)]
