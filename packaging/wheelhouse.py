"""The wheelhouse: everything for `pip` in one folder, for machines with Python and without a network."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from locked import Locked, runtime_requirements
from stages import ROOT, SetUpError, run_stage
from sums import sha256, write_sums

if TYPE_CHECKING:
    from pathlib import Path

    from commit import Commit

INSTALL = (
    "python -m pip install --no-index --find-links wheels --require-hashes --requirement requirements.txt"
)


@dataclass(frozen=True, slots=True)
class System:
    """A kind of machine that wheels are collected for.

    Parameters
    ----------
    title
        As people call it.
    tags
        Platform tags of pip, of the systems that are old enough to run everywhere.
    markers
        What decides which distributions it needs.
    """

    title: str
    tags: tuple[str, ...]
    markers: dict[str, str]


SYSTEMS = (
    System(
        "Linux (x86_64)",
        # Up to the glibc of Debian 12, as the frozen program; PySide6 asks for 2.34.
        ("manylinux2014_x86_64", *(f"manylinux_2_{minor}_x86_64" for minor in range(17, 37))),
        {
            "sys_platform": "linux",
            "platform_system": "Linux",
            "os_name": "posix",
            "platform_machine": "x86_64",
        },
    ),
    System(
        "Windows (x86_64)",
        ("win_amd64",),
        {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt", "platform_machine": "AMD64"},
    ),
    System(
        "macOS (Apple silicon)",
        tuple(
            f"macosx_{version}_{kind}"
            for version in ("14_0", "13_0", "12_0", "11_0")
            for kind in ("arm64", "universal2")
        ),
        {
            "sys_platform": "darwin",
            "platform_system": "Darwin",
            "os_name": "posix",
            "platform_machine": "arm64",
        },
    ),
)

PYTHONS = ("3.11", "3.12", "3.13")
"""Versions of Python that a wheelhouse can be made for; that of the build is the one it is made for."""


def make_wheelhouse(commit: Commit, wheel: Path, folder: Path, systems: tuple[System, ...] = SYSTEMS) -> None:
    """Collect the wheels of the program and of all it needs, with hashes and one command that installs them.

    Parameters
    ----------
    commit
        What the wheel of the program was made from.
    wheel
        The wheel of the program.
    folder
        Where the wheelhouse is made; what is there goes.
    systems
        Kinds of machines that it is for.

    Raises
    ------
    SetUpError
        A system has no wheel of something, or it could not be fetched with the locked hash.
    """
    shutil.rmtree(folder, ignore_errors=True)
    wheels = folder / "wheels"
    wheels.mkdir(parents=True)
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    for system in systems:
        place = {**system.markers, "python_version": version}
        list_ = folder / "list.txt"
        list_.write_text(requirements(runtime_requirements(place)), encoding="utf-8")
        tags = [word for tag in system.tags for word in ("--platform", tag)]
        pip = [
            sys.executable,
            "-m",
            "pip",
            "--disable-pip-version-check",
            "download",
            "--no-deps",
            "--only-binary=:all:",
        ]
        chosen = ["--python-version", version, "--implementation", "cp", *tags]
        command = [*pip, "--require-hashes", *chosen, "--dest", str(wheels), "--requirement", str(list_)]
        if not run_stage(f"Collecting wheels for {system.title}, Python {version}", command):
            raise SetUpError(f"The wheels for {system.title} are not complete; the lines above say why.")
        list_.unlink()
    shutil.copyfile(wheel, wheels / wheel.name)
    program = Locked("sdcdesk", commit.version, (f"sha256:{sha256(wheel)}",))
    everything = requirements([program, *every_requirement()])
    (folder / "requirements.txt").write_text(everything, encoding="utf-8", newline="\n")
    titles = ", ".join(system.title for system in systems)
    text = (ROOT / "packaging" / "notices" / "WHEELHOUSE.txt").read_text(encoding="utf-8")
    words = text.format(
        version=commit.version, commit=commit.name, python=version, systems=titles, install=INSTALL
    )
    (folder / "README.txt").write_text(words, encoding="utf-8", newline="\n")
    write_sums(folder)


def every_requirement() -> list[Locked]:
    """Return what the program needs on any system, with the markers that say where."""
    from locked import RUNTIME, read

    return read(RUNTIME.read_text(encoding="utf-8"))


def requirements(entries: list[Locked]) -> str:
    """Return a list of requirements with hashes, as pip reads it."""
    lines = []
    for entry in entries:
        marker = f" ; {entry.marker}" if entry.marker else ""
        hashes = "".join(f" --hash={value}" for value in entry.hashes)
        lines.append(f"{entry.name}=={entry.version}{marker}{hashes}\n")
    return "".join(lines)
