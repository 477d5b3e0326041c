"""Two folders compared file by file: by their bytes, permissions and links."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

CHUNK = 1 << 20


def differences(one: Path, other: Path) -> list[str]:
    """Return what differs between two folders, one line for each file; none where all is the same.

    Times are not compared: those that count stand within the packages, and are part of their bytes.

    Parameters
    ----------
    one, other
        The folders.
    """
    ours, theirs = _entries(one), _entries(other)
    lines = [
        f"{place}: only in {folder}"
        for place in ours.keys() ^ theirs.keys()
        for folder in ([one] if place in ours else [other])
    ]
    lines += [
        f"{place}: {said}"
        for place in ours.keys() & theirs.keys()
        if (said := _difference(ours[place], theirs[place]))
    ]
    return sorted(lines)


def _entries(folder: Path) -> dict[str, Path]:
    return {path.relative_to(folder).as_posix(): path for path in folder.rglob("*")}


def _difference(one: Path, other: Path) -> str:
    modes = [path.lstat().st_mode for path in (one, other)]
    if modes[0] != modes[1]:
        return "{} and {}".format(*map(stat.filemode, modes))
    if one.is_symlink():
        targets = [str(path.readlink()) for path in (one, other)]
        return "" if targets[0] == targets[1] else "links to {} and {}".format(*targets)
    return _first_byte(one, other) if one.is_file() else ""


def _first_byte(one: Path, other: Path) -> str:
    """Say from which byte on two files differ."""
    before = 0
    with one.open("rb") as first, other.open("rb") as second:
        while True:
            ours, theirs = first.read(CHUNK), second.read(CHUNK)
            if ours != theirs:
                pairs = enumerate(zip(ours, theirs, strict=False))
                shorter = min(len(ours), len(theirs))
                return (
                    f"differs from byte {before + next((at for at, (a, b) in pairs if a != b), shorter)} on"
                )
            if not ours:
                return ""
            before += len(ours)
