"""Order of values in which equal ones keep the order of their places."""

import numpy as np


def stable_order(values: np.ndarray) -> np.ndarray:
    """Return what `np.argsort(values, kind="stable")` does, in a fraction of its time.

    numpy's plain sorts use the vector units of the processor and its stable one does not; places as last
    digits make the plain sort of whole numbers stable.

    Parameters
    ----------
    values
        Integers or float64 (n,); NaN stands last.

    Returns
    -------
    np.ndarray
        int64 (n,), places in `values`.
    """
    bits = (len(values) - 1).bit_length() if len(values) else 0
    if values.dtype.kind in "iu" and len(values):
        least, most = int(values.min()), int(values.max())
        if least >= -(2**62) and most < min(2**63, least + 2 ** (63 - bits)):
            return _last_digits(values.astype(np.int64) - least, np.arange(len(values)), bits)
        return np.argsort(values, kind="stable")
    order = np.argsort(values)
    ascending = values[order]
    equal = (ascending[1:] == ascending[:-1]) | np.isnan(ascending[:-1])  # after NaN stands NaN
    if not equal.any():
        return order
    runs = np.zeros(len(values), dtype=np.int64)
    np.cumsum(~equal, out=runs[1:])
    return _last_digits(runs, order, bits)


def _last_digits(numbers: np.ndarray, places: np.ndarray, bits: int) -> np.ndarray:
    """Return the places, of so many bits, in the order of their numbers; of equal numbers, in their own."""
    both: np.ndarray = (numbers << bits) | places
    both.sort()
    both &= (1 << bits) - 1
    return both
