"""Writing CSV: the text of each column, joined to lines by whole batches of records."""

import codecs
import re
from typing import BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sdcdesk.core.errors import DataError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.progress import Progress
from sdcdesk.io.arrow_columns import as_arrow
from sdcdesk.io.csv_options import WriteOptions
from sdcdesk.io.numerals import spans

_ROWS = 50_000
"""Records in a batch."""

_TEXT = pa.large_string()


def write_csv(data: Microdata, file: BinaryIO, options: WriteOptions, progress: Progress) -> None:
    """Write microdata with a line of names.

    Numbers are written as shortly as they can be read back exactly; a column of decimal numbers that are
    all whole keeps a ".0", so that it stays one. Missing values are empty fields. Text is quoted where it
    holds the delimiter, a quotation mark or a line break.

    Parameters
    ----------
    data
        What is written.
    file
        Open for writing.
    options
        Delimiter, decimal sign and encoding.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Raises
    ------
    DataError
        A variable holds infinite numbers, values of several kinds, or characters that the encoding lacks.
    """
    columns = {name: as_arrow(name, data.column(name)) for name in data.names}
    all_whole = {name for name, column in columns.items() if _is_all_whole(name, column)}
    encoder = codecs.getincrementalencoder(options.encoding)()
    names = {name: _quoted(pa.array([name], type=_TEXT), options.delimiter) for name in columns}
    file.write(_encoded(names, options, encoder))
    for batch, part in progress.over(pa.table(columns).to_batches(max_chunksize=_ROWS), "Writing"):
        texts = {
            name: _text(column, options, with_point=name in all_whole)
            for name, column in zip(columns, batch.columns, strict=True)
        }
        part.at(0.5, "Writing")
        file.write(_encoded(texts, options, encoder))


def _is_all_whole(name: str, column: pa.ChunkedArray) -> bool:
    """Return whether decimal numbers are all whole, and so would be taken for whole numbers."""
    if not pa.types.is_floating(column.type):
        return False
    numbers = column.to_numpy()
    if np.isinf(numbers).any():
        raise DataError(
            f"{name} holds infinite numbers, which a CSV file cannot hold; make them missing first.", name
        )
    return not (numbers % 1 > 0).any()


def _text(column: pa.Array, options: WriteOptions, *, with_point: bool) -> pa.Array:
    """Return the fields of a column; null where missing."""
    if pa.types.is_large_string(column.type):
        return _quoted(column, options.delimiter)
    text = column.cast(_TEXT)
    if with_point:
        text = pc.replace_substring_regex(text, "^(-?[0-9]+)$", r"\1.0")
    return text if options.decimal == "." else pc.replace_substring(text, ".", options.decimal)


def _quoted(text: pa.Array, delimiter: str) -> pa.Array:
    """Put quotation marks around fields that hold delimiters, quotation marks or line breaks."""
    special = f'{delimiter}"\r\n'
    bounds, content = spans(text)
    raw = content[bounds[0] : bounds[-1]].tobytes()
    if not any(sign.encode() in raw for sign in special):
        return text
    enclosed = _joined([_word('"'), pc.replace_substring(text, '"', '""'), _word('"')], "")
    return pc.if_else(pc.match_substring_regex(text, f"[{re.escape(special)}]"), enclosed, text)


def _encoded(
    texts: dict[str, pa.Array], options: WriteOptions, encoder: codecs.IncrementalEncoder
) -> bytes | memoryview:
    """Return the fields of some records as encoded lines."""
    fields = [pc.fill_null(text, "") for text in texts.values()]
    if len(fields) == 1:
        # An empty line would be passed over by readers.
        fields = [pc.if_else(pc.equal(fields[0], ""), _word('""'), fields[0])]
    fields[-1] = _joined([fields[-1], _word("\n")], "")
    bounds, content = spans(_joined(fields, options.delimiter))
    lines = content[bounds[0] : bounds[-1]].data
    if options.encoding == "utf-8":
        return lines
    try:
        return encoder.encode(lines.tobytes().decode())
    except UnicodeEncodeError:
        name = next(name for name, text in texts.items() if not _fits(text, options.encoding))
    raise DataError(f"{name} holds characters that {options.encoding} does not have; choose utf-8.", name)


def _joined(parts: list[pa.Array | pa.Scalar], between: str) -> pa.Array:
    return pc.binary_join_element_wise(*parts, _word(between))


def _word(text: str) -> pa.Scalar:
    return pa.scalar(text, type=_TEXT)


def _fits(text: pa.Array, encoding: str) -> bool:
    bounds, content = spans(text)
    try:
        content[bounds[0] : bounds[-1]].tobytes().decode().encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
