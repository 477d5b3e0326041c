"""Combinations of key values as single whole numbers."""

from collections.abc import Sequence

import numpy as np

from sdcdesk.core.numbers.equal_runs import run_begins

LARGEST_KEY = 2**62
"""Keys stay below this, so that one more digit never overflows int64."""

DENSE = 4
"""A table of all possible keys is worth while up to this many for each record; then sorting is."""


def digits(codes: np.ndarray, size: int) -> tuple[np.ndarray, int]:
    """Return codes as digits and their radix: a missing value (−1) becomes one more digit, `size`.

    Parameters
    ----------
    codes
        Integers (n,), 0…size−1, or −1 where missing.
    size
        Number of categories.

    Returns
    -------
    tuple[np.ndarray, int]
        Digits (n,), none negative, in the type of `codes` or a wider one, and their radix.
    """
    missing = codes < 0
    if not missing.any():
        return codes, max(size, 1)
    return np.where(missing, np.int32(size), codes), size + 1  # which a narrow type may have no room for


def combine(columns: Sequence[np.ndarray], radices: Sequence[int]) -> tuple[np.ndarray, int]:
    """Combine columns of digits into one mixed-radix number for each record.

    Parameters
    ----------
    columns
        Integers (n,) each, digits of column j in 0…radices[j]−1; at least one column.
    radices
        Number of different digits of each column.

    Returns
    -------
    keys
        int64 (n,), equal exactly where all digits are equal; ordered as the tuples of digits are.
    domain
        Keys lie in 0…domain−1.
    """
    keys: np.ndarray = columns[0].astype(np.int64)  # a copy, in which the other digits are added
    domain = int(radices[0])
    for column, radix in zip(columns[1:], radices[1:], strict=True):
        if domain * radix >= LARGEST_KEY:
            keys, domain = compact(keys, domain)
        keys *= radix
        keys += column
        domain *= int(radix)
    return keys, domain


def compact(keys: np.ndarray, domain: int) -> tuple[np.ndarray, int]:
    """Return the keys that occur numbered 0…G−1 in ascending order, and G.

    Parameters
    ----------
    keys
        int64 (n,), 0…domain−1.
    domain
        How many keys there could be.

    Returns
    -------
    tuple[np.ndarray, int]
        int64 (n,), and how many different keys occur.
    """
    if 0 < domain <= DENSE * len(keys):
        occurs = np.zeros(domain, dtype=bool)
        occurs[keys] = True
        place: np.ndarray = np.cumsum(occurs, dtype=np.int32)
        count = int(place[-1])
        place -= 1
        return place[keys].astype(np.int64), count
    if domain << _bits(keys) < 2**63:
        return _compact_by_sorting(keys)
    found, labels = np.unique(keys, return_inverse=True)
    return labels.astype(np.int64, copy=False), len(found)


def _bits(keys: np.ndarray) -> int:
    """Return how many binary digits the places of some keys need."""
    return max(len(keys) - 1, 0).bit_length()


def _compact_by_sorting(keys: np.ndarray) -> tuple[np.ndarray, int]:
    """Sort keys with their places as last digits: one plain sort says both the order and who stands there."""
    bits = _bits(keys)
    ordered = keys << bits
    ordered |= np.arange(len(keys))
    ordered.sort()
    places = ordered & ((1 << bits) - 1)
    ordered >>= bits
    begins = run_begins(ordered)
    np.cumsum(begins, out=ordered)  # in the place of the keys, which nobody needs any more
    ordered -= 1
    labels = np.empty(len(keys), dtype=np.int64)
    labels[places] = ordered
    return labels, int(np.count_nonzero(begins))
