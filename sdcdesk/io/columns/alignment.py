"""Alignment: text and numbers of a finished file as in the original, so that the same values are equal."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import holds_numbers
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.io.columns.arrow_columns import as_arrow, as_text
from sdcdesk.io.columns.numerals import as_numbers
from sdcdesk.io.csv.style import column_style, decimal_sign, spelled

_NUMBER = r"^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$"


def aligned(original: Microdata, masked: Microdata) -> Microdata:
    """Return a finished file with text and numbers as in the original.

    Read alone, a column whose codes all look like numbers is numbers, and one in which a single number is
    spelled in two ways is text, whatever they are in the original.

    Parameters
    ----------
    original
        What the file was made of: its text stays text, its numbers stay numbers.
    masked
        The finished file, wherever it comes from.

    Returns
    -------
    Microdata
        Numbers that stand for text are written as their file has them, where that is known. Text stays where
        one of its values is no number: bands and words that a recoding put in the place of numbers.
    """
    values: dict[str, pd.Series] = {}
    variables = []
    for name in masked.names:
        if name not in original:
            continue
        known, column = original.column(name), masked.column(name)
        if _is_text(known) and _is_numeric(column):
            values[name] = as_text(spelled(masked, name))
            variables.append(_as_text(masked.variable(name)))
        elif _is_numeric(known) and _is_text(column):
            numbers = _numbers(masked, name)
            if numbers is not None:
                values[name] = numbers
                variables.append(masked.variable(name).changed(scale=original.variable(name).scale))
    if not values:
        return masked
    # What became of its values since then is yet to be found, so this is no change of any.
    lineage = replace(masked.lineage, provenances={}, steps=None)
    return masked.assign(values, variables).with_lineage(lineage, same_file=False)


def ambiguous(original: Microdata, masked: Microdata, name: str) -> np.ndarray:
    """Return which numbers of a finished file could stand for several texts of the original.

    A number whose spelling nobody knows stands for 7 and for 007 alike.

    Parameters
    ----------
    original, masked
        Both files, before they are aligned.
    name
        A variable in both.

    Returns
    -------
    np.ndarray
        bool (t,); none where the finished file says how its numbers are written.
    """
    texts, numbers = original.column(name), masked.column(name)
    if not (_is_text(texts) and _is_numeric(numbers)) or column_style(masked, name) is not None:
        return np.zeros(len(masked), dtype=bool)
    alike = _meant(as_arrow(name, texts), decimal_sign(original))
    several = alike[alike.duplicated() & alike.notna()]
    return pd.Series(numbers.to_numpy(dtype=np.float64, na_value=np.nan)).isin(several).to_numpy(dtype=bool)


def otherwise_spelled(original: Microdata, masked: Microdata, name: str, which: np.ndarray) -> bool:
    """Return whether texts that the original lacks are its own, written in another way.

    Parameters
    ----------
    original, masked
        Both files, aligned.
    name
        A variable in both.
    which
        bool (t,), records with texts that the original lacks; at least one.

    Returns
    -------
    bool
        True where all stand for numbers that texts of the original stand for too: 007 for 7.
    """
    if not (_is_text(original.column(name)) and _is_text(masked.column(name))):
        return False
    lacking = _meant(as_arrow(name, masked.column(name)[which]), decimal_sign(masked))
    return bool(
        lacking.isin(_meant(as_arrow(name, original.column(name)), decimal_sign(original)).dropna()).all()
    )


def _meant(text: pa.ChunkedArray, decimal: str) -> pd.Series:
    """Return which numbers texts stand for, whatever is lost by it: float64, NaN where a text is none."""
    point = pc.replace_substring(pc.ascii_trim_whitespace(text), decimal, ".")
    digits = pc.if_else(pc.match_substring_regex(point, _NUMBER), pc.utf8_ltrim(point, "+"), None)
    return pd.Series(digits.cast(pa.float64()).to_numpy())


def _numbers(masked: Microdata, name: str) -> pd.Series | None:
    """Return text as numbers where all of it are some."""
    present = masked.column(name).where(~masked.missing(name))
    return as_numbers(as_arrow(name, present), decimal_sign(masked), exact=False)


def _as_text(variable: Variable) -> Variable:
    return variable.changed(scale=Scale.NOMINAL) if variable.scale is Scale.CONTINUOUS else variable


def _is_text(column: pd.Series) -> bool:
    return pd.api.types.is_string_dtype(_values(column))


def _is_numeric(column: pd.Series) -> bool:
    return holds_numbers(_values(column))


def _values(column: pd.Series) -> pd.Series | pd.Index:
    return column.cat.categories if isinstance(column.dtype, pd.CategoricalDtype) else column
