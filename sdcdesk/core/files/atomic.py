"""Atomic writing: files that are written as a whole or not at all, alone or several together."""

import errno
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from sdcdesk.core.files.file_set import finish, listed
from sdcdesk.core.files.folder_lock import FolderLock, folder_lock
from sdcdesk.core.files.owned_file import sweep
from sdcdesk.core.files.unfinished import Unfinished, refuse_occupied
from sdcdesk.core.running.errors import WriteError
from sdcdesk.core.running.interruption import uninterrupted
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG) if hasattr(errno, "EDQUOT") else (errno.ENOSPC, errno.EFBIG)


def _nothing() -> None:
    pass


def write_atomically(
    path: Path, write: Callable[[BinaryIO], object], *, overwrite: bool, private: bool = False
) -> tuple[str, ...]:
    """Write a file so that a reader finds the old content or all of the new, never a part.

    The content goes to a temporary file in the same folder, is forced to the disk and then takes the
    place of the old file. After any failure, or a cancel, the old file stands as it was and nothing is
    left behind; what a killed process left is removed when the next one writes into the same folder. While
    it is unfinished nobody else may read it. Then it has the permissions of the file that it replaces, or
    those that any new file gets.

    Parameters
    ----------
    path
        The file; a symbolic link is followed.
    write
        Writes the content into the open file that it is given.
    overwrite
        Whether a file that exists may be replaced.
    private
        Whether nobody else may ever read it.

    Returns
    -------
    tuple of str
        As `write_together`.

    Raises
    ------
    WriteError
        The file exists and may not be replaced or is write-protected, the folder does not exist or may not be
        written, or the disk is full.
    """
    return write_together({path: write}, overwrite=overwrite, private=private)


def write_together(
    files: Mapping[Path, Callable[[BinaryIO], object]],
    *,
    overwrite: bool,
    private: bool = False,
    ready: Callable[[], object] = _nothing,
    first: Collection[Path] = (),
) -> tuple[str, ...]:
    """Write several files: all take their places, or none does; see `write_atomically`.

    Where a process is killed between two of them, a part stands until the next one writes into one of the
    folders: then the others follow, as long as nobody has changed what stands.

    Parameters
    ----------
    files
        What writes the content of each file; they take their places in this order.
    overwrite
        Whether files that exist may be replaced.
    private
        Whether nobody else may ever read them.
    ready
        Called when all are complete and none has its place: the last that may fail or cancel. From then on
        requests to end the process wait until all files stand.
    first
        The files that are written before the others, which tell of them; none: each in its turn.

    Returns
    -------
    tuple of str
        What somebody killed had left of other sets in these folders, and what became of it: sentences that
        the user should read.

    Raises
    ------
    WriteError
        One of the files cannot be written.
    """
    targets: dict[Path, Callable[[BinaryIO], object]] = {}
    for path, write in files.items():
        with _write_errors(path):
            target = Path(os.path.realpath(path))
        targets[target] = write
    told = clear_folders(target.parent for target in targets)
    for target in targets:
        with _write_errors(target):
            refuse_occupied(target, overwrite=overwrite)
    written = [Unfinished(target, private=private) for target in targets]
    try:
        leading = {Path(os.path.realpath(path)) for path in first}
        for file in sorted(written, key=lambda file: file.target not in leading):
            with _write_errors(file.target):
                file.write(targets[file.target])
        folders = dict.fromkeys(target.parent for target in targets) if len(targets) > 1 else ()
        with folder_lock(folders) as own:
            ready()
            with uninterrupted():
                try:
                    _place(written, own, overwrite=overwrite)
                finally:
                    own.end()  # a request that waits may end the process at once
    finally:
        with uninterrupted():
            _tidy(written)
    return told


def clear_folders(folders: Iterable[Path]) -> tuple[str, ...]:
    """Complete what killed processes of this user left of sets of files, and remove what else they left.

    Parameters
    ----------
    folders
        Where files are written, or were; what may not be changed there stays.

    Returns
    -------
    tuple of str
        As `write_together`.
    """
    told: list[str] = []
    for folder in dict.fromkeys(folders):
        told += finish(folder)
        sweep(folder)
    return tuple(told)


def writer_of(content: bytes) -> Callable[[BinaryIO], object]:
    """Return what writes a content that is known already.

    Parameters
    ----------
    content
        All of it.

    Returns
    -------
    Callable[[BinaryIO], object]
        As `write_together` takes it.
    """
    return lambda file: file.write(content)


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
        try:
            return path.samefile(other)
        except OSError:  # one of them is not there
            return Path(os.path.realpath(path)) == Path(os.path.realpath(other))
    except ValueError:  # no file can have such a name
        return False


def _place(files: Sequence[Unfinished], own: FolderLock, *, overwrite: bool) -> None:
    """Put complete files in their places; where one cannot be, those before it are taken back."""
    if not files:  # all that was to be written is withheld
        return
    try:
        with _write_errors(files[0].target), listed(files):
            _place_listed(files, own, overwrite=overwrite)
    finally:
        _tidy(files)


def _place_listed(files: Sequence[Unfinished], own: FolderLock, *, overwrite: bool) -> None:
    try:
        for file in files:
            with _write_errors(file.target):
                own.require()
                file.place(overwrite=overwrite, revocable=file is not files[-1])
    except BaseException:
        for file in reversed(files):
            file.take_back()
        raise


def _tidy(files: Iterable[Unfinished]) -> None:
    for file in files:
        file.end()


@contextmanager
def _write_errors(target: Path) -> Iterator[None]:
    """Raise what the system says as a sentence."""
    try:
        yield
    except OSError as error:
        raise WriteError(_sentence(error, target), why=write_error_text(error)) from None


def write_error_text(error: OSError) -> str:
    """Return why a file cannot be written, whatever its name.

    Parameters
    ----------
    error
        What the system says.

    Returns
    -------
    str
        A clause: "the disk is full".
    """
    if error.errno in _FULL:
        return "the disk is full"
    if isinstance(error, PermissionError) or error.errno == errno.EROFS:
        return "its folder may not be written"
    if not error.strerror:
        return "the system does not say why"
    return sentence("the system says: {why}", why=error.strerror.lower())


def _sentence(error: OSError, target: Path) -> str:
    name, folder = target.name, target.parent.name or str(target.parent)
    if error.errno in _FULL:
        return sentence(
            "The disk has no room for {name}; free some space or choose another folder.", name=name
        )
    if error.errno == errno.ENAMETOOLONG:
        return sentence(
            "The name or the path of {name} is too long for this system; choose a shorter one.",
            name=short(name),
        )
    if isinstance(error, FileNotFoundError) and target.parent.is_dir():
        if sys.platform == "win32":  # which says it so
            return sentence(
                "The path of {name} is too long for this system; choose a folder with a shorter one.",
                name=name,
            )
        return sentence(
            "The folder {folder} takes no new files such as {name}; choose another folder.",
            folder=folder,
            name=name,
        )
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return sentence(
            "The folder {folder} for {name} does not exist; create it or choose another.",
            folder=folder,
            name=name,
        )
    if isinstance(error, PermissionError) or error.errno == errno.EROFS:
        return sentence(
            "{name} may not be written in the folder {folder}; choose another folder, or close the program "
            "that has the file open.",
            name=name,
            folder=folder,
        )
    if not error.strerror:
        return sentence("{name} could not be written; choose another folder.", name=name)
    words = "{name} could not be written ({why}); choose another folder."
    return sentence(words, name=name, why=error.strerror)
