"""Unpacked content of a file of R: bytes in order, checked to be there, and no more than memory can take."""

import bz2
import gzip
import io
import lzma
import zlib
from typing import BinaryIO, cast

from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.running.memory import require
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.files import SameBytes

_RATIO, _LARGE = 300, 1 << 28
"""Content that is so many times, and more bytes, larger than the file is a trap."""

_BLOCK = 1 << 20

_GZIP = b"\x1f\x8b"


class DamagedError(Exception):
    """The content ends too early, or says what cannot be."""


class Unpacked:
    """The content of a file, whatever it is packed by; it is read once, in order.

    Parameters
    ----------
    file
        The file, hashed already.
    size
        Its bytes.
    name
        Its name, for messages.
    progress
        Receives how far the reading is, and stops it where the user asked to.
    """

    def __init__(self, file: SameBytes, size: int, name: str, progress: Progress) -> None:
        self._packed = cast(BinaryIO, io.BufferedReader(file, _BLOCK))
        self._size, self._name, self._progress = max(size, 1), name, progress
        begin = self._packed.read(6)
        self._packed.seek(0)
        self._content = _opened(self._packed, begin)
        self._block, self._at, self._read = b"", 0, 0

    def take(self, size: int) -> bytes:
        """Return the next bytes.

        Parameters
        ----------
        size
            How many.

        Returns
        -------
        bytes
            Exactly so many.

        Raises
        ------
        DamagedError
            There are fewer.
        MemoryError
            So many do not fit.
        ReadError
            The content is far larger than the file.
        """
        end = self._at + size
        if end <= len(self._block):
            found, self._at = self._block[self._at : end], end
            return found
        self.expect(size)
        parts, wanted = [self._block[self._at :]], size - (len(self._block) - self._at)
        while wanted > 0:
            self._next()
            parts.append(self._block[:wanted])
            self._at = min(wanted, len(self._block))
            wanted -= self._at
        return b"".join(parts)

    def expect(self, size: int) -> None:
        """Raise an error if so many bytes cannot follow, or do not fit.

        Parameters
        ----------
        size
            How many at least are said to follow.

        Raises
        ------
        MemoryError
            So many do not fit.
        ReadError
            The content would be far larger than the file.
        """
        self._refuse_trap(size)
        if size > _BLOCK:
            require(size)

    def line(self) -> bytes:
        """Return the bytes to the end of a short line, the end included.

        Returns
        -------
        bytes
            At most eight.
        """
        found = b""
        while not found.endswith(b"\n") and len(found) < len(b"RDX3\n\0\0\0"):
            found += self.take(1)
        return found

    def block(self) -> bytes:
        """Return some of the bytes that follow.

        Returns
        -------
        bytes
            None at the end.
        """
        found, self._at = self._block[self._at :], len(self._block)
        return found or self._fetch()

    def require_end(self) -> None:
        """Raise `DamagedError` if something follows."""
        if self._at < len(self._block) or self._fetch():
            raise DamagedError

    def _next(self) -> None:
        self._block = self._fetch()
        if not self._block:
            raise DamagedError
        self._at = 0

    def _fetch(self) -> bytes:
        """Return the next block."""
        self._progress.at(min(self._packed.tell() / self._size, 1.0), "Reading")
        try:
            found = self._content.read(_BLOCK)
        except (EOFError, zlib.error, lzma.LZMAError):
            raise DamagedError from None
        except OSError as error:
            if error.errno is None:  # said by what unpacks, and not by the system
                raise DamagedError from None
            raise
        self._read += len(found)
        self._refuse_trap(self._read)
        return found

    def _refuse_trap(self, size: int) -> None:
        if size > _LARGE and size > _RATIO * self._size:
            words = (
                "{name} would be far larger in memory than it is; it is no file of data that R has written."
            )
            raise ReadError(sentence(words, name=self._name))


def unpacked_begin(begin: bytes) -> bytes:
    """Return the first bytes of the content of a file.

    Parameters
    ----------
    begin
        The first bytes of the file.

    Returns
    -------
    bytes
        A few where they are packed by gzip; else the same.
    """
    if not begin.startswith(_GZIP):
        return begin
    try:
        return zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(begin, len(b"RDX3\nX\n"))
    except zlib.error:
        return b""


def _opened(packed: BinaryIO, begin: bytes) -> BinaryIO:
    if begin.startswith(_GZIP):
        return cast(BinaryIO, gzip.GzipFile(fileobj=packed))
    if begin.startswith(b"BZh"):
        return cast(BinaryIO, bz2.BZ2File(packed))
    if begin.startswith(b"\xfd7zXZ\0"):
        return cast(BinaryIO, lzma.LZMAFile(packed))
    return packed
