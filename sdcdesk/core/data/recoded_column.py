"""Recoded column: new values by the codes of the old ones, and missing values as they were."""

import pandas as pd

from sdcdesk.core.data.coding import Coding
from sdcdesk.core.data.missing_codes import refuse_large_codes
from sdcdesk.core.data.variable import Value, Variable


def recoded_column(
    old: pd.Series, coding: Coding, new: pd.Series, variable: Variable
) -> tuple[pd.Series, Variable]:
    """Return a column in which every value is replaced by that of its code.

    Parameters
    ----------
    old
        The column (n,).
    coding
        Its codes.
    new
        The new value of each category, and behind them that of a missing one.
    variable
        The description of the new values.

    Returns
    -------
    tuple[pd.Series, Variable]
        The new column, and its description: codes for missing values are kept where old and new values are
        both numbers, and become empty cells elsewhere, where nothing is said of such codes any more.
    """
    # The code of a missing value counts from the end, where the image of "missing" stands.
    column = new.take(coding.codes).reset_index(drop=True)
    if variable.missing or variable.missing_ranges:
        if not _both_numbers(column, old):
            variable = _without_codes(variable)
        elif variable.missing:
            if pd.api.types.is_float_dtype(column):
                refuse_large_codes(old, coding.codes < 0)
            column = column.where(coding.codes >= 0, old)
    return _whole(column), variable


def _without_codes(variable: Variable) -> Variable:
    """Return a description without codes for missing values, and without what these mean."""

    def is_code(value: Value) -> bool:
        return value in variable.missing or any(one.includes(value) for one in variable.missing_ranges)

    return variable.changed(
        missing=(),
        missing_ranges=(),
        lettered_missing=(),
        value_labels=tuple(one for one in variable.value_labels if not is_code(one.value)),
    )


def _whole(column: pd.Series) -> pd.Series:
    """Leave out the room for missing values where whole numbers have none."""
    return column.astype("int64") if column.dtype == "Int64" and not column.hasnans else column


def _both_numbers(one: pd.Series, other: pd.Series) -> bool:
    return pd.api.types.is_numeric_dtype(one) and pd.api.types.is_numeric_dtype(other)
