"""The archive for Linux: unpack it anywhere and start `sdcdesk-gui`."""

from __future__ import annotations

import tarfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

LEVEL = 6
"""Of xz; 9 takes a third longer and seven times the memory, for half a hundredth of the size."""


def make_archive(folder: Path, file: Path, epoch: int) -> None:
    """Write a folder as `.tar.xz`, the same bytes for the same files.

    Parameters
    ----------
    folder
        What is packed, under its own name.
    file
        The archive.
    epoch
        Time in seconds that every entry bears.
    """

    def owned_by_nobody(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        entry.mtime = epoch
        return entry

    with tarfile.open(file, "w:xz", format=tarfile.GNU_FORMAT, preset=LEVEL) as archive:
        archive.add(folder, folder.name, recursive=False, filter=owned_by_nobody)
        for path in sorted(folder.rglob("*")):
            place = f"{folder.name}/{path.relative_to(folder).as_posix()}"
            archive.add(path, place, recursive=False, filter=owned_by_nobody)
