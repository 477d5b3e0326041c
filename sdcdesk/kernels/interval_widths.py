"""Widths of intervals around masked values: the narrowest that holds the original value."""

import numpy as np

NEVER = np.iinfo(np.int64).max
"""No interval holds the original value, however wide."""

ROUNDING = 1e-9
"""A value this much beyond the end of an interval, in widths of it, is at its end but for rounding."""


def rank_widths(before: np.ndarray, after: np.ndarray, masked: np.ndarray) -> np.ndarray:
    """Return the width of the narrowest rank interval around each masked value that holds the original.

    The n masked values have ranks 1…n, equal ones their mean rank R. The interval of width p % holds the
    values at all ranks s with 2|s − R| < p·n/100, both ends included, and always the masked value.

    Parameters
    ----------
    before, after
        float64 (m,), original and masked values of the same records, none missing.
    masked
        float64 (n,), all masked values that are present, those of `after` among them.

    Returns
    -------
    np.ndarray
        int64 (m,), in whole percent from 1; `NEVER` where the original lies beyond all masked values.
    """
    ranked = np.sort(masked)
    count = len(ranked)
    # Twice the mean rank: the first plus the last rank of equal values.
    twice = np.add(*_ranks(ranked, after))
    first, last = _ranks(ranked, before)
    gaps = np.where(before > after, 2 * first - twice, np.where(before < after, twice - 2 * last, 0))
    beyond = (first > count) | (last < 1)
    widths: np.ndarray = np.where(beyond, NEVER, 100 * gaps // max(count, 1) + 1)
    return widths


def _ranks(ranked: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the ranks, from 1, of the first value not below each of some, and of the last not above it."""
    # Looked up in their own order, which keeps what is compared in the cache.
    order = np.argsort(values)
    first, last = (np.empty(len(values), dtype=np.int64) for _ in range(2))
    first[order] = np.searchsorted(ranked, values[order], "left") + 1
    last[order] = np.searchsorted(ranked, values[order], "right")
    return first, last


def deviation_widths(before: np.ndarray, after: np.ndarray, deviation: float) -> np.ndarray:
    """Return the width of the narrowest interval |x − x′| ≤ p/100 deviations that holds the original.

    Parameters
    ----------
    before, after
        float64 (m,), original and masked values of the same records, none missing.
    deviation
        Standard deviation of the original; above 0.

    Returns
    -------
    np.ndarray
        int64 (m,), p in whole percent from 1; `NEVER` where it is beyond all that can be counted.
    """
    with np.errstate(over="ignore"):
        percent = np.ceil(np.abs(before - after) / deviation * 100 * (1 - ROUNDING))
    far = percent >= 2.0**62
    widths: np.ndarray = np.where(far, NEVER, np.maximum(np.where(far, 1, percent), 1).astype(np.int64))
    return widths
