"""The system packages that a fresh Debian or Ubuntu lacks: Qt's libraries, and Python's venv.

Elsewhere (Windows, macOS, other Linux systems) nothing is looked for and nothing is installed.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from typing import TYPE_CHECKING

from stages import ask, run_stage

if TYPE_CHECKING:
    from collections.abc import Iterable

# What Qt opens at run time beyond its own wheel. Without a font every letter is a box.
OFFSCREEN = (
    "libgl1",
    "libegl1",
    "libxkbcommon0",
    "libglib2.0-0",
    "libfontconfig1",
    "libdbus-1-3",
    "fonts-dejavu-core",
)
WINDOW = ("libxcb-cursor0", "libxcb-icccm4", "libxcb-keysyms1", "libxcb-shape0", "libxkbcommon-x11-0")


def on_debian() -> bool:
    """Whether this is Debian, Ubuntu or one of their kin."""
    return sys.platform.startswith("linux") and all(map(shutil.which, ("apt-get", "dpkg-query")))


def venv_package() -> tuple[str, ...]:
    """Return the package that lets this Python make virtual environments, if Debian split it off.

    Only Debian's own Python, in /usr, is cut up like that: another one could not use the package.
    """
    complete = importlib.util.find_spec("ensurepip") is not None
    if complete or sys.base_prefix != "/usr" or not on_debian():
        return ()
    return (f"python{sys.version_info[0]}.{sys.version_info[1]}-venv",)


def missing(wanted: Iterable[str]) -> list[str]:
    """Return those of the wanted packages that are not installed, in the order given."""
    if not on_debian():
        return []
    present = _installed()
    return [package for package in wanted if package not in present]


def provide(wanted: Iterable[str]) -> list[str]:
    """Install what is missing when running as root; return the packages that are still missing."""
    lacking = missing(wanted)
    if not lacking or not _is_root():
        return lacking
    apt = shutil.which("apt-get") or "apt-get"
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    # A failed update is not the end: the package lists on the disk may be good enough.
    run_stage("Updating the list of system packages", [apt, "-qq", "update"], quiet)
    install = [apt, "-qq", "install", "--yes", "--no-install-recommends", *lacking]
    run_stage(f"Installing system packages ({', '.join(lacking)})", install, quiet)
    return missing(lacking)


def install_command(packages: Iterable[str]) -> str:
    """Return the exact command with which an administrator installs the packages."""
    return "sudo apt-get update && sudo apt-get install --no-install-recommends " + " ".join(packages)


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _installed() -> set[str]:
    """Return the installed packages, with the names they stand in for.

    Ubuntu 24.04 has ``libglib2.0-0t64``, which provides ``libglib2.0-0``.
    """
    query = shutil.which("dpkg-query") or "dpkg-query"
    listing = ask([query, "--show", "--showformat", "${db:Status-Status}\\t${Package}\\t${Provides}\\n"])
    names: set[str] = set()
    for line in listing.splitlines():
        status, package, provides = line.split("\t")
        if status == "installed":
            names.add(package)
            names.update(entry.split()[0] for entry in provides.split(",") if entry.strip())
    return names
