"""CSV: text files, whose columns become numbers where nothing is lost by it, and else stay text.

A file is read in three steps: `detection` finds out how it is written, `fields` takes its columns out of the
text, as plain numbers at once where the text is plain enough, and `ColumnRequests` makes variables of them.
"""

import codecs
import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, cast

import numpy as np
import pandas as pd
import pyarrow as pa

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.narrow import narrowed
from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.running.memory import give_back
from sdcdesk.core.running.model import Model
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.counting.coded_file import CodedFile
from sdcdesk.io.columns.column_batch import CELLS, one_after_the_other
from sdcdesk.io.columns.column_requests import Column, ColumnRequests
from sdcdesk.io.columns.numerals import holds_words
from sdcdesk.io.columns.plain_numbers import PlainNumbers
from sdcdesk.io.csv.batches import csv_batches
from sdcdesk.io.csv.detection import Layout, detect_layout
from sdcdesk.io.csv.faults import dialect, fault
from sdcdesk.io.csv.fields import Fields, OpenedText, read_fields
from sdcdesk.io.csv.formulas import description_formulas, without_formulas
from sdcdesk.io.csv.labels import with_labels
from sdcdesk.io.csv.options import ReadOptions, WriteOptions
from sdcdesk.io.csv.quotes import enclosed_fields
from sdcdesk.io.csv.source import BLOCK
from sdcdesk.io.csv.style import ColumnStyle, own_style, style_for
from sdcdesk.io.csv.writing import write_csv
from sdcdesk.io.format import Content, Format, Preview
from sdcdesk.io.loss import Loss
from sdcdesk.io.options import FileOptions

_BLOCKS = 8
"""Blocks whose values are converted at once."""


class Csv(Format):
    """Records as lines of text, their fields divided by a sign."""

    name = "csv"
    title = "CSV"
    extensions = (".csv", ".tsv", ".tab", ".txt")
    reading = (
        "A column becomes numbers only where every value is one and nothing is lost by it: codes such as "
        "0481 stay text. Empty fields are missing."
    )
    tells = frozenset(
        {"label", "unit", "scale", "missing", "categories"}
    )  # nobody looks for them in plain text
    read_options = ReadOptions
    write_options = WriteOptions
    samples = True

    def detect(self, path: Path, options: FileOptions, progress: Progress) -> FileOptions:
        """Find out delimiter, encoding, decimal sign and names of columns."""
        return detect_layout(path, cast(ReadOptions, options), progress).options

    def read(self, path: Path, requests: ColumnRequests, progress: Progress) -> Content:
        """Read a file; see `Format.read`."""
        return _read(path, requests, progress)

    def preview(self, path: Path, requests: ColumnRequests, records: int, progress: Progress) -> Preview:
        """Read the first records without reading the whole; fewer where they are very long."""
        return _preview(path, requests, records, progress)

    def coded(self, path: Path, requests: ColumnRequests, progress: Progress) -> CodedFile:
        """Read the variables that are counted in batches; see `Format.coded`."""
        return csv_batches(path, requests, progress)

    def for_writing(self, values: dict[str, Any], file: str, data: Microdata | None = None) -> Model:
        """Return options of writing that fit the style of the file that the data were read from."""
        options = super().for_writing(values, file, data)
        style_for(cast(WriteOptions, options), data.style if data is not None else None)
        return options

    def write(self, data: Microdata, file: BinaryIO, options: Model, progress: Progress) -> None:
        """Write a file with a line of names; see `write_csv`."""
        write_csv(_labelled(data, options), file, cast(WriteOptions, options), progress)

    def held(self, data: Microdata, options: Model) -> Microdata:
        """Return data with labels in the place of codes, and without formulas, where that is asked for."""
        held = _labelled(data, options)
        return without_formulas(held) if cast(WriteOptions, options).neutral else held

    def losses(self, data: Microdata, options: Model, progress: Progress) -> Iterable[Loss]:
        """Find what a file would lack; see `Format.losses`."""
        yield from super().losses(_labelled(data, options), options, progress)
        how = cast(WriteOptions, options)
        if not how.neutral:
            yield from description_formulas(data, labels=how.labels)


def _labelled(data: Microdata, options: Model) -> Microdata:
    return with_labels(data) if cast(WriteOptions, options).labels else data


def _read(path: Path, requests: ColumnRequests, progress: Progress) -> Content:
    layout = detect_layout(path, cast(ReadOptions, requests.options), progress.part(0.0, 0.1))
    requests.check(layout.names, path.name)
    wanted = requests.are_read(layout.names)
    kept = frozenset(wanted)
    places = [place for place, name in enumerate(layout.names) if name in kept]
    with path.open("rb") as file:
        text = OpenedText(path, file, layout, places, requests.read, progress.part(0.1, 0.7))
        return _content(text, wanted, requests, progress.part(0.7, 1.0))


