"""Files of data, whatever their format: how they are read, and what can go wrong."""

import hashlib
import io
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Self

import pyarrow as pa

from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.core.text.sentence import sentence

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer as Buffer

BLOCK = 1 << 18
"""Bytes of which each can be checked alone: a column of a group of records is seldom smaller."""

_BLOCKS = 64
"""Blocks that are checked at once at most, so that a cancel is heard."""


class BytesRead:
    """A file that is hashed on the way as it is read, once and in order: the hash is of these very bytes.

    Attributes
    ----------
    size
        Bytes read so far.
    """

    def __init__(self) -> None:
        self._file: BinaryIO | None = None
        self._hash, self.size = hashlib.sha256(), 0

    @property
    def started(self) -> bool:
        """Whether a file was read at all."""
        return self._file is not None

    @property
    def sha256(self) -> str:
        """Hash of what was read so far, as 64 hexadecimal digits."""
        return self._hash.hexdigest()

    @property
    def state(self) -> "hashlib._Hash":
        """What the hash of the file goes on from, behind what was read so far."""
        return self._hash.copy()

    def begin(self, file: BinaryIO) -> Self:
        """Begin to read a file.

        Parameters
        ----------
        file
            Open, at its start.

        Returns
        -------
        Self
            The same object, which reads on.
        """
        self._file, self._hash, self.size = file, hashlib.sha256(), 0
        return self

    def read(self, size: int = -1, /) -> bytes:
        """Return the next bytes of the file.

        Parameters
        ----------
        size
            How many at most; -1: all that are left.

        Returns
        -------
        bytes
            None at the end.
        """
        content = self._file.read(size) if self._file else b""
        self._hash.update(content)
        self.size += len(content)
        return content


class SameBytes(io.RawIOBase):
    """A file that is read at any place and gives the very bytes that were hashed, though memory holds few.

    It is hashed from its start to its end at first; what is read of it later must lead from one state of this
    hash to the next.

    Parameters
    ----------
    file
        Open, at its start.
    read
        Hashes the whole.
    progress
        Asked whether to stop, also whenever something is read.

    Raises
    ------
    ReadError
        Somebody has changed the file since it was hashed; raised by whatever reads it.
    Cancelled
        The user asked to stop; raised by whatever reads it.
    """

    def __init__(self, file: BinaryIO, read: BytesRead, progress: Progress) -> None:
        super().__init__()
        self._file, self._progress, self._at = file, progress, 0
        self._name = Path(file.name).name
        self._block_number, self._block = -1, memoryview(b"")
        source, size = read.begin(file), max(os.fstat(file.fileno()).st_size, 1)
        self._states = [source.state]
        while source.read(BLOCK):
            self._states.append(source.state)
            progress.at(min(source.size / size, 1.0), "Reading")
        self._size = source.size

    def readable(self) -> bool:
        """Return True."""
        return True

    def seekable(self) -> bool:
        """Return True."""
        return True

    def tell(self) -> int:
        """Return the place of the next byte."""
        return self._at

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        """Go to a place, and return it."""
        start = {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self._size}[whence]
        self._at = start + offset
        return self._at

    def readinto(self, buffer: "Buffer", /) -> int:
        """Fill a buffer with the next bytes, and return how many they are: fewer only at the end."""
        wanted = memoryview(buffer).cast("B")[: max(self._size - self._at, 0)]
        filled = 0
        while filled < len(wanted):
            number, start = divmod(self._at, BLOCK)
            whole = min((len(wanted) - filled) // BLOCK, _BLOCKS)
            if whole and not start:  # checked where they are wanted
                part = wanted[filled : filled + whole * BLOCK]
                self._fill(part, number)
            else:
                part = self._content(number)[start : start + len(wanted) - filled]
                wanted[filled : filled + len(part)] = part
            filled += len(part)
            self._at += len(part)
        return filled

    def _content(self, number: int) -> memoryview:
        """Return a block, which is kept for whoever reads on in it."""
        if number != self._block_number:
            block = memoryview(bytearray(min(BLOCK, self._size - number * BLOCK)))
            self._fill(block, number)
            self._block_number, self._block = number, block
        return self._block

    def _fill(self, place: memoryview, number: int) -> None:
        """Read blocks from a number on into their place, and check them."""
        if self._progress.cancelled():
            raise Cancelled
        self._file.seek(number * BLOCK)
        found = self._file.readinto(place)  # type: ignore[attr-defined]  # every file that is opened has it
        state, end = self._states[number].copy(), number + -(-len(place) // BLOCK)
        state.update(place)
        if found != len(place) or state.digest() != self._states[end].digest():
            raise ReadError(
                sentence(
                    "{name} was changed by another program while it was read; read it again.", name=self._name
                )
            )


def refuse_twice(names: Iterable[str], file: str) -> None:
    """Raise `ReadError` if two columns share a name.

    Parameters
    ----------
    names
        The columns.
    file
        Its name, for the message.

    Raises
    ------
    ReadError
        Two columns share a name.
    """
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ReadError(
                sentence(
                    "{file} has two columns called {name}; give every column its own name.",
                    file=file,
                    name=name,
                ),
                name,
            )
        seen.add(name)


@contextmanager
def cancellable() -> Iterator[None]:
    """Turn a request to end, which came while the library that parses files listened itself, into a cancel.

    Returns
    -------
    Iterator[None]
        A context in which the caller reads.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    try:
        yield
    except pa.ArrowCancelled:
        raise Cancelled from None
