"""Plain text: a CSV file in which no field is enclosed, so that each separator ends a field.

Most files are written so. They are read in pieces by the types of their columns, without making text of each
number first. Whatever is not so plain is left to the parser that makes text of all.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa

from sdcdesk.io.columns.numerals import SAFE_DIGITS
from sdcdesk.io.columns.plain_numbers import PlainNumbers
from sdcdesk.io.csv.detection import Layout
from sdcdesk.io.csv.not_plain import NotPlain
from sdcdesk.io.csv.source import BLOCK, Source, ZeroByte
from sdcdesk.io.csv.typed_piece import TypedPieces

MOST_COLUMNS = 1000
"""Each column of a piece of text costs some time of its own, so that more are left to the other parser."""

_FIRST, _PIECE = BLOCK // 16, 4 * BLOCK
"""Bytes of the first piece and of the others. Most texts that are not plain are told by a few lines."""


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
        text is not plain, or faulty.
    """
    if layout.fields > MOST_COLUMNS or not layout.options.delimiter.isascii():
        return None
    titles, found = [""] * len(places), [list[PlainNumbers | pa.Array]() for _ in places]
    pieces, typed = _pieces(source, layout.options.quote), TypedPieces(layout)
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
                cells = typed.read(body)
                for place, column in zip(places, found, strict=True):
                    column.append(cells[place])
    except (NotPlain, UnicodeError, ZeroByte):
        return None
    columns = []
    for place in range(len(found)):
        column, found[place] = found[place], []  # each is let go once it is joined
        columns.append(_joined(column, layout.options.decimal))
    return titles, columns


def _pieces(source: Source, quote: str) -> Iterator[bytes]:
    """Divide a text at ends of lines; each piece ends with one, and the last is without empty lines."""
    rest, size = b"", _FIRST
    while read := source.read(size):
        text, size = rest + read, _PIECE
        if quote and quote.encode() in text:
            raise NotPlain
        end = text.rfind(b"\n", 0, len(text) - 1) + 1  # a last line end waits, as only empty lines may follow
        rest = text[end:]
        if len(rest) > BLOCK:
            raise NotPlain
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
        raise NotPlain
    return simple


def _joined(pieces: Sequence[PlainNumbers | pa.Array], decimal: str) -> PlainNumbers | pa.ChunkedArray:
    """Return the pieces of a column as numbers if all of them are; else as text."""
    numbers = [piece for piece in pieces if isinstance(piece, PlainNumbers)]
    if (
        numbers
        and len(numbers) == len(pieces)
        and not (any(map(_has_decimals, numbers)) and any(map(_is_long, numbers)))
    ):
        return PlainNumbers.joined(numbers)
    text = [piece.text(decimal) if isinstance(piece, PlainNumbers) else piece for piece in pieces]
    return pa.chunked_array(text, type=pa.large_string())


def _has_decimals(numbers: PlainNumbers) -> bool:
    return numbers.places is not None


def _is_long(numbers: PlainNumbers) -> bool:
    """Return whether numbers have more digits than are kept beside decimals."""
    return bool((np.abs(numbers.digits) >= 10**SAFE_DIGITS).any())
