"""A home on a network share, where files can be neither locked nor linked.

strace refuses these calls to the program, as NFS without its lock service and SMB do.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from checks.frozen import PROJECT, same

if TYPE_CHECKING:
    from checks.findings import Findings
    from checks.frozen import Frozen

REFUSED = {"flock": "ENOLCK", "link,linkat": "EPERM", "symlink,symlinkat": "EPERM"}
"""System calls, with the error that they end with."""

SHARE = [
    "strace",
    *("-f", "-qq", "-o", "/dev/null", "-e", f"trace={','.join(REFUSED)}"),
    *(word for calls, error in REFUSED.items() for word in ("-e", f"inject={calls}:error={error}")),
]


def check_network_home(program: Frozen, findings: Findings) -> None:
    """Run command line and window where nothing can be locked or linked."""
    if shutil.which("strace") is None:
        findings.pass_over("home on a network share", "strace is not installed")
        return
    share = program.at("network share")
    ran = share.run(["sdcdesk", "run", PROJECT, "--out", "safe.csv"], SHARE)
    detail = ran.stderr[-800:] if ran.returncode else ""
    findings.add("home on a network share: sdcdesk run", detail, holds=ran.returncode == 0)
    seen = share.run(share.show(PROJECT, "window.csv"), SHARE)
    exported = same(share.home / "window.csv", share.home / "safe.csv")
    detail = f"code {seen.returncode} {seen.stderr[-800:]}" if seen.returncode else ""
    findings.add("home on a network share: the window exports the same bytes", detail, holds=exported)
    left = [path.name for path in share.home.iterdir() if path.name.startswith(".sdcdesk-")]
    findings.add("home on a network share: nothing unfinished is left", ", ".join(left), holds=not left)
