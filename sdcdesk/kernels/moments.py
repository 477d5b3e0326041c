"""Means, variances, covariances, correlations and quantiles of columns with missing values."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

CHUNK = 16_384
"""Records that are multiplied at a time, so that no second copy of the data is made."""

DIGITS_LEFT = 1e-6
"""A difference of sums smaller than this share of them is computed again without the subtraction."""


@dataclass(frozen=True, slots=True, eq=False)
class Moments:
    """First and second moments of p columns.

    Attributes
    ----------
    counts
        int64, p × p: records where both columns are present.
    means, deviations
        float64, p: mean and standard deviation (÷ count − 1) of the present values. NaN where there is
        no value, or fewer than two; the deviation of a constant column is exactly 0.
    covariances, correlations
        float64, p × p, over the records where both columns are present, means taken over the same
        records, covariances ÷ count − 1. NaN with fewer than two such records; a correlation also
        where one of the two columns is constant in them.
    reach
        float64, p × p: the largest covariance that the two columns could have with their deviations in
        these records, from which the rounding errors of a covariance are measured.
    """

    counts: np.ndarray
    means: np.ndarray
    deviations: np.ndarray
    covariances: np.ndarray
    correlations: np.ndarray
    reach: np.ndarray


def moments(columns: Sequence[np.ndarray]) -> Moments:
    """Return the moments of columns; an offset common to all values costs no digits.

    Parameters
    ----------
    columns
        float64 (n,) each, at least one; NaN where missing. Results too large for float64 are NaN.

    Returns
    -------
    Moments
        NaN where too few records are present.
    """
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        means, scales = np.array([_centre(column) for column in columns]).T
        counts, cross, own = _products(columns, means, scales)
        enough = counts >= 2
        freedom = np.where(enough, counts - 1, np.nan)
        deviations = np.sqrt(np.diagonal(own) / np.diagonal(freedom)) * scales
        covariances = cross / freedom * scales[:, None] * scales
        largest = np.sqrt(own) * np.sqrt(own.T)
        reach = largest / freedom * scales[:, None] * scales
        correlations = np.where(enough & (largest > 0), cross / largest, np.nan)
    return Moments(
        counts,
        _finite(means),
        _finite(deviations),
        _finite(covariances),
        # Rounding may carry a perfect correlation past 1.
        np.clip(correlations, -1.0, 1.0),
        _finite(reach),
    )


def deviation(values: np.ndarray) -> float:
    """Return the standard deviation (÷ count − 1) of the present values, exactly 0 if all are equal.

    NaN with fewer than two values, or where it is too large for float64.

    Parameters
    ----------
    values
        float64 (n,); NaN where missing.

    Returns
    -------
    float
        In units of the values.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        mean, scale = _centre(values)
        gaps = (values - mean) / scale
        gaps = gaps[~np.isnan(gaps)]
        if len(gaps) < 2:
            return np.nan
        result = scale * float(np.sqrt((gaps @ gaps - gaps.sum() ** 2 / len(gaps)) / (len(gaps) - 1)))
        return result if np.isfinite(result) else np.nan


def median_deviation(values: np.ndarray) -> float:
    """Return the median absolute deviation from the median of the present values; outliers hardly move it.

    NaN without a value, or where it is too large for float64.

    Parameters
    ----------
    values
        float64 (n,); NaN where missing.

    Returns
    -------
    float
        In units of the values, not scaled; 0 where more than half of them are equal.
    """
    present = values[~np.isnan(values)]
    if not len(present):
        return np.nan
    with np.errstate(over="ignore", invalid="ignore"):
        result = float(np.median(np.abs(present - np.median(present))))
    return result if np.isfinite(result) else np.nan


def weighted_covariance(first: np.ndarray, second: np.ndarray, weights: np.ndarray) -> float:
    """Return Σ w(a − ā)(b − b̄) ÷ Σ w · n ÷ (n − 1) of the n records with both values, ā = Σ wa ÷ Σ w.

    NaN with fewer than two such records, or where it is too large for float64. Exactly 0 where one of both is
    constant.

    Parameters
    ----------
    first, second
        float64 (n,); NaN where missing. The same column twice gives its variance.
    weights
        float64 (n,), above 0.

    Returns
    -------
    float
        In the product of both units.
    """
    both = ~(np.isnan(first) | np.isnan(second))
    n = int(np.count_nonzero(both))
    if n < 2:
        return np.nan
    w = weights[both] / weights[both].sum()
    with np.errstate(over="ignore", invalid="ignore"):
        a, b = (column[both] - column[both][0] for column in (first, second))
        a, b = a - w @ a, b - w @ b
        result = float(w @ (a * b)) * n / (n - 1)
    return result if np.isfinite(result) else np.nan


