"""Unfinished files: private while they are written, then put into their places in one instant."""

import os
import re
import shutil
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from sdcdesk.core.files.owned_file import PRIVATE, is_file, locked, new_name, opened_here, probed
from sdcdesk.core.running.errors import WriteError
from sdcdesk.core.text.sentence import sentence

_RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]) *([.:].*)?|.*[. ]", re.IGNORECASE)
"""Names that stand for devices on Windows, whatever their extension, or lose their end there."""

_ANY_FILE = 0o666
"""Permissions that any program asks for where it makes a file; the folder and the process take some away."""


class Unfinished:
    """A file on its way to its place: written beside it, then put there in one instant.

    Parameters
    ----------
    target
        The place; links are followed already.
    private
        Whether it stays readable for its user alone. Else it gets the permissions of the file that it
        replaces, or those that any new file gets in this folder.
    """

    def __init__(self, target: Path, *, private: bool) -> None:
        self.target = target
        self.path, self._old = new_name(target), new_name(target)
        self._open: list[BinaryIO] = []
        self._private, self._replaced = private, False
        self._placed: list[int] | None = None

    def write(self, write: Callable[[BinaryIO], object]) -> None:
        """Write the content and force it to the disk; nobody else may read it meanwhile.

        Parameters
        ----------
        write
            Writes into the open file that it is given; it may read there what it wrote.
        """
        self.path, file = opened_here(self.target.parent)
        self._open.append(file)
        write(file)
        file.flush()
        os.fsync(file.fileno())

    def place(self, *, overwrite: bool, revocable: bool) -> None:
        """Put the complete file in its place.

        Parameters
        ----------
        overwrite
            Whether a file that stands there may be replaced.
        revocable
            Whether that may have to be taken back.

        Raises
        ------
        WriteError
            Something stands there that may not be replaced.
        """
        # Asked again: somebody may have written it while this one was being written.
        refuse_occupied(self.target, overwrite=overwrite)
        if not is_file(self.path, self._open[0]):
            raise WriteError(
                sentence(
                    "Another program has removed what was written for {name}, while this one stood "
                    "still, as when the computer sleeps; repeat this.",
                    name=self.target.name,
                )
            )
        self.path.chmod(self.mode())
        if sys.platform == "win32":
            self._close()  # an open file cannot be renamed there
        if overwrite or not self._linked():
            if revocable and self.target.exists():
                self._keep_old()
            self.path.replace(self.target)
        self._placed = identity(self.target)

    def take_back(self) -> None:
        """Let the place be as it was, because others of the same set could not be put in theirs.

        What somebody else has put there meanwhile stays.
        """
        if not self._placed or identity(self.target) != self._placed:
            return
        if sys.platform == "win32":
            self._close()  # as before
        with suppress(OSError):  # the first failure is what the user needs to know
            if self._replaced:
                self._old.replace(self.target)
            else:
                self.target.unlink()

    def end(self) -> None:
        """Remove what is left beside the place, and let go of the file."""
        self._close()
        for path in (self.path, self._old):
            with suppress(OSError):  # as above; here it happens where the disk is gone
                path.unlink(missing_ok=True)

    def mode(self) -> int:
        """Return the permissions that the file gets in its place.

        Returns
        -------
        int
            As of `chmod`.
        """
        if self._private:
            return PRIVATE
        if self.target.exists():
            return stat.S_IMODE(self.target.stat().st_mode)
        # An empty file tells what the folder and the process give; to ask the process alone changes it.
        return stat.S_IMODE(probed(self.target.parent, _ANY_FILE).st_mode)

    def _linked(self) -> bool:
        """Put the file where none may stand; unlike a renaming this fails where one came meanwhile."""
        try:
            os.link(self.path, self.target)
        except FileExistsError:
            refuse_occupied(self.target, overwrite=False)
            raise
        except OSError:  # the file system has no links
            return False
        return True

    def _keep_old(self) -> None:
        """Keep the old file under another name, without a moment in which it stands nowhere."""
        # On Windows a file of which any name is open is neither replaced nor removed.
        keep = shutil.copy2 if sys.platform == "win32" else os.link
        try:
            keep(self.target, self._old)
        except OSError:
            shutil.copy2(self.target, self._old)
        self._replaced = True
        with suppress(OSError):  # not readable: then nobody else can lock it to sweep it
            self._open.append(self._old.open("rb"))
            locked(self._open[-1])

    def _close(self) -> None:
        for file in self._open:
            with suppress(OSError):
                file.close()


def refuse_occupied(target: Path, *, overwrite: bool) -> None:
    """Raise `WriteError` where something stands that may not be replaced.

    Parameters
    ----------
    target
        A place for a file; links are followed already.
    overwrite
        Whether an ordinary file may be replaced.

    Raises
    ------
    WriteError
        A folder, a device, a pipe or a loop of links stands there, or a file that stays, or is
        write-protected.
    """
    if sys.platform == "win32" and _RESERVED.fullmatch(target.name):
        raise WriteError(
            sentence("{name} is a name that Windows keeps for itself; choose another name.", name=target.name)
        )
    if target.is_dir():
        raise WriteError(sentence("{name} is a folder; give the name of a file.", name=target.name))
    if os.path.lexists(target) and not target.is_file():
        # A device or a pipe would be gone afterwards, with an ordinary file in its place.
        raise WriteError(
            sentence(
                "{name} is not an ordinary file and is never replaced; choose another name.", name=target.name
            )
        )
    if target.exists() and not overwrite:
        raise WriteError(
            sentence(
                "{name} exists already; choose another name, or allow it to be replaced.", name=target.name
            )
        )
    if target.exists() and not _may_be_written(target):
        # To replace it takes the folder alone, on most systems; but somebody has said that it stays.
        raise WriteError(
            sentence("{name} is write-protected; take that away, or choose another name.", name=target.name)
        )


def _may_be_written(target: Path) -> bool:
    """Return whether a file may be written: by its permissions, which bind an administrator too."""
    return bool(target.stat().st_mode & 0o222) and os.access(target, os.W_OK)


def identity(path: Path) -> list[int] | None:
    """Return what tells a file from any other, and from itself when it was changed; None: there is none.

    Parameters
    ----------
    path
        The file; a link is not followed.

    Returns
    -------
    list[int] or None
        The same after it was given another name.
    """
    try:
        found = path.lstat()
    except OSError:
        return None
    return [found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns]
