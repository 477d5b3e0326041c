"""Categories that a variable did not have before, written as text, in the type of its column."""

import re
from collections.abc import Sequence

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import Coding
from sdcdesk.core.data.plain_values import as_text, text_series
from sdcdesk.core.data.variable import Value, Variable
from sdcdesk.masking.new_values import replace_codes, wide_enough

WHOLE = re.compile(r"-?[0-9]{1,18}")
DECIMAL = re.compile(r"-?[0-9]*\.?[0-9]+([eE]-?[0-9]{1,2})?")


def plain_categories(coding: Coding) -> pd.Series:
    """Return the categories of a variable as plain values.

    Parameters
    ----------
    coding
        Coding of the variable.

    Returns
    -------
    pd.Series
        In the type of the column, not as a pandas category.
    """
    values = coding.values
    return values.astype(values.cat.categories.dtype) if _categorical(values) else values


def replace_with_added(
    column: pd.Series, variable: Variable, coding: Coding, codes: np.ndarray, added: Sequence[str]
) -> tuple[pd.Series, Variable]:
    """Return a column with new codes, and its description, where some categories are new.

    Parameters
    ----------
    column, variable, coding
        As they were.
    codes
        Integers (n,), new codes: positions in the old categories followed by `added`; negative where
        missing.
    added
        The new categories.

    Returns
    -------
    column
        The column in the old type if that can hold all new categories, else as text, with empty cells for
        missing values.
    variable
        Its categories, where it declares them, with the new ones.
    """
    old = plain_categories(coding)
    new = _in_type(added, old)
    if new is None:
        texts = [*as_text(old), *added]
        described = variable.changed(categories=texts if variable.categories else (), missing=())
        # The code of a missing value counts from the end, where reindexing puts an empty cell.
        return text_series(texts).reindex(range(len(texts) + 1)).take(codes).reset_index(drop=True), described
    if _categorical(column):
        column = column.cat.add_categories(pd.Index(new).unique().difference(column.cat.categories))
    elif pd.api.types.is_integer_dtype(column):
        column = wide_enough(column, np.array(new))
    longer = Coding(coding.codes, pd.Index([*old, *new]))
    return replace_codes(column, longer, codes), _declaring(variable, new)


def possible_values(variable: Variable, coding: Coding, added: Sequence[str]) -> pd.Index:
    """Return the values that records may have in the column of `replace_with_added`.

    Parameters
    ----------
    variable, coding
        As they were.
    added
        The new categories; none: no record has another value than before.

    Returns
    -------
    pd.Index
        Objects: the old categories, then the new ones; None for one that is a code for missing.
    """
    old = plain_categories(coding)
    new = _in_type(added, old) if len(added) else []
    if new is None:
        return pd.Index([*as_text(old), *added], dtype=object)
    shown = [None if value in variable.missing else value for value in new]
    return pd.Index([*old.tolist(), *shown], dtype=object)


def _categorical(values: pd.Series) -> bool:
    return isinstance(values.dtype, pd.CategoricalDtype)


def _declaring(variable: Variable, new: Sequence[Value]) -> Variable:
    """Declare new categories, each once, where categories are declared; a code for missing is none."""
    if not variable.categories:
        return variable
    shown = [value for value in new if value not in variable.missing]
    return variable.changed(categories=tuple(dict.fromkeys([*variable.categories, *shown])))


def _in_type(texts: Sequence[str], old: pd.Series) -> list[Value] | None:
    """Return texts as values of the type of the old ones; None where one cannot be."""
    if pd.api.types.is_bool_dtype(old):
        return None
    if pd.api.types.is_integer_dtype(old):
        return [int(text) for text in texts] if all(map(WHOLE.fullmatch, texts)) else None
    if pd.api.types.is_float_dtype(old):
        return [float(text) for text in texts] if all(map(DECIMAL.fullmatch, texts)) else None
    return list(texts) if pd.api.types.is_string_dtype(old) else None
