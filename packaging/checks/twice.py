"""The commit built a second time, in another folder: every file is the same, byte for byte."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

from comparison import differences
from stages import ROOT, SetUpError, call, run_stage

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from checks.findings import Findings

SECOND = "zweiter Bau"
"""Name of the other folder: of another length, and with a blank."""


def check_twice(out: Path, folder: Path, commit: str, targets: Sequence[str], findings: Findings) -> None:
    """Build the commit in a checkout of its own, from an environment of its own, and compare.

    Parameters
    ----------
    out
        As given to build.py.
    folder
        The frozen program.
    commit
        What was built.
    targets
        What was built of it; all that this system can build where empty.
    findings
        Where it is said what holds.

    Raises
    ------
    SetUpError
        The second build failed.
    """
    second = folder.parent / SECOND
    shutil.rmtree(second, ignore_errors=True)
    for command in (
        ["git", "clone", "--quiet", "--no-checkout", str(ROOT), str(second)],
        ["git", "-C", str(second), "checkout", "--quiet", commit],
    ):
        if not run_stage("A second checkout", command):
            raise SetUpError("The second checkout could not be made; the lines above say why.")
    if call([sys.executable, str(second / "packaging" / "build.py"), *targets]) != 0:
        raise SetUpError("The second build failed; the lines above say why.")
    pairs = {"packages": (out, second / "dist"), "frozen program": (folder, second / "build" / folder.name)}
    for title, (ours, theirs) in pairs.items():
        different = differences(ours, theirs)
        same = f"{sum(path.is_file() for path in ours.rglob('*'))} files"
        findings.add(
            f"two builds of the commit have the same bytes, {title}",
            "\n            ".join(different) or same,
            holds=not different,
        )
    shutil.rmtree(second)
