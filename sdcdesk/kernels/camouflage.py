"""Camouflage vectors: columns of which the true one is a mean with secret weights."""

import numpy as np


def camouflage_vectors(
    values: np.ndarray, below: np.ndarray, above: np.ndarray, weights: np.ndarray, uniform: np.ndarray
) -> np.ndarray:
    """Return k columns whose weighted mean is the true one, and which reach far enough beyond each value.

    In each record the k first random numbers are spread to −1…1, their weighted mean is subtracted, and the
    result is stretched until it reaches as far below and above as asked, times 1 to 2 by the last random
    number: which end of an interval was the one that needed it cannot be told.

    Parameters
    ----------
    values
        float64 (n,), NaN where missing.
    below, above
        float64 (n,), at least 0: the least of the columns lies at least so far below the value, the largest
        at least so far above.
    weights
        float64 (k,), positive, with sum 1.
    uniform
        float64 (n, k + 1), on [0, 1).

    Returns
    -------
    np.ndarray
        float64 (k, n).
    """
    spread = uniform[:, :-1].T
    low, high = spread.min(axis=0), spread.max(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        spread = 2 * (spread - low) / (high - low) - 1
        spread -= sum(weight * column for weight, column in zip(weights, spread, strict=True))
        reach = np.maximum(below / -spread.min(axis=0), above / spread.max(axis=0))
    reach *= 1 + uniform[:, -1]
    vectors: np.ndarray = values + reach * spread
    return vectors
