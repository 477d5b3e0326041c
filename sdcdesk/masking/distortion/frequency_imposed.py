"""Frequency-imposed series: as many random values in each interval or category as the file has."""

import numpy as np

from sdcdesk.core.numbers.decimal_fraction import exact, first_from


def imposed(values: np.ndarray, shares: np.ndarray, intervals: int) -> np.ndarray:
    """Return a series with uniform values in intervals of equal width, as many in each as there are values.

    Parameters
    ----------
    values
        float64 (n,), ascending, at least one.
    shares
        float64 (n,), uniform random numbers 0…1.
    intervals
        How many lie between the smallest and the largest value; each but the last is open on its right.
        Where they begin is computed with the decimal fractions of the file.

    Returns
    -------
    np.ndarray
        float64 (n,), ascending by intervals.
    """
    least, span = float(values[0]), float(values[-1] - values[0])
    if not span > 0:
        return values.copy()
    width = (exact(values[-1]) - exact(least)) / intervals
    begins = [first_from(exact(least) + place * width) for place in range(1, intervals)]
    places = np.searchsorted(begins, values, side="right")
    found: np.ndarray = least + (places + shares) * (span / intervals)
    return found


def multinomial(frequencies: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """Return categories drawn with the frequencies of the file.

    Parameters
    ----------
    frequencies
        int64 (c,), records of each category, some above 0.
    shares
        float64 (n,), uniform random numbers, 0 ≤ u < 1.

    Returns
    -------
    np.ndarray
        int64 (n,), places of categories; none without records.
    """
    ends = np.cumsum(frequencies)
    found: np.ndarray = np.searchsorted(ends, np.floor(shares * ends[-1]), side="right")
    return found
