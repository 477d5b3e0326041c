"""CSV in batches: the columns that are counted, of a file that need not fit in memory."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO, cast

import pandas as pd
import pyarrow as pa

from sdcdesk.core.data.variable import Variable
from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.counting.coded_file import CodedFile
from sdcdesk.io.columns.coded_columns import CHANGED, coded_columns
from sdcdesk.io.columns.column_requests import ColumnRequests
from sdcdesk.io.csv.detection import Layout, detect_layout
from sdcdesk.io.csv.faults import detect_fault, fault
from sdcdesk.io.csv.options import ReadOptions
from sdcdesk.io.csv.parsing import LAST, open_source, parsed_batches
from sdcdesk.io.csv.quotes import BareQuote, QuoteMarks
from sdcdesk.io.csv.source import ZeroByte
from sdcdesk.io.files import BytesRead


def csv_batches(path: Path, requests: ColumnRequests, progress: Progress) -> CodedFile:
    """Return a CSV file as codes of the variables that were asked for; see `Format.coded`.

    Parameters
    ----------
    path
        The file.
    requests
        The options, and what is said of its columns.
    progress
        Receives how far the first reading is.

    Returns
    -------
    CodedFile
        Read twice; the bytes of both readings are compared.

    Raises
    ------
    ReadError
        The file is no such text, or was changed meanwhile.
    DataError
        Something is said of a column that it does not have.
    """
    layout = detect_layout(path, cast(ReadOptions, requests.options), progress.part(0.0, 0.1))
    requests.check(layout.names, path.name)
    names = requests.are_counted(layout.names, {})
    reading = _Reading(path, layout, {name: layout.names.index(name) for name in names})

    def converted(name: str, cells: pa.ChunkedArray) -> tuple[pd.Series, Variable]:
        (column,) = requests.columns([name], cells, layout.options.decimal)
        return pd.Series(column.values, copy=False), column.variable

    return coded_columns(
        *(path.name, names, reading.columns, converted, progress.part(0.1, 1.0)),
        unread=requests.households(layout.names, {}),
    )


class _Reading:
    """Readings of the same file, whose bytes must be the same.

    Parameters
    ----------
    path
        The file.
    layout
        How it is written.
    places
        Its columns by name.
    """

    def __init__(self, path: Path, layout: Layout, places: Mapping[str, int]) -> None:
        self._path, self._layout, self._places = path, layout, places
        self._first: tuple[int, str] | None = None

    def columns(self, progress: Progress) -> Iterator[Mapping[str, pa.Array]]:
        """Read the file, and give some of its records at a time."""
        read, options, quote = BytesRead(), self._layout.options, self._layout.options.quote
        marks = _Checked(QuoteMarks(quote, options.delimiter), self._bare) if quote else None
        size = self._path.stat().st_size
        failed = read_some = False
        with self._path.open("rb") as file:
            source = open_source(cast(BinaryIO, read.begin(file)), size, self._layout, marks, progress)
            try:
                for batch in self._records(parsed_batches(source, self._layout, self._kept)):
                    read_some = True
                    yield batch
            except (pa.ArrowInvalid, UnicodeError, ZeroByte):
                failed = True
        if not (read_some or failed):
            words = "{name} holds only a header line and no records; choose another file."
            raise ReadError(sentence(words, name=self._path.name))
        if failed:  # raised outside the handler, so that the parser's words do not hang on to it
            raise fault(self._path, options, self._layout.fields, progress)
        if self._first is None:
            self._first = read.size, read.sha256
        elif self._first != (read.size, read.sha256):
            raise ReadError(sentence(CHANGED, name=self._path.name))

    @property
    def _kept(self) -> list[int]:
        """Columns that are parsed: the first, which tells the end of the file, is always among them."""
        return sorted({0, *self._places.values()})

    def _records(self, batches: Iterator[pa.RecordBatch]) -> Iterator[Mapping[str, pa.Array]]:
        """Leave out the line of names and the record that tells the end, without which the file is faulty."""
        skipped, pending = int(self._layout.options.header), None
        for batch in batches:
            if pending is not None:
                yield from self._named(pending)
            pending, skipped = batch.slice(min(skipped, len(batch))), max(skipped - len(batch), 0)
            if not len(pending):
                pending = None
        if pending is None or pending.column(0)[-1].as_py() != LAST:
            raise pa.ArrowInvalid
        yield from self._named(pending.slice(0, len(pending) - 1))

    def _named(self, batch: pa.RecordBatch) -> Iterator[Mapping[str, pa.Array]]:
        if len(batch):
            yield {name: batch.column(str(place)) for name, place in self._places.items()}

    def _bare(self) -> None:
        """Look at a file with a mark out of place: it is faulty, or marks stand within fields."""
        if detect_fault(self._path, self._layout.options, self._layout.fields, Progress()):
            raise pa.ArrowInvalid


class _Checked(QuoteMarks):
    """Looks at quotation marks on their way to the parser, and marks nothing.

    Parameters
    ----------
    marks
        Finds marks that are out of place.
    bare
        Called once where one is.
    """

    def __init__(self, marks: QuoteMarks, bare: Callable[[], None]) -> None:
        self._marks: QuoteMarks | None = marks
        self._bare = bare

    def marked(self, block: bytes, *, final: bool) -> bytes:
        """Return the block as it is."""
        try:
            if self._marks is not None:
                self._marks.marked(block, final=final)
        except BareQuote:
            self._marks = None
            self._bare()
        return block
