"""Set differences: whether answers about several sets of records together are about a few records."""

from collections.abc import Sequence

import numpy as np

PRIME = 2**31 - 1
"""Ranks are computed modulo this prime, so that they are exact: no rounding decides what is refused."""


def differ_by_few(wanted: np.ndarray, answered: Sequence[np.ndarray], least: int) -> bool:
    """Return whether answers about a set, beside those already given, tell fewer records apart than allowed.

    That is so where the set, or what it has and a set answered before lacks, or the other way round, holds
    records, but fewer than the least number; and where sums over the sets can be combined, with any factors,
    to one in which only records count that share their sets with few others. Records that lie in the same
    sets are alike to all sums, so that one combination after the other need not be tried: none exists where
    the sets are as independent without these records as with them.

    Parameters
    ----------
    wanted
        bool (n,), the set.
    answered
        bool (n,), sets of answers that were given; the whole file is one, as it is known.
    least
        The smallest number of records.

    Returns
    -------
    bool
    """
    pairs = [(wanted & ~other, other & ~wanted) for other in answered]
    sizes = [int(np.count_nonzero(part)) for pair in pairs for part in pair]
    if np.count_nonzero(wanted) < least or any(0 < size < least for size in sizes):
        return True
    sets, members = _patterns([*answered, wanted])
    return rank(sets[:, members >= least]) < rank(sets)


def rank(matrix: np.ndarray) -> int:
    """Return the rank of a matrix of 0 and 1, modulo a prime of 31 bits.

    Parameters
    ----------
    matrix
        int64 (r, c).

    Returns
    -------
    int
    """
    left, found = matrix % PRIME, 0
    for column in range(left.shape[1]):
        pivots = np.flatnonzero(left[found:, column])
        if not len(pivots):
            continue
        pivot = found + int(pivots[0])
        left[[found, pivot]] = left[[pivot, found]]
        left[found] = left[found] * pow(int(left[found, column]), -1, PRIME) % PRIME
        below = found + 1 + np.flatnonzero(left[found + 1 :, column])
        left[below] = (left[below] - left[below, column][:, None] * left[found]) % PRIME
        found += 1
        if found == len(left):
            break
    return found


def _patterns(sets: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Return the patterns of sets that records lie in, int64 (sets, patterns), and the records of each."""
    codes = np.zeros(len(sets[0]), np.int64)
    patterns = np.zeros((0, 1), np.int64)
    for one in sets:
        codes = 2 * codes + one
        present = np.bincount(codes, minlength=2 * patterns.shape[1]) > 0
        patterns = np.vstack([patterns.repeat(2, axis=1), np.arange(len(present))[None, :] % 2])
        patterns = patterns[:, present]
        codes = (np.cumsum(present) - 1)[codes]
    return patterns, np.bincount(codes, minlength=patterns.shape[1])
