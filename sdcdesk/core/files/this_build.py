"""Build of the program: version and commit, and the hash of the files that were installed."""

import hashlib
import json
import sys
from dataclasses import dataclass
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

SUMS = "SHA256SUMS"
"""List of the installed files with their hashes, which lies beside the program."""

SHORT = 12
"""Digits of a commit by which people know it."""


@dataclass(frozen=True, slots=True)
class Build:
    """What was built, and from what.

    Parameters
    ----------
    version
        Version of the program.
    commit, date
        What it was built from; empty where it runs from its sources.
    installed
        SHA-256 of the list of installed files; empty where there is no such list.
    """

    version: str
    commit: str = ""
    date: str = ""
    installed: str = ""

    @property
    def title(self) -> str:
        """Version, and the commit if there is one, in a few words."""
        commit = f" (commit {self.commit[:SHORT]} of {self.date})" if self.commit else ""
        return f"{self.version}{commit}"

    @property
    def lines(self) -> tuple[str, ...]:
        """What else *About* says: hash and licences of what was installed."""
        if not self.installed:
            return ()
        groups = " ".join(self.installed[place : place + 16] for place in range(0, len(self.installed), 16))
        return (
            f"SHA-256 of the list of installed files, {SUMS}: {groups}",
            "The licences of all parts are in the program's folder: licences/NOTICE.txt.",
        )


def this_build() -> Build:
    """Return the build that runs.

    Returns
    -------
    Build
        Without commit and hash where the program runs from its sources.
    """
    stamp = files("resources") / "build.json"
    stamped = json.loads(stamp.read_text(encoding="utf-8")) if stamp.is_file() else {}
    listed = Path(sys.executable).with_name(SUMS)
    hashed = hashlib.sha256(listed.read_bytes()).hexdigest() if stamped and listed.is_file() else ""
    return Build(version("sdcdesk"), stamped.get("commit", ""), stamped.get("date", ""), hashed)
