"""The frozen program under check, in a folder of its own, and those who drive it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from freeze import PROBE
from stages import ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

JOURNEYS = ROOT / "packaging" / "journeys"
WINDOW = str(JOURNEYS / "window.py")
SAMPLE = "billing_5000"
PROJECT = f"{SAMPLE}.sdcdesk"
HOME = "Žofie Nuñez"
"""Name of the home folder in which the program is driven."""


@dataclass(frozen=True, slots=True)
class Frozen:
    """The frozen program with its probe, and who drives it.

    Parameters
    ----------
    folder
        The frozen program: a copy, into which the probe was put.
    work
        Where build.py worked: sources, and the packages of the unfrozen program.
    place
        Where everything lies that is made on the way.
    user
        Number of the user who drives it; None: the one who runs the check.
    """

    folder: Path
    work: Path
    place: Path
    user: int | None = None

    @property
    def home(self) -> Path:
        """Home of the user."""
        return self.place / HOME

    @property
    def own_folders(self) -> tuple[Path, ...]:
        """Where the user may write."""
        return (self.home, self.place / "temporary", self.place / "runtime")

    @property
    def settings(self) -> dict[str, str]:
        """Environment in which it runs: that of a user who has nothing else."""
        return {
            **{name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "TEMP") if name in os.environ},
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "QT_QPA_PLATFORM": "offscreen",
            "TMPDIR": str(self.place / "temporary"),
            "XDG_RUNTIME_DIR": str(self.place / "runtime"),
        }

    def at(self, name: str, user: int | None = None) -> Frozen:
        """Return the same program driven from another new home, by another user where one is given."""
        other = replace(self, place=self.place / name, user=user)
        other.place.mkdir(mode=0o755)
        other.settle()
        return other

    def settle(self) -> None:
        """Make the folders of the user, with the sample in the home; nobody else may enter them."""
        for made in self.own_folders:
            made.mkdir(mode=0o700)
        for name in (PROJECT, f"{SAMPLE}.csv"):
            shutil.copyfile(self.work / "source" / "resources" / "samples" / name, self.home / name)
        if self.user is not None:
            for path in (*self.own_folders, *self.home.iterdir()):
                os.chown(path, self.user, self.user)

    def command(self, words: Sequence[str], before: Sequence[str] = ()) -> list[str]:
        """Return the command that runs one of its programs; `before` stands before it, as strace does."""
        rights: list[str] = []
        if self.user is not None:
            rights = ["setpriv", f"--reuid={self.user}", f"--regid={self.user}", "--clear-groups"]
        return [*rights, *before, str(self.folder / words[0]), *words[1:]]

    def start(self, words: Sequence[str], before: Sequence[str] = ()) -> subprocess.Popen[str]:
        """Start one of its programs, and do not wait for its end."""
        return subprocess.Popen(  # noqa: S603 - our own programs, as lists, without a shell
            self.command(words, before),
            cwd=self.home,
            env=self.settings,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )

    def run(self, words: Sequence[str], before: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
        """Run one of its programs to its end."""
        with self.start(words, before) as process:
            output, warned = process.communicate()
        return subprocess.CompletedProcess(process.args, process.returncode, output, warned)

    def run_unfrozen(self, words: Sequence[str]) -> subprocess.CompletedProcess[str]:
        """Run the unfrozen program in the environment of the build."""
        return subprocess.run(  # noqa: S603 - as above
            [sys.executable, *words],
            cwd=self.home,
            env={**self.settings, "PYTHONPATH": str(self.work / "program")},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    def show(self, project: str, safe: str) -> list[str]:
        """Return the words that open a project in the window, show every page, export, and end."""
        return [PROBE, WINDOW, project, str(self.home / safe)]


def lay_out(folder: Path, work: Path, place: Path) -> Frozen:
    """Return a copy of the frozen program that can be driven; what is shipped stays as it is."""
    copy(folder, work, place / "program")
    program = Frozen(place / "program", work, place)
    program.settle()
    return program


def copy(folder: Path, work: Path, target: Path) -> None:
    """Copy the frozen program with the probe, without its bytes where all lies on one disk."""
    probe = PROBE + (".exe" if sys.platform == "win32" else "")
    shutil.copytree(folder, target, copy_function=_link)
    shutil.copy2(work / probe, target / probe)


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def same(one: Path, other: Path) -> bool:
    """Whether both files are there and have the same bytes."""
    return one.is_file() and other.is_file() and one.read_bytes() == other.read_bytes()
