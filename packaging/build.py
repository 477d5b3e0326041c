"""Builds what agencies install, from the commit that is checked out.

    build.py                     everything that this system can build
    build.py folder archive ...  only some of it: folder, archive, deb, wheelhouse, windows, macos
    build.py --out FOLDER        where the packages go (dist); --work FOLDER: what comes in between (build)

It makes a clean environment of its own from packaging/requirements/build.txt, and starts itself again in it.
Two builds of one commit give the same bytes, wherever they are made.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import system_packages
from environment import Environment
from stages import ROOT, SetUpError, call, print_progress, run_stage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from commit import Commit

TOOLS = ("binutils",)
"""System packages of the build beside the libraries of the window, on Debian."""

LINUX, WINDOWS, MACOS = ("archive", "deb"), ("windows",), ("macos",)
ICONS = {"win32": "sdcdesk.ico", "darwin": "sdcdesk.icns"}
"""Icons that become part of the programs, by system."""

TARGETS = ("folder", *LINUX, "wheelhouse", *WINDOWS, *MACOS)


def build_environment() -> Environment:
    """Return the environment in which builds are made."""
    return Environment(ROOT, folder="build/environment", lock="build.txt", with_project=False)


def targets_here() -> tuple[str, ...]:
    """Return what this system can build."""
    own = {"win32": WINDOWS, "darwin": MACOS}.get(sys.platform, LINUX)
    return ("folder", *own, "wheelhouse")


def start_inside(arguments: Sequence[str]) -> int:
    """Prepare the environment and build there."""
    environment = build_environment()
    lacking = system_packages.provide([*TOOLS, *system_packages.OFFSCREEN, *system_packages.WINDOW])
    if lacking:
        # A build that goes on would lack their libraries, and its window would not start elsewhere.
        raise SetUpError(f"The build needs: {system_packages.install_command(lacking)}")
    environment.prepare()
    return call([str(environment.python), str(Path(__file__).resolve()), *arguments])


def make_wheel(commit: Commit, work: Path) -> Path:
    """Return the wheel of the program, made from the files of the commit."""
    from commit import lay_out

    lay_out(commit, work / "source")
    shutil.rmtree(work / "wheel", ignore_errors=True)
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "wheel",
        "--no-deps",
        "--no-build-isolation",
    ]
    command = [*pip, "--no-index", "--wheel-dir", str(work / "wheel"), str(work / "source")]
    if not run_stage("Building the wheel of the program", command, commit.settings):
        raise SetUpError("The wheel of the program could not be built; the lines above say why.")
    (wheel,) = (work / "wheel").glob("*.whl")
    return wheel


def make_folder(commit: Commit, wheel: Path, work: Path) -> Path:
    """Return the frozen program as it is shipped: with licences, bill of materials and hashes."""
    import licences
    import sbom
    from commit import same_permissions
    from freeze import PROBE, freeze
    from icons import write_icon
    from sums import write_sums

    program = work / "program"
    shutil.rmtree(program, ignore_errors=True)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(program)  # our own wheel, made just now
    icon = work / ICONS[sys.platform] if sys.platform in ICONS else None
    if icon is not None:
        write_icon(256, icon)
    print_progress("Freezing the program (some minutes) ...")
    frozen = freeze(commit, program, work, icon)
    folder = work / f"sdcdesk-{commit.version}"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.move(frozen, folder)
    probe = folder / (f"{PROBE}.exe" if sys.platform == "win32" else PROBE)
    shutil.move(probe, work / probe.name)
    parts = licences.parts(folder)
    licences.collect(commit, parts, folder / "licences")
    (folder / "sbom.cdx.json").write_text(sbom.bill(commit, parts), encoding="utf-8", newline="\n")
    (folder / "README.txt").write_text(read_me(commit), encoding="utf-8", newline="\n")
    write_sums(folder)
    same_permissions(folder, commit.epoch)
    return folder


def read_me(commit: Commit) -> str:
    """Return what stands beside the program in the archive."""
    text = (ROOT / "packaging" / "notices" / "README.txt").read_text(encoding="utf-8")
    return text.format(version=commit.version, commit=commit.name, date=commit.date)


def build(targets: Sequence[str], out: Path, work: Path) -> list[Path]:
    """Build the targets and return the files for agencies."""
    from commit import head
    from sums import NAME, sums

    commit = head()
    out.mkdir(parents=True, exist_ok=True)
    work.mkdir(parents=True, exist_ok=True)
    made: list[Path] = []
    wheel = make_wheel(commit, work)
    if set(targets) - {"wheelhouse"}:
        folder = make_folder(commit, wheel, work)
    for target in targets:
        started = time.monotonic()
        if target != "folder":
            made += _make(target, commit, wheel, folder if target != "wheelhouse" else work, out, work)
            print_progress(f"{target}: {time.monotonic() - started:.0f} s")
    files = [
        path
        for entry in made
        for path in ([entry] if entry.is_file() else entry.rglob("*"))
        if path.is_file()
    ]
    (out / NAME).write_text(sums(out, files), encoding="utf-8", newline="\n")
    return made


def _make(target: str, commit: Commit, wheel: Path, folder: Path, out: Path, work: Path) -> list[Path]:
    name = f"sdcdesk-{commit.version}"
    if target == "archive":
        from archive import make_archive

        file = out / f"{name}-linux-{os.uname().machine}.tar.xz"
        make_archive(folder, file, commit.epoch)
    elif target == "deb":
        from debian_package import architecture, make_package

        file = out / f"sdcdesk_{commit.version}_{architecture()}.deb"
        make_package(folder, commit, manual_page(commit, work), file, work / "deb")
    elif target == "wheelhouse":
        from wheelhouse import make_wheelhouse

        file = out / f"{name}-wheelhouse"
        make_wheelhouse(commit, wheel, file)
    elif target == "windows":
        from windows_installer import make_installer

        file = make_installer(commit, folder, out, work / ICONS["win32"])
    else:
        from macos_image import make_image

        file = make_image(commit, work / "frozen" / "SDCDesk.app", folder, out, work)
    return [file]


def manual_page(commit: Commit, work: Path) -> str:
    """Return the manual page, made from the program that is packed."""
    sys.path.insert(0, str(work / "program"))
    from manual import page

    return page(commit)


def main(arguments: Sequence[str]) -> int:
    """Build, in the environment of builds, and return an exit code."""
    parser = argparse.ArgumentParser(
        prog="build.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "targets", nargs="*", choices=[*TARGETS, []], metavar="TARGET", help="default: all of here"
    )
    parser.add_argument("--out", type=Path, default=ROOT / "dist", metavar="FOLDER")
    parser.add_argument("--work", type=Path, default=ROOT / "build", metavar="FOLDER")
    chosen = parser.parse_args(arguments)
    try:
        if Path(sys.prefix).resolve() != build_environment().folder.resolve():
            return start_inside(arguments)
        for file in build(chosen.targets or targets_here(), chosen.out.resolve(), chosen.work.resolve()):
            print_progress(f"Built {file}")
    except (SetUpError, OSError) as error:
        print_progress(str(error))
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
