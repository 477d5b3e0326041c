"""Owned files: under a lock that ends with the process that made them; what a killed one left is swept.

Where a file system has no locks, what nobody has changed for long is nobody's.
"""

import errno
import os
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

PREFIX, ENDING = ".sdcdesk-", ".tmp"
"""How the names of unfinished files begin and end."""

PRIVATE = 0o600
"""Permissions of what its user alone may read."""

DAY = 86_400.0
"""Seconds after which what nobody has changed is nobody's, where there are no locks."""

_LOCKED = 1 << 40
"""The byte that is locked where locks are of bytes, which nobody else may read then: far behind the last."""


def opened_here(folder: Path, beginning: str = PREFIX) -> tuple[Path, BinaryIO]:
    """Open a new file under a lock that ends with this process; whoever sweeps asks for it.

    Parameters
    ----------
    folder
        Where it is made; nobody else may read it.
    beginning
        How its name begins.

    Returns
    -------
    tuple[Path, BinaryIO]
        The file, and itself open for writing and reading.
    """
    while True:
        path = new_name(folder / beginning, beginning)
        file = new_file(path)
        if file is not None:
            return path, file


def new_file(path: Path, mode: int = PRIVATE) -> BinaryIO | None:
    """Open a file where none may stand, under a lock that ends with this process.

    Parameters
    ----------
    path
        Its place.
    mode
        Its permissions.

    Returns
    -------
    BinaryIO or None
        Open for writing and reading, with its path as name; None: somebody who sweeps has just found it.

    Raises
    ------
    FileExistsError
        Something stands there.
    """
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    number = os.open(path, flags, mode)
    try:
        # Opened by its path, which it tells what can write to a path only.
        file = open(path, "w+b", opener=lambda _path, _flags: number)  # noqa: SIM115 - given to who asks
        if locked(file) is not False and os.fstat(number).st_nlink:
            return file
    except BaseException:  # a request to end, before anybody else knows of the file
        path.unlink(missing_ok=True)
        raise
    file.close()
    return None


@contextmanager
def own_left(path: Path, longest: float = DAY, *, anybody: bool = False) -> Iterator[BinaryIO | None]:
    """Open a file that a process of this user left when it was killed; None: it is not such a file.

    Parameters
    ----------
    path
        The file; a link is not followed.
    longest
        Seconds for which a process may leave it unchanged, where no lock tells whether there is one.
    anybody
        Whether the process of another user may have left it, too.

    Returns
    -------
    Iterator[BinaryIO or None]
        A context in which no other process takes it for its own.
    """
    flags = os.O_RDWR | getattr(os, "O_BINARY", 0)
    if sys.platform != "win32":
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
    with os.fdopen(os.open(path, flags), "rb") as file:
        status = os.fstat(file.fileno())
        own = anybody or sys.platform == "win32" or status.st_uid == os.getuid()
        free = locked(file) if own and stat.S_ISREG(status.st_mode) else False
        if free is None:
            free = _now(path.parent) - status.st_mtime > longest
        yield file if free and is_file(path, file) else None


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
                    sweep_one(Path(entry.path))


def sweep_one(path: Path, longest: float = DAY, *, anybody: bool = False) -> None:
    """Remove an unfinished file whose process is gone.

    Parameters
    ----------
    path, longest, anybody
        See `own_left`.
    """
    if sys.platform == "win32":
        path.unlink()  # this fails while a process has it open
        return
    with own_left(path, longest, anybody=anybody) as file:
        if file is not None:
            path.unlink()


def is_file(path: Path, file: BinaryIO) -> bool:
    """Return whether an open file still stands in its place.

    Parameters
    ----------
    path
        The place; a link is not followed.
    file
        The open file.

    Returns
    -------
    bool
        False where it was removed or replaced.
    """
    try:
        return os.path.samestat(path.lstat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def probed(folder: Path, mode: int) -> os.stat_result:
    """Return what the system says of a new file in a folder, which is gone again.

    Parameters
    ----------
    folder
        Where it is made.
    mode
        Permissions that it is made with; the system may give it fewer.

    Returns
    -------
    os.stat_result
        As of `os.stat`.
    """
    probe = new_name(folder / PREFIX)
    number = os.open(probe, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        return os.fstat(number)  # not by its name: somebody who sweeps may have removed that already
    finally:
        os.close(number)
        probe.unlink(missing_ok=True)


def _now(folder: Path) -> float:
    """Return the time by the clock that dates the files of a folder, perhaps of another computer."""
    return probed(folder, PRIVATE).st_mtime


def locked(file: BinaryIO | int) -> bool | None:
    """Lock a file for this process until it is closed.

    Parameters
    ----------
    file
        An open file, or its number.

    Returns
    -------
    bool or None
        False where another process has it, None where there are no locks.
    """
    number = file if isinstance(file, int) else file.fileno()
    try:
        if sys.platform == "win32":
            place = os.lseek(number, 0, os.SEEK_CUR)
            os.lseek(number, _LOCKED, os.SEEK_SET)
            try:
                msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
            finally:
                os.lseek(number, place, os.SEEK_SET)
        else:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return False if error.errno in (errno.EAGAIN, errno.EACCES) else None
    return True


def new_name(target: Path, beginning: str = PREFIX) -> Path:
    """Return a name that nothing has yet.

    Parameters
    ----------
    target
        A file beside which it stands.
    beginning
        How it begins.

    Returns
    -------
    Path
        In the same folder.
    """
    # Without the name of the target, which may be as long as names can be, or tell what it holds.
    return target.with_name(f"{beginning}{secrets.token_hex(8)}{ENDING}")
