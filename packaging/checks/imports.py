"""Every module, method, measure, format and page: imported in the frozen program as in the unfrozen one."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pruning
from freeze import PROBE
from imported import imported

from checks.frozen import JOURNEYS

if TYPE_CHECKING:
    from checks.findings import Findings
    from checks.frozen import Frozen

KINDS = ("modules", "methods", "measures", "formats", "pages", "manual")
_MISSING = re.compile(
    r"No module named '(?P<module>[\w.]+)'|cannot import name '\w+' from '(?P<package>[\w.]+)'"
)


def check_imports(program: Frozen, findings: Findings) -> None:
    """Import everything in the frozen program, and compare with the unfrozen one."""
    pairs = program.place / "imported.json"
    packages = [program.work / "program" / name for name in ("sdcdesk", "ui")]
    pairs.write_text(json.dumps(sorted(set().union(*map(imported, packages)))), encoding="utf-8")
    script = [str(JOURNEYS / "imports.py"), str(pairs)]
    frozen, unfrozen = program.run([PROBE, *script]), program.run_unfrozen(script)
    if frozen.returncode or unfrozen.returncode:
        output = frozen.stderr + unfrozen.stderr
        findings.add("imports", output[-2000:] + pruning_hint(output), holds=False)
        return
    ours, theirs = json.loads(frozen.stdout), json.loads(unfrozen.stdout)
    lost = ours["failed"].keys() - theirs["failed"].keys()  # what other systems have is in neither
    failed = [f"{name} ({why}){pruning_hint(why)}" for name, why in ours["failed"].items() if name in lost]
    findings.add("hidden imports that are missing", "; ".join(failed) or "none", holds=not failed)
    for kind in KINDS:
        alike = ours.get(kind) == theirs.get(kind)
        findings.add(f"{kind} as in the unfrozen program", str(len(theirs.get(kind, ()))), holds=alike)


def pruning_hint(output: str) -> str:
    """Return what to do where an import failed because `pruning.py` leaves the module out; else nothing.

    Parameters
    ----------
    output
        What Python said of an import.
    """
    names = {found["module"] or found["package"] for found in _MISSING.finditer(output)}
    entries = sorted({entry for name in names if (entry := pruning.left_out_as(name))})
    if not entries:
        return ""
    return f" - packaging/pruning.py leaves out {', '.join(entries)}: take it from UNUSED_MODULES"
