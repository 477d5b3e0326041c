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


def counts_above(risks: np.ndarray, places: Sequence[float]) -> np.ndarray:
    """Return how many records have a larger risk than each threshold.

    Parameters
    ----------
    risks
        float64 (t,), of each record.
    places
        Thresholds, (m,).

    Returns
    -------
    np.ndarray
        int64 (m,), one count for each threshold; a risk that equals one is not above it.
    """
    found: np.ndarray = len(risks) - np.searchsorted(np.sort(risks), places, side="right")
    return found


STOPS = tuple(thresholds(1.0))
"""Thresholds among which a slider chooses."""
