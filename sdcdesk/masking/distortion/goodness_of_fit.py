"""Goodness of fit: how far a distribution is from values."""

from typing import Literal

import numpy as np

from sdcdesk.masking.distortion.distribution import Distribution

Criterion = Literal["kolmogorov_smirnov", "anderson_darling", "chi_squared"]

CELLS_MOST = 50
"""Cells of the χ² statistic at most."""

CELLS_LEAST = 4


def statistic(distribution: Distribution, values: np.ndarray, criterion: Criterion, cells: int) -> float:
    """Return a statistic whose distribution hardly depends on the number of values.

    Parameters
    ----------
    distribution
        As fitted.
    values
        float64 (n,), ascending.
    criterion
        √n·D of Kolmogorov and Smirnov, A² of Anderson and Darling, or Pearson's χ².
    cells
        Number of cells of the χ² statistic.

    Returns
    -------
    float
        At least 0; infinite where a value has probability 0 by the distribution.
    """
    if criterion == "chi_squared":
        return chi_squared(distribution, values, cells)
    below = distribution.below(values)
    if criterion == "kolmogorov_smirnov":
        return largest_distance(below) * float(np.sqrt(len(values)))
    return anderson_darling(below)


def largest_distance(below: np.ndarray) -> float:
    """Return the Kolmogorov–Smirnov statistic D.

    Parameters
    ----------
    below
        float64 (n,), ascending: probability of each value or a smaller one.

    Returns
    -------
    float
        Largest distance of it from the share of the values, 0…1.
    """
    steps = np.arange(len(below) + 1) / len(below)
    return float(max((steps[1:] - below).max(), (below - steps[:-1]).max()))


def anderson_darling(below: np.ndarray) -> float:
    """Return the Anderson–Darling statistic A².

    Parameters
    ----------
    below
        float64 (n,), ascending: probability of each value or a smaller one.

    Returns
    -------
    float
        −n − (1/n)·Σ (2i − 1)·(ln F_i + ln(1 − F_(n+1−i))); infinite where a probability is 0 or 1.
    """
    count = len(below)
    if below[0] <= 0 or below[-1] >= 1:
        return float("inf")
    odd = 2 * np.arange(1, count + 1) - 1
    return float(-count - (odd * (np.log(below) + np.log1p(-below[::-1]))).sum() / count)


def cell_count(count: int) -> int:
    """Return 2·n^0.4 (Mann and Wald 1942, halved), between 4 and 50.

    Parameters
    ----------
    count
        Number n of values.

    Returns
    -------
    int
        Cells of the χ² statistic.
    """
    return int(np.clip(round(2 * count**0.4), CELLS_LEAST, CELLS_MOST))


def chi_squared(distribution: Distribution, values: np.ndarray, cells: int) -> float:
    """Return Pearson's χ² over cells that hold as nearly equally many of the values as can be.

    The cells hang on the values alone, so that distributions can be compared by it.

    Parameters
    ----------
    distribution
        As fitted.
    values
        float64 (n,), ascending.
    cells
        How many, at most.

    Returns
    -------
    float
        Σ (observed − expected)²/expected; infinite where nothing is expected and something observed.
    """
    count = len(values)
    ends = values[(np.arange(1, cells) * count) // cells - 1] if count >= cells else values[:-1]
    ends = np.unique(ends[ends < values[-1]])
    observed = np.diff(np.searchsorted(values, ends, side="right"), prepend=0, append=count)
    expected = count * np.diff(distribution.below(ends), prepend=0.0, append=1.0)
    if (expected[observed > 0] <= 0).any():
        return float("inf")
    used = expected > 0
    return float(((observed - expected)[used] ** 2 / expected[used]).sum())