def quantiles(values: np.ndarray, shares: Sequence[float]) -> np.ndarray:
    """Return the values below which these shares lie, NaN if there is no value.

    Missing values (NaN) do not count. Between two neighbouring values of the sorted column the quantile
    is interpolated linearly: the share q lies at place q·(count − 1), counted from 0.

    Parameters
    ----------
    values
        float64 (n,); NaN where missing.
    shares
        0…1 each.

    Returns
    -------
    np.ndarray
        float64, (number of shares,).
    """
    # NaN sorts to the end. A full sort is vectorised and beats selecting five places.
    ordered = np.sort(values)[: int(np.count_nonzero(~np.isnan(values)))]
    if len(ordered) == 0:
        return np.full(len(shares), np.nan)
    places = np.asarray(shares, dtype=np.float64) * (len(ordered) - 1)
    below = np.floor(places).astype(np.int64)
    weight = places - below
    above = np.minimum(below + 1, len(ordered) - 1)
    result: np.ndarray = ordered[below] * (1 - weight) + ordered[above] * weight
    return result


def _centre(column: np.ndarray) -> tuple[float, float]:
    """Return the mean, and a power of two as large as the largest deviation from it."""
    missing = np.isnan(column)
    values = column[~missing] if missing.any() else column
    if len(values) == 0:
        return np.nan, 1.0
    # Counted from one of the values, so that a constant column deviates by exactly 0.
    mean = values[0] + (values - values[0]).mean()
    largest = max(values.max() - mean, mean - values.min())
    return float(mean), float(np.ldexp(1.0, int(np.frexp(largest)[1]) - 1)) if largest > 0 else 1.0


def _products(
    columns: Sequence[np.ndarray], means: np.ndarray, scales: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return for each two columns, over the records that have both, in units of the scales.

    Returns
    -------
    counts : int64, p × p
    cross : float64, p × p
        Σ(a − mean a)(b − mean b).
    own : float64, p × p
        Σ(a − mean a)² of the row's column.
    """
    size = len(columns)
    pairs, sums, cross, squares = (np.zeros((size, size)) for _ in range(4))
    for start in range(0, len(columns[0]), CHUNK):
        part = slice(start, start + CHUNK)
        block = np.array(
            [
                (column[part] - mean) / scale
                for column, mean, scale in zip(columns, means, scales, strict=True)
            ]
        )
        missing = np.isnan(block)
        if not missing.any():
            product = block @ block.T
            pairs += block.shape[1]
            sums += block.sum(axis=1)[:, None]
            squares += np.diagonal(product)[:, None]
            cross += product
            continue
        block[missing] = 0.0
        # All sums from one product of a matrix with itself, several times faster than one product each.
        stacked = np.concatenate([block, block**2, ~missing])
        product = stacked @ stacked.T
        values, powers, seen = (slice(k * size, (k + 1) * size) for k in range(3))
        pairs += product[seen, seen]
        sums += product[values, seen]
        squares += product[powers, seen]
        cross += product[values, values]
    counts = pairs.astype(np.int64)
    cross -= sums * sums.T / counts
    own = squares - sums**2 / counts
    # Where two columns are present together only far from their means, the subtraction leaves no digits.
    lossy = (counts >= 2) & (squares > 0) & (own <= DIGITS_LEFT * squares)
    for i, j in np.argwhere(np.triu(lossy | lossy.T)):
        cross[i, j], own[i, j], own[j, i] = _product(columns[i] / scales[i], columns[j] / scales[j])
        cross[j, i] = cross[i, j]
    return counts, cross, own


def _product(first: np.ndarray, second: np.ndarray) -> tuple[float, float, float]:
    """Return Σ(a − mean a)(b − mean b), Σ(a − mean a)² and Σ(b − mean b)² of the complete records."""
    both = ~(np.isnan(first) | np.isnan(second))
    a, b = first[both] - first[both][0], second[both] - second[both][0]
    a -= a.mean()
    b -= b.mean()
    return float(a @ b), float(a @ a), float(b @ b)


def _finite(values: np.ndarray) -> np.ndarray:
    return np.where(np.isfinite(values), values, np.nan)
