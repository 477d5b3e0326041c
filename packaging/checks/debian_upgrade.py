"""The Debian package over an older one: what the older one brought is gone, what the user keeps is there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from typing import TYPE_CHECKING

from checks.debian_root import HOME, PACKAGE, USER, inside
from checks.upgrade import KEPT, SETTINGS

if TYPE_CHECKING:
    from pathlib import Path

    from checks.findings import Findings

OLDER = "0.0.1"
LEFT = "usr/lib/sdcdesk/_internal/of_the_older_version.txt"


def check_debian_upgrade(root: Path, findings: Findings) -> None:
    """Install an older package, give its user settings, and install the package over it."""
    package = root / PACKAGE.lstrip("/")
    older = package.with_name("older.deb")
    make_older(package, older)
    first = inside(root, ["dpkg", "--install", f"/root/{older.name}"])
    older.unlink()
    settings = root / HOME.lstrip("/") / SETTINGS
    settings.parent.mkdir(exist_ok=True)
    settings.write_text(KEPT, encoding="utf-8")
    for path in (settings.parent, settings):
        os.chown(path, USER, USER)
    second = inside(root, ["dpkg", "--install", PACKAGE])
    done = first.returncode == 0 and second.returncode == 0
    findings.add("dpkg --install over an older version", (first.stderr + second.stderr)[-500:], holds=done)
    findings.add("nothing of the older version is left", holds=not (root / LEFT).exists())
    findings.add("the user's settings are as before", holds=settings.read_text(encoding="utf-8") == KEPT)


def make_older(package: Path, target: Path) -> None:
    """Write a package of an older version with a file more; without compressing, which takes long."""
    files = target.with_suffix(".files")
    shutil.rmtree(files, ignore_errors=True)
    subprocess.run(["dpkg-deb", "--raw-extract", str(package), str(files)], check=True)  # noqa: S603, S607
    control = files / "DEBIAN" / "control"
    text = control.read_text(encoding="utf-8")
    control.write_text(re.sub(r"(?m)^Version: .*$", f"Version: {OLDER}", text), encoding="utf-8")
    (files / LEFT).parent.mkdir(parents=True, exist_ok=True)
    (files / LEFT).write_text("gone after the upgrade\n", encoding="utf-8")
    command = ["dpkg-deb", "--root-owner-group", "-Znone", "--build", str(files), str(target)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
    shutil.rmtree(files)
