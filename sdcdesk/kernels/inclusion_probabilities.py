"""Inclusion probabilities in proportion to sizes, none above 1."""

import numpy as np

ROUNDING = 1e-12
"""Share of a sum within which it counts as reached."""


def inclusion_probabilities(sizes: np.ndarray, number: int) -> np.ndarray:
    """Return probabilities in proportion to sizes that sum to a number, none above 1.

    Parameters
    ----------
    sizes
        float64 (n,), 0…1.
    number
        At least 1, and at most the number of sizes above 0.

    Returns
    -------
    np.ndarray
        float64 (n,), 0…1.
    """
    descending = np.sort(sizes)[::-1]
    rest = np.cumsum(descending[::-1])[::-1]  # sum of this one and all smaller ones
    left = number - np.arange(len(sizes))
    # The largest ones are certain, as long as their part of what is left reaches 1, but for rounding.
    reaching = left * descending >= rest * (1 - ROUNDING)
    certain = int(np.argmin(np.append(reaching & (left > 0), np.False_)))
    if certain == len(sizes) or rest[certain] == 0:
        return (sizes > 0).astype(np.float64)
    found: np.ndarray = np.minimum((number - certain) * sizes / rest[certain], 1.0)
    if certain:
        found[sizes >= descending[certain - 1]] = 1.0
    return found
