"""The packages for Linux in a minimal Debian: upgraded, used, opened by a double click, removed, unpacked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checks.debian_desktop import check_desktop
from checks.debian_root import check_entries, check_removal, check_unpacked, check_use, prepare
from checks.debian_upgrade import check_debian_upgrade

if TYPE_CHECKING:
    from pathlib import Path

    from checks.findings import Findings


def check_debian(out: Path, work: Path, root: Path, findings: Findings) -> None:
    """Let a package live its whole life in a new minimal Debian, then use the archive there."""
    before = prepare(out, root, findings)
    check_debian_upgrade(root, findings)
    check_entries(root, findings)
    check_use(root, work, "/usr/lib/sdcdesk", "/usr/bin/", findings, "installed")
    check_desktop(root, work, findings)
    check_removal(root, before, findings)
    check_unpacked(out, work, root, findings)
