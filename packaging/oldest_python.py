"""Oldest Python: prints the path of the oldest one here that is new enough and not the one that asks.

Without another one nothing is printed; on standard error it says which one it is, or that there is none.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from dev import OLDEST_PYTHON
from stages import ask, print_progress

NEWEST_MINOR = 30
"""Names up to python3.30 are looked for."""

PLACES = ("/usr/bin", "/usr/local/bin")
"""Looked into beside what the search path names."""

# A Python that cannot make environments is of no use here: Debian splits that off.
_VERSION = "import ensurepip, sys, venv; print(*sys.version_info[:3])"


def pythons() -> dict[tuple[int, ...], str]:
    """Return the interpreters of this machine that are new enough, by version."""
    names = ["python3", *(f"python3.{minor}" for minor in range(OLDEST_PYTHON[1], NEWEST_MINOR + 1))]
    folders = dict.fromkeys((*os.environ.get("PATH", "").split(os.pathsep), *PLACES))
    found: dict[tuple[int, ...], str] = {}
    for path in (Path(folder, name) for folder in folders for name in names):
        if path.is_file():
            version = tuple(map(int, ask([str(path), "-c", _VERSION]).split()))
            if version >= OLDEST_PYTHON:
                found.setdefault(version, str(path))
    return found


def main() -> int:
    """Print the path of the oldest, if it is another one than this."""
    found = pythons()
    oldest = min(found, default=())
    written, own = (".".join(map(str, version)) for version in (oldest, sys.version_info[:3]))
    if written == own or not found:
        print_progress(f"This is the oldest Python here ({own}): no other one is tried.")
        return 0
    print_progress(f"Trying also the oldest Python here, {found[oldest]} ({written}).")
    sys.stdout.write(f"{found[oldest]}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
