"""A minimal Debian in which the packages for Linux are installed, used and removed, without a network.

The system is made by debootstrap with what `dpkg` says the package depends on, an X server without a screen,
and a user without rights. It has no Python.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from stages import SetUpError, ask, run_stage

from checks.frozen import WINDOW, same

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checks.findings import Findings

USER, HOME = 1234, "/home/Žofie Nuñez"
DATA = f"{HOME}/.local/share"
SETTINGS = f"{HOME}/.config"
STUDY = "/study/Übung"
PACKAGE = "/root/sdcdesk.deb"
BESIDE = ("xvfb", "xauth", "shared-mime-info", "desktop-file-utils", "libglib2.0-bin")
"""What the check needs in the root beside what the package depends on: a screen, and what desktops ask."""

RUN = f"""set -eu
export HOME='{HOME}' LANG=C.UTF-8 XDG_RUNTIME_DIR=/tmp/runtime
mkdir -p -m 700 /tmp/runtime
cd '{STUDY}'
"""


_OTHERS = (
    *("var/", "tmp/", "home/", "study/", "run/", "etc/ld.so.cache", "usr/share/mime/", "opt"),
    "usr/share/applications/mimeinfo.cache",
)
"""What dpkg, its triggers and the user themselves write."""


def prepare(out: Path, root: Path, findings: Findings) -> set[str]:
    """Make a new minimal Debian with the package in it, not installed yet; return all that is there.

    Parameters
    ----------
    out
        As given to build.py.
    root
        Folder that does not exist yet, where the system is made; one that exists is used as it is.
    findings
        Where it is said what holds.

    Raises
    ------
    SetUpError
        The system could not be made.
    """
    (package,) = out.glob("*.deb")
    make_root(root, package)
    findings.add("the root has no Python", holds=not list(root.glob("usr/bin/python*")))
    return _files(root)


def check_entries(root: Path, findings: Findings) -> None:
    """See that a desktop finds the program by its menu entry, and a project by its type."""
    places = (
        *("applications/sdcdesk.desktop", "mime/packages/sdcdesk.xml", "man/man1/sdcdesk.1.gz"),
        "icons/hicolor/48x48/apps/sdcdesk.png",
    )
    lacking = [place for place in places if not (root / "usr/share" / place).is_file()]
    findings.add("menu entry, type, icon and manual page are there", ", ".join(lacking), holds=not lacking)


def check_removal(root: Path, before: set[str], findings: Findings) -> None:
    """See that nothing is left of the package when it is removed."""
    removed = inside(root, ["dpkg", "--purge", "sdcdesk"])
    left = sorted(path for path in _files(root) - before if not path.startswith(_OTHERS))
    findings.add(
        "dpkg --purge leaves nothing", ", ".join(left[:8]), holds=removed.returncode == 0 and not left
    )


def check_unpacked(out: Path, work: Path, root: Path, findings: Findings) -> None:
    """Use the archive, unpacked in a folder of its own."""
    (archive,) = out.glob("*.tar.xz")
    place = root / "opt" / "Ünpacked"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    subprocess.run(["tar", "-xJf", str(archive), "-C", str(place)], check=True)  # noqa: S603, S607
    (folder,) = place.iterdir()
    at = f"/opt/Ünpacked/{folder.name}"
    check_use(root, work, at, f"{at}/", findings, "unpacked")
    shutil.rmtree(place)


def make_root(root: Path, package: Path) -> None:
    """Make the minimal Debian, with what the package depends on, and a user who may write almost nothing."""
    if not (root / "etc/debian_version").is_file():
        release = ask(["sh", "-c", ". /etc/os-release && echo $VERSION_CODENAME"]).strip()
        command = ["debootstrap", "--variant=minbase", release, str(root)]
        if not run_stage("Making a minimal Debian", command):
            raise SetUpError("debootstrap failed; the lines above say why.")
    shutil.copyfile(package, root / PACKAGE.lstrip("/"))
    depends = ask(["dpkg-deb", "--field", str(package), "Depends"])
    names = [entry.split("|")[0].split("(")[0].strip() for entry in depends.split(",")]
    lacking = [name for name in (*names, *BESIDE) if not (root / f"usr/share/doc/{name}").exists()]
    if lacking:
        shutil.copyfile("/etc/resolv.conf", root / "etc/resolv.conf")
        for settings in Path("/etc/apt/apt.conf.d").iterdir():
            shutil.copyfile(settings, root / "etc/apt/apt.conf.d" / settings.name)
        apt = ["chroot", str(root), "apt-get", "-qq"]
        quiet = {"DEBIAN_FRONTEND": "noninteractive"}
        install = [*apt, "install", "--yes", "--no-install-recommends", *lacking]
        if not (
            run_stage("Updating its list", [*apt, "update"]) and run_stage("Installing there", install, quiet)
        ):
            raise SetUpError("What the package depends on could not be installed there.")
    for folder, mode in ((HOME, 0o555), (DATA, 0o700), (SETTINGS, 0o700), (STUDY, 0o700)):
        path = root / folder.lstrip("/")
        path.mkdir(parents=True, exist_ok=True)
        os.chown(path, USER, USER)
        path.chmod(mode)
    for parent in (f"{HOME}/.local",):
        os.chown(root / parent.lstrip("/"), USER, USER)


def inside(root: Path, words: Sequence[str], *, user: bool = False) -> subprocess.CompletedProcess[str]:
    """Run a command in the root without a network, as root or as the user."""
    rights = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"] if user else []
    mounts = f'mount -t proc proc "{root}/proc" ; exec "$@"'
    alone = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child"]
    command = [*alone, "sh", "-c", mounts, "sh", "chroot", str(root), *rights, *words]
    return subprocess.run(  # noqa: S603 - our own commands, as lists
        command,
        env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive"},
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )


def check_use(root: Path, work: Path, folder: str, programs: str, findings: Findings, title: str) -> None:
    """Run command line and window as a user who may write almost nothing."""
    probe = root / folder.lstrip("/") / "probe"
    shutil.copy2(work / "probe", probe)
    samples = work / "source/resources/samples"
    study = root / STUDY.lstrip("/")
    for old in study.iterdir():
        old.unlink()
    for name in ("billing_5000.sdcdesk", "billing_5000.csv"):
        shutil.copyfile(samples / name, study / name)
    shutil.copyfile(WINDOW, root / "tmp/window.py")
    (root / "tmp/window.py").chmod(0o644)
    command = f"{RUN}'{programs}sdcdesk' run billing_5000.sdcdesk --out safe.csv"
    ran = inside(root, ["sh", "-c", command], user=True)
    findings.add(
        f"{title}: sdcdesk run as a user without rights",
        ran.stderr[-800:] if ran.returncode else "",
        holds=ran.returncode == 0,
    )
    for platform, start in (("offscreen", ""), ("xcb", "xvfb-run -a ")):
        command = (
            f"{RUN}export QT_QPA_PLATFORM={platform}\n"
            f"{start}'{folder}/probe' /tmp/window.py billing_5000.sdcdesk '{STUDY}/{platform}.csv'"
        )
        seen = inside(root, ["sh", "-c", command], user=True)
        exported = same(study / f"{platform}.csv", study / "safe.csv")
        detail = "" if seen.returncode == 0 else f"code {seen.returncode} {seen.stderr[-800:]}"
        findings.add(
            f"{title}: the window exports the same bytes ({platform})",
            detail,
            holds=seen.returncode == 0 and exported,
        )
    probe.unlink()


def _files(root: Path) -> set[str]:
    skipped = {"proc", "sys", "dev"}
    return {
        path.relative_to(root).as_posix()
        for top in root.iterdir()
        if top.name not in skipped
        for path in (top, *top.rglob("*"))
    }
