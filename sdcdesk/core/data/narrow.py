"""Narrow whole numbers: those that are kept for each record, in as few bytes as hold them."""

import numpy as np


def narrow(numbers: np.ndarray, most: int) -> np.ndarray:
    """Return whole numbers in the smallest signed type that holds them.

    Parameters
    ----------
    numbers
        Integers of any type and shape, −1…most.
    most
        No number is larger.

    Returns
    -------
    np.ndarray
        int8, int16, int32 or int64, of the same shape; the same array where it is of that type.
    """
    fitting = (kind for kind in (np.int8, np.int16, np.int32) if most <= np.iinfo(kind).max)
    return numbers.astype(next(fitting, np.int64), copy=False)
