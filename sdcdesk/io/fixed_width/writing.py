"""Writing fixed columns: the lines of the data, and what they lose."""

import codecs
from collections.abc import Iterable, Iterator
from typing import BinaryIO

import pyarrow as pa
import pyarrow.compute as pc

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.columns.numerals import as_numbers
from sdcdesk.io.columns.text_columns import without_empty
from sdcdesk.io.fixed_width.argus_description import MISSING
from sdcdesk.io.fixed_width.cells import LONGEST, ROWS
from sdcdesk.io.fixed_width.layout import Placed, column_of, placed
from sdcdesk.io.loss import Loss
from sdcdesk.io.options import AUTO

LINE_END = "\r\n"
"""Ends each line of the files, as on the system for which μ-ARGUS is made."""

_NARROW = "cp1252"
"""One byte for each character, so that programs that count bytes find the fields, too."""


def write_lines(data: Microdata, file: BinaryIO, encoding: str, progress: Progress) -> None:
    """Write a line for each record.

    Parameters
    ----------
    data
        What is written.
    file
        Open for writing.
    encoding
        Character encoding; auto: see `chosen_encoding`.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Raises
    ------
    DataError
        The format cannot hold a column, or the encoding not all characters.
    """
    fields = placed(data, progress.part(0.0, 0.4))
    used = chosen_encoding(data, fields, encoding, progress.part(0.4, 0.5))
    encoder = codecs.getincrementalencoder(used)()
    table = pa.table({field.variable.name: column_of(data, field.variable.name) for field in fields})
    for batch, part in progress.part(0.5, 1.0).over(table.to_batches(max_chunksize=ROWS), "Writing"):
        part.at(0.0, "Writing")
        columns = [_padded(field, values) for field, values in zip(fields, batch.columns, strict=True)]
        text = pc.binary_join_element_wise(*columns, pa.scalar("", pa.large_string())).to_pylist()
        try:
            lines = encoder.encode("".join(f"{line}{LINE_END}" for line in text))
        except UnicodeEncodeError:
            lines = b""
        if text and not lines:  # raised outside the handler, whose words would hold values
            raise _lacking(fields, batch.columns, used)
        file.write(lines)


def chosen_encoding(data: Microdata, fields: Iterable[Placed], encoding: str, progress: Progress) -> str:
    """Return the encoding of a file.

    Parameters
    ----------
    data
        What is written.
    fields
        Where it stands.
    encoding
        What was asked for; auto: Windows-1252 where it holds all characters and nobody would take them for
        UTF-8, which is taken else.
    progress
        Stops the work where the user asked to.

    Returns
    -------
    str
        As Python spells it.
    """
    if encoding != AUTO:
        return encoding
    for field, part in progress.over(list(fields), "Writing"):
        part.at(0.0, "Writing")
        if not all(map(_fits_narrow, _beyond_ascii(data, field))):
            return "utf-8"
    return _NARROW


def _beyond_ascii(data: Microdata, field: Placed) -> Iterator[str]:
    """Return what stands in the files of a variable, as far as it is not ASCII."""
    told = (field.field.name, *field.field.missing, *(one.label for one in field.field.labels))
    yield from (
        text for text in (*told, *(str(one.value) for one in field.field.labels)) if not text.isascii()
    )
    if not field.extent.numeric:
        column = column_of(data, field.variable.name)
        unusual = column.filter(pc.invert(pc.string_is_ascii(column)).fill_null(False))
        yield from (text for text in pc.unique(unusual).to_pylist())


def _fits_narrow(text: str) -> bool:
    try:
        narrow = text.encode(_NARROW)
    except UnicodeEncodeError:
        return False
    try:
        narrow.decode("utf-8")
    except UnicodeDecodeError:
        return True
    return False


def _padded(field: Placed, values: pa.Array) -> pa.Array:
    """Return cells as wide as their field: numbers at its right end, text at its left."""
    length = field.field.length
    cells = field.extent.cells(values).fill_null(field.filling)
    return pc.utf8_lpad(cells, length, " ") if field.extent.numeric else pc.utf8_rpad(cells, length, " ")


