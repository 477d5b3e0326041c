"""Every file format: the frozen program writes the sample in it, and reads it as the unfrozen one does."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from freeze import PROBE
from stages import ROOT

from checks.frozen import JOURNEYS, SAMPLE
from checks.imports import pruning_hint

if TYPE_CHECKING:
    from checks.findings import Findings
    from checks.frozen import Frozen

WRITTEN_ELSEWHERE = (ROOT / "tests" / "io" / "readstat" / "people.sas7bdat",)
"""Files of formats that can only be read."""

Read = dict[str, dict[str, str | int] | None]
"""What was read, by the name of the format; None: there was no file of it."""


def check_formats(program: Frozen, findings: Findings) -> None:
    """Write and read a file of each format in both programs, and open each with the frozen command line."""
    user = program.at("formats")
    script, others = str(JOURNEYS / "formats.py"), list(map(str, WRITTEN_ELSEWHERE))
    frozen = user.run([PROBE, script, f"{SAMPLE}.csv", "frozen", *others])
    unfrozen = user.run_unfrozen([script, f"{SAMPLE}.csv", "unfrozen", *others])
    if frozen.returncode or unfrozen.returncode:
        output = frozen.stderr + unfrozen.stderr
        findings.add("formats", output[-2000:] + pruning_hint(output), holds=False)
        return
    ours: Read = json.loads(frozen.stdout)
    problems = differences(ours, json.loads(unfrozen.stdout))
    for name, problem in problems.items():
        findings.add(
            f"a file of the format {name} is read as by the unfrozen program", problem, holds=not problem
        )
    for name, seen in ours.items():
        if not problems[name] and seen:
            done = user.run(["sdcdesk", "inspect", str(seen["file"]), "--json", "-"])
            records = json.loads(done.stdout)["records"] if not done.returncode else 0
            detail = f"{records} records" if records else done.stderr[-500:]
            findings.add(f"sdcdesk inspect opens it ({name})", detail, holds=records == seen["records"])


def differences(ours: Read, theirs: Read) -> dict[str, str]:
    """Return by the name of each format what is wrong with it in the frozen program, or an empty text.

    Parameters
    ----------
    ours, theirs
        What the frozen and the unfrozen program read.
    """
    found = {}
    for name in theirs:
        seen, expected = ours.get(name), theirs[name]
        if expected is None:
            found[name] = "there is no file of it: name one in checks/formats.py"
        elif "error" in expected:
            found[name] = f"the unfrozen program fails too: {expected['error']}"
        elif seen is None or "error" in seen:
            error = str(seen["error"]) if seen else "it is not there"
            found[name] = error + pruning_hint(error)
        else:
            found[name] = "" if seen["digest"] == expected["digest"] else "other values"
    return found
