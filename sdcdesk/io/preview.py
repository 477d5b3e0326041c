"""The first records of a file, read as the whole would be, without reading the whole."""

import codecs
import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from sdcdesk.core.errors import ReadError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.progress import SILENT, Progress
from sdcdesk.io.arrow_columns import from_arrow
from sdcdesk.io.columns import Wishes
from sdcdesk.io.csv_detection import Layout, found_layout
from sdcdesk.io.csv_faults import dialect, fault
from sdcdesk.io.csv_source import BLOCK
from sdcdesk.io.files import opening
from sdcdesk.io.options import ReadOptions

RECORDS = 200


@dataclass(frozen=True, slots=True)
class Preview:
    """The beginning of a file.

    Attributes
    ----------
    data
        Its first records. A column may hold numbers here and still be text in the whole file, where a
        later value is none.
    options
        How it was read, what was found out included.
    whole
        Whether these are all records.
    """

    data: Microdata
    options: ReadOptions
    whole: bool


def preview(path: Path, options: ReadOptions, records: int = RECORDS, progress: Progress = SILENT) -> Preview:
    """Read the first records of a file.

    Parameters
    ----------
    path
        A CSV or Parquet file.
    options
        How to read it, with the format and, to be quick with large CSV files, the encoding; see `detect`.
    records
        How many records at most; fewer where they are very long.
    progress
        Asked whether to stop.

    Raises
    ------
    ReadError
        The beginning of the file cannot be read in this way; the sentence names the line.
    DataError
        Something is said about a column that the file does not have.
    """
    wishes = Wishes(options, {}, {})
    with opening(path):
        if options.format == "parquet":
            return _of_parquet(path, wishes, records)
        return _of_csv(path, wishes, records, progress)


def _of_csv(path: Path, wishes: Wishes, records: int, progress: Progress) -> Preview:
    layout = found_layout(path, wishes.options, progress)
    wishes.check(layout.names, path.name)
    rows, whole = _first_rows(path, layout, records + 1)
    if rows is None or any(len(row) != layout.fields for row in rows):
        raise fault(path, layout.options, layout.fields, progress)
    body = rows[1 if layout.options.header else 0 :]
    if not body:
        raise ReadError(f"{path.name} holds only a header line and no records; choose another file.")
    series, variables = {}, []
    for place, name in enumerate(layout.names):
        text = pa.chunked_array([[row[place] or None for row in body[:records]]], pa.string())
        series[name], variable = wishes.column(name, text, layout.options.decimal)
        variables.append(variable)
    whole = whole and len(body) <= records
    return Preview(Microdata(pd.DataFrame(series), variables), layout.options, whole)


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
    lines = _Lines(text.removeprefix("\ufeff"))
    rows: list[list[str]] = []
    try:
        for row in csv.reader(iter(lines), **dialect(options.delimiter, options.quote)):
            if lines.ended:  # asked for a further line, which the reader does in an open quoted field only
                return (None, whole) if whole else (rows, whole)
            if row:
                rows.append(row)
            if len(rows) > most:
                return rows, False
    except csv.Error:  # a field of over 128 K, most often one that is never closed: reading says where
        return rows, False
    return (rows, True) if whole else (rows[:-1], False)


class _Lines:
    """The lines of a text, which remember whether the last was given out."""

    def __init__(self, text: str) -> None:
        self._text, self.ended = text, False

    def __iter__(self) -> Iterator[str]:
        yield from io.StringIO(self._text, newline="")
        self.ended = True


def _of_parquet(path: Path, wishes: Wishes, records: int) -> Preview:
    try:
        with path.open("rb") as file:
            source = pq.ParquetFile(file)
            table = pa.Table.from_batches(
                list(islice(source.iter_batches(records), 1)), schema=source.schema_arrow
            )
            whole = source.metadata.num_rows <= records
    except (pa.ArrowException, OSError) as error:
        if isinstance(error, OSError) and error.errno:
            raise
        table = None
    if table is None:
        raise ReadError(f"{path.name} is damaged, or is no Parquet file; get it again from its source.")
    if not len(table) or not table.column_names:
        raise ReadError(f"{path.name} holds no records; choose another file.")
    wishes.check(table.column_names, path.name)
    series, variables = {}, []
    for name in table.column_names:
        series[name], described = from_arrow(name, table.column(name), path.name)
        variables.append(wishes.described(name, series[name], described))
    return Preview(Microdata(pd.DataFrame(series), variables), wishes.options, whole)
