"""Runs of equal values that stand together, as those of sorted ones do."""

import numpy as np


def run_begins(values: np.ndarray) -> np.ndarray:
    """Return which values differ from those before them.

    Parameters
    ----------
    values
        Array (n,) of any type, none missing; equal values stand together.

    Returns
    -------
    np.ndarray
        bool (n,); the first is True.

    Examples
    --------
    >>> run_begins(np.array([3, 3, 5, 8, 8])).tolist()
    [True, False, True, True, False]
    """
    begins = np.ones(len(values), dtype=bool)
    np.not_equal(values[1:], values[:-1], out=begins[1:])
    return begins
