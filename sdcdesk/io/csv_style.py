"""Style of a CSV file: its signs, its encoding and its lines, and how each column was written."""

import codecs
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import BinaryIO

import numpy as np
import pandas as pd

from sdcdesk.core.errors import ParameterError
from sdcdesk.io.csv_detection import Layout
from sdcdesk.io.csv_options import WriteOptions, require_different
from sdcdesk.io.options import AUTO
from sdcdesk.io.spelling import Spelling

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

    values: pd.Series
    title: str
    title_enclosed: bool
    enclosed: np.ndarray | None
    spelling: Spelling | None


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
    told
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
    told: bool = False
    ended: bool = True
    columns: Mapping[str, ColumnStyle] = field(default_factory=dict)
    read_delimiter: str = ""
    read_decimal: str = ""


def own_style(file: BinaryIO, layout: Layout, columns: Mapping[str, ColumnStyle]) -> Style:
    """Return how a file was written.

    Parameters
    ----------
    file
        Open for reading.
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
        told=bool(layout.separator_line),
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
    except ValueError as error:
        raise ParameterError(f"{str(error).capitalize()}; choose the other one too.", "delimiter") from None
    return style


def _encoding(name: str, begin: bytes) -> tuple[str, bytes]:
    """Return the encoding after the byte order mark with which a file begins, and that mark."""
    for encoding, mark in _MARKS.items():
        family = encoding.removesuffix("-le").removesuffix("-be")
        if begin.startswith(mark) and name in (encoding, family, f"{family}-sig"):
            return encoding, mark
    return _MARKED.get(name, (name, b""))[0], b""
