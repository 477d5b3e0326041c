"""Thresholds of per-record risks: how many released records lie above each."""

from collections.abc import Sequence

import numpy as np

STEPS = (1.0, 1.5, 2.0, 3.0, 5.0, 7.0)
"""Thresholds within each power of ten."""

POWERS = range(-5, 0)


def thresholds(own: float) -> list[float]:
    """Return the thresholds of a curve, ascending.

    Parameters
    ----------
    own
        The one that was asked for, which is always among them.

    Returns
    -------
    list[float]
        From 0.001 % to 100 %, evenly on a logarithmic scale.
    """
    usual = {float(f"{step}e{power}") for power in POWERS for step in STEPS}
    return sorted({*usual, own, 1.0})


def counts_above(risks: np.ndarray, places: Sequence[float], records: np.ndarray | None = None) -> np.ndarray:
    """Return how many records have a larger risk than each threshold.

    Parameters
    ----------
    risks
        float64 (m,), of records or of groups of them.
    places
        Thresholds, ascending.
    records
        int64 (m,), records of each group; None: each stands for itself.

    Returns
    -------
    np.ndarray
        int64 (thresholds,), one count for each; a risk that equals one is not above it.
    """
    below = np.searchsorted(places, risks)  # thresholds that each risk is above
    counts = np.bincount(below, records, len(places) + 1)
    # Whole numbers as floats are exact up to 2^53 records.
    found: np.ndarray = np.cumsum(counts[:0:-1])[::-1].astype(np.int64)
    return found
