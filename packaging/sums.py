"""SHA-256 of every file in a folder, in the form that `sha256sum --check` reads."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

NAME = "SHA256SUMS"


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sums(folder: Path, files: Iterable[Path]) -> str:
    """Return the list of files, by their places in a folder, each with its SHA-256."""
    lines = [f"{sha256(path)}  {path.relative_to(folder).as_posix()}" for path in sorted(files)]
    return "".join(f"{line}\n" for line in lines)


def write_sums(folder: Path) -> None:
    """Write the list of all files in a folder into it; it does not list itself."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != NAME]
    (folder / NAME).write_text(sums(folder, files), encoding="utf-8", newline="\n")
