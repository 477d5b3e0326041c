"""Source of a CSV file: its bytes on their way to the parser, with progress, and cancellable."""

import codecs
import io
from typing import BinaryIO

from sdcdesk.core.running.progress import Progress
from sdcdesk.io.csv.quotes import QuoteMarks

BLOCK = 1 << 20
"""Bytes that the parser asks for at once; also the longest record that it is sure to take."""

_UTF_8 = ("utf-8", "utf-8-sig")


class ZeroByte(Exception):  # noqa: N818 - what was found, for the one who asks why
    """The text holds a zero byte."""


class Source(io.RawIOBase):
    """A file that a parser reads in blocks, from whatever thread it likes.

    Raises `Cancelled` if the job should stop, `UnicodeError` if bytes do not fit the encoding, `ZeroByte`,
    and `BareQuote`.

    Parameters
    ----------
    file
        Open, at its start.
    size
        Its bytes.
    encoding
        How they encode text; a byte order mark is left out.
    skipped
        A first line that is left out.
    last
        A line that is appended.
    marks
        Marks enclosed fields; None: they stay as they are.
    progress
        Receives how far the reading is.
    """

    def __init__(
        self,
        file: BinaryIO,
        size: int,
        encoding: str,
        skipped: str,
        last: str,
        marks: QuoteMarks | None,
        progress: Progress,
    ) -> None:
        super().__init__()
        self._file, self._size, self._at = file, max(size, 1), 0
        # UTF-8 goes through as it is: the parser itself checks it.
        self._decoder = None if encoding in _UTF_8 else codecs.getincrementaldecoder(encoding)()
        self._skipped, self._last = skipped.encode(), last.encode()
        self._marks, self._progress = marks, progress
        self._begun = self._ended = False
        self._ready = b""

    def readable(self) -> bool:
        """Return True."""
        return True

    def read(self, size: int = -1, /) -> bytes:
        """Return the next bytes in UTF-8: as many as wanted, fewer only at the end."""
        while len(self._ready) < size and not self._ended:
            text = self._next(size)
            self._ready = self._ready + text if self._ready else text
        text, self._ready = self._ready[:size], self._ready[size:]
        return text

    def _next(self, size: int) -> bytes:
        """Return the next piece of the text; it may be empty, or longer than what was read."""
        raw = self._file.read(size)
        self._at += len(raw)
        self._progress.at(min(self._at / self._size, 1.0), "Reading")
        text = self._decoder.decode(raw, final=not raw).encode() if self._decoder else raw
        if not self._begun and text:
            self._begun, text = True, text.removeprefix(codecs.BOM_UTF8).removeprefix(self._skipped)
        if b"\0" in text:
            raise ZeroByte
        if not raw:
            self._ended, text = True, text + b"\n" + self._last
        return self._marks.marked(text, final=self._ended) if self._marks else text
