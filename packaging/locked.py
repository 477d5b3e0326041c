"""What the lock files say: distributions with versions and hashes, for this system or for others."""

from __future__ import annotations

import re
from dataclasses import dataclass

from packaging.markers import Marker, default_environment
from stages import ROOT

RUNTIME = ROOT / "packaging" / "requirements" / "runtime.txt"


@dataclass(frozen=True, slots=True)
class Locked:
    """One distribution of a lock file."""

    name: str
    version: str
    hashes: tuple[str, ...]
    marker: str = ""

    def is_for(self, place: dict[str, str] | None = None) -> bool:
        """Whether it is needed on this system, or on one whose markers are given."""
        environment = {**default_environment(), **(place or {})}
        return not self.marker or Marker(self.marker).evaluate(environment)


_ENTRY = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>[^\s;\\]+)(?:\s*;\s*(?P<marker>[^\\]+?))?\s*\\?$")


def read(text: str) -> list[Locked]:
    """Return the distributions of a lock file, in its order."""
    found: list[Locked] = []
    for line in text.splitlines():
        entry = _ENTRY.match(line)
        if entry:
            found.append(Locked(entry["name"], entry["version"], (), entry["marker"] or ""))
        elif line.lstrip().startswith("--hash="):
            last = found.pop()
            value = line.strip().removeprefix("--hash=").removesuffix("\\").strip()
            found.append(Locked(last.name, last.version, (*last.hashes, value), last.marker))
    return found


def runtime_requirements(place: dict[str, str] | None = None) -> list[Locked]:
    """Return what the program itself needs on this system, or on one whose markers are given."""
    return [entry for entry in read(RUNTIME.read_text(encoding="utf-8")) if entry.is_for(place)]
