"""Proves what build.py built: drives the frozen program, and compares it with the unfrozen one.

    check.py                       the frozen program, and all packages that were built
    check.py --out F --work F      as given to build.py
    check.py --root FOLDER         the Debian package too, in a new minimal Debian there (as root)
    check.py --twice [TARGET ...]  a second build of the commit in another folder, compared byte for byte

Every line is something that holds, or does not, or could not be looked at here; the exit code is 1 where
something does not hold.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from build import build_environment
from stages import ROOT, call, print_progress

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str]) -> int:
    """Check, in the environment of builds, and return an exit code."""
    parser = argparse.ArgumentParser(
        prog="check.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="what was built; default: all of here")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", metavar="FOLDER")
    parser.add_argument("--work", type=Path, default=ROOT / "build", metavar="FOLDER")
    parser.add_argument("--root", type=Path, metavar="FOLDER")
    parser.add_argument("--twice", action="store_true")
    chosen = parser.parse_args(arguments)
    environment = build_environment()
    if Path(sys.prefix).resolve() != environment.folder.resolve():
        return call([str(environment.python), str(Path(__file__).resolve()), *arguments])
    from checks.everything import attempt, check
    from checks.findings import Findings

    found = Findings()
    attempt(found, check, chosen, found)
    print_progress(found.summary())
    return 1 if found.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
