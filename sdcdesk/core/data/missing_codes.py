"""Missing codes: values that stand for "missing", and labelled ones, written as the column holds them."""

from collections.abc import Callable

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import beyond_exact
from sdcdesk.core.data.variable import Value, Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence


def with_column_codes(column: pd.Series, variable: Variable) -> Variable:
    """Return a description with codes as the column holds them.

    Parameters
    ----------
    column
        The values.
    variable
        Their description.

    Returns
    -------
    Variable
        "-9" is a number among numbers, and −9 text among texts.
    """
    if pd.api.types.is_bool_dtype(column) or not (variable.missing or variable.value_labels):
        return variable
    if pd.api.types.is_numeric_dtype(column):
        as_held: Callable[[Value], Value] = _as_number
    elif pd.api.types.is_string_dtype(column):
        as_held = _as_text
    else:
        return variable
    codes = tuple(map(as_held, variable.missing))
    labels = tuple(one.changed(value=as_held(one.value)) for one in variable.value_labels)
    if (codes, labels) == (variable.missing, variable.value_labels):
        return variable
    # Two spellings of a code are one in the column; the first label counts.
    first = {one.value: one for one in reversed(labels)}
    kept = tuple(one for one in labels if first[one.value] is one)
    return variable.changed(missing=tuple(dict.fromkeys(codes)), value_labels=kept)


def _as_number(code: Value) -> Value:
    """Return a code among numbers; what is none stays text, which no number equals."""
    if not isinstance(code, str):
        return code
    for number in (int, float):
        try:
            return number(code)
        except ValueError:
            continue
    return code


def _as_text(code: Value) -> Value:
    if isinstance(code, float) and code.is_integer():
        code = int(code)
    return str(code)


def refuse_large_codes(column: pd.Series, missing: np.ndarray) -> None:
    """Raise `DataError` if decimals cannot hold the codes of missing values that stay.

    Parameters
    ----------
    column
        Values (n,) before they become decimals.
    missing
        bool (n,): which of them stay.

    Raises
    ------
    DataError
        A code is a whole number beyond 2^53, which would become another number and so a value.
    """
    if beyond_exact(column) and beyond_exact(column[missing]):
        raise DataError(
            sentence(
                "{name} has a code for missing values beyond 2^53, which numbers with decimals "
                "cannot hold; make these cells empty first.",
                name=str(column.name),
            ),
            str(column.name),
        )
