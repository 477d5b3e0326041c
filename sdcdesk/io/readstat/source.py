"""Source of a file for ReadStat: the very bytes that are hashed, and errors that the library swallows."""

import io

from sdcdesk.core.running.progress import Progress

_BUFFER = 1 << 20
"""Bytes read at once: the library asks for one record after the other."""


class Source:
    """A file as the library reads it: an error in it comes out of `raise_error`, for the library loses it.

    That each read is one of Python lets other threads go on, which the library itself never does.

    Parameters
    ----------
    file
        The file, open; hashed already where it is one that a user reads.
    size
        Its bytes.
    progress
        Receives how far the reading is.
    """

    def __init__(self, file: io.RawIOBase, size: int, progress: Progress) -> None:
        self._file = io.BufferedReader(file, _BUFFER)
        self._size, self._progress, self._reads = max(size, 1), progress, 0
        self._error: BaseException | None = None

    @property
    def size(self) -> int:
        """Bytes of the file."""
        return self._size

    def read(self, size: int = -1, /) -> bytes:
        """Return the next bytes.

        Parameters
        ----------
        size
            How many at most; -1: all that are left.

        Returns
        -------
        bytes
            None at the end.
        """
        try:
            self._reads += 1
            if not self._reads % 1024:
                self._progress.at(min(self._file.tell() / self._size, 1.0), "Reading")
            return self._file.read(min(size, self._size))  # a lying file asks for more than fits in memory
        except BaseException as error:
            self._error = error
            raise

    def begin_again(self, progress: Progress) -> None:
        """Go back to the start, to read a piece.

        Parameters
        ----------
        progress
            Receives how far the reading is from now on.
        """
        self._file.seek(0)
        self._progress = progress

    def seek(self, offset: int, whence: int = 0, /) -> int:
        """Go to a place.

        Parameters
        ----------
        offset, whence
            As those of files.

        Returns
        -------
        int
            The place, in bytes from the start.
        """
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        """Tell the place of the next byte.

        Returns
        -------
        int
            In bytes from the start.
        """
        return self._file.tell()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def raise_error(self) -> None:
        """Raise what went wrong in reading, if anything did."""
        if self._error is not None:
            raise self._error
