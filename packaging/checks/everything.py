"""All checks, one after the other."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from stages import SetUpError

from checks import size
from checks.debian import check_debian
from checks.double_click import check_double_click
from checks.formats import check_formats
from checks.frozen import lay_out
from checks.imports import check_imports
from checks.journeys import check_journeys
from checks.materials import check_materials
from checks.network_home import check_network_home
from checks.side_by_side import check_side_by_side
from checks.start import check_start
from checks.twice import check_twice
from checks.upgrade import check_upgrade
from checks.users import check_users
from checks.wheelhouse import check_wheelhouse

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    from checks.findings import Findings

DRIVEN = (
    check_imports,
    check_formats,
    check_journeys,
    check_upgrade,
    check_side_by_side,
    check_users,
    check_network_home,
    check_double_click,
    check_start,
)
"""Checks that drive the frozen program."""


def check(chosen: Namespace, findings: Findings) -> None:
    """Carry out all checks that were chosen."""
    out, work = chosen.out.resolve(), chosen.work.resolve()
    built = json.loads((work / "build.json").read_text(encoding="utf-8"))
    folder = work / f"sdcdesk-{built['version']}"
    size.check_folder(folder, findings)
    size.check_packages(out, findings)
    check_materials(folder, findings)
    with tempfile.TemporaryDirectory(prefix="sdcdesk-check-", dir=work) as place:
        program = lay_out(folder, work, Path(place))
        for one in DRIVEN:
            attempt(findings, one, program, findings)
    if list(out.glob("*-wheelhouse")):
        attempt(findings, check_wheelhouse, out, work, findings)
    if chosen.root:
        attempt(findings, check_debian, out, work, chosen.root.resolve(), findings)
    if chosen.twice:
        attempt(findings, check_twice, out, folder, built["commit"], chosen.targets, findings)


def attempt(findings: Findings, one: Callable[..., None], *arguments: object) -> None:
    """Carry out one check; that it cannot be finished is a finding, and the others follow all the same."""
    try:
        one(*arguments)
    except (SetUpError, OSError, ValueError) as error:
        findings.add(one.__name__, str(error), holds=False)
