"""Coded numbers: whole where all are, with codes in the place of lettered missing values, and in ranges."""

from collections.abc import Iterable

import numpy as np
import pandas as pd

from sdcdesk.core.data.declared_missing import LETTERS, MissingRange
from sdcdesk.core.data.variable import Value

EXACT = 2**53
"""Whole numbers up to this are what they say, as doubles hold them."""


def whole(numbers: np.ndarray) -> pd.Series:
    """Return numbers as whole ones where all of them are.

    Parameters
    ----------
    numbers
        float64 (n,), NaN where missing.

    Returns
    -------
    pd.Series
        int64, Int64 with missing values, or the same numbers.
    """
    missing = np.isnan(numbers)
    known = numbers[~missing]
    if missing.all() or not (np.all(np.abs(known) <= EXACT) and np.array_equal(known, np.rint(known))):
        return pd.Series(numbers, copy=False)
    values = np.where(missing, 0.0, numbers).astype(np.int64)
    return pd.Series(pd.arrays.IntegerArray(values, missing) if missing.any() else values, copy=False)


def plain_value(value: str | float) -> Value:
    """Return a value as our columns hold it.

    Parameters
    ----------
    value
        A number or text.

    Returns
    -------
    Value
        A whole number as such.
    """
    if isinstance(value, str):
        return value
    number = float(value)
    return int(number) if number.is_integer() and abs(number) <= EXACT else number


def codes_of_letters(numbers: np.ndarray, letters: Iterable[str]) -> dict[str, int]:
    """Return codes for missing values with letters.

    Parameters
    ----------
    numbers
        float64 (n,), the values, NaN where missing.
    letters
        Which of `LETTERS` occur or have a label.

    Returns
    -------
    dict[str, int]
        Codes below all numbers: −101 to −127 where these are above −100, −1001 to −1027 above −1000, and so
        on.
    """
    known = numbers[np.isfinite(numbers)]
    lowest, start = float(np.min(known, initial=0.0)), 100
    while -lowest >= start:
        start *= 10
    return {letter: -(start + 1 + LETTERS.index(letter)) for letter in letters}


def codes_inside(ranges: Iterable[MissingRange], numbers: np.ndarray) -> list[Value]:
    """Return which numbers that occur lie in ranges of missing values.

    Parameters
    ----------
    ranges
        Both ends belong to them.
    numbers
        float64 (n,), NaN where missing.

    Returns
    -------
    list[Value]
        Of each range, ascending.
    """
    found: list[Value] = []
    for one in ranges:
        low, high = (
            -np.inf if one.low is None else one.low,
            np.inf if one.high is None else one.high,
        )
        inside = (numbers >= low) & (numbers <= high)
        found += [plain_value(value) for value in np.unique(numbers[inside]).tolist()]
    return found
