"""Files of data, whatever their format: how they are read, and what can go wrong."""

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import BinaryIO, Self

import pyarrow as pa

from sdcdesk.core.errors import ReadError
from sdcdesk.core.progress import Cancelled


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

    def of(self, file: BinaryIO) -> Self:
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
            raise ReadError(f"{file} has two columns called {name}; give every column its own name.", name)
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
