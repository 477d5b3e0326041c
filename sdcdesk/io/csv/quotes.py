"""Quotation marks of a CSV file: which fields were enclosed, which the parser does not tell.

On its way to the parser, a zero byte is put after each mark that opens a field. No text holds one, so the
fields that begin with it are the enclosed ones; then it is taken out again.
"""

import re

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sdcdesk.io.columns.text_columns import content_of, holds, spans, without_empty

_BEGIN, _END = ord("\n"), ord("\n")
"""What stands before and after a text, as far as fields go."""


class BareQuote(Exception):  # noqa: N818 - what was found, for the one who asks why
    """A quotation mark stands where it neither opens nor closes a field, nor is doubled within one."""


class LineBreak(Exception):  # noqa: N818 - as above
    """A line break stands within an enclosed field, so that a record is not always a line."""


class QuoteMarks:
    """Puts a zero byte after each opening mark of a text that comes in blocks.

    Parameters
    ----------
    quote, delimiter
        Signs of the file.
    line_breaks
        Whether there may be line breaks within enclosed fields.
    """

    def __init__(self, quote: str, delimiter: str, *, line_breaks: bool = True) -> None:
        self._quote = quote.encode()
        self._sign = ord(quote)
        self._beside = np.zeros(256, dtype=bool)
        self._beside[[ord(sign) for sign in (delimiter, "\n", "\r", quote)]] = True
        self._open, self._last, self._pending = False, _BEGIN, b""
        self._line_breaks = line_breaks

    def marked(self, block: bytes, *, final: bool) -> bytes:
        """Return the block with its marks; a last quotation mark waits for what follows it.

        Parameters
        ----------
        block
            The next bytes of the text, in UTF-8.
        final
            Whether no others follow.

        Returns
        -------
        bytes
            At most twice as many.

        Raises
        ------
        BareQuote
            A mark is out of place; another look must tell what that means.
        LineBreak
            There is a line break within an enclosed field, and there may be none.
        """
        block = self._pending + block if self._pending else block
        self._pending = b""
        if not final and block.endswith(self._quote):
            block, self._pending = block[:-1], self._quote
        if not block:
            return block
        content = np.frombuffer(block, dtype=np.uint8)
        if self._quote not in block:
            self._last = int(content[-1])
            if self._open:
                self._refuse_line_breaks(content, np.empty(0, dtype=np.int64))
            return block
        return self._with_marks(content)

    def _with_marks(self, content: np.ndarray) -> bytes:
        places = np.flatnonzero(content == self._sign)
        opening, closing = places[int(self._open) :: 2], places[1 - int(self._open) :: 2]
        before = content[opening - 1]
        if len(opening) and opening[0] == 0:
            before[0] = self._last
        after = content[np.minimum(closing + 1, len(content) - 1)]
        if len(closing) and closing[-1] == len(content) - 1:
            after[-1] = _END
        if not (self._beside[before].all() and self._beside[after].all()):
            raise BareQuote
        self._refuse_line_breaks(content, places)
        # A mark that follows another without a sign between is the second of a pair within its field.
        opening = opening[before != self._sign]
        self._open ^= bool(len(places) % 2)
        self._last = int(content[-1])
        free = np.ones(len(content) + len(opening), dtype=bool)
        free[opening + np.arange(1, len(opening) + 1)] = False
        marked = np.zeros(len(free), dtype=np.uint8)
        marked[free] = content
        return marked.tobytes()

    def _refuse_line_breaks(self, content: np.ndarray, places: np.ndarray) -> None:
        """Raise `LineBreak` if one stands behind an odd number of marks, counted from the beginning."""
        if self._line_breaks:
            return
        breaks = np.flatnonzero((content == ord("\n")) | (content == ord("\r")))
        if ((np.searchsorted(places, breaks) + self._open) % 2).any():
            raise LineBreak


