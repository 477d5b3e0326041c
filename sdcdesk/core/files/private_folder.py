"""Private folder for temporary files: its user's alone, and swept after a process that was killed."""

import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from sdcdesk.core.files.owned_file import ENDING, PREFIX, new_file, own_left
from sdcdesk.core.running.errors import WriteError
from sdcdesk.core.running.interruption import uninterrupted
from sdcdesk.core.text.sentence import sentence

OWNER = "owner"
"""File in the folder, under a lock that ends with the process that made it."""

_OTHERS = stat.S_IRWXG | stat.S_IRWXO


@contextmanager
def private_folder(parent: Path | None = None) -> Iterator[Path]:
    """Make a folder that nobody else may read, and remove it with all that it holds at the end.

    What killed processes of this user left is removed first.

    Parameters
    ----------
    parent
        Where it is made; None: the folder of the system for temporary files.

    Returns
    -------
    Iterator[Path]
        A context with the folder.

    Raises
    ------
    WriteError
        It cannot be made, or others may read it.
    """
    parent = Path(tempfile.gettempdir()) if parent is None else parent
    sweep_folders(parent)
    folder = None
    try:
        with uninterrupted():
            folder, owner = _create(parent)
        with owner:
            require_private(folder)
            yield folder
    finally:
        if folder is not None:
            with uninterrupted():
                shutil.rmtree(folder, ignore_errors=True)


def sweep_folders(parent: Path) -> None:
    """Remove private folders that processes of this user left, killed in their midst.

    Parameters
    ----------
    parent
        The folder that they stand in; what cannot be removed stays.
    """
    with suppress(OSError), os.scandir(parent) as entries:
        for entry in entries:
            named = entry.name.startswith(PREFIX) and entry.name.endswith(ENDING)
            if named and entry.is_dir(follow_symlinks=False):
                with suppress(OSError), own_left(Path(entry.path) / OWNER) as owner:
                    if owner is not None:
                        shutil.rmtree(entry.path, ignore_errors=True)


def require_private(folder: Path) -> None:
    """Raise `WriteError` where others than the user may look into a folder.

    Parameters
    ----------
    folder
        The folder.

    Raises
    ------
    WriteError
        Its permissions, or its owner, let others in.
    """
    if sys.platform == "win32":  # where permissions tell nothing, and the folder of a user is closed
        return
    status = folder.stat()
    if status.st_mode & _OTHERS or status.st_uid != os.getuid():
        words = (
            "Others may look into folders for temporary files in {parent}; choose a folder of your own by "
            "the environment variable TMPDIR."
        )
        raise WriteError(sentence(words, parent=str(folder.parent)))


def _create(parent: Path) -> tuple[Path, BinaryIO]:
    """Make a folder with the file of its owner, open and locked."""
    folder = None
    try:
        folder = Path(tempfile.mkdtemp(ENDING, PREFIX, parent))
        owner = new_file(folder / OWNER)
        if owner is not None:
            return folder, owner
        reason = "somebody has it already"
    except OSError as error:
        reason = (error.strerror or "").lower()
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)
    words = (
        "No folder for temporary files can be made in {parent} ({reason}); choose another by the environment "
        "variable TMPDIR."
    )
    raise WriteError(sentence(words, parent=str(parent), reason=reason))
