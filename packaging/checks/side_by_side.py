"""Two versions side by side: in two folders, used at the same time with the settings of one user."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

from checks.frozen import PROJECT, copy, same

if TYPE_CHECKING:
    from subprocess import CompletedProcess

    from checks.findings import Findings
    from checks.frozen import Frozen


def check_side_by_side(program: Frozen, findings: Findings) -> None:
    """Show the windows of two folders at once; each exports what it would alone."""
    other = program.place / "program of another version"
    copy(program.folder, program.work, other)
    one = program.at("side by side")
    two = replace(one, folder=other)
    with ThreadPoolExecutor() as both:
        seen = list(both.map(_export, (one, two), ("1.csv", "2.csv")))
    problem = "; ".join(each.stderr[-500:] for each in seen if each.returncode)
    exported = same(one.home / "1.csv", one.home / "2.csv")
    findings.add("two versions side by side export the same bytes", problem, holds=not problem and exported)


def _export(version: Frozen, safe: str) -> CompletedProcess[str]:
    return version.run(version.show(PROJECT, safe))
