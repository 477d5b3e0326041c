"""New values of a variable in the place of old ones, in the type of its column."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import LARGEST_EXACT, Coding
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.missing_codes import refuse_large_codes
from sdcdesk.core.data.numeric import LARGEST_SQUARED
from sdcdesk.core.data.plain_values import all_whole
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.masking.replacement import refuse_missing_codes

KEEP_WHOLE = (
    "Keep whole numbers whole",
    "Round variables that hold only whole numbers to whole numbers again (halves to the even one).",
)
"""Label and help of the parameter that asks for it; see `replace_numbers`."""


def numbers_to_square(data: Microdata, name: str) -> np.ndarray:
    """Return a variable as float64, NaN where missing; refuse numbers too large to compute variances of.

    Parameters
    ----------
    data
        The file before the step.
    name
        Name of a variable that holds numbers.

    Returns
    -------
    np.ndarray
        float64 (n,), a copy.

    Raises
    ------
    DataError
        The variable holds text, or a number beyond 1e150.
    """
    numbers = data.numbers(name)
    if len(numbers) and max(np.fmax.reduce(numbers), -np.fmin.reduce(numbers)) > LARGEST_SQUARED:
        raise DataError(sentence("{name} holds numbers beyond 1e150; rescale it first.", name=name), name)
    return numbers


def decimal_notes(values: Mapping[str, np.ndarray]) -> list[str]:
    """Return a note for each variable that cannot be kept whole, because it holds decimals.

    Parameters
    ----------
    values
        For each variable its numbers, float64 (n,); NaN where missing.

    Returns
    -------
    list[str]
        One sentence for each, in the order given.
    """
    return [
        sentence("{name} holds decimals and keeps them.", name=name)
        for name, numbers in values.items()
        if not all_whole(numbers[~np.isnan(numbers)])
    ]


def replace_numbers(data: Microdata, name: str, numbers: np.ndarray, *, whole: bool) -> pd.Series:
    """Return the column of a variable with new numbers.

    Parameters
    ----------
    data, name
        A variable with numbers.
    numbers
        float64, the new values; NaN leaves what stands there (an empty cell, or the code of a missing
        value).
    whole
        Whether a variable that held only whole numbers shall hold whole numbers again. Halves then go to
        the even number.

    Returns
    -------
    The old type where all is whole again (a wider one where the new numbers do not fit it), float64
    elsewhere.

    Raises
    ------
    DataError
        A new number equals a code for "missing" and would silently become missing.
    """
    column, variable, new = data.column(name), data.variable(name), ~np.isnan(numbers)
    whole = whole and all_whole(data.numbers(name)[new])
    if whole:
        numbers = np.rint(numbers)
    if variable.missing:
        refuse_missing_codes(variable, pd.Series(numbers[new]))
    if whole and pd.api.types.is_integer_dtype(column) and (np.abs(numbers[new]) <= LARGEST_EXACT).all():
        integers = np.where(new, numbers, 0).astype(np.int64)
        column = wide_enough(column, integers)
        return column.mask(new, pd.Series(integers).astype(column.dtype))
    if new.all():
        values = np.ascontiguousarray(numbers, dtype=np.float64)
    else:
        refuse_large_codes(column, ~new)
        values = np.where(new, numbers, column.to_numpy(dtype=np.float64, na_value=np.nan))
    # A zero without a sign: that of what was rounded to it would tell it from values that stayed.
    return pd.Series(values + 0.0, copy=False)


def with_numbers(data: Microdata, columns: Mapping[str, pd.Series]) -> Microdata:
    """Return the data with new numbers, without labels of the old ones, which would be false of them.

    Parameters
    ----------
    data
        The file before the step.
    columns
        New values by variable, as of `replace_numbers`; or codes that stand for what they stood for.

    Returns
    -------
    Microdata
        The same records. Categories and codes for missing keep their labels.
    """
    measured = [one for one in map(data.variable, columns) if one.scale is Scale.CONTINUOUS]
    return data.assign(
        columns, [one.changed(value_labels=labels_of_missing(one)) for one in measured if one.value_labels]
    )


def labels_of_missing(variable: Variable) -> tuple[ValueLabel, ...]:
    """Return the labels that stay where all values become others.

    Parameters
    ----------
    variable
        The description before.

    Returns
    -------
    tuple[ValueLabel, ...]
        Those of codes for missing.
    """
    return tuple(one for one in variable.value_labels if one.value in variable.missing)


def replace_codes(column: pd.Series, coding: Coding, codes: np.ndarray) -> pd.Series:
    """Return a column, of the same type, in which some records have another of its categories.

    Parameters
    ----------
    column, coding
        The old values.
    codes
        Integers (n,), the new codes; a record whose code did not change keeps what stands there, the code of
        a missing value too.

    Returns
    -------
    pd.Series
        (n,) in the type of the old column.

    Raises
    ------
    DataError
        A category that is put in is declared and is no value of this type, as text among numbers.
    """
    changed = codes != coding.codes
    if not changed.any():
        return column
    # Of the categories only those that are put in need fit the type: others may be declared and not occur.
    records = np.flatnonzero(changed)
    places = codes[records]
    put_in = np.zeros(len(coding.categories), dtype=bool)
    put_in[places] = True
    if not put_in.all():
        places = (np.cumsum(put_in) - 1)[places]
    fitting = _as_column_type(column, coding.values[put_in])
    if isinstance(column.dtype, np.dtype):
        values = column.to_numpy(copy=True)
        values[records] = fitting.to_numpy()[places]
        return pd.Series(values, column.index, name=column.name, copy=False)
    new = column.copy()
    new.iloc[records] = fitting.take(places).array
    return new


def _as_column_type(column: pd.Series, values: pd.Series) -> pd.Series:
    """Return categories in the type of a column, or refuse those that are none of its numbers."""
    try:
        fitting = values.astype(column.dtype)
        fit = not pd.api.types.is_numeric_dtype(column) or bool((fitting == values).all())
    except (ValueError, TypeError):
        fit = False
    if not fit:
        words = (
            "{name} holds numbers, and a declared category that would be put in is none of their type; leave "
            "it out of the categories, or make the variable text."
        )
        raise DataError(sentence(words, name=str(column.name)), str(column.name))
    return fitting


def wide_enough(column: pd.Series, numbers: np.ndarray) -> pd.Series:
    """Return a column of whole numbers in a type that can hold these too: its own, or int64.

    Parameters
    ----------
    column
        Integers, plain or nullable.
    numbers
        float64 or int64 (m,), whole: what the column shall hold too.

    Returns
    -------
    pd.Series
        The same values.
    """
    limits = np.iinfo(getattr(column.dtype, "numpy_dtype", column.dtype))
    if len(numbers) and not limits.min <= numbers.min() <= numbers.max() <= limits.max:
        return column.astype("Int64" if column.hasnans else "int64")
    return column
