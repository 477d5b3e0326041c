"""Shared libraries of Linux: what each needs, and which are reached from others. Reads with binutils."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from stages import SetUpError, ask

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

MAGIC = b"\x7fELF"


def is_elf(path: Path) -> bool:
    """Whether a file is a program or shared library of Linux."""
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def needed(path: Path) -> tuple[str, ...]:
    """Return the names of the shared libraries that one needs.

    Raises
    ------
    SetUpError
        binutils are not installed.
    """
    listing = ask(["readelf", "--dynamic", "--wide", str(path)])
    if not listing:
        raise SetUpError(f"readelf (Debian: binutils) cannot read {path}.")
    return tuple(re.findall(r"\(NEEDED\).*\[(.+)\]", listing))


def is_loadable(path: Path) -> bool:
    """Whether all parts of a library lie where the system can map them into memory."""
    listing = ask(["readelf", "--segments", "--wide", str(path)])
    loads = re.findall(r"LOAD\s+(0x\w+) (0x\w+) .* (0x\w+)$", listing, re.MULTILINE)
    parts = [tuple(int(number, 16) for number in load) for load in loads]
    return bool(parts) and all((offset - address) % alignment == 0 for offset, address, alignment in parts)


def strip(path: Path) -> None:
    """Take the symbols for debuggers from a library, unless that would break it.

    Libraries of wheels whose names were changed after linking are broken by it: they stay as they are.
    """
    stripped = path.with_name(f"{path.name}.stripped")
    ask(["strip", "--strip-unneeded", "-o", str(stripped), str(path)])
    if stripped.is_file() and is_loadable(stripped):
        stripped.replace(path)
    stripped.unlink(missing_ok=True)


def newest_glibc(paths: Iterable[Path]) -> tuple[int, ...]:
    """Return the version of glibc without which one of the files would not start."""
    versions = set()
    for path in paths:
        symbols = ask(["readelf", "--version-info", "--wide", str(path)])
        versions |= {tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_([\d.]+)", symbols)}
    return max(versions, default=(0,))


def reached(roots: Iterable[str], needs: Mapping[str, Iterable[str]]) -> set[str]:
    """Return the names of libraries that the roots need, and those need in turn.

    Parameters
    ----------
    roots
        Names that something needs for sure.
    needs
        The names that each needs, by its own name.
    """
    seen: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting.extend(needs.get(name, ()))
    return seen
