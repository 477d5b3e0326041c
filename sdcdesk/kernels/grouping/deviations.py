"""Deviations that keep their digits where the values are huge and lie close together."""

import numpy as np


def deviations(values: np.ndarray, origins: np.ndarray) -> np.ndarray:
    """Subtract origins from values as float64.

    Whole numbers are subtracted before they become float64, which holds only 53 bits, unless they lie too
    far apart for int64 (then no digit that matters is at stake).

    Parameters
    ----------
    values
        Integers or float64 (n,).
    origins
        The same type, (n,) or one for all, (1,).

    Returns
    -------
    np.ndarray
        float64 (n,).
    """
    if values.dtype.kind in "iu" and len(values):
        lowest = min(int(values.min()), int(origins.min()))
        highest = max(int(values.max()), int(origins.max()))
        if highest - lowest < 2**63:
            # Large uint64 values wrap round to negative ones, and their differences come out right.
            whole = values.astype(np.int64) - origins.astype(np.int64)
            return whole.astype(np.float64)
    result: np.ndarray = values.astype(np.float64) - origins.astype(np.float64)
    return result
