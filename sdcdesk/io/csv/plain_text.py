"""Plain text: a CSV file in which no field is enclosed, so that each separator ends a field.

Most files are written so. Their cells are found by one search for separators, and columns of numbers are read
without making text of each cell first. Whatever is not so plain is left to the parser, and so are files with
more than a few columns of words or decimals, which are read no faster in this way.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa

from sdcdesk.io.columns.cells import AROUND, Cells
from sdcdesk.io.columns.numerals import SAFE_DIGITS
from sdcdesk.io.columns.plain_numbers import PlainNumbers
from sdcdesk.io.csv.detection import Layout
from sdcdesk.io.csv.source import BLOCK, Source, ZeroByte

MOST_COLUMNS = 1000
"""Each column of a piece of text costs some time of its own, so that more are left to the parser."""

_PIECE = BLOCK // 4
"""Bytes of a piece, whose cells all stay near the processor while they are read."""

_OTHERS = 1 / 8
"""Share of columns that may hold other than whole numbers, for which the parser is as fast."""

_LINE_END = ord("\n")


class _NotPlain(Exception):  # noqa: N818 - no error: the parser reads such a text
    """The text has enclosed fields, empty or overlong lines, or lines with other numbers of fields."""


def plain_columns(
    source: Source, layout: Layout, places: Sequence[int]
) -> tuple[list[str], list[pa.ChunkedArray | PlainNumbers]] | None:
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
    tuple[list[str], list[pa.ChunkedArray or PlainNumbers]] or None
        Titles, empty without a line of names; and columns: numbers, or strings, null where empty. None: the
        text is not plain, or faulty, or more than a few columns hold other than whole numbers.
    """
    if layout.fields > MOST_COLUMNS or not layout.options.delimiter.isascii():
        return None
    titles, columns = [""] * len(places), [_Column(layout.options.decimal) for _ in places]
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
            if sum(not column.is_whole for column in columns) > len(columns) * _OTHERS:
                return None
    except (_NotPlain, UnicodeError, ZeroByte):
        return None
    return titles, [column.taken() for column in columns]


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
    # As if another line ended before it, so that each cell stands between two separators.
    content = np.frombuffer(bytes(AROUND - 1) + b"\n" + text + bytes(AROUND), dtype=np.uint8)
    lines = content == _LINE_END
    records = np.count_nonzero(lines) - 1
    separators = np.flatnonzero(lines | (content == ord(layout.options.delimiter)))
    if len(separators) != records * layout.fields + 1:
        raise _NotPlain
    if (content[separators[:: layout.fields]] != _LINE_END).any():
        raise _NotPlain
    begins = separators[:-1] + 1
    lengths = separators[1:] - begins
    if layout.fields == 1 and not lengths.all():
        raise _NotPlain
    for place, column in zip(places, columns, strict=True):
        own = slice(place, None, layout.fields)
        column.add(Cells(content, begins[own].copy(), lengths[own].copy()))


class _Column:
    """A column whose cells come in pieces: numbers while all of them are; else text, those before included.

    Parameters
    ----------
    decimal
        The decimal sign.
    """

    def __init__(self, decimal: str) -> None:
        self._decimal = decimal
        self._numbers: list[PlainNumbers] = []
        self._text: list[pa.Array] = []
        self.is_text = self._has_decimals = False

    @property
    def is_whole(self) -> bool:
        """Whether all cells so far are whole numbers."""
        return not (self.is_text or self._has_decimals)

    def add(self, cells: Cells) -> None:
        """Add the cells of further records."""
        numbers = None
        if self.is_whole:
            numbers = cells.whole_numbers()
            self._has_decimals = numbers is None
            self.is_text = numbers is None and any(map(_is_long, self._numbers))
        if self._has_decimals and not self.is_text:
            numbers = cells.decimals(self._decimal)
            self.is_text = numbers is None
        if numbers is not None:
            self._numbers.append(numbers)
            return
        self._text += [piece.text(self._decimal) for piece in self._numbers]
        self._numbers.clear()
        self._text.append(cells.text())

    def taken(self) -> pa.ChunkedArray | PlainNumbers:
        """Return all cells, whose pieces are let go."""
        numbers, self._numbers = self._numbers, []
        text, self._text = self._text, []
        return PlainNumbers.joined(numbers) if numbers else pa.chunked_array(text, type=pa.string())


def _is_long(numbers: PlainNumbers) -> bool:
    """Return whether numbers have more digits than are kept beside decimals."""
    return bool((np.abs(numbers.digits) >= 10**SAFE_DIGITS).any())
