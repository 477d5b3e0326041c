"""Plain text: a CSV file in which no field is enclosed, so that each separator ends a field.

Most files are written so. Their cells are found by one search for separators, and columns of whole numbers
are read without making text of each cell first; whatever is not so plain is left to the parser, and so are
files of which words are the most, as there is nothing to win.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa

from sdcdesk.io.columns.cells import BEHIND, Cells
from sdcdesk.io.csv.detection import Layout
from sdcdesk.io.csv.source import BLOCK, Source, ZeroByte

MOST_COLUMNS = 1000
"""Each column of a piece of text costs some time of its own, so that more are left to the parser."""

_PIECE = BLOCK // 2
"""Bytes of a piece, whose cells all stay near the processor while they are read."""

_LINE_END = ord("\n")


class _NotPlain(Exception):  # noqa: N818 - what was found, for the one who asks why
    """The text has enclosed fields, empty or overlong lines, or lines with other numbers of fields."""


def plain_columns(
    source: Source, layout: Layout, places: Sequence[int]
) -> tuple[list[str], list[pa.ChunkedArray]] | None:
    """Return the columns of a plain text.

    Parameters
    ----------
    source
        The text, without a record that tells its end.
    layout
        How it is written.
    places
        Columns that are kept.

    Returns
    -------
    tuple[list[str], list[pa.ChunkedArray]] or None
        Titles, empty without a line of names; and columns, null where empty: int64 where each cell follows
        from its number, else strings. None: the text is not plain, or faulty, or mostly of words.
    """
    if layout.fields > MOST_COLUMNS or not layout.options.delimiter.isascii():
        return None
    titles, columns = [""] * len(places), [_Column() for _ in places]
    pieces = _pieces(source, layout.options.quote)
    try:
        for number, piece in enumerate(pieces):
            body = piece
            if layout.options.header and not number:
                names, _, body = piece.partition(b"\n")
                fields = names.decode().split(layout.options.delimiter)
                if len(fields) != layout.fields or not names:
                    return None
                titles = [fields[place] for place in places]
            if body:
                _add(body, layout, places, columns)
            if sum(column.whole for column in columns) < len(columns) / 2:
                return None
    except (_NotPlain, UnicodeError, ZeroByte):
        return None
    return titles, [column.cells() for column in columns]


def _pieces(source: Source, quote: str) -> Iterator[bytes]:
    """Divide a text at ends of lines; each piece ends with one, and the last is without empty lines."""
    rest = b""
    while read := source.read(_PIECE):
        text = rest + read
        if (quote and quote.encode() in text) or len(text) > 2 * BLOCK:
            raise _NotPlain
        end = text.rfind(b"\n", 0, len(text) - 1) + 1  # a last line end waits, as only empty lines may follow
        rest = text[end:]
        if end:
            yield _with_simple_ends(text[:end])
    last = _with_simple_ends(rest).strip(b"\n")
    if last:
        yield last + b"\n"


def _with_simple_ends(text: bytes) -> bytes:
    if b"\r" not in text:
        return text
    simple = text.replace(b"\r\n", b"\n")
    if b"\r" in simple:
        raise _NotPlain
    return simple


def _add(text: bytes, layout: Layout, places: Sequence[int], columns: "Sequence[_Column]") -> None:
    """Add the records of a piece of text to columns."""
    if not text.isascii():
        text.decode()  # raises `UnicodeError` where it is no UTF-8
    content = np.frombuffer(text + bytes(BEHIND), dtype=np.uint8)
    lines = content == _LINE_END
    records = np.count_nonzero(lines)
    ends = np.flatnonzero(lines | (content == ord(layout.options.delimiter)))
    if len(ends) != records * layout.fields:
        raise _NotPlain
    # A row for each column, so that what belongs together lies together.
    ends = np.ascontiguousarray(ends.reshape(records, layout.fields).T)
    begins = np.empty_like(ends)
    begins[1:] = ends[:-1] + 1
    begins[0, 0], begins[0, 1:] = 0, ends[-1, :-1] + 1
    if (content[ends[-1]] != _LINE_END).any() or (layout.fields == 1 and (ends == begins).any()):
        raise _NotPlain
    for place, column in zip(places, columns, strict=True):
        column.add(Cells(content, begins[place], ends[place] - begins[place]))


class _Column:
    """A column as its pieces come: whole numbers as long as all cells are."""

    def __init__(self) -> None:
        self._pieces: list[pa.Array] = []
        self.whole = True

    def add(self, cells: Cells) -> None:
        """Add the cells of further records."""
        numbers = cells.whole_numbers() if self.whole else None
        if self.whole and numbers is None:
            self.whole = False
            self._pieces = [piece.cast(pa.string()) for piece in self._pieces]
        self._pieces.append(cells.text() if numbers is None else numbers)

    def cells(self) -> pa.ChunkedArray:
        """Return all cells."""
        kind = pa.int64() if self.whole else pa.string()
        return pa.chunked_array(self._pieces, type=kind)
