"""What an upgrade keeps: settings of the version before, and projects in every format there ever was."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

from checks.frozen import PROJECT, same

if TYPE_CHECKING:
    from checks.findings import Findings
    from checks.frozen import Frozen

SETTINGS = ".config/SDCDesk/SDCDesk.conf"
KEPT = """[General]
scheme=dark
crash_told=2026-01-31-101500-77.txt
of_a_later_version=kept

[recent]
1\\opened=2026-01-31T10:15:00+00:00
1\\path=/srv/study/Übung.sdcdesk
1\\verdict=Safe
size=1
"""
"""Settings as version 0.1.0 wrote them, and one entry that this version does not know."""


def check_upgrade(program: Frozen, findings: Findings) -> None:
    """Open projects of all formats with settings of the version before; nothing of either is lost."""
    new = program.at("upgrade")
    settings = new.home / SETTINGS
    settings.parent.mkdir(parents=True)
    settings.write_text(KEPT, encoding="utf-8")
    new.run(["sdcdesk", "run", PROJECT, "--out", "safe.csv"])
    lost: list[str] = []
    for place, project in enumerate(sorted((new.work / "source/tests/document/old").glob("*.sdcdesk"))):
        shutil.copyfile(project, new.home / project.name)
        seen = new.run(new.show(project.name, f"{project.stem}.csv"))
        exported = same(new.home / f"{project.stem}.csv", new.home / "safe.csv")
        unchanged = same(new.home / project.name, project)
        detail = seen.stderr[-500:] if seen.returncode else ""
        title = f"a project of {project.stem} exports the same bytes"
        findings.add(title, detail, holds=exported and unchanged)
        if not place:  # those that are opened later push the first out of the list of recent projects
            lost = lost_settings(KEPT, settings.read_text(encoding="utf-8"))
    scheme = json.loads(seen.stdout.splitlines()[-1])["scheme"] if not seen.returncode else ""
    findings.add("the appearance chosen before the upgrade is that after it", scheme, holds=scheme == "dark")
    findings.add("no setting is lost by the upgrade", ", ".join(lost), holds=not lost)


def lost_settings(before: str, after: str) -> list[str]:
    """Return the lines of settings that are gone; recent projects move down their list, and stay in it."""
    values = [line.partition("=")[2] for line in after.splitlines()]
    return [
        line
        for line in before.splitlines()
        if "=" in line and not line.startswith("size=") and line.partition("=")[2] not in values
    ]
