"""Extremes of a column: its two largest and its two smallest values, without a copy of it."""

from collections.abc import Callable

import numpy as np

BLOCK = 1024
"""Values whose extreme is looked at first: the two largest stand in two blocks with the largest extremes."""


def two_largest(values: np.ndarray) -> tuple[float, float]:
    """Return the largest value and the next one, which may be equal.

    Parameters
    ----------
    values
        float64 (n,), n ≥ 2, without NaN.

    Returns
    -------
    tuple[float, float]
        The largest first.
    """
    second, largest = np.sort(_candidates(values, np.maximum.reduceat, 1))[-2:]
    return float(largest), float(second)


def two_smallest(values: np.ndarray) -> tuple[float, float]:
    """Return the smallest value and the next one, which may be equal.

    Parameters
    ----------
    values
        float64 (n,), n ≥ 2, without NaN.

    Returns
    -------
    tuple[float, float]
        The smallest first.
    """
    smallest, second = np.sort(_candidates(values, np.minimum.reduceat, -1))[:2]
    return float(smallest), float(second)


def _candidates(
    values: np.ndarray, reduceat: Callable[[np.ndarray, np.ndarray], np.ndarray], sign: int
) -> np.ndarray:
    """Return the values of the two blocks with the most extreme values."""
    if len(values) <= 2 * BLOCK:
        return values
    tops = sign * reduceat(values, np.arange(0, len(values), BLOCK))
    blocks = np.argpartition(tops, len(tops) - 2)[-2:]
    return np.concatenate([values[block * BLOCK : (block + 1) * BLOCK] for block in blocks.tolist()])
