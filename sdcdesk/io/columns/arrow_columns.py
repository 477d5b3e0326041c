"""Conversion of columns between the types of Arrow and ours.

Ours are whole numbers (int64; Int64 with missing values), decimal numbers (float64) and text (str).
"""

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from sdcdesk.core.data.display_format import DisplayFormat
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.errors import DataError, ReadError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.columns.numerals import as_numbers
from sdcdesk.io.columns.text_columns import text_array, without_empty


def from_arrow(name: str, column: pa.ChunkedArray, file: str) -> tuple[pd.Series, Variable | None]:
    """Return a column as one of our types, and its categories where it has a dictionary of them.

    Parameters
    ----------
    name
        Name of the column.
    column
        Its content.
    file
        Name of its file.

    Returns
    -------
    tuple[pd.Series, Variable or None]
        The values, and a description of an ordered or unordered dictionary; None: there is none.

    Raises
    ------
    ReadError
        It holds lists, bytes or another type that is no single number or word, or text that is not UTF-8.
    """
    try:
        column.validate(full=True)
        readable = True
    except pa.ArrowInvalid:
        readable = False
    if not readable:
        raise ReadError(
            sentence(
                "{file}: the column {name} holds text that is not UTF-8; write it again as UTF-8.",
                file=file,
                name=name,
            ),
            name,
        )
    if pa.types.is_dictionary(column.type):
        return _categorical(name, column, file)
    return _plain(name, column, file), _dated(name, column.type)


def as_arrow(name: str, column: pd.Series) -> pa.ChunkedArray:
    """Return a column as Arrow holds it: int64, double or text, null where missing.

    Parameters
    ----------
    name
        Name of the column, for the message.
    column
        Values of one of our types.

    Returns
    -------
    pa.ChunkedArray
        In as many chunks as Arrow makes.

    Raises
    ------
    DataError
        It holds values of several kinds, or halves of characters.
    """
    why = ""
    try:
        array = pa.array(column, from_pandas=True)
    except pa.ArrowException:
        why = sentence("{name} holds values of several kinds; make them all text or all numbers.", name=name)
    except UnicodeEncodeError:
        why = sentence(
            "{name} holds halves of characters, which no file can hold; write these values anew.", name=name
        )
    if why:  # raised outside the handler, so that the library's words do not hang on to it
        raise DataError(why, name)
    pieces = array if isinstance(array, pa.ChunkedArray) else pa.chunked_array([array])
    kind = pieces.type
    if pa.types.is_float16(kind):
        return pieces.cast(pa.float64())  # Arrow computes nothing with the others
    if pa.types.is_integer(kind) or pa.types.is_floating(kind):
        return pieces
    return pieces.cast(pa.large_string())


def as_text(text: pa.ChunkedArray) -> pd.Series:
    """Return strings as a column; see `text_array`.

    Parameters
    ----------
    text
        Strings in any number of chunks.

    Returns
    -------
    pd.Series
        (n,) of text, missing where null.
    """
    return pd.Series(text_array(text), copy=False)


def _categorical(name: str, column: pa.ChunkedArray, file: str) -> tuple[pd.Series, Variable]:
    column = column.unify_dictionaries()
    dictionary = pa.chunked_array([column.chunk(0).dictionary])
    categories = _plain(name, dictionary, file).dropna().drop_duplicates()
    scale = Scale.ORDINAL if column.type.ordered else Scale.NOMINAL
    variable = Variable(name=name, scale=scale, categories=tuple(categories.tolist()))
    return _plain(name, column.cast(column.type.value_type), file), variable


def _plain(name: str, column: pa.ChunkedArray, file: str) -> pd.Series:
    kind = column.type
    if pa.types.is_integer(kind):
        return _integers(column)
    if pa.types.is_floating(kind):
        return pd.Series(_own(column.cast(pa.float64())), copy=False)
    if pa.types.is_decimal(kind):
        text = column.cast(pa.string())
        numbers = as_numbers(text)
        return as_text(text) if numbers is None else numbers
    if pa.types.is_temporal(kind) and not pa.types.is_duration(kind):
        return as_text(_iso(column))
    if _is_word(kind):
        return as_text(without_empty(column.cast(pa.large_string())))
    words = _refusal(kind)
    raise ReadError(sentence(words, file=file, name=name), name)


def _integers(column: pa.ChunkedArray) -> pd.Series:
    try:
        column = column.cast(pa.int64())
    except pa.ArrowInvalid:  # unsigned, and larger than our whole numbers
        return as_text(column.cast(pa.string()))
    if not column.null_count:
        return pd.Series(_own(column), copy=False)
    values = _own(column.fill_null(0))
    return pd.Series(pd.arrays.IntegerArray(values, pc.is_null(column).to_numpy()), copy=False)


def _own(column: pa.ChunkedArray) -> np.ndarray:
    """Return numbers as an array that may be written to, as others of ours: NaN where missing."""
    return np.require(column.to_numpy(), requirements="W")


def _dated(name: str, kind: pa.DataType) -> Variable | None:
    """Return a description of dates and times, which become text; None of other columns."""
    types = pa.types
    if types.is_date(kind):
        return Variable(name=name, display=DisplayFormat(kind="date"))
    if types.is_time(kind):
        return Variable(name=name, display=DisplayFormat(kind="time"))
    if types.is_timestamp(kind) and kind.tz is None:
        return Variable(name=name, display=DisplayFormat(kind="datetime"))
    return None


def _iso(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Return dates and times in ISO 8601, those of a time zone in UTC, seconds without needless decimals."""
    zone = pa.types.is_timestamp(column.type) and column.type.tz is not None
    if zone:
        column = column.cast(pa.timestamp(column.type.unit))
    text = pc.replace_substring(column.cast(pa.string()), " ", "T")
    for ending, kept in ((r"(\.\d*?)0+$", r"\1"), (r"\.$", "")):
        text = pc.replace_substring_regex(text, ending, kept)
    return pc.binary_join_element_wise(text, "Z", "") if zone else text


def _is_word(kind: pa.DataType) -> bool:
    types = pa.types
    tests = (types.is_string, types.is_large_string, types.is_string_view, types.is_boolean, types.is_null)
    return any(test(kind) for test in tests)


def _refusal(kind: pa.DataType) -> str:
    """Return the template of what is wrong with a column of values that a variable cannot hold."""
    if pa.types.is_nested(kind):
        return (
            "{file}: the column {name} holds lists or records, and a variable is a number or a word for "
            "each record; leave it out of the file, or write it as text."
        )
    if pa.types.is_duration(kind):
        return (
            "{file}: the column {name} holds durations, and a variable is a number or a word for each "
            "record; leave it out of the file, or write it as text."
        )
    return (
        "{file}: the column {name} holds bytes, and a variable is a number or a word for each record; "
        "leave it out of the file, or write it as text."
    )
