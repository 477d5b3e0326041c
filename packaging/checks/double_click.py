"""A double click on a project: what the menu entry tells the desktop to start opens it."""

from __future__ import annotations

import configparser
import shlex
import shutil
import signal
import subprocess
import time
from typing import TYPE_CHECKING

from stages import ROOT

from checks.frozen import PROJECT, SAMPLE

if TYPE_CHECKING:
    from pathlib import Path

    from checks.findings import Findings
    from checks.frozen import Frozen

ENTRY = ROOT / "packaging" / "linux" / "sdcdesk.desktop"
CLICKED = 'Größe 1, *neu* "a" $HOME.sdcdesk'
"""Name of a project with all that a shell or a desktop could take for something else."""

SETTINGS = ".config/SDCDesk/SDCDesk.conf"
LONGEST = 60.0


def check_double_click(program: Frozen, findings: Findings) -> None:
    """Start what the menu entry says with a project of an awkward name, and see that it is opened."""
    if shutil.which("desktop-file-validate"):
        validate = ["desktop-file-validate", str(ENTRY)]
        done = subprocess.run(validate, capture_output=True, text=True, check=False)  # noqa: S603
        findings.add("the menu entry keeps to its standard", done.stdout.strip(), holds=done.returncode == 0)
    else:
        findings.pass_over("the menu entry keeps to its standard", "desktop-file-validate is not installed")
    user = program.at("double click")
    clicked = user.home / "Meine Übungen" / CLICKED
    clicked.parent.mkdir()
    shutil.copyfile(user.home / PROJECT, clicked)
    shutil.copyfile(user.home / f"{SAMPLE}.csv", clicked.parent / f"{SAMPLE}.csv")
    words = command(ENTRY.read_text(encoding="utf-8"), clicked)
    with user.start(words) as window:
        opened = _is_remembered(user.home / SETTINGS, window)
        window.send_signal(signal.SIGTERM)
        _, output = window.communicate()
    findings.add(
        "a double click opens a project with blanks, quotes and umlauts in its name",
        output[-500:],
        holds=opened and window.returncode == 0,
    )


def command(entry: str, file: Path) -> list[str]:
    """Return the command that a desktop makes of a menu entry for one file.

    Parameters
    ----------
    entry
        Text of the menu entry.
    file
        What was clicked.
    """
    read = configparser.ConfigParser(interpolation=None)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read_string(entry)
    words = shlex.split(read["Desktop Entry"]["Exec"])
    return [str(file) if word in ("%f", "%F") else word for word in words]


def _is_remembered(settings: Path, window: subprocess.Popen[str]) -> bool:
    """Wait until the settings have a recent project, which was opened and computed, or the window is gone."""
    until = time.monotonic() + LONGEST
    while window.poll() is None and time.monotonic() < until:
        if settings.is_file() and "[recent]" in settings.read_text(encoding="utf-8"):
            return True
        time.sleep(0.2)
    return False
