"""Sums that are rounded once, so that they hang neither on the order of the terms nor on who adds them up."""

import math

import numpy as np

_SPLIT = 134217729.0
"""2²⁷ + 1: splits a float into two halves whose products with others are exact."""


def rounded_sum(values: np.ndarray, counts: np.ndarray | None = None) -> float:
    """Return Σ value · count, the float next to the true sum.

    Parameters
    ----------
    values
        float64 (m,), finite; their products with the counts far from the ends of the range of floats.
    counts
        int64 (m,), below 2⁵³: how often each is added; None: once.

    Returns
    -------
    float
        0 without values.
    """
    if counts is None:
        return math.fsum(values.tolist())
    times = counts.astype(np.float64)
    products = values * times
    # What rounding took from each product, after Dekker 1971, without any rounding itself.
    high, low = _halves(values)
    often, rest = _halves(times)
    lost = ((high * often - products) + high * rest + low * often) + low * rest
    return math.fsum(np.concatenate([products, lost]).tolist())


def _halves(numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    scaled = numbers * _SPLIT
    high = scaled - (scaled - numbers)
    return high, numbers - high