def marked_slowly(text: bytes, quote: str, delimiter: str) -> bytes:
    """Return a whole text with its marks although quotation marks stand within fields that none encloses.

    Parameters
    ----------
    text
        A text whose enclosed fields are all well-formed, in UTF-8.
    quote, delimiter
        Signs of the file.

    Returns
    -------
    bytes
        The text with a zero byte after each mark that opens a field.
    """
    sign, outside = re.escape(quote.encode()), b"[^" + re.escape(delimiter.encode()) + b"\r\n]"
    field = rb"(?<!%s)%s((?:[^%s]|%s%s)*+)%s(?!%s)" % (outside, sign, sign, sign, sign, sign, outside)
    return re.sub(field, lambda found: found[0][:1] + b"\0" + found[0][1:], text)


def enclosed_fields(
    text: pa.ChunkedArray, columns: int, delimiter: str, quote: str, *, bare: bool
) -> tuple[pa.ChunkedArray, list[np.ndarray | None]]:
    """Return columns without their marks, and which of their fields were enclosed.

    Parameters
    ----------
    text
        Strings of equally long columns, one column after the other; enclosed ones with a zero byte before
        them.
    columns
        How many columns.
    delimiter, quote
        Signs of the file.
    bare
        Whether quotation marks stand within fields that none encloses.

    Returns
    -------
    tuple[pa.ChunkedArray, list[np.ndarray or None]]
        The strings, null where empty; and for each column bool (n,), None where those are enclosed that must
        be.
    """
    if not bare and not any(_marks_in(chunk) for chunk in text.chunks):
        return text, [None] * columns
    pieces = [_unmarked(chunk) for chunk in text.chunks]
    text = pa.chunked_array([piece for piece, _ in pieces], type=text.type)
    enclosed = np.concatenate([which for _, which in pieces]).reshape(columns, -1)
    needed = needing(text, delimiter, quote)
    must = np.zeros_like(enclosed)
    if needed is not None:
        must = pc.fill_null(needed, False).to_numpy().reshape(columns, -1)
    others = (must != enclosed).any(axis=1).tolist()
    found: list[np.ndarray | None] = [
        own if other else None for own, other in zip(enclosed, others, strict=True)
    ]
    for place in np.flatnonzero(enclosed.all(axis=1)).tolist():
        found[place] = np.broadcast_to(np.True_, enclosed.shape[1])
    return text, found


def needing(
    text: pa.ChunkedArray | pa.Array, delimiter: str, quote: str
) -> pa.ChunkedArray | pa.Array | None:
    """Return which fields must be enclosed; None: none.

    Parameters
    ----------
    text
        Strings.
    delimiter, quote
        Signs of the file; without a quotation mark nothing can be enclosed.

    Returns
    -------
    pa.ChunkedArray or pa.Array or None
        Truth values, null where the field is.
    """
    special = f"{delimiter}{quote}\r\n"
    if not any(holds(chunk, special) for chunk in getattr(text, "chunks", [text])):
        return None
    return pc.match_substring_regex(text, f"[{re.escape(special)}]")


def _marks_in(chunk: pa.Array) -> bool:
    return not content_of(chunk).all()


def _unmarked(chunk: pa.Array) -> tuple[pa.Array, np.ndarray]:
    if not _marks_in(chunk):
        return chunk, np.zeros(len(chunk), dtype=bool)
    bounds, used = spans(chunk)[0], content_of(chunk)
    begins = np.minimum(bounds[:-1] - bounds[0], len(used) - 1)
    enclosed = (used[begins] == 0) & (np.diff(bounds) > 0)
    moved = np.zeros(len(bounds), dtype=bounds.dtype)
    np.cumsum(enclosed, out=moved[1:])
    # Where a field is null it is empty, which is null again in the end.
    buffers = [bounds - bounds[0] - moved, used.tobytes().translate(None, b"\0")]
    text = pa.Array.from_buffers(chunk.type, len(chunk), [None, *map(pa.py_buffer, buffers)])
    return without_empty(text), enclosed
