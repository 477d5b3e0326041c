"""Recent files: data files that steps and measures read again and again, kept in memory by their content."""

from collections import OrderedDict
from pathlib import Path
from threading import Lock

from sdcdesk.core.files.file_hash import hashed
from sdcdesk.core.files.opening import opening
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.io.options import FileOptions
from sdcdesk.io.reading import FileRead, read_file

MOST_FILES = 4
"""Files that are kept."""

MOST_BYTES = 1 << 30
"""Memory that they may take together; a file that takes more alone is not kept."""

CHECKING = 0.1
"""Share of the work that is the hash."""


class RecentFiles:
    """Files that were read last, so that the same content is read once only.

    A file as long as one that is kept is hashed, so that one that changed is read anew. Nothing is ever
    written.

    Parameters
    ----------
    most_files, most_bytes
        How many are kept, and how much memory they may take together.
    """

    def __init__(self, most_files: int = MOST_FILES, most_bytes: int = MOST_BYTES) -> None:
        self._most_files, self._most_bytes = most_files, most_bytes
        self._kept: OrderedDict[tuple[str, ...], tuple[FileRead, int]] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def read(self, path: Path, options: FileOptions | None = None, progress: Progress = SILENT) -> FileRead:
        """Read a data file, or return what was read of the same content in the same way.

        Parameters
        ----------
        path
            The file.
        options
            How to read it; found out where not given.
        progress
            Receives the share that is done, and stops the work where the user asked to.

        Returns
        -------
        FileRead
            As of `read_file`. Its data may be shared, and are never changed.

        Raises
        ------
        ReadError
            The file cannot be read.
        """
        how = options or FileOptions()
        # The extension says the format where the options do not.
        way = (type(how).__name__, how.model_dump_json(), path.suffix.lower())
        if (known := self._known(path, way, progress.part(0.0, CHECKING))) is not None:
            return known
        found = read_file(path, options, progress=progress.part(CHECKING, 1.0))
        size = found.data.size
        if size <= self._most_bytes:
            with self._lock:
                # Under what was read, which another program may have changed since it was hashed.
                self._kept[(found.sha256, *way)] = found, size
                self._keep_few()
        return found

    def _known(self, path: Path, way: tuple[str, ...], progress: Progress) -> FileRead | None:
        """Return what is kept of a file; no other is hashed, for it may be too large to be read at all."""
        with opening(path):
            size = path.stat().st_size
        with self._lock:
            if not any(kept.size == size for kept, _ in self._kept.values()):
                return None
        _, sha256 = hashed(path, progress)
        with self._lock:
            known = self._kept.get((sha256, *way))
            if known is None:
                return None
            self._kept.move_to_end((sha256, *way))
            return known[0]

    def forget(self) -> None:
        """Let go of all files."""
        with self._lock:
            self._kept.clear()

    def _keep_few(self) -> None:
        while (
            len(self._kept) > self._most_files
            or sum(size for _, size in self._kept.values()) > self._most_bytes
        ):
            self._kept.popitem(last=False)


RECENT = RecentFiles()
"""Those of this process."""
