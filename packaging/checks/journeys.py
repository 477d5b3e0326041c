"""The main journey, frozen, on the command line and in the window: what it writes, and what else it does."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from checks import traced
from checks.frozen import PROJECT, SAMPLE, same

if TYPE_CHECKING:
    from pathlib import Path

    from checks.findings import Findings
    from checks.frozen import Frozen

OUTPUTS = (".csv", ".html", ".json")
"""Masked file, report and figures."""

WINDOW_OUTPUTS = ("window.csv", "window_report.html")
"""What its export writes where nobody unticks the report."""

OFFSCREEN = "This plugin does not support propagateSizeHints()"
"""What Qt says of every window that it draws into memory."""

USER_FOLDERS = {".config", ".local", ".cache"}
"""Folders of a home in which programs keep what is theirs."""


def check_journeys(program: Frozen, findings: Findings) -> None:
    """Compare what command line and window write with the unfrozen program, and see what else they do."""
    home = program.home
    traces = {name: program.place / f"{name}.strace" for name in ("sdcdesk run", "window")}
    frozen = program.run(run_words("safe"), traced.tracing(traces["sdcdesk run"]))
    findings.add(
        "sdcdesk run", frozen.stderr[-1500:] if frozen.returncode else "", holds=frozen.returncode == 0
    )
    seen = program.run(program.show(PROJECT, "window.csv"), traced.tracing(traces["window"]))
    if seen.returncode:
        findings.add("window", f"code {seen.returncode} {seen.stderr[-1500:]}", holds=False)
        return
    pages = json.loads(seen.stdout.splitlines()[-1])["pages"]
    findings.add("window opened the sample, showed every page, exported", ", ".join(pages), holds=bool(pages))
    output = "\n".join(line for line in seen.stderr.splitlines() if OFFSCREEN not in line).strip()
    findings.add("window says nothing on standard error", output[-500:], holds=not output)
    outputs = {f"safe{end}" for end in OUTPUTS} | {*WINDOW_OUTPUTS, PROJECT, f"{SAMPLE}.csv"}
    left = sorted({path.name for path in home.iterdir()} - outputs - USER_FOLDERS)
    findings.add("the home has the outputs and the user's data, and no more", ", ".join(left), holds=not left)
    # Under the same name, which report and figures hold.
    unfrozen = home / "unfrozen"
    unfrozen.mkdir()
    program.run_unfrozen(["-m", *run_words("unfrozen/safe")])
    for end in OUTPUTS:
        alike = same(home / f"safe{end}", unfrozen / f"safe{end}")
        findings.add(f"safe{end} has the bytes of the unfrozen program", holds=alike)
    findings.add("the window's safe file too", holds=same(home / "window.csv", unfrozen / "safe.csv"))
    for name, trace in traces.items():
        _check_trace(program, name, trace, findings)


def run_words(name: str) -> list[str]:
    """Return the command line that runs the sample and writes files of this name."""
    options = zip(("--out", "--report", "--json"), OUTPUTS, strict=True)
    return ["sdcdesk", "run", PROJECT, *(word for option, end in options for word in (option, name + end))]


def _check_trace(program: Frozen, name: str, trace: Path, findings: Findings) -> None:
    """See that a journey made no socket, and wrote nothing outside the home and temporary folders."""
    if not trace.is_file():
        findings.pass_over(f"{name}: sockets and files", "strace is not installed")
        return
    with trace.open(encoding="utf-8", errors="surrogateescape") as lines:
        said = traced.read(lines)
    outside = [
        path
        for path in said.written_outside(map(str, program.own_folders))
        if path.startswith("/") or ".." in path
    ]
    findings.add(f"{name}: no socket", "; ".join(said.sockets[:5]), holds=not said.sockets)
    findings.add(f"{name}: writes nothing elsewhere", ", ".join(outside[:5]), holds=not outside)
