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
import json
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from build import build_environment
from checks import size
from checks.debian_root import check_in_root
from checks.double_click import check_double_click
from checks.findings import Findings
from checks.frozen import lay_out
from checks.imports import check_imports
from checks.journeys import check_journeys
from checks.network_home import check_network_home
from checks.side_by_side import check_side_by_side
from checks.start import check_start
from checks.twice import check_twice
from checks.upgrade import check_upgrade
from checks.users import check_users
from checks.wheelhouse import check_wheelhouse
from stages import ROOT, SetUpError, call, say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

DRIVEN = (
    check_imports,
    check_journeys,
    check_upgrade,
    check_side_by_side,
    check_users,
    check_network_home,
    check_double_click,
    check_start,
)
"""Checks that drive the frozen program."""


def check(chosen: argparse.Namespace, found: Findings) -> None:
    """Carry out all checks that were chosen."""
    out, work = chosen.out.resolve(), chosen.work.resolve()
    built = json.loads((work / "build.json").read_text(encoding="utf-8"))
    folder = work / f"sdcdesk-{built['version']}"
    size.check_folder(folder, found)
    size.check_packages(out, found)
    with tempfile.TemporaryDirectory(prefix="sdcdesk-check-", dir=work) as place:
        program = lay_out(folder, work, Path(place))
        for one in DRIVEN:
            _attempt(found, one, program, found)
    if list(out.glob("*-wheelhouse")):
        _attempt(found, check_wheelhouse, out, work, found)
    if chosen.root:
        _attempt(found, check_in_root, out, work, chosen.root.resolve(), found)
    if chosen.twice:
        _attempt(found, check_twice, out, work, built["commit"], chosen.targets, found)


def _attempt(found: Findings, one: Callable[..., None], *given: object) -> None:
    """Carry out one check; that it cannot be finished is a finding, and the others follow all the same."""
    try:
        one(*given)
    except (SetUpError, OSError, ValueError) as error:
        found.add(one.__name__, str(error), holds=False)


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
    environment, found = build_environment(), Findings()
    if Path(sys.prefix).resolve() != environment.folder.resolve():
        return call([str(environment.python), str(Path(__file__).resolve()), *arguments])
    _attempt(found, check, chosen, found)
    say(found.summary())
    return 1 if found.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
