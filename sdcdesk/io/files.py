"""Faults of files, whatever their format: what can be wrong before the content matters."""

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
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
def opening(path: Path) -> Iterator[None]:
    """Turn what the system says of a file that cannot be opened or read into a `ReadError`.

    Parameters
    ----------
    path
        The file that is opened inside the context.

    Returns
    -------
    Iterator[None]
        A context in which the caller opens the file.

    Raises
    ------
    ReadError
        The file does not exist, may not be read, or cannot be.
    Cancelled
        A request to end came while the library that parses files listened for signals itself.
    """
    if path.is_dir():
        raise ReadError(f"{path.name} is a folder; choose a file in it.")
    try:
        yield
    except pa.ArrowCancelled:
        raise Cancelled from None
    except FileNotFoundError:
        raise ReadError(f"{path.name} does not exist; check its name and folder.") from None
    except PermissionError:
        raise ReadError(
            f"{path.name} may not be read; ask for permission, or close the program that has it open."
        ) from None
    except OSError as error:
        raise ReadError(
            f"{path.name} cannot be read ({error.strerror or 'unknown reason'}); copy it to this computer."
        ) from None
