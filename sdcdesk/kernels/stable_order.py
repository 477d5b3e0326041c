"""Order of values in which equal ones keep the order of their places."""

import numpy as np

DIGITS = 63
"""Binary digits of numbers that are sorted: those of int64 that is not negative."""


def stable_order(values: np.ndarray) -> np.ndarray:
    """Return what `np.argsort(values, kind="stable")` does, in a fraction of its time.

    numpy's plain sort uses the vector units of the processor, and neither its stable one nor `argsort` does
    as well: so the values are sorted as whole numbers with their places as last digits.

    Parameters
    ----------
    values
        Integers or float64 (n,); NaN stands last.

    Returns
    -------
    np.ndarray
        int64 (n,), places in `values`.
    """
    if not len(values):
        return np.zeros(0, dtype=np.int64)
    if values.dtype.kind in "iu":
        numbers = values.astype(np.uint64 if values.dtype == np.uint64 else np.int64)
    else:
        numbers = _as_whole(values)
    least, most = int(numbers.min()), int(numbers.max())
    above_least = numbers.view(np.uint64)
    above_least -= np.uint64(least % 2**64)
    return _order(above_least, (most - least).bit_length())


def _as_whole(values: np.ndarray) -> np.ndarray:
    """Return int64 (n,) that is smaller where a value is, and equal where they are; NaN is the largest."""
    plain = np.add(values, 0.0, dtype=np.float64)  # −0 becomes 0, which it equals
    numbers: np.ndarray = plain.view(np.int64)
    numbers ^= (numbers >> 63) & (2**63 - 1)  # the bits of a negative float ascend with its size
    missing = np.isnan(values)
    if missing.any():
        numbers[missing] = 2**63 - 1
    return numbers


def _order(numbers: np.ndarray, digits: int) -> np.ndarray:
    """Return the stable order of numbers, uint64 (n,), of so many binary digits; they are used up.

    Where there is no room for all digits beside the places, the upper ones have nearly all in order.
    """
    bits = (len(numbers) - 1).bit_length()
    dropped = max(digits + bits - DIGITS, 0)
    both = numbers >> np.uint64(dropped) if dropped else numbers
    both <<= np.uint64(bits)
    both = both.view(np.int64)
    both |= np.arange(len(numbers))
    both.sort()
    order = both & ((1 << bits) - 1)
    if not dropped:
        return order
    ascending = numbers[order]
    wrong = np.flatnonzero(ascending[1:] < ascending[:-1])
    if len(wrong):
        # Sorted again is who has the same upper digits as one that stands wrong.
        upper = both >> bits
        unsettled = np.unique(upper[wrong])
        starts, ends = (np.searchsorted(upper, unsettled, side=side) for side in ("left", "right"))
        again = np.repeat(starts - np.cumsum(ends - starts) + (ends - starts), ends - starts)
        again += np.arange(len(again))
        order[again] = order[again][np.lexsort((order[again], ascending[again]))]
    return order
