"""Freezes the program with PyInstaller: one folder of libraries for window and command line."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import elf
import pruning
from commit import same_permissions
from locked import runtime_requirements
from stages import ROOT, SetUpError, ask

if TYPE_CHECKING:
    from pathlib import Path

    from commit import Commit

SPEC = ROOT / "packaging" / "sdcdesk.spec"
PROBE = "probe"

HARMLESS = tuple(
    re.compile(pattern)
    for pattern in (
        r"Failed to collect submodules for 'pyqtgraph\.opengl'",
        r"Hidden import \"scipy\.special\._cdflib\" not found",  # of older versions of scipy
        r"Library (user32|msvcrt|shell32|ole32|kernel32) required via ctypes not found",
    )
)
"""Warnings of PyInstaller that say nothing about this program; every other one ends the build."""

_MISSING_IMPORT = re.compile(r"Hidden import \"(?P<module>[^\"]+)\" not found")
_UNRESOLVED = re.compile(r"could not resolve '(?P<library>[^']+)', dependency of '(?P<owner>[^']+)'")


def freeze(commit: Commit, program: Path, work: Path, icon: Path | None = None) -> Path:
    """Freeze the program, and return its folder.

    Parameters
    ----------
    commit
        What is frozen.
    program
        Folder with the installed packages of the program: what its wheel holds.
    work
        Folder for what comes in between.
    icon
        What becomes part of the programs, on systems where they have one.

    Raises
    ------
    SetUpError
        PyInstaller failed, or warned of anything that is not known to be harmless.
    """
    stamp = work / "build.json"
    stamp.write_text(commit.stamp(), encoding="utf-8")
    settings = {
        "PYINSTALLER_CONFIG_DIR": str(work / "cache"),
        "PYTHONPATH": str(program),
        "SDCDESK_ICON": str(icon or ""),
        "SDCDESK_PROGRAM": str(program),
        "SDCDESK_STAMP": str(stamp),
        "SDCDESK_VERSION": commit.version,
        "SDCDESK_WANTED": " ".join(["sdcdesk", *(wanted.name for wanted in runtime_requirements())]),
    }
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level=WARN"]
    places = [f"--distpath={work / 'frozen'}", f"--workpath={work / 'pyinstaller'}"]
    log = work / "pyinstaller.log"
    with log.open("w", encoding="utf-8") as file:
        code = subprocess.run(  # noqa: S603 - our own command, a list, without a shell
            [*command, *places, str(SPEC)],
            cwd=work,
            env={**os.environ, **commit.settings, **settings},
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            check=False,
        ).returncode
    output = log.read_text(encoding="utf-8")
    if code != 0:
        raise SetUpError(f"PyInstaller failed:\n{output[-4000:]}")
    refuse_warnings(output)
    folder = work / "frozen" / "sdcdesk"
    finish(folder, commit)
    return folder


def refuse_warnings(output: str) -> None:
    """Raise `SetUpError` where PyInstaller warned of what may fail on another machine."""
    found = []
    for line in output.splitlines():
        unresolved, module = _UNRESOLVED.search(line), _MISSING_IMPORT.search(line)
        left_out = (unresolved and pruning.is_unused(_place(unresolved["owner"]))) or (
            module and pruning.is_unused_module(module["module"])
        )
        if "WARNING" in line and not left_out and not any(known.search(line) for known in HARMLESS):
            found.append(line)
    if found:
        raise SetUpError("PyInstaller warns, and the program may fail elsewhere:\n" + "\n".join(found))


def finish(folder: Path, commit: Commit) -> None:
    """Take out symbols for debuggers and second copies of libraries, and check that every library is there.

    Raises
    ------
    SetUpError
        A library that the program needs is neither in it nor on this system.
    """
    if not sys.platform.startswith("linux"):
        return
    files = [path for path in sorted(folder.rglob("*")) if elf.is_elf(path)]
    programs = [path for path in files if path.parent == folder]  # the archive hangs behind their end
    for file in files:
        if file not in programs:
            elf.strip(file)
    share_copies(folder / "_internal")
    lacking = unresolved(folder)
    if lacking:
        lines = [f"{name}, needed by {owner}" for name, owner in sorted(lacking.items())]
        raise SetUpError("The frozen program lacks shared libraries:\n" + "\n".join(lines))
    same_permissions(folder, commit.epoch)


def share_copies(folder: Path) -> None:
    """Keep one of several equal libraries, in the folder where all programs look for libraries."""
    copies: dict[tuple[str, bytes], list[Path]] = {}
    for path in sorted(folder.rglob("lib*.so*")):
        if elf.is_elf(path):
            copies.setdefault((path.name, hashlib.sha256(path.read_bytes()).digest()), []).append(path)
    for first, *others in copies.values():
        if others:
            first.rename(folder / first.name)
            for other in others:
                other.unlink(missing_ok=True)


def unresolved(folder: Path) -> dict[str, str]:
    """Return shared libraries that are neither in the folder nor on this system, each with who needs it."""
    files = [path for path in sorted(folder.rglob("*")) if elf.is_elf(path)]
    present = {path.name for path in files}
    cache = ask([shutil.which("ldconfig") or "/sbin/ldconfig", "-p"])
    system = set(re.findall(r"^\s*(\S+) \(", cache, re.MULTILINE))
    return {
        name: path.relative_to(folder).as_posix()
        for path in files
        for name in elf.needed(path)
        if name not in present | system | pruning.OPTIONAL_LIBRARIES.keys()
        and not name.startswith("ld-linux")
    }


def _place(owner: str) -> str:
    return owner.partition("site-packages/")[2] or owner
