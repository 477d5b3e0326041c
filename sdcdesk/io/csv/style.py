"""Style of a CSV file: its signs, its encoding and its lines, and how each column was written."""

import codecs
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import BinaryIO

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.io.columns.arrow_columns import as_arrow
from sdcdesk.io.columns.spelling import Spelling, canonical
from sdcdesk.io.csv.detection import Layout
from sdcdesk.io.csv.options import WriteOptions, require_different
from sdcdesk.io.csv.uniform_cells import are_enclosed_alike, are_spelt_alike
from sdcdesk.io.options import AUTO

_MARKED = {
    "utf-8-sig": ("utf-8", codecs.BOM_UTF8),
    "utf-16": ("utf-16-le", codecs.BOM_UTF16_LE),
    "utf-32": ("utf-32-le", codecs.BOM_UTF32_LE),
}
"""Encodings with a byte order mark: what comes after it, and the mark."""

_MARKS = {
    "utf-8": codecs.BOM_UTF8,
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
    "utf-32-le": codecs.BOM_UTF32_LE,
    "utf-32-be": codecs.BOM_UTF32_BE,
}

_LINE_ENDS = {"lf": "\n", "crlf": "\r\n"}


@dataclass(frozen=True, slots=True, eq=False)
class ColumnStyle:
    """How the cells of a column were written, where their values do not tell it.

    Attributes
    ----------
    values
        (n,) as they were read.
    title
        The name as it stands in the first line.
    title_enclosed
        Whether it is enclosed there.
    enclosed
        bool (n,), which cells are enclosed; None: those that must be.
    spelling
        Numbers that are written otherwise than their values; None of text.
    """

    values: np.ndarray | pd.api.extensions.ExtensionArray
    title: str
    title_enclosed: bool
    enclosed: np.ndarray | None
    spelling: Spelling | None

    def number_text(self, values: pa.Array, rows: np.ndarray, decimal: str, read_decimal: str) -> pa.Array:
        """Return numbers as text: as the file has them.

        Parameters
        ----------
        values
            Numbers (k,) of the column, some of which may be missing now.
        rows
            int64 (k,), their records in the file.
        decimal, read_decimal
            The decimal sign that they get, and that of the file.

        Returns
        -------
        pa.Array
            k strings, null where missing.
        """
        if self.spelling is None or not len(self.spelling.rows) or not len(values):
            return canonical(values, decimal)
        found, texts = self.spelling.texts_in(rows)
        if values.null_count:
            # What was missing in the file may be written as a word; what a step made missing is empty.
            kept = values.is_valid().to_numpy(zero_copy_only=False) | pd.isna(self.values)[rows]
            texts, found = texts.filter(pa.array(kept[found])), found & kept
        if decimal != read_decimal:
            numbers = values.filter(pa.array(found)).is_valid()
            texts = pc.if_else(numbers, pc.replace_substring(texts, read_decimal, decimal), texts)
        return _placed(found, texts.cast(pa.large_string()), values, decimal)


@dataclass(frozen=True, slots=True, eq=False)
class Style:
    """How a CSV file is written; of a file that was read, with its columns.

    Attributes
    ----------
    delimiter, decimal, quote
        Its signs.
    encoding
        How text is encoded after the byte order mark.
    mark
        The byte order mark; empty: there is none.
    quoting
        Which fields are enclosed: "needed", "text", "all", or "auto": as the columns say.
    line_end
        What ends a line.
    header
        Whether the first line names the columns.
    has_separator_line
        Whether a line before all others tells a spreadsheet the delimiter.
    ended
        Whether the last line has an end.
    columns
        How single columns were written, by name.
    read_delimiter, read_decimal
        The signs of the file in which they were written so; empty: there is none.
    """

    delimiter: str = ","
    decimal: str = "."
    quote: str = '"'
    encoding: str = "utf-8"
    mark: bytes = b""
    quoting: str = "needed"
    line_end: str = "\n"
    header: bool = True
    has_separator_line: bool = False
    ended: bool = True
    columns: Mapping[str, ColumnStyle] = field(default_factory=dict)
    read_delimiter: str = ""
    read_decimal: str = ""


def _placed(found: np.ndarray, texts: pa.Array, values: pa.Array, decimal: str) -> pa.Array:
    """Return numbers as text, where some have texts of their own: those are written in no other way."""
    if 2 * len(texts) <= len(found):
        return pc.replace_with_mask(canonical(values, decimal), pa.array(found), texts)
    others = canonical(values.filter(pa.array(~found)), decimal)
    places = np.where(found, np.cumsum(found), len(texts) + np.cumsum(~found)) - 1
    return pa.concat_arrays([texts, others]).take(pa.array(places)) if len(others) else texts


def own_style(file: BinaryIO, layout: Layout, columns: Mapping[str, ColumnStyle]) -> Style:
    """Return how a file was written.

    Parameters
    ----------
    file
        Open for reading, at any place.
    layout
        What was found out about it.
    columns
        How its columns were written.

    Returns
    -------
    Style
        With which the same file is written again.
    """
    options = layout.options
    file.seek(0)
    begin = file.read(4)
    encoding, mark = _encoding(options.encoding, begin)
    end = layout.line_end.encode(encoding)
    file.seek(0, 2)
    file.seek(max(file.tell() - len(end), 0))
    return Style(
        delimiter=options.delimiter,
        decimal=options.decimal,
        quote=options.quote,
        encoding=encoding,
        mark=mark,
        quoting=AUTO,
        line_end=layout.line_end,
        header=bool(options.header),
        has_separator_line=bool(layout.separator_line),
        ended=file.read() == end,
        columns=columns,
        read_delimiter=options.delimiter,
        read_decimal=options.decimal,
    )


