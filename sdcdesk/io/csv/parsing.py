"""Parsing of a CSV file: all columns as text, null where empty; numbers are made of text afterwards."""

from collections.abc import Iterator, Sequence
from typing import BinaryIO

import pyarrow as pa
import pyarrow.csv

from sdcdesk.core.running.progress import Progress
from sdcdesk.io.csv.detection import Layout
from sdcdesk.io.csv.quotes import QuoteMarks
from sdcdesk.io.csv.source import BLOCK, Source

LAST = "end"
"""A record of this word and empty fields is appended to what the parser reads. The parser does not say if
a quoted field is still open at the end of the file; but then this record is not there."""


def open_source(
    file: BinaryIO,
    size: int,
    layout: Layout,
    marks: QuoteMarks | None,
    progress: Progress,
    *,
    told_end: bool = True,
) -> Source:
    """Return what the parser reads.

    Parameters
    ----------
    file
        Open, at its start.
    size
        Its bytes.
    layout
        How it is written.
    marks
        Marks enclosed fields; None: they stay as they are.
    progress
        Receives how far the reading is.
    told_end
        Whether a record of its own follows the last one, which tells the end of the file.

    Returns
    -------
    Source
        The file, and the record that tells its end.
    """
    options = layout.options
    last = LAST + options.delimiter * (layout.fields - 1) + "\n" if told_end else ""
    return Source(file, size, options.encoding, layout.separator_line, last, marks, progress)


def parsed(
    source: Source | pa.BufferReader, layout: Layout, places: Sequence[int], *, line_breaks: bool
) -> pa.Table:
    """Parse a whole file.

    Parameters
    ----------
    source
        What the parser reads.
    layout
        How it is written.
    places
        Columns that are kept.
    line_breaks
        Whether there may be line breaks within enclosed fields; to divide such a text takes a third longer.

    Returns
    -------
    pa.Table
        These columns as strings, called by their places, 0, 1, …; the line of names is the first record.
    """
    read, parse, convert = _options(layout, places, line_breaks=line_breaks)
    return pa.csv.read_csv(source, read_options=read, parse_options=parse, convert_options=convert)


def parsed_batches(
    source: Source | pa.BufferReader, layout: Layout, places: Sequence[int]
) -> Iterator[pa.RecordBatch]:
    """Parse a file piece by piece.

    Parameters
    ----------
    source
        What the parser reads.
    layout
        How it is written.
    places
        Columns that are kept.

    Yields
    ------
    pa.RecordBatch
        Some of the records, as `parsed` returns them.
    """
    read, parse, convert = _options(layout, places, line_breaks=bool(layout.options.quote))
    yield from pa.csv.open_csv(source, read_options=read, parse_options=parse, convert_options=convert)


def _options(
    layout: Layout, places: Sequence[int], *, line_breaks: bool
) -> tuple[pa.csv.ReadOptions, pa.csv.ParseOptions, pa.csv.ConvertOptions]:
    options, numbers = layout.options, [str(place) for place in range(layout.fields)]
    return (
        pa.csv.ReadOptions(block_size=BLOCK, column_names=numbers),
        pa.csv.ParseOptions(
            delimiter=options.delimiter,
            quote_char=options.quote or False,
            newlines_in_values=line_breaks,
        ),
        pa.csv.ConvertOptions(
            column_types=dict.fromkeys(numbers, pa.string()),
            include_columns=[str(place) for place in places],
            null_values=[""],
            strings_can_be_null=True,
            quoted_strings_can_be_null=True,
        ),
    )
