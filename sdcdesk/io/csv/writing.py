"""Writing CSV: the text of each column, joined to lines by whole batches of records.

Columns that no step touched, or in which values were only left out, are written as they were read. In any
other column nothing may tell which cells are still those of the original, so it is written in one way.
"""

import codecs
from dataclasses import dataclass, replace
from typing import BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Value
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.columns.arrow_columns import as_arrow
from sdcdesk.io.columns.spelling import canonical
from sdcdesk.io.columns.text_columns import content_of, holds
from sdcdesk.io.csv.formulas import neutralised
from sdcdesk.io.csv.missing_cells import missing_cell
from sdcdesk.io.csv.options import WriteOptions
from sdcdesk.io.csv.quotes import needing
from sdcdesk.io.csv.style import ColumnStyle, Style, column_style, style_for
from sdcdesk.io.options import AUTO

_ROWS = 20_000
"""Records in a batch."""

_TEXT = pa.large_string()


@dataclass(frozen=True, slots=True)
class _Column:
    """A column as it is to be written."""

    name: str
    values: pa.ChunkedArray
    own: ColumnStyle | None
    """How its file had it; None: it has changed, or comes from no file."""
    with_point: bool
    """Whether its decimal numbers are all whole, and would be taken for whole numbers."""
    always: bool
    """Whether all its fields are enclosed."""
    missing: str
    """What stands where a value is missing, if it was blanked."""


@dataclass(frozen=True, slots=True)
class _Fields:
    """Fields of some records of a column."""

    text: pa.Array
    """What stands between the marks where all are enclosed; else the fields, with the marks of some."""
    enclosed: bool
    """Whether marks around all of them are still to be put: that is done with the delimiters."""


def write_csv(data: Microdata, file: BinaryIO, options: WriteOptions, progress: Progress) -> None:
    """Write microdata with a line of names.

    What the options leave open is as in the file that the data were read from; and so are the cells of
    columns that no step touched. Others are numbers written as shortly as they can be read back exactly (a
    column of decimal numbers that are all whole keeps a ".0", so that it stays one), and text enclosed where
    it holds the delimiter, a quotation mark or a line break. Where values are missing, fields are empty, or
    as the column of the file has them, if it writes all of them alike.

    Parameters
    ----------
    data
        What is written.
    file
        Open for writing.
    options
        Signs, encoding and what is enclosed.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Raises
    ------
    DataError
        A variable holds infinite numbers, values of several kinds, characters that the encoding lacks, or
        signs that need quotation marks where the file has none.
    ParameterError
        An option contradicts the style of the original.
    """
    style = style_for(options, data.style)
    columns = [_column(data, name, style) for name in data.names]
    encoder = codecs.getincrementalencoder(style.encoding)()
    file.write(style.mark)
    if style.has_separator_line:
        file.write(encoder.encode(f"sep={style.delimiter}{style.line_end}"))
    titles = {column.name: _title(column, style, neutral=options.neutral) for column in columns}
    pending = _lines(titles, style) if style.header else b""
    table = pa.table({column.name: column.values for column in columns})
    start = 0
    for batch, part in progress.over(table.to_batches(max_chunksize=_ROWS), "Writing"):
        file.write(_encoded(pending, titles, style, encoder))
        rows = data.rows[start : start + len(batch)]
        start += len(batch)
        fields = {
            column.name: _fields(column, values, rows, style, neutral=options.neutral)
            for column, values in zip(columns, batch.columns, strict=True)
        }
        part.at(0.5, "Writing")
        pending, titles = _lines(fields, style), fields
    if not style.ended:
        pending = bytes(pending).removesuffix(style.line_end.encode())
    file.write(_encoded(pending, titles, style, encoder))
    file.write(encoder.encode("", final=True))


def _column(data: Microdata, name: str, style: Style) -> _Column:
    values, before = as_arrow(name, data.narrow_column(name)), style.columns.get(name)
    own = column_style(data, name)
    enclosed = before is not None and before.enclosed is not None and bool(before.enclosed.all())
    always = style.quoting == "all" or (style.quoting == AUTO and enclosed)
    if style.quoting == "text":
        always = pa.types.is_large_string(values.type)
    missing = missing_cell(data, name, style)
    if missing is not None and missing.code is not None and own is None:
        values, missing = _with_code(values, missing.code), None
    if missing is not None and own is not None and own.enclosed is not None:
        which = own.enclosed.copy()
        which[data.rows[data.narrow_column(name).isna().to_numpy()]] = missing.enclosed
        own = replace(own, enclosed=which)
    return _Column(
        name, values, own, _is_all_whole(name, values), always, missing.text if missing is not None else ""
    )


def _with_code(values: pa.ChunkedArray, code: Value) -> pa.ChunkedArray:
    """Return values with the code for missing where they are missing, if it is among them."""
    if isinstance(code, str) is not pa.types.is_large_string(values.type):
        return values
    if pa.types.is_integer(values.type):
        values = values.cast(pa.int64())  # the code may be wider than the values
    among = pc.is_in(values, pa.array([code], values.type))
    return pc.fill_null(values, pa.scalar(code, values.type)) if pc.any(among).as_py() else values


def _is_all_whole(name: str, column: pa.ChunkedArray) -> bool:
    """Return whether decimal numbers are all whole, and so would be taken for whole numbers."""
    if not pa.types.is_floating(column.type):
        return False
    numbers = column.to_numpy()
    if np.isinf(numbers).any():
        raise DataError(
            sentence(
                "{name} holds infinite numbers, which a CSV file cannot hold; make them missing first.",
                name=name,
            ),
            name,
        )
    parts = (numbers[start : start + _ROWS] for start in range(0, len(numbers), _ROWS))
    return all(bool(((part == np.rint(part)) | np.isnan(part)).all()) for part in parts)


