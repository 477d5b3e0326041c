"""Pairwise sums of what is computed from long columns, part by part, so that each stays in the cache."""

from collections.abc import Callable
from typing import TypeVar

import numpy as np

PART = 1 << 14
"""Records of a part, at most: a few columns of so many fit in a processor's nearer cache."""

Sums = TypeVar("Sums", float, np.ndarray)


def pairwise_sum(sum_of: Callable[[slice], Sums], records: int, start: int = 0) -> Sums:
    """Return the sum over all records, halves of halves being added, as `np.sum` adds one contiguous array.

    So the result is that of `np.sum` to the last digit, and rounding errors grow with the logarithm of the
    number of records only.

    Parameters
    ----------
    sum_of
        Gives `np.sum` of some records, or several such sums, float64 (s,).
    records
        How many there are.
    start
        The first of them.

    Returns
    -------
    float or np.ndarray
        What was added up.
    """
    if records <= PART:
        return sum_of(slice(start, start + records))
    half = records // 2
    half -= half % 8  # numpy adds eight at a time
    lower, upper = pairwise_sum(sum_of, half, start), pairwise_sum(sum_of, records - half, start + half)
    both: Sums = lower + upper
    return both
