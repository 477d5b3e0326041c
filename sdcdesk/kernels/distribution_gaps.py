"""Gaps between the distributions of two samples of numbers."""

import numpy as np


def largest_gap(before: np.ndarray, after: np.ndarray) -> float:
    """Return the largest difference of two distribution functions, the statistic of Kolmogorov and Smirnov.

    Parameters
    ----------
    before, after
        float64 (n,) and (t,), in any order; missing values (NaN) do not count.

    Returns
    -------
    float
        0…1; NaN where one of them has no value.
    """
    one, other = (np.sort(values[~np.isnan(values)]) for values in (before, after))
    if not len(one) or not len(other):
        return float("nan")
    # Both functions are constant between the values of either, and change with the last of equal ones.
    gaps = [
        np.searchsorted(one, values, side="right") / len(one)
        - np.searchsorted(other, values, side="right") / len(other)
        for values in (one, other)
    ]
    return float(max(np.abs(gap).max() for gap in gaps))
