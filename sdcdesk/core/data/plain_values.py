"""Plain values of a column: whether they are numbers, as numbers, and as text that can be read back."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import LARGEST_EXACT


def holds_numbers(values: pd.Series | pd.Index) -> bool:
    """Return whether values are numbers; truth values are none.

    Parameters
    ----------
    values
        Values of one column.

    Returns
    -------
    bool
        True also for nullable types of pandas.
    """
    return pd.api.types.is_numeric_dtype(values) and not pd.api.types.is_bool_dtype(values)


def present_numbers(values: pd.Series) -> np.ndarray:
    """Return values without missing ones as float64.

    Parameters
    ----------
    values
        Numbers (n,), none missing.

    Returns
    -------
    np.ndarray
        float64 (n,).
    """
    return values.to_numpy(dtype=np.float64, na_value=np.nan)


def without_categories(values: pd.Index) -> pd.Index:
    """Return values without the categories that pandas knows of them.

    Parameters
    ----------
    values
        Values of a variable.

    Returns
    -------
    pd.Index
        In the type of the categories.
    """
    if isinstance(values.dtype, pd.CategoricalDtype):
        found: pd.Index = values.astype(values.dtype.categories.dtype)
        return found
    return values


def all_whole(numbers: Sequence[float] | np.ndarray) -> bool:
    """Return whether all numbers are whole and small enough to be exact.

    Parameters
    ----------
    numbers
        float64 (n,) or a sequence.

    Returns
    -------
    bool
        True also where there are none.
    """
    array = np.asarray(numbers, dtype=np.float64)
    return bool(np.all((np.floor(array) == array) & (np.abs(array) <= LARGEST_EXACT)))


def number_as_text(number: float) -> str:
    """Write a number as short as it can be read back: "30", "2.5".

    Parameters
    ----------
    number
        Any finite number.

    Returns
    -------
    str
        The shortest text that reads back as the same number.
    """
    return str(int(number)) if all_whole([number]) else repr(float(number))


def value_as_text(value: str | float) -> str:
    """Return a value as text: numbers as `number_as_text` does.

    Parameters
    ----------
    value
        Text, or any finite number.

    Returns
    -------
    str
        The same text, or the shortest one that reads back as the number.
    """
    return value if isinstance(value, str) else number_as_text(value)


def numbers_as_text(numbers: np.ndarray) -> list[str]:
    """Write numbers as `number_as_text` does, many at once.

    Parameters
    ----------
    numbers
        float64 (n,).

    Returns
    -------
    list[str]
        One text for each number.
    """
    whole = (np.floor(numbers) == numbers) & (np.abs(numbers) <= LARGEST_EXACT)
    pairs = zip(numbers.tolist(), whole.tolist(), strict=True)
    return [str(int(number)) if is_whole else repr(number) for number, is_whole in pairs]


def as_text(values: pd.Series) -> list[str]:
    """Return values as text; whole numbers as their decimal digits, whatever their type in the file.

    Parameters
    ----------
    values
        Values of one column, none missing.

    Returns
    -------
    list[str]
        One text for each value.
    """
    if pd.api.types.is_float_dtype(values):
        return numbers_as_text(values.to_numpy(dtype=np.float64, na_value=np.nan))
    return [str(value) for value in values.tolist()]


def text_series(texts: Sequence[str]) -> pd.Series:
    """Return texts as a column.

    Parameters
    ----------
    texts
        One for each row.

    Returns
    -------
    pd.Series
        In the text type of pandas.
    """
    return pd.Series(list(texts), dtype="str")
