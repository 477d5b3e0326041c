"""Unfinished files: private, owned by the process that writes them, and swept when that is gone."""

import errno
import os
import secrets
import shutil
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from sdcdesk.core.errors import WriteError

if sys.platform != "win32":
    import fcntl

PREFIX, ENDING = ".sdcdesk-", ".tmp"
"""How the names of unfinished files begin and end."""

PRIVATE = 0o600
"""Permissions of what its user alone may read."""


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
        self._path, self._old = _new_name(target), _new_name(target)
        self._open: list[BinaryIO] = []
        self._private, self._placed, self._replaced = private, False, False

    def write(self, write: Callable[[BinaryIO], object]) -> None:
        """Write the content and force it to the disk; nobody else may read it meanwhile.

        Parameters
        ----------
        write
            Writes into the open file that it is given; it may read there what it wrote.
        """
        file = self._opened()
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
        self._path.chmod(self._mode())
        if sys.platform == "win32":
            self._close()  # an open file cannot be renamed there
        if not overwrite and self._linked():
            self._placed = True
            return
        if revocable and self.target.exists():
            self._keep_old()
        self._path.replace(self.target)
        self._placed = True

    def take_back(self) -> None:
        """Let the place be as it was, because others of the same set could not be put in theirs."""
        with suppress(OSError):  # the first failure is what the user needs to know
            if self._replaced:
                self._old.replace(self.target)
            elif self._placed:
                self.target.unlink()

    def end(self) -> None:
        """Remove what is left beside the place, and let go of the file."""
        self._close()
        for path in (self._path, self._old):
            with suppress(OSError):  # as above; here it happens where the disk is gone
                path.unlink(missing_ok=True)

    def _opened(self) -> BinaryIO:
        """Open the file under a lock that ends with this process; whoever sweeps asks for it."""
        while True:
            flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
            file = os.fdopen(os.open(self._path, flags, PRIVATE), "w+b")
            self._open.append(file)
            if locked(file) is not False and os.fstat(file.fileno()).st_nlink:
                return file
            self._path = _new_name(self.target)  # somebody who sweeps has just found it

    def _mode(self) -> int:
        if self._private:
            return PRIVATE
        if self.target.exists():
            return stat.S_IMODE(self.target.stat().st_mode)
        # An empty file tells what the folder and the process give; to ask the process alone changes it.
        probe = _new_name(self.target)
        try:
            probe.touch(exist_ok=False)
            return stat.S_IMODE(probe.stat().st_mode)
        finally:
            probe.unlink(missing_ok=True)

    def _linked(self) -> bool:
        """Put the file where none may stand; unlike a renaming this fails where one came meanwhile."""
        try:
            os.link(self._path, self.target)
        except FileExistsError:
            refuse_occupied(self.target, overwrite=False)
            raise
        except OSError:  # the file system has no links
            return False
        return True

    def _keep_old(self) -> None:
        """Keep the old file under another name, without a moment in which it stands nowhere."""
        try:
            os.link(self.target, self._old)
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
        A folder, a device, a pipe or a loop of links stands there, or a file that stays.
    """
    if target.is_dir():
        raise WriteError(f"{target.name} is a folder; give the name of a file.")
    if os.path.lexists(target) and not target.is_file():
        # A device or a pipe would be gone afterwards, with an ordinary file in its place.
        raise WriteError(f"{target.name} is not an ordinary file and is never replaced; choose another name.")
    if target.exists() and not overwrite:
        raise WriteError(f"{target.name} exists already; choose another name, or allow it to be replaced.")


def sweep(folder: Path) -> None:
    """Remove unfinished files that processes of this user left in a folder, killed in their midst.

    Parameters
    ----------
    folder
        The folder; what cannot be removed stays.
    """
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(PREFIX) and entry.name.endswith(ENDING):
                with suppress(OSError):
                    _sweep(Path(entry.path))


def _sweep(path: Path) -> None:
    if sys.platform == "win32":
        path.unlink()  # this fails while a process has it open
        return
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
        status = os.fstat(file.fileno())
        if stat.S_ISREG(status.st_mode) and status.st_uid == os.getuid() and locked(file):
            path.unlink()


def locked(file: BinaryIO) -> bool | None:
    """Lock a file for this process until it is closed.

    Parameters
    ----------
    file
        An open file.

    Returns
    -------
    bool or None
        False where another process has it, None where there are no locks.
    """
    if sys.platform == "win32":
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return False if error.errno in (errno.EAGAIN, errno.EACCES) else None
    return True


def _new_name(target: Path) -> Path:
    # Without the name of the target, which may be as long as names can be, or tell what it holds.
    return target.with_name(f"{PREFIX}{secrets.token_hex(8)}{ENDING}")
