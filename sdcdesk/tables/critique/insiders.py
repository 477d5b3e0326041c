"""Insiders: between which values contributors know the largest one to be."""

import numpy as np


def second_contributors_interval(
    whole: np.ndarray, largest: np.ndarray, second: np.ndarray, q: float = 100.0
) -> tuple[np.ndarray, np.ndarray]:
    """Return between which values the second contributor knows the largest one to be.

    He knows the others, whole − x₁ − x₂ together, to within q %.

    Parameters
    ----------
    whole, largest, second
        float64 (n,), total, largest and second contribution of each cell.
    q
        Percent, from 0 to 100: with 100 he knows nothing of them but that none is negative.

    Returns
    -------
    tuple[np.ndarray, np.ndarray]
        Lowest and highest, float64 (n,).
    """
    rest = np.maximum(whole - largest - second, 0.0)
    low = np.maximum(whole - second - (1 + q / 100) * rest, 0.0)
    return low, whole - second - (1 - q / 100) * rest
