"""What is built: the state of one commit, never what else lies in the checkout."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tarfile
import tomllib
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from stages import ROOT, SetUpError, ask, print_progress

if TYPE_CHECKING:
    from pathlib import Path

_AS_DATA = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
"""Only files and folders within the place of an archive; Python 3.11.0 to 3.11.3 have no such filter."""


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit of this project.

    Parameters
    ----------
    name
        Its full hash.
    epoch
        Its time in seconds; every file of a build bears it.
    version
        Version of the program in it.
    """

    name: str
    epoch: int
    version: str

    @property
    def date(self) -> str:
        """Day of the commit."""
        return datetime.fromtimestamp(self.epoch, UTC).date().isoformat()

    @property
    def settings(self) -> dict[str, str]:
        """Environment variables under which everything is made twice alike."""
        return {"SOURCE_DATE_EPOCH": str(self.epoch), "PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8", "TZ": "UTC"}

    def stamp(self) -> str:
        """Return what the program says of itself, as JSON."""
        stamp = {"version": self.version, "commit": self.name, "date": self.date}
        return json.dumps(stamp, indent=2) + "\n"


def head() -> Commit:
    """Return the commit that is checked out; what is not committed is not built, and said.

    Raises
    ------
    SetUpError
        This is no checkout.
    """
    words = ask(["git", "log", "-1", "--format=%H %ct"]).split()
    if not words:
        raise SetUpError("A build needs the project's git checkout: there is none here, or no git.")
    if ask(["git", "status", "--porcelain", "--untracked-files=no"]):
        print_progress("Note: changes that are not committed are not in this build.")
    project = tomllib.loads(ask(["git", "show", f"{words[0]}:pyproject.toml"]))
    return Commit(words[0], int(words[1]), project["project"]["version"])


def lay_out(commit: Commit, folder: Path) -> None:
    """Put the files of a commit into an empty folder, with the same permissions everywhere."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    command = ["git", "-c", "tar.umask=0022", "archive", "--format=tar", commit.name]
    with (
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as git,  # noqa: S603 - no shell
        tarfile.open(fileobj=git.stdout, mode="r|") as archive,
    ):
        archive.extractall(folder, **_AS_DATA)  # noqa: S202 - of our own git
    if git.returncode != 0:
        raise SetUpError(f"git could not give the files of {commit.name}.")


def same_permissions(folder: Path, epoch: int) -> None:
    """Give all files the time of the commit, and permissions that do not depend on who builds."""
    for path in sorted([folder, *folder.rglob("*")], reverse=True):
        if path.is_symlink():
            continue
        executable = path.is_dir() or bool(path.stat().st_mode & 0o100)
        path.chmod(0o755 if executable else 0o644)
        os.utime(path, (epoch, epoch))