def style_for(options: WriteOptions, own: object) -> Style:
    """Return how a file is to be written: as its options say, else as the file that was read.

    Parameters
    ----------
    options
        What was chosen.
    own
        The style of the file that the data were read from; anything else: there is none.

    Returns
    -------
    Style
        Nothing is left open.

    Raises
    ------
    ParameterError
        The delimiter that was chosen is the decimal sign of the original, or the other way round.
    """
    style = own if isinstance(own, Style) else Style()
    chosen = {name: getattr(options, name) for name in ("delimiter", "decimal", "quoting", "header")}
    style = replace(style, **{name: value for name, value in chosen.items() if value != AUTO})
    if options.line_end != AUTO:
        style = replace(style, line_end=_LINE_ENDS[options.line_end])
    if options.encoding != AUTO:
        encoding, mark = _MARKED.get(options.encoding, (options.encoding, b""))
        style = replace(style, encoding=encoding, mark=mark)
    if options.quoting != AUTO and not style.quote:
        style = replace(style, quote='"')
    try:
        require_different(style.delimiter, style.decimal)
    except ValueError:
        raise ParameterError(
            "A comma cannot both separate the fields and mark the decimals; choose the other one too.",
            "delimiter",
        ) from None
    return style


def column_style(data: Microdata, name: str) -> ColumnStyle | None:
    """Return how the cells of a variable are written in the file that the data were read from.

    Parameters
    ----------
    data
        What was read, and perhaps masked since.
    name
        The variable.

    Returns
    -------
    ColumnStyle or None
        None: it comes from no such file, or some value is another one now; or the records leave in another
        order, and cells are written in several ways, which would tell it. Where values were blanked, no empty
        cell is enclosed: else marks would tell which were.
    """
    own = data.style.columns.get(name) if isinstance(data.style, Style) else None
    if own is not None and data.provenance(name) is not None:
        own = _where_kept(own, data, name)
    if own is None or (np.diff(data.rows) > 0).all():
        return own
    return _without_record_order(
        own, data.rows, data.narrow_column(name).isna().to_numpy(), decimal_sign(data)
    )


def _where_kept(own: ColumnStyle, data: Microdata, name: str) -> ColumnStyle | None:
    """Return the style of a column of which steps did nothing but blank values; None: they did more."""
    column, before = data.narrow_column(name), pd.Series(own.values[data.rows], copy=False)
    if pd.api.types.is_numeric_dtype(column) != pd.api.types.is_numeric_dtype(before):
        return None
    same = (column == before) | column.isna()
    if not bool(same.fillna(value=False).all()):
        return None
    if own.enclosed is None:
        return own
    enclosed = own.enclosed.copy()
    enclosed[data.rows[column.isna().to_numpy()]] = False
    return replace(own, enclosed=enclosed)


def _without_record_order(
    own: ColumnStyle, rows: np.ndarray, missing: np.ndarray, decimal: str
) -> ColumnStyle | None:
    """Return the style of a column without what differs between cells for no reason of their values.

    Cells that do not leave do not count: else it would tell how they were written.
    """
    if own.spelling is not None and len(own.spelling.rows) and len(rows):
        found, texts = own.spelling.texts_in(rows)
        kept = ~missing | pd.isna(own.values)[rows]
        leaving = Spelling(np.flatnonzero(found & kept), texts.filter(pa.array(kept[found])))
        numbers = pd.Series(own.values, copy=False).to_numpy(dtype=np.float64, na_value=np.nan)[rows]
        numbers[missing] = np.nan
        if not are_spelt_alike(leaving, numbers, decimal):
            return None
    if own.enclosed is None or are_enclosed_alike(own.enclosed[rows], missing):
        return own
    return replace(own, enclosed=None)


def decimal_sign(data: Microdata) -> str:
    """Return the decimal sign of the file that the data were read from.

    Parameters
    ----------
    data
        What was read, from whatever file.

    Returns
    -------
    str
        A point where nothing is known of it.
    """
    return (isinstance(data.style, Style) and data.style.read_decimal) or "."


def spelled(data: Microdata, name: str) -> pa.ChunkedArray:
    """Return numbers as text: as their file has them, else as shortly as they can be read back exactly.

    Parameters
    ----------
    data
        What was read, or made in another way.
    name
        A variable that holds numbers.

    Returns
    -------
    pa.ChunkedArray
        (n,) strings, null where missing.
    """
    values, own, decimal = (
        as_arrow(name, data.narrow_column(name)),
        column_style(data, name),
        decimal_sign(data),
    )
    if own is None:
        return canonical(values, decimal)
    return pa.chunked_array([own.number_text(values.combine_chunks(), data.rows, decimal, decimal)])


def _encoding(name: str, begin: bytes) -> tuple[str, bytes]:
    """Return the encoding after the byte order mark with which a file begins, and that mark."""
    for encoding, mark in _MARKS.items():
        family = encoding.removesuffix("-le").removesuffix("-be")
        if begin.startswith(mark) and name in (encoding, family, f"{family}-sig"):
            return encoding, mark
    return _MARKED.get(name, (name, b""))[0], b""
