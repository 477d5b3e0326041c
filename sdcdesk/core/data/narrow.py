"""Narrow whole numbers: those that are kept for each record, in as few bytes as hold them."""

from typing import Any, TypeVar, cast

import numpy as np
import pandas as pd

Values = TypeVar("Values")

Whole = TypeVar("Whole", pd.Series, pd.Index)

_WIDE: dict[object, Any] = {
    np.dtype(f"{sign}int{bits}"): "int64" for sign in ("", "u") for bits in (8, 16, 32)
}
_WIDE |= {
    pd.api.types.pandas_dtype(f"{sign}nt{bits}"): "Int64" for sign in ("I", "UI") for bits in (8, 16, 32)
}
"""By the type of narrow whole numbers that of wide ones."""

Kind = np.dtype | pd.api.extensions.ExtensionDtype


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


def narrowed(values: Values) -> Values:
    """Return the values of a column as they are kept: whole numbers in as few bytes as hold them.

    Parameters
    ----------
    values
        (n,), an array of any type.

    Returns
    -------
    Values
        The same ones where they are no int64 or Int64.
    """
    found: Any = values
    if isinstance(values, np.ndarray) and values.dtype == np.int64 and len(values):
        found = _narrowed(values)
    if isinstance(values, pd.arrays.IntegerArray) and isinstance(values.dtype, pd.Int64Dtype) and len(values):
        numbers = _narrowed(values.to_numpy(dtype=np.int64, na_value=0))
        found = pd.arrays.IntegerArray(numbers, np.asarray(values.isna()))
    return cast(Values, found)


def _narrowed(numbers: np.ndarray) -> np.ndarray:
    return narrow(numbers, max(int(numbers.max()), ~int(numbers.min())))


def is_narrow(kind: Kind) -> bool:
    """Return whether a type is one of narrow whole numbers.

    Parameters
    ----------
    kind
        The type of a column.

    Returns
    -------
    bool
        False for int64 and uint64, and for all that are no whole numbers.
    """
    return kind in _WIDE


def widened(values: Whole) -> Whole:
    """Return values as they are computed with, where sums of narrow ones would go beyond their type.

    Parameters
    ----------
    values
        Values of one column, of any type.

    Returns
    -------
    pd.Series or pd.Index
        int64, or Int64 where some are missing; the same ones where they are no narrow whole numbers.
    """
    wide = _WIDE.get(values.dtype)
    return values if wide is None else values.astype(wide)