def _content(
    text: OpenedText, wanted: Sequence[str], requests: ColumnRequests, progress: Progress
) -> Content:
    fields, layout = read_fields(text), text.layout
    give_back()
    if not len(fields.columns[0]):
        raise ReadError(
            sentence(
                "{name} holds only a header line and no records; choose another file.", name=text.path.name
            )
        )
    titles, values, found, styles = dict(zip(wanted, fields.titles, strict=True)), {}, {}, {}
    for name, column, enclosed in _columns(wanted, fields, requests, layout, progress):
        title, values[name], found[name] = titles[name], narrowed(column.values), column.variable
        styles[name] = ColumnStyle(
            values[name], title.removeprefix("\0"), title.startswith("\0"), enclosed, column.spelled
        )
    # Arrays, because series would be aligned one by one.
    frame = pd.DataFrame({name: values[name] for name in wanted}, copy=False)
    variables = [found[name] for name in wanted]
    style = own_style(text.file, layout, styles)
    unnamed = tuple(name for name in wanted if layout.options.header and not styles[name].title.strip())
    return Content(frame, variables, layout.options, style, fields.records, unnamed)


def _columns(
    names: Sequence[str], fields: Fields, requests: ColumnRequests, layout: Layout, progress: Progress
) -> Iterator[tuple[str, Column, np.ndarray | None]]:
    """Convert columns, which are let go one by one: by name, and which of its cells were enclosed.

    The last come first. None stands where those cells were enclosed that must be.
    """
    options, text = layout.options, list[tuple[str, pa.ChunkedArray]]()
    size = max(CELLS // len(fields.columns[0]), 1)
    for name in names[::-1]:
        cells = fields.columns.pop()
        if isinstance(cells, PlainNumbers):
            numbers = requests.numbers(name, cells, options.decimal)
            if numbers is not None:
                yield name, numbers, None
                continue
            cells = pa.chunked_array([cells.text(options.decimal)])
        text.append((name, cells))
    text = text[::-1]
    for end, part in progress.over(range(len(text), 0, -size), "Reading"):
        names, pieces = zip(*text[max(end - size, 0) :], strict=True)
        del text[max(end - size, 0) :]
        part.at(0.0, sentence("Reading {names}", names=names[0]))
        cells = _in_larger_pieces(one_after_the_other(pieces), options.decimal)
        del pieces
        enclosed: list[np.ndarray | None] = [None] * len(names)
        if options.quote:
            delimiter, quote = options.delimiter, options.quote
            cells, enclosed = enclosed_fields(cells, len(names), delimiter, quote, bare=fields.bare)
        yield from zip(names, requests.columns(names, cells, options.decimal), enclosed, strict=True)


def _in_larger_pieces(column: pa.ChunkedArray, decimal: str) -> pa.ChunkedArray:
    """Join pieces: small blocks cost the parser less memory, large ones cost the conversion less time.

    Words are not converted, and are joined once for all in the end.
    """
    pieces = column.chunks
    if len(pieces) == 1 or holds_words(pieces[0], decimal):
        return column
    joined = [pa.concat_arrays(pieces[at : at + _BLOCKS]) for at in range(0, len(pieces), _BLOCKS)]
    return pa.chunked_array(joined, type=column.type)


def _preview(path: Path, requests: ColumnRequests, records: int, progress: Progress) -> Preview:
    layout = detect_layout(path, cast(ReadOptions, requests.options), progress)
    requests.check(layout.names, path.name)
    rows, whole = _first_rows(path, layout, records + 1)
    if rows is None or any(len(row) != layout.fields for row in rows):
        raise fault(path, layout.options, layout.fields, progress)
    body = rows[1 if layout.options.header else 0 :]
    if not body:
        raise ReadError(
            sentence("{name} holds only a header line and no records; choose another file.", name=path.name)
        )
    cells = [[row[place] or None for row in body[:records]] for place in range(layout.fields)]
    text = one_after_the_other([pa.chunked_array([column], pa.string()) for column in cells])
    columns = requests.columns(layout.names, text, layout.options.decimal)
    frame = pd.DataFrame({name: column.values for name, column in zip(layout.names, columns, strict=True)})
    whole = whole and len(body) <= records
    return Preview(Microdata(frame, [column.variable for column in columns]), layout.options, whole)


def _first_rows(path: Path, layout: Layout, most: int) -> tuple[list[list[str]] | None, bool]:
    """Return the first rows that are not empty, and whether there are no others; None: it is no such text."""
    options = layout.options
    with path.open("rb") as file:
        block = file.read(BLOCK)
        whole = not file.read(1)
    try:
        text = codecs.getincrementaldecoder(options.encoding)().decode(block, final=whole)
    except UnicodeError:
        return None, whole
    if "\0" in text:
        return None, whole
    lines = _Lines(text.removeprefix("\ufeff").removeprefix(layout.separator_line))
    rows: list[list[str]] = []
    try:
        for row in csv.reader(iter(lines), **dialect(options.delimiter, options.quote)):
            if lines.ended:  # asked for a further line, which the reader does in an open quoted field only
                return (None, whole) if whole else (rows, whole)
            if row:
                rows.append(row)
            if len(rows) > most:
                return rows, False
    except csv.Error as error:
        if "field larger" in str(
            error
        ):  # of over 128 K, most often one that is never closed: reading says where
            return rows, False
        return (None, whole) if whole or not lines.ended else (rows, whole)
    return (rows, True) if whole else (rows[:-1], False)


class _Lines:
    """The lines of a text, which remember whether the last was given out."""

    def __init__(self, text: str) -> None:
        self._text, self.ended = text, False

    def __iter__(self) -> Iterator[str]:
        yield from io.StringIO(self._text, newline="")
        self.ended = True
