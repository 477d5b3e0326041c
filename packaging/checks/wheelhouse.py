"""The wheelhouse, tried with the network cut: installed by its one command, and used."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import sums
from wheelhouse import INSTALL

if TYPE_CHECKING:
    from checks.findings import Findings


def check_wheelhouse(out: Path, work: Path, findings: Findings) -> None:
    """Install the wheelhouse into a new environment without a network, and run the sample there."""
    (folder,) = (path for path in out.glob("*-wheelhouse") if path.is_dir())
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != sums.NAME]
    listed = (folder / sums.NAME).read_text(encoding="utf-8")
    findings.add(
        "the hashes of the wheelhouse are right",
        f"{len(files)} files",
        holds=listed == sums.sums(folder, files),
    )
    without_network = ["unshare", "--net"] if shutil.which("unshare") else []
    with tempfile.TemporaryDirectory(prefix="sdcdesk-wheels-", dir=work) as place:
        environment = Path(place) / "environment"
        subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)  # noqa: S603
        python = environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        install = [str(python), *INSTALL.split()[1:]]
        done = subprocess.run(  # noqa: S603 - our own command
            [*without_network, *install], cwd=folder, capture_output=True, encoding="utf-8", check=False
        )
        cut = "with the network cut" if without_network else "without an index"
        findings.add(
            f"its one command installs {cut}",
            done.stderr[-800:] if done.returncode else "",
            holds=done.returncode == 0,
        )
        project = work / "source/resources/samples/billing_5000.sdcdesk"
        run = [str(python), "-m", "sdcdesk", "run", str(project), "--out", str(Path(place) / "safe.csv")]
        ran = subprocess.run([*without_network, *run], capture_output=True, encoding="utf-8", check=False)  # noqa: S603
        findings.add(
            "sdcdesk run works there", ran.stderr[-800:] if ran.returncode else "", holds=ran.returncode == 0
        )
