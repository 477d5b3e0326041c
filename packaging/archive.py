"""The archive for Linux: unpack it anywhere and start `sdcdesk-gui`."""

from __future__ import annotations

import gzip
import tarfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def make_archive(folder: Path, file: Path, epoch: int) -> None:
    """Write a folder as `.tar.gz`, the same bytes for the same files."""

    def owned_by_nobody(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        entry.mtime = epoch
        return entry

    with (
        file.open("wb") as raw,
        gzip.GzipFile("", "wb", 9, raw, mtime=epoch) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive,
    ):
        archive.add(folder, folder.name, recursive=False, filter=owned_by_nobody)
        for path in sorted(folder.rglob("*")):
            archive.add(
                path, f"{folder.name}/{path.relative_to(folder).as_posix()}", False, filter=owned_by_nobody
            )
