"""Reading CSV: all columns as text first, then as numbers where nothing is lost by it."""

from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.csv

from sdcdesk.core.errors import ReadError
from sdcdesk.core.progress import Progress
from sdcdesk.core.variable import Variable
from sdcdesk.io.columns import Wishes
from sdcdesk.io.csv_detection import Layout, found_layout
from sdcdesk.io.csv_faults import fault
from sdcdesk.io.csv_source import BLOCK, Source, ZeroByte
from sdcdesk.io.options import ReadOptions

_LAST = "end"
"""A record of this word and empty fields is appended to what the parser reads. The parser does not say if
a quoted field is still open at the end of the file; but then this record is not there."""

_BLOCKS = 8
"""Blocks whose values are converted at once."""


def read_csv(
    path: Path, wishes: Wishes, progress: Progress
) -> tuple[pd.DataFrame, list[Variable], ReadOptions]:
    """Read a CSV file.

    Raises
    ------
    ReadError
        It is not such a file, or damaged; the sentence names the line.
    DataError
        Something is said about a column that it does not have.
    """
    layout = found_layout(path, wishes.options, progress.part(0.0, 0.1))
    wishes.check(layout.names, path.name)
    columns = _as_text(path, layout, progress.part(0.1, 0.7))
    if not len(columns[0]):
        raise ReadError(f"{path.name} holds only a header line and no records; choose another file.")
    series, variables = {}, []
    # The last column first, so that each can be let go as soon as it is converted.
    for name, part in progress.part(0.7, 1.0).over(layout.names[::-1], "Reading"):
        part.at(0.0, f"Reading {name}")
        text = _in_larger_pieces(columns.pop())
        series[name], variable = wishes.column(name, text, layout.options.decimal)
        variables.append(variable)
    frame = pd.DataFrame({name: series[name] for name in layout.names}, copy=False)
    pa.default_memory_pool().release_unused()  # the text of the numbers, as much again as the frame
    return frame, variables[::-1], layout.options


def _as_text(path: Path, layout: Layout, progress: Progress) -> list[pa.ChunkedArray]:
    """Return all columns as strings, null where a field is empty."""
    try:
        table = _parsed(path, layout, progress)
    except (pa.ArrowInvalid, UnicodeError, ZeroByte):
        table = None
    if table is None or table.column(0)[-1].as_py() != _LAST:
        # Raised outside the handler, so that the parser's words do not hang on to it.
        raise fault(path, layout.options, layout.fields, progress)
    body = table.slice(1 if layout.options.header else 0)
    return list(body.slice(0, len(body) - 1).columns)


def _in_larger_pieces(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Join pieces: small blocks cost the parser less memory, large ones cost the conversion less time."""
    pieces = column.chunks
    joined = [pa.concat_arrays(pieces[at : at + _BLOCKS]) for at in range(0, len(pieces), _BLOCKS)]
    return pa.chunked_array(joined, type=column.type)


def _parsed(path: Path, layout: Layout, progress: Progress) -> pa.Table:
    options, numbers = layout.options, [str(place) for place in range(layout.fields)]
    last = _LAST + options.delimiter * (layout.fields - 1) + "\n"
    with path.open("rb") as file:
        return pa.csv.read_csv(
            Source(file, path.stat().st_size, options.encoding, last, progress),
            read_options=pa.csv.ReadOptions(block_size=BLOCK, column_names=numbers),
            parse_options=pa.csv.ParseOptions(
                delimiter=options.delimiter,
                quote_char=options.quote or False,
                newlines_in_values=bool(options.quote),
            ),
            convert_options=pa.csv.ConvertOptions(
                column_types=dict.fromkeys(numbers, pa.string()),
                null_values=[""],
                strings_can_be_null=True,
                quoted_strings_can_be_null=True,
            ),
        )
