"""Atomic writing: files that are written as a whole or not at all, alone or several together."""

import errno
import os
import secrets
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from sdcdesk.core.errors import WriteError

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG) if hasattr(errno, "EDQUOT") else (errno.ENOSPC, errno.EFBIG)


def write_atomically(path: Path, write: Callable[[BinaryIO], object], *, overwrite: bool) -> None:
    """Write a file so that a reader finds the old content or all of the new, never a part.

    The content goes to a temporary file in the same folder, is forced to the disk and then takes the
    place of the old file. After any failure, or a cancel, the old file stands as it was and nothing is
    left behind. A file that is replaced hands on its permissions.

    Parameters
    ----------
    path
        The file; a symbolic link is followed.
    write
        Writes the content into the open file that it is given.
    overwrite
        Whether a file that exists may be replaced.

    Raises
    ------
    WriteError
        The file exists and may not be replaced, the folder does not exist or may not be written, or the
        disk is full.
    """
    write_together({path: write}, overwrite=overwrite)


def write_together(files: Mapping[Path, Callable[[BinaryIO], object]], *, overwrite: bool) -> None:
    """Write several files: none takes its place before all are complete; see `write_atomically`.

    Parameters
    ----------
    files
        What writes the content of each file; they take their places in this order.
    overwrite
        Whether files that exist may be replaced.

    Raises
    ------
    WriteError
        One of the files cannot be written.
    """
    targets = {Path(os.path.realpath(path)): write for path, write in files.items()}
    for target in targets:
        with _worded(target):
            _refuse_occupied(target, overwrite)
    complete: dict[Path, Path] = {}
    try:
        for target, write in targets.items():
            complete[target] = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
            with _worded(target):
                _write(complete[target], write)
        for target, temporary in complete.items():
            with _worded(target):
                _settle(temporary, target, overwrite)
    finally:
        for temporary in complete.values():
            _remove(temporary)


def same_file(path: Path, other: Path) -> bool:
    """Return whether two paths name one file, be it by a link or by another spelling of its name.

    Parameters
    ----------
    path, other
        Files that need not exist.

    Returns
    -------
    bool
        True also for one place where nothing stands yet.
    """
    try:
        return path.samefile(other)
    except OSError:  # one of them is not there
        return path.resolve() == other.resolve()


def _write(temporary: Path, write: Callable[[BinaryIO], object]) -> None:
    with temporary.open("xb") as file:
        write(file)
        file.flush()
        os.fsync(file.fileno())


def _settle(temporary: Path, target: Path, overwrite: bool) -> None:  # noqa: FBT001 - the caller's parameter
    if target.exists():
        # Asked again: somebody may have written it while this one was being written.
        _refuse_occupied(target, overwrite)
        shutil.copymode(target, temporary)
    temporary.replace(target)


@contextmanager
def _worded(target: Path) -> Iterator[None]:
    """Turn what the system says into a sentence."""
    try:
        yield
    except OSError as error:
        raise WriteError(_sentence(error, target)) from None


def _refuse_occupied(target: Path, overwrite: bool) -> None:  # noqa: FBT001 - the caller's parameter
    if target.is_dir():
        raise WriteError(f"{target.name} is a folder; give the name of a file.")
    if target.exists() and not target.is_file():
        # A device or a pipe would be gone afterwards, with an ordinary file in its place.
        raise WriteError(f"{target.name} is not an ordinary file and is never replaced; choose another name.")
    if target.exists() and not overwrite:
        raise WriteError(f"{target.name} exists already; choose another name, or allow it to be replaced.")


def _remove(temporary: Path) -> None:
    """Remove what is left of an attempt; after success nothing is."""
    try:
        temporary.unlink(missing_ok=True)
    except OSError:
        # The first failure is what the user needs to know; here it happens where the disk is gone.
        return


def _sentence(error: OSError, target: Path) -> str:
    name, folder = target.name, target.parent.name or str(target.parent)
    if error.errno in _FULL:
        return f"The disk has no room for {name}; free some space or choose another folder."
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return f"The folder {folder} for {name} does not exist; create it or choose another."
    if isinstance(error, PermissionError) or error.errno == errno.EROFS:
        return (
            f"{name} may not be written in the folder {folder}; choose another folder, "
            "or close the program that has the file open."
        )
    return f"{name} could not be written ({error.strerror or 'unknown reason'}); choose another folder."
