"""The disk image for macOS with the application in it. It is not built, and not tried, on Linux.

Signing: SDCDESK_IDENTITY names the certificate for codesign, SDCDESK_NOTARY the profile for notarytool.
Without them the application bears no name, and macOS opens it only after a click in its settings.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

from freeze import PROBE
from stages import ROOT, SetUpError

if TYPE_CHECKING:
    from pathlib import Path

    from commit import Commit

ENTITLEMENTS = ROOT / "packaging" / "macos" / "entitlements.plist"
IDENTITY, NOTARY = "SDCDESK_IDENTITY", "SDCDESK_NOTARY"


PAPERS = ("licences", "sbom.cdx.json", "README.txt")
"""What the package says of itself, which goes into the application."""


def make_image(commit: Commit, application: Path, folder: Path, out: Path, work: Path) -> Path:
    """Write the disk image of an application, with the papers of the frozen folder in it, and return it.

    Raises
    ------
    SetUpError
        A tool of macOS is missing or failed.
    """
    image = out / f"sdcdesk-{commit.version}-macos-{os.uname().machine}.dmg"
    content = work / "image"
    shutil.rmtree(content, ignore_errors=True)
    shutil.copytree(application, content / application.name, symlinks=True)
    papers = content / application.name / "Contents" / "Resources"
    (papers.parent / "MacOS" / PROBE).unlink()  # of the checks
    for name in PAPERS:
        copy = shutil.copytree if (folder / name).is_dir() else shutil.copy2
        copy(folder / name, papers / name)
    (content / "Applications").symlink_to("/Applications")
    for command in commands(content / application.name, content, image, dict(os.environ)):
        _run(command)
    return image


def commands(application: Path, content: Path, image: Path, settings: dict[str, str]) -> list[list[str]]:
    """Return the commands that sign the application, make the image, and have it notarised."""
    identity, profile = settings.get(IDENTITY, ""), settings.get(NOTARY, "")
    sign = ["codesign", "--force", "--timestamp", "--options", "runtime", "--sign", identity]
    commands = [
        ["hdiutil", "create", "-volname", "SDCDesk", "-srcfolder", str(content), "-ov", "-format", "UDZO"]
    ]
    commands[0].append(str(image))
    if identity:
        commands.insert(0, [*sign, "--deep", "--entitlements", str(ENTITLEMENTS), str(application)])
        commands.append([*sign, str(image)])
    else:
        # The seal of PyInstaller is broken by the papers, and macOS would call the application damaged.
        commands.insert(0, ["codesign", "--force", "--deep", "--sign", "-", str(application)])
    if identity and profile:
        commands.append(
            ["xcrun", "notarytool", "submit", str(image), "--keychain-profile", profile, "--wait"]
        )
        commands.append(["xcrun", "stapler", "staple", str(image)])
    return commands


def _run(command: list[str]) -> None:
    if shutil.which(command[0]) is None:
        raise SetUpError(f"The disk image needs {command[0]}, which is part of macOS.")
    if subprocess.run(command, check=False).returncode != 0:  # noqa: S603 - our own command, a list
        raise SetUpError(f"{command[0]} failed; the lines above say why.")
