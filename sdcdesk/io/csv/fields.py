"""Fields of a CSV file: its columns as they were parsed, in the quickest way that its text allows."""

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

import pyarrow as pa

from sdcdesk.core.running.progress import Progress
from sdcdesk.io.columns.plain_numbers import PlainNumbers
from sdcdesk.io.csv.detection import Layout
from sdcdesk.io.csv.faults import detect_fault, fault
from sdcdesk.io.csv.parsing import LAST, open_source, parsed, parsed_batches
from sdcdesk.io.csv.plain_text import plain_columns
from sdcdesk.io.csv.quotes import BareQuote, LineBreak, QuoteMarks, marked_slowly
from sdcdesk.io.csv.source import BLOCK, Source, ZeroByte
from sdcdesk.io.files import BytesRead
from sdcdesk.io.sampled_records import SampledRecords, sampled_table


@dataclass(frozen=True, slots=True, eq=False)
class Fields:
    """Columns of a CSV file as they stand there.

    Attributes
    ----------
    titles
        Their names as they stand in the first line, with a zero byte before those that are enclosed; empty
        where there is no such line.
    columns
        Their cells: numbers where all are written as one writes them; else strings, null where empty, with a
        zero byte before those that are enclosed.
    bare
        Whether quotation marks stand within fields that none encloses.
    records
        How many the file has; of these the columns hold the sample where one is asked for.
    """

    titles: list[str]
    columns: list[pa.ChunkedArray | PlainNumbers]
    bare: bool
    records: int


@dataclass(frozen=True, slots=True, eq=False)
class OpenedText:
    """A CSV file that is read from its start as often as is needed: the same one, whatever takes its place.

    Attributes
    ----------
    path
        The file, for messages.
    file
        The same, open.
    layout
        How it is written.
    places
        Columns that are kept.
    read
        Receives the bytes of the file.
    progress
        Receives how far the reading is.
    """

    path: Path
    file: BinaryIO
    layout: Layout
    places: Sequence[int]
    read: BytesRead
    progress: Progress

    def source(self, marks: QuoteMarks | None = None, *, told_end: bool = True) -> Source:
        """Return what a parser reads, from the start of the file on; see `open_source`.

        Parameters
        ----------
        marks
            Marks enclosed fields; None: they stay as they are.
        told_end
            Whether a record of its own tells the end of the file.

        Returns
        -------
        Source
            The whole text.
        """
        self.file.seek(0)
        own, size = cast(BinaryIO, self.read.begin(self.file)), os.fstat(self.file.fileno()).st_size
        return open_source(own, size, self.layout, marks, self.progress, told_end=told_end)


def read_fields(text: OpenedText) -> Fields:
    """Read the fields of a CSV file.

    Parameters
    ----------
    text
        The file.

    Returns
    -------
    Fields
        Of the columns that are kept.

    Raises
    ------
    ReadError
        The file is no such text.
    """
    if text.layout.options.sample is None:
        plain = plain_columns(text.source(told_end=False), text.layout, text.places)
        if plain is not None:
            return Fields(*plain, bare=False, records=len(plain[1][0]))
        # Most files have no line break within a field, and are divided faster without looking for any.
        with suppress(LineBreak):
            return _as_text(text, line_breaks=False)
    return _as_text(text, line_breaks=True)


def _as_text(text: OpenedText, *, line_breaks: bool) -> Fields:
    """Return the fields as strings; it raises `LineBreak` where one is enclosed and there may be none."""
    layout, places, options = text.layout, text.places, text.layout.options
    line_breaks &= bool(options.quote)
    marks = QuoteMarks(options.quote, options.delimiter, line_breaks=line_breaks) if options.quote else None
    bare, kept = False, sorted({0, *places})  # the first one tells the end of the file
    table, records = None, 0
    try:
        table, records = _table(text.source(marks), layout, kept, line_breaks=line_breaks)
    except BareQuote:
        bare = not detect_fault(text.path, options, layout.fields, text.progress)
        if bare:
            table, records = _with_bare_quotes(text, kept)
    except (pa.ArrowInvalid, UnicodeError, ZeroByte):
        pass
    if table is None or table.column(0)[-1].as_py() != LAST:
        # Raised outside the handler, so that the parser's words do not hang on to it.
        raise fault(text.path, options, layout.fields, text.progress)
    if kept != list(places):
        table = table.select(range(1, len(kept)))
    titles = [column[0].as_py() or "" for column in table.columns] if options.header else [""] * len(places)
    body = table.slice(1 if options.header else 0)
    columns = list(body.slice(0, len(body) - 1).columns)
    return Fields(titles, columns, bare, records)


def _table(
    source: Source | pa.BufferReader, layout: Layout, places: list[int], *, line_breaks: bool
) -> tuple[pa.Table, int]:
    """Return what `parsed` returns, of the records the sample where one is asked for, and their number."""
    options, names = layout.options, int(layout.options.header is True)
    if options.sample is None:
        table = parsed(source, layout, places, line_breaks=line_breaks)
        return table, len(table) - names - 1
    sample = SampledRecords(options.sample, options.sample_seed or 0)
    table = sampled_table(parsed_batches(source, layout, places), sample, before=names, after=1)
    return table, sample.records


def _with_bare_quotes(text: OpenedText, places: list[int]) -> tuple[pa.Table, int]:
    """Return the table of a file in which quotation marks stand within fields that none encloses."""
    options, source = text.layout.options, text.source()
    whole = b"".join(iter(lambda: source.read(BLOCK), b""))
    marked = marked_slowly(whole, options.quote, options.delimiter)
    return _table(pa.BufferReader(marked), text.layout, places, line_breaks=True)
