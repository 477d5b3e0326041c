"""Rounding of weights: how far they must be rounded so that few records have one of their own."""

from itertools import takewhile

import numpy as np

from sdcdesk.core.numbers.round_steps import round_steps

FINEST = 1e-6
"""The finest rounding that is tried, as a share of the smallest weight."""


def rounding_base(weights: np.ndarray, most: float) -> float | None:
    """Return the smallest round step that leaves few weights alone; None: none may.

    Parameters
    ----------
    weights
        float64 (n,), ascending.
    most
        Share of the records that may have a rounded weight of their own.

    Returns
    -------
    float or None
        Not above the smallest weight, which therefore stays above zero.
    """
    smallest = float(weights[0])
    if smallest <= 0:
        return None
    for base in takewhile(lambda base: base <= smallest, map(float, round_steps(smallest * FINEST))):
        runs = np.diff(np.flatnonzero(np.diff(np.floor(weights / base + 0.5), prepend=-1, append=np.inf)))
        if int((runs == 1).sum()) <= most * len(weights):
            return base
    return None
