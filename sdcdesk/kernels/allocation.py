"""Allocation of a sample: how many records each stratum gives."""

import numpy as np


def proportional(sizes: np.ndarray, number: int, earliest: np.ndarray) -> np.ndarray:
    """Share a number of records out over strata in proportion to their sizes, by largest remainders.

    Parameters
    ----------
    sizes
        int64 (S,), records of each stratum, at least 1.
    number
        How many records, at most the sum of the sizes.
    earliest
        int64 (S,), what decides between equal strata: the lowest is first.

    Returns
    -------
    np.ndarray
        int64 (S,), at most the sizes.
    """
    whole = int(sizes.sum())
    drawn, remainders = np.divmod(sizes * number, whole)
    first = np.lexsort((earliest, -sizes, -remainders))
    drawn[first[: number - int(drawn.sum())]] += 1
    return drawn


def equal(sizes: np.ndarray, number: int, earliest: np.ndarray) -> np.ndarray:
    """Share a number of records out over strata equally, as far as they have so many.

    Parameters
    ----------
    sizes
        int64 (S,), records of each stratum, at least 1.
    number
        How many records, at most the sum of the sizes.
    earliest
        int64 (S,), what decides between equal strata: the lowest is first.

    Returns
    -------
    np.ndarray
        int64 (S,), at most the sizes.
    """
    low, high = 0, int(sizes.max())
    while low < high:  # the largest equal number that is not too many
        middle = (low + high + 1) // 2
        low, high = (middle, high) if np.minimum(sizes, middle).sum() <= number else (low, middle - 1)
    drawn: np.ndarray = np.minimum(sizes, low)
    first = np.lexsort((earliest, -sizes))
    drawn[first[: number - int(drawn.sum())]] += 1
    return drawn


def optimal(sizes: np.ndarray, deviations: np.ndarray, number: int, earliest: np.ndarray) -> np.ndarray:
    """Share a number of records out over strata in proportion to size times standard deviation (Neyman).

    No stratum gives more than it has; the others share what it cannot give. Each gives one record at least,
    if the number suffices. Strata without deviation get, in proportion to their sizes, what is left when the
    others are exhausted. Fractions are settled by largest remainders.

    Parameters
    ----------
    sizes
        int64 (S,), records of each stratum, at least 1.
    deviations
        float64 (S,), at least 0.
    number
        How many records, at most the sum of the sizes.
    earliest
        int64 (S,), what decides between equal strata: the lowest is first.

    Returns
    -------
    np.ndarray
        int64 (S,), at most the sizes.
    """
    least = np.full(len(sizes), 1 if number >= len(sizes) else 0)
    wanted = sizes * (deviations / (deviations.max() or 1.0))
    varied = wanted > 0
    left = number - int(least[~varied].sum())
    if sizes[varied].sum() <= left:
        exact = np.where(varied, sizes, 0).astype(np.float64)
        others = sizes[~varied]
        exact[~varied] = _filled(least[~varied], others, others, number - exact[varied].sum())
    else:
        exact = least.astype(np.float64)
        exact[varied] = _filled(least[varied], sizes[varied], wanted[varied], left)
    exact = np.round(exact, 9)  # what is whole, or equal, but for rounding is so
    drawn = np.floor(exact).astype(np.int64)
    room = drawn < sizes
    first = np.lexsort((earliest, -sizes, np.round(drawn - exact, 9), ~room))
    drawn[first[: number - int(drawn.sum())]] += 1
    return drawn


def _filled(least: np.ndarray, most: np.ndarray, weights: np.ndarray, number: float) -> np.ndarray:
    """Return float64 numbers in proportion to weights above 0, but for their bounds, with a given sum."""
    with np.errstate(over="ignore"):  # infinite: never reaches its bound before all others do
        leaves, reaches = least / weights, most / weights

    def shared(factor: float) -> tuple[np.ndarray, np.ndarray]:
        """Return the numbers at this factor of the weights, and which of them grow with it."""
        bounded = np.where(reaches <= factor, most, least)
        free = (leaves <= factor) & (factor < reaches)
        return np.where(free, np.minimum(factor, reaches) * weights, bounded), free

    factors = np.unique(np.concatenate([leaves, reaches]))  # between two of them the same ones grow
    low, high = 0, len(factors) - 1
    while low < high:  # the last of them that gives not too much
        middle = (low + high + 1) // 2
        low, high = (middle, high) if shared(factors[middle])[0].sum() <= number else (low, middle - 1)
    filled, free = shared(factors[low]) if len(factors) else (weights, weights > 0)
    if free.any():
        parts = weights[free] / weights[free].max()
        filled[free] = parts * ((number - filled[~free].sum()) / parts.sum())
    within: np.ndarray = np.clip(filled, least, most)
    return within
