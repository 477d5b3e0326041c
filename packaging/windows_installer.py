"""The installer for Windows: Inno Setup over the frozen program. It is not built, and not tried, on Linux.

Signing: SDCDESK_SIGN holds the command of signtool with `$f` for the file, as Inno Setup takes it; the
programs are signed with it too. Without it the installer is not signed, and Windows warns who starts it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

from stages import ROOT, SetUpError
from sums import write_sums

if TYPE_CHECKING:
    from pathlib import Path

    from commit import Commit

SCRIPT = ROOT / "packaging" / "windows" / "sdcdesk.iss"
SIGN = "SDCDESK_SIGN"
PROGRAMS = ("sdcdesk.exe", "sdcdesk-gui.exe")


def make_installer(commit: Commit, folder: Path, out: Path, icon: Path) -> Path:
    """Write the installer of a frozen program, and return it.

    Raises
    ------
    SetUpError
        Inno Setup is not installed, or failed; or a program could not be signed.
    """
    compiler = shutil.which("ISCC") or shutil.which("iscc")
    if compiler is None:
        raise SetUpError(
            "The installer for Windows needs Inno Setup 6.3: its compiler ISCC is not on the path."
        )
    signing = os.environ.get(SIGN, "")
    if signing:
        for program in PROGRAMS:
            _run(sign_command(signing, folder / program))
        write_sums(folder)  # signatures change the programs
    _run([compiler, *options(commit, folder, out, icon, signing), str(SCRIPT)])
    return out / f"sdcdesk-{commit.version}-windows-x86_64.exe"


def options(commit: Commit, folder: Path, out: Path, icon: Path, signing: str) -> list[str]:
    """Return what the script is told."""
    values = {"Version": commit.version, "Source": str(folder), "Output": str(out), "Icon": str(icon)}
    words = [f"/D{name}={value}" for name, value in values.items()]
    return [*words, "/DSign", f"/Ssign={signing}"] if signing else words


def sign_command(signing: str, file: Path) -> str:
    """Return the line that signs a file: `$f` is the file in quotes and `$q` a quote, as for Inno Setup."""
    return signing.replace("$q", '"').replace("$f", f'"{file}"')


def _run(command: list[str] | str) -> None:
    """Run a command; Windows takes a line as it is, with the backslashes of its paths."""
    if subprocess.run(command, check=False).returncode != 0:  # noqa: S603 - our own, without a shell
        name = command if isinstance(command, str) else command[0]
        raise SetUpError(f"{name} failed; the lines above say why.")
