"""Hash of a file: what tells its content from any other."""

import hashlib
from pathlib import Path

from sdcdesk.core.files.opening import opening
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import sentence

BLOCK = 1 << 22
"""Bytes read at once."""


def hashed(path: Path, progress: Progress = SILENT) -> tuple[int, str]:
    """Return the size of a file and its hash.

    Parameters
    ----------
    path
        The file.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    int, str
        Bytes, and SHA-256 as 64 hexadecimal digits, both of what was read.

    Raises
    ------
    ReadError
        The file is not there, or cannot be read.
    """
    digest, size = hashlib.sha256(), 0
    with opening(path), path.open("rb") as file:
        whole = max(path.stat().st_size, 1)
        while block := file.read(BLOCK):
            digest.update(block)
            size += len(block)
            progress.at(min(size / whole, 1.0), sentence("Checking {name}", name=path.name))
    return size, digest.hexdigest()
