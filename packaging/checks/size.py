"""Size of the frozen program and of the packages, second copies, and the lists of hashes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sums
from stages import print_progress

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from checks.findings import Findings

LARGEST_INSTALLED, LARGEST_PACKED = 375_000_000, 110_000_000
"""Bytes. Installed, 350 million are those of the libraries, of which nothing more can be left out; the rest
is the program itself, which grows."""

LONGEST_PLACE = 150
"""Letters of a place within the folder: with a user's folder before it, Windows takes 260."""

PACKAGES = (".xz", ".deb", ".exe", ".dmg")
SMALL = 20_000
"""Bytes below which a second copy of a file costs nothing worth a word."""


def check_folder(folder: Path, findings: Findings) -> None:
    """See that the folder is small enough, without links and second copies, and as its list says."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    total = sum(path.stat().st_size for path in files)
    findings.add("installed", f"{total / 1e6:.0f} MB in {len(files)} files", holds=total <= LARGEST_INSTALLED)
    for path in sorted(files, key=lambda path: -path.stat().st_size)[:10]:
        print_progress(
            f"            {path.stat().st_size / 1e6:6.1f} MB  {path.relative_to(folder).as_posix()}"
        )
    longest = max((path.relative_to(folder).as_posix() for path in files), key=len)
    findings.add("longest place", f"{len(longest)} letters", holds=len(longest) <= LONGEST_PLACE)
    links = [path.name for path in folder.rglob("*") if path.is_symlink()]
    findings.add("no links", ", ".join(links), holds=not links)
    listed = (folder / sums.NAME).read_text(encoding="utf-8")
    now = sums.sums(folder, [path for path in files if path.name != sums.NAME])
    findings.add(f"{sums.NAME} is right", holds=listed == now)
    large = {path.relative_to(folder).as_posix() for path in files if path.stat().st_size > SMALL}
    twice = second_copies(listed.splitlines(), large)
    findings.add("no file is there twice", str(twice or ""), holds=not twice)


def second_copies(listed: Iterable[str], considered: set[str]) -> list[list[str]]:
    """Return the files of equal bytes, from the lines of a list of hashes; texts of licences may be equal."""
    names: dict[str, list[str]] = {}
    for line in listed:
        digest, _, name = line.partition("  ")
        if name in considered and not name.startswith("licences/"):
            names.setdefault(digest, []).append(name)
    return [equal for equal in names.values() if len(equal) > 1]


def check_packages(out: Path, findings: Findings) -> None:
    """See that packages are small enough, and have the hashes that are listed beside them."""
    for path in sorted(out.iterdir()):
        if path.suffix in PACKAGES:
            size = path.stat().st_size
            findings.add(path.name, f"{size / 1e6:.1f} MB", holds=size <= LARGEST_PACKED)
    listed = (out / sums.NAME).read_text(encoding="utf-8").splitlines()
    wrong = [
        name
        for digest, _, name in (line.partition("  ") for line in listed)
        if not (out / name).is_file() or sums.sha256(out / name) != digest
    ]
    findings.add(f"{sums.NAME} of the packages is right", ", ".join(wrong), holds=not wrong)
