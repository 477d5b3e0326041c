"""Folder lock: who puts several files into their places keeps others from doing so meanwhile.

A marker, which only one can create, stands in the folder until all files do. That holds on every file system
and between computers, with locks or without. The marker of a process that is gone is removed by the next one:
at once where a lock tells that it is gone, and else after longer than any set takes. One that stood still for
as long, as when its computer slept, finds its marker gone, and puts no further file into its place.
"""

import os
import platform
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from sdcdesk.core.files.opening import is_ordinary
from sdcdesk.core.files.owned_file import ENDING, PREFIX, is_file, new_file, sweep_one
from sdcdesk.core.files.unfinished import identity
from sdcdesk.core.running.errors import WriteError
from sdcdesk.core.text.printable import printable, short
from sdcdesk.core.text.sentence import sentence

MARKER = f"{PREFIX}turn{ENDING}"
"""Its name; what a killed process left is swept as other unfinished files are."""

PATIENCE = 10.0
"""Seconds for which to wait until a set of somebody else stands, which takes an instant where all is well."""

LONGEST = 60.0
"""Seconds after which a marker belongs to nobody, where no lock tells whether its process is there."""

OFTEN = 0.01
"""Seconds after which to look again."""

_NAME = 256
"""Bytes of the name of a computer, at most."""

_READABLE = 0o644
"""Permissions: others must be able to ask for its lock."""


class FolderLock:
    """The markers of a process that puts files into their places.

    Attributes
    ----------
    markers
        Their places, and themselves open.
    """

    def __init__(self) -> None:
        self.markers: list[tuple[Path, BinaryIO]] = []

    def require(self) -> None:
        """Raise `WriteError` if somebody has removed a marker: then the lock is somebody else's.

        Raises
        ------
        WriteError
            The process stood still for longer than any set takes.
        """
        for path, file in self.markers:
            if not is_file(path, file):
                raise WriteError(
                    sentence(
                        "Another program has put its files into the folder {name} while this one "
                        "stood still, as when the computer sleeps; look at what is there, and repeat this.",
                        name=path.parent.name,
                    )
                )

    def end(self) -> None:
        """Let others put their files."""
        while self.markers:
            _remove(*self.markers.pop())


@contextmanager
def folder_lock(folders: Iterable[Path]) -> Iterator[FolderLock]:
    """Wait until nobody else puts a set into one of the folders, and let nobody else do so meanwhile.

    Parameters
    ----------
    folders
        Places of the files of a set; for one file alone there is nothing to mix.

    Returns
    -------
    Iterator[FolderLock]
        A context in which the files take their places. The lock may be ended before the context ends: for a
        moment in which nothing can end the process.

    Raises
    ------
    WriteError
        Somebody else is not done.
    """
    own = FolderLock()
    try:
        for folder in sorted(folders):  # in one order: else each of two could wait for the other
            with suppress(OSError):  # it is gone, or may not be written any more, which is told later
                own.markers.append(_marked(folder))
                _sign(own.markers[-1][1])
        yield own
    finally:
        own.end()


def _marked(folder: Path) -> tuple[Path, BinaryIO]:
    path, latest, holder = folder / MARKER, 0.0, None
    while True:
        file = _created(path)
        if file is not None:
            return path, file
        if not _swept(path):
            found = identity(path)
            if holder is None or found != holder:  # it goes on: patience is for each who has the lock
                holder, latest = found, time.monotonic() + PATIENCE
            if time.monotonic() > latest:
                raise WriteError(_occupied(path))
            time.sleep(OFTEN)


def _sign(marker: BinaryIO) -> None:
    """Tell those who wait which computer it is."""
    marker.write(platform.node().encode(errors="replace"))
    marker.flush()


def _created(path: Path) -> BinaryIO | None:
    """Return the marker, open; None: there is one."""
    try:
        return new_file(path, _READABLE)
    except FileExistsError:
        return None
    except PermissionError:
        # So Windows says it of one that is about to go.
        if sys.platform == "win32" and os.path.lexists(path):
            return None
        raise


def _swept(path: Path) -> bool:
    """Remove a marker whose process is gone; False: it stays."""
    try:
        sweep_one(path, LONGEST, anybody=True)
    except OSError:
        return False
    return not os.path.lexists(path)


def _remove(path: Path, file: BinaryIO) -> None:
    with suppress(OSError):  # the files stand, or the first failure is what the user needs to know
        if sys.platform == "win32":
            file.close()  # an open file cannot be removed there, and one of somebody else is open
            path.unlink()
        elif is_file(path, file):
            path.unlink()
    with suppress(OSError):  # what could not be written into it
        file.close()


def _occupied(path: Path) -> str:
    """Say that another program, perhaps on another computer, puts its files into the folder of a marker."""
    computer = ""
    with suppress(OSError):
        if is_ordinary(path) and not path.is_symlink():
            with path.open("rb") as file:
                computer = file.read(_NAME).decode(errors="replace")
    if computer in ("", platform.node()):
        return sentence(
            "Another program is putting its files into the folder {name}; wait until it is done, or remove "
            "{marker} there if there is none.",
            name=path.parent.name,
            marker=MARKER,
        )
    return sentence(
        "Another program on {computer} is putting its files into the folder {name}; wait until it is done, "
        "or remove {marker} there if there is none.",
        computer=short(printable(computer)),
        name=path.parent.name,
        marker=MARKER,
    )