def _lacking(fields: Iterable[Placed], columns: Iterable[pa.Array], encoding: str) -> DataError:
    """Say in which column characters are that an encoding lacks."""
    name = next(
        (
            field.variable.name
            for field, values in zip(fields, columns, strict=True)
            if not _holds(values, encoding)
        ),
        "",
    )
    words = "{name} holds characters that the encoding {encoding} lacks; choose utf-8."
    return DataError(sentence(words, name=name, encoding=encoding), name)


def _holds(values: pa.Array, encoding: str) -> bool:
    if not pa.types.is_large_string(values.type):
        return True
    try:
        "".join(values.drop_null().to_pylist()).encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def layout_losses(data: Microdata, encoding: str, progress: Progress) -> Iterator[Loss]:
    """Find what fixed columns lose of data; see `Format.losses`.

    Parameters
    ----------
    data
        What is to be written.
    encoding
        As `write_lines` takes it.
    progress
        Stops the work where the user asked to.

    Returns
    -------
    Iterator[Loss]
        In the order of the variables.

    Raises
    ------
    DataError
        As `write_lines`.
    """
    fields = placed(data, progress.part(0.0, 0.5))
    for field, part in progress.part(0.5, 0.9).over(fields, "Writing"):
        part.at(0.0, "Writing")
        for words in (*_name_words(field), *_text_words(data, field), *_code_words(field)):
            yield Loss(
                field.variable.name,
                sentence(words, name=field.variable.name, n=LONGEST, new=field.field.name),
            )
    if encoding == AUTO and chosen_encoding(data, fields, encoding, progress.part(0.9, 1.0)) != _NARROW:
        for field in fields:
            if not all(map(_fits_narrow, _beyond_ascii(data, field))):
                words = (
                    "{name} has characters beyond Windows-1252, so the files are UTF-8: programs that count "
                    "bytes will not find the fields behind them."
                )
                yield Loss(field.variable.name, sentence(words, name=field.variable.name))


def _name_words(field: Placed) -> Iterator[str]:
    if field.field.name != field.variable.name:
        yield "{name} is called {new} in the file: descriptions of μ-ARGUS cannot hold its name."


def _text_words(data: Microdata, field: Placed) -> Iterator[str]:
    extent = field.extent
    if extent.breaks:
        yield "Line breaks in {name} become blanks, for a record is a line."
    if extent.blanks:
        yield "Text of {name} begins or ends with blanks, which fixed columns do not hold."
    if extent.nothing:
        yield "Text of {name} that is empty, or nothing but blanks, becomes missing."
    if extent.cut:
        yield "Text of {name} is cut at {n} characters."
    if not extent.numeric and extent.width and _looks_numeric(data, field):
        yield "Text of {name} is all numerals, and will be read as numbers."


def _looks_numeric(data: Microdata, field: Placed) -> bool:
    name = field.variable.name
    if not isinstance(data.column(name).dropna().iloc[0], str):
        return False  # decimals and truth values, which are text in files only
    return as_numbers(without_empty(pc.utf8_trim(column_of(data, name), " "))) is not None


def _code_words(field: Placed) -> Iterator[str]:
    variable, extent = field.variable, field.extent
    codes = [code for code in variable.missing if not isinstance(code, str) or not extent.numeric]
    if len(codes) > MISSING:
        yield "{name} has more than two codes for missing; the description holds the first two."
    told = set(field.field.missing)
    if any(extent.code(code) not in told for code in codes[:MISSING]):
        yield "A code for missing of {name} is one that descriptions of μ-ARGUS cannot hold."
    if extent.empty and not field.filling:
        yield "Empty cells of {name} stay blank: μ-ARGUS knows two codes for missing, and blanks are none."
    labels = {extent.code(one.value): one.label for one in variable.value_labels}
    if any(field_label != labels.get(str(code)) for code, field_label in _told_labels(field)) or len(
        field.field.labels
    ) < len(variable.value_labels):
        yield "Some labels of {name} cannot stand in a list of codes as they are: each is one line."


def _told_labels(field: Placed) -> Iterator[tuple[object, str]]:
    return ((one.value, one.label) for one in field.field.labels)
