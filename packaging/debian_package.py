"""The Debian package, from the frozen program: made by dpkg-deb, without a build system."""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import elf
from archive import LEVEL
from commit import same_permissions
from icons import SIZES, drawing, write_icon
from licences import debian_package
from pruning import OPTIONAL_LIBRARIES
from stages import ROOT, SetUpError, ask

if TYPE_CHECKING:
    from commit import Commit

SOURCES = ROOT / "packaging" / "linux"
FONTS = "fonts-dejavu-core | fonts-liberation | fonts-noto-core | fonts-freefont-ttf"

CONTROL = """\
Package: sdcdesk
Version: {version}
Architecture: {architecture}
Maintainer: SDCDesk developers <sdcdesk@localhost>
Installed-Size: {size}
Depends: {depends}
Recommends: shared-mime-info, desktop-file-utils, hicolor-icon-theme
Suggests: {suggests}
Section: science
Priority: optional
Description: statistical disclosure control of microdata, offline
 A workbench for statisticians who release microdata: it masks a file, and
 measures disclosure risk against information loss at every step. It brings its
 own Python and libraries, opens no network connection, and leaves the original
 file as it is.
"""


def make_package(folder: Path, commit: Commit, manual: str, file: Path, work: Path) -> None:
    """Write the package of a frozen program.

    Parameters
    ----------
    folder
        The frozen program, complete.
    commit
        What it was made from.
    manual
        The manual page.
    file
        The package.
    work
        An empty place for the tree of files that is packed.

    Raises
    ------
    SetUpError
        dpkg-deb is not here or failed, or no package of this system has a library that is needed.
    """
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(folder, work / "usr/lib/sdcdesk", symlinks=True)
    _add_entries(work, manual)
    _add_control(work, folder, commit)
    same_permissions(work, commit.epoch)
    command = ["dpkg-deb", "--root-owner-group", "-Zxz", f"-z{LEVEL}", "--build", str(work), str(file)]
    finished = subprocess.run(  # noqa: S603 - our own command, a list, without a shell
        command, env={**os.environ, **commit.settings}, capture_output=True, text=True, check=False
    )
    if finished.returncode != 0:
        raise SetUpError(f"dpkg-deb failed: {finished.stderr.strip()}")


def _add_entries(work: Path, manual: str) -> None:
    """Add commands, menu entry, type of file, icons, manual page and documents."""
    share = work / "usr/share"
    (work / "usr/bin").mkdir(parents=True)
    for program in ("sdcdesk", "sdcdesk-gui"):
        (work / "usr/bin" / program).symlink_to(f"../lib/sdcdesk/{program}")
    _copy(SOURCES / "sdcdesk.desktop", share / "applications")
    _copy(SOURCES / "sdcdesk.xml", share / "mime/packages")
    for size in SIZES:
        icons = share / f"icons/hicolor/{size}x{size}/apps"
        icons.mkdir(parents=True)
        write_icon(size, icons / "sdcdesk.png")
    _write(share / "icons/hicolor/scalable/apps/sdcdesk.svg", drawing().encode())
    _write(share / "man/man1/sdcdesk.1.gz", gzip.compress(manual.encode(), 9, mtime=0))
    _write(share / "man/man1/sdcdesk-gui.1.gz", gzip.compress(b".so man1/sdcdesk.1\n", 9, mtime=0))
    documents = share / "doc/sdcdesk"
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")
    indented = "".join(f" {line}\n" if line.strip() else " .\n" for line in licence.splitlines())
    copyright_ = (SOURCES / "copyright").read_text(encoding="utf-8").replace("{licence}\n", indented)
    _write(documents / "copyright", copyright_.encode())
    changes = (ROOT / "CHANGELOG.md").read_bytes()
    _write(documents / "changelog.gz", gzip.compress(changes, 9, mtime=0))


def _add_control(work: Path, folder: Path, commit: Commit) -> None:
    files = [path for path in sorted(work.rglob("*")) if path.is_file() and not path.is_symlink()]
    md5 = (f"{_md5(path)}  {path.relative_to(work).as_posix()}\n" for path in files)
    control = CONTROL.format(
        version=commit.version,
        architecture=architecture(),
        size=sum(-(-path.stat().st_size // 1024) for path in files),
        depends=", ".join(dependencies(folder)),
        suggests=", ".join(sorted(set(OPTIONAL_LIBRARIES.values()))),
    )
    _write(work / "DEBIAN/md5sums", "".join(md5).encode())
    _write(work / "DEBIAN/control", control.encode())


def architecture() -> str:
    """Return Debian's name of this kind of machine."""
    return ask(["dpkg", "--print-architecture"]).strip()


def dependencies(folder: Path) -> list[str]:
    """Return the Debian packages without which the frozen program does not start.

    Raises
    ------
    SetUpError
        No package of this system has a library that is needed.
    """
    files = [path for path in sorted(folder.rglob("*")) if elf.is_elf(path)]
    present = {path.name for path in files} | OPTIONAL_LIBRARIES.keys()
    outside = sorted({name for path in files for name in elf.needed(path)} - present)
    packages = {
        name: debian_package(name).partition(":")[0] for name in outside if not name.startswith("ld-linux")
    }
    unknown = [name for name, package in packages.items() if not package]
    if unknown:
        raise SetUpError(f"No Debian package of this system has {', '.join(unknown)}.")
    glibc = ".".join(map(str, elf.newest_glibc(files)))
    return [f"libc6 (>= {glibc})", *sorted(set(packages.values()) - {"libc6"}), FONTS]


def _md5(path: Path) -> str:
    return hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()


def _copy(file: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, folder / file.name)


def _write(file: Path, contents: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(contents)