def _title(column: _Column, style: Style, *, neutral: bool) -> _Fields:
    """Return the name of a column as a field."""
    own = style.columns.get(column.name)
    title = pa.array([own.title if own else column.name], type=_TEXT)
    which = np.array([True]) if style.quoting in ("text", "all") else None
    if style.quoting == AUTO and own is not None:
        which = np.array([own.title_enclosed])
    return _enclosed(neutralised(title) if neutral else title, which, style, column.name)


def _fields(column: _Column, values: pa.Array, rows: np.ndarray, style: Style, *, neutral: bool) -> _Fields:
    """Return the fields of some records of a column; null ones become empty."""
    own, numeric = column.own, not pa.types.is_large_string(values.type)
    text = _numbers(column, values, rows, style) if numeric else values
    if column.missing:
        text = pc.fill_null(text, column.missing)
    if neutral and not numeric:
        text = neutralised(text)
    if column.always:
        return _enclosed(text, np.broadcast_to(np.True_, len(text)), style, column.name)
    if style.quoting == AUTO and own is not None and own.enclosed is not None:
        return _enclosed(text, own.enclosed[rows], style, column.name)
    if numeric and style.delimiter not in "eE+.":
        return _Fields(text, enclosed=False)
    return _enclosed(text, None, style, column.name)


def _numbers(column: _Column, values: pa.Array, rows: np.ndarray, style: Style) -> pa.Array:
    """Return numbers as text: as the file has them where that is known."""
    own = column.own
    if own is None and column.with_point:
        return pc.replace_substring_regex(
            canonical(values, style.decimal), "^(-?[0-9]+)$", rf"\1{style.decimal}0"
        )
    if own is None:
        return canonical(values, style.decimal)
    return own.number_text(values, rows, style.decimal, style.read_decimal)


def _enclosed(text: pa.Array, which: np.ndarray | None, style: Style, name: str) -> _Fields:
    """Put quotation marks around fields: these, or those that hold delimiters, marks or line breaks."""
    everywhere = which is not None and bool(which.all())
    as_read = which is not None and style.delimiter == style.read_delimiter
    needed = None if everywhere or as_read else needing(text, style.delimiter, style.quote)
    if needed is not None and not style.quote:
        raise DataError(
            sentence(
                "{name} holds delimiters or line breaks, and the file has no quotation marks; choose "
                "which fields are enclosed, or another delimiter.",
                name=name,
            ),
            name,
        )
    if not style.quote or (which is None and needed is None):
        return _Fields(text, enclosed=False)
    mark, inside = _word(style.quote), _present(text)
    if holds(inside, style.quote):
        inside = pc.replace_substring(inside, style.quote, style.quote * 2)
    if everywhere:
        return _Fields(inside, enclosed=True)
    enclosed = _joined([mark, inside, mark], "")
    chosen = needed if which is None else pa.array(which)
    if which is not None and needed is not None:
        chosen = pc.or_kleene(chosen, needed)
    return _Fields(pc.if_else(pc.fill_null(chosen, False), enclosed, text), enclosed=False)


def _lines(columns: dict[str, _Fields], style: Style) -> bytes | memoryview:
    """Return the fields of some records as lines in UTF-8."""
    texts = [_present(fields.text) for fields in columns.values()]
    marks = [style.quote if fields.enclosed else "" for fields in columns.values()]
    if len(columns) == 1 and not any(marks):
        # An empty line would be passed over by readers.
        texts[0] = pc.if_else(pc.equal(texts[0], ""), _word((style.quote or '"') * 2), texts[0])
    if any(marks):
        lines = _between_marks(texts, marks, style)
    else:  # one text a field and no more, which takes half of the time
        texts[-1] = _joined([texts[-1], _word(style.line_end)], "")
        lines = _joined(texts, style.delimiter)
    return content_of(lines).data


def _between_marks(texts: list[pa.Array], marks: list[str], style: Style) -> pa.Array:
    """Return fields as lines, some of them between quotation marks, which are put with the delimiters."""
    parts, before = [], ""
    for text, mark in zip(texts, marks, strict=True):
        parts += [_word(before + mark), text]
        before = mark + style.delimiter
    return _joined([*parts, _word(before.removesuffix(style.delimiter) + style.line_end)], "")


def _encoded(
    lines: bytes | memoryview,
    columns: dict[str, _Fields],
    style: Style,
    encoder: codecs.IncrementalEncoder,
) -> bytes | memoryview:
    """Return lines as bytes of the encoding."""
    if style.encoding == "utf-8":
        return lines
    try:
        return encoder.encode(bytes(lines).decode())
    except UnicodeError:
        lacking = [name for name, fields in columns.items() if not _fits(fields.text, style.encoding)]
    name = lacking[0] if lacking else next(iter(columns))
    raise DataError(
        sentence(
            "{name} holds characters that {encoding} does not have; choose utf-8.",
            name=name,
            encoding=style.encoding,
        ),
        name,
    )


def _present(text: pa.Array) -> pa.Array:
    """Return text, empty where it is missing."""
    return pc.fill_null(text, "") if text.null_count else text


def _joined(parts: list[pa.Array | pa.Scalar], between: str) -> pa.Array:
    return pc.binary_join_element_wise(*parts, _word(between))


def _word(text: str) -> pa.Scalar:
    return pa.scalar(text, type=_TEXT)


def _fits(text: pa.Array, encoding: str) -> bool:
    try:
        content_of(text).tobytes().decode().encode(encoding)
    except UnicodeError:
        return False
    return True
