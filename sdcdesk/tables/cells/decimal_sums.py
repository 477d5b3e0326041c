"""Decimal sums: amounts that are added up as whole numbers, so that their sum has no digits of arithmetic."""

import numpy as np

DECIMALS = 6
"""Digits after the point up to which amounts are added up as whole numbers."""


def decimal_scale(amounts: np.ndarray) -> float:
    """Return the power of ten by which all amounts are whole numbers that are exactly added up.

    Parameters
    ----------
    amounts
        float64 (n,).

    Returns
    -------
    float
        1, 10, 100, …; 0 where there is none.
    """
    total = float(np.abs(amounts).sum())
    for digits in range(DECIMALS + 1):
        scale = 10.0**digits
        if total * scale >= 2.0**53:
            return 0.0
        scaled = amounts * scale
        # No more than arithmetic rounds, also of large amounts: what is beyond stands in the file.
        rounding = np.minimum(4 * np.finfo(np.float64).eps * np.abs(scaled), 1e-3)
        if (np.abs(scaled - np.rint(scaled)) <= rounding).all():
            return scale
    return 0.0
