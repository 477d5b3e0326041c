"""Groups of fixed size: the classical microaggregation of Defays and Nanopoulos."""

import numpy as np


def fixed_groups(n: int, k: int) -> np.ndarray:
    """Cut n sorted positions into groups of k; the last group takes what is left over.

    Parameters
    ----------
    n
        Number of records, at least 0.
    k
        Size of a group, at least 1.

    Returns
    -------
    int64 group of each position, 0…G−1 with G = max(1, ⌊n / k⌋), ascending. The last group holds k to
    2k − 1 records. With n < k there is one group of all: too small, which the caller must refuse.
    """
    last = max(n // k, 1) - 1
    return np.minimum(np.arange(n, dtype=np.int64) // k, last)
