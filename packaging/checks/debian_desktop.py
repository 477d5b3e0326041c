"""A double click in a desktop: the type of a project, the program for it, and the window that opens it."""

from __future__ import annotations

import os
import shlex
import shutil
from typing import TYPE_CHECKING

from checks.debian_root import RUN, SETTINGS, STUDY, USER, inside
from checks.double_click import CLICKED
from checks.frozen import PROJECT, SAMPLE

if TYPE_CHECKING:
    from pathlib import Path

    from checks.findings import Findings

TYPE = "application/x-sdcdesk"
PROJECT_FILE = shlex.quote(f"{STUDY}/{CLICKED}")
SETTINGS_FOLDER = shlex.quote(f"{SETTINGS}/clicked")

OPEN = f"""
gio open {PROJECT_FILE}
for moment in $(seq 300); do
    if grep -qs '^.recent.' {SETTINGS_FOLDER}/SDCDesk/SDCDesk.conf; then echo opened; exit 0; fi
    sleep 0.2
done
exit 1
"""
"""As a desktop does; the window is gone with the namespace of its processes."""


def check_desktop(root: Path, work: Path, findings: Findings) -> None:
    """Ask GLib, as desktops do, what a project is, and let it open one."""
    study = root / STUDY.lstrip("/")
    samples = work / "source/resources/samples"
    for name, source in ((CLICKED, PROJECT), (f"{SAMPLE}.csv", f"{SAMPLE}.csv")):
        shutil.copyfile(samples / source, study / name)
        os.chown(study / name, USER, USER)
    start = f"{RUN}export XDG_CONFIG_HOME={SETTINGS_FOLDER}\n"
    asked = {
        "a project has its own type": (f"gio info -a standard::content-type {PROJECT_FILE}", TYPE),
        "the program is the one for its type": (f"gio mime {TYPE}", "sdcdesk.desktop"),
        "a double click opens it": (f"xvfb-run -a sh -c {shlex.quote(OPEN)}", "opened"),
    }
    for title, (command, expected) in asked.items():
        output = inside(root, ["sh", "-c", start + command], user=True)
        detail = "" if expected in output.stdout else (output.stdout + output.stderr)[-500:]
        findings.add(title, detail, holds=expected in output.stdout)
