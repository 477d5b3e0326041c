"""System calls of a process and its threads, as strace lists them: those of libraries too.

Python's audit hears of what goes through Python alone.
"""

import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

WRITING = (
    *("open", "openat", "creat", "mkdir", "mkdirat", "mknod", "mknodat", "truncate"),
    *(
        "rename",
        "renameat",
        "renameat2",
        "link",
        "linkat",
        "symlink",
        "symlinkat",
        "unlink",
        "unlinkat",
        "rmdir",
    ),
)
"""Calls that change a folder, or open a file and may do so for writing."""

SOCKETS = ("socket", "socketpair", "connect", "bind")

LISTED = ",".join((*SOCKETS, "execve", *WRITING))

FOR_WRITING = ("O_WRONLY", "O_RDWR", "O_CREAT", "O_TMPFILE")

_CALL = re.compile(r"\d+ +(\w+)\((.*)")
_PATH = re.compile(r'(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"((?:[^"\\]|\\.)*)"')


@cache
def listing() -> bool:
    """Return whether system calls can be listed here."""
    strace = shutil.which("strace")
    return bool(strace) and subprocess.run([strace, "-f", "-qq", "true"], capture_output=True).returncode == 0  # noqa: S603


def listed(log: Path) -> list[str]:
    """Return the words before a command whose calls are listed in a file; none where that cannot be done."""
    options = ("-f", "-qq", "-y", "--seccomp-bpf", "-s", "4096", "-e", f"trace={LISTED}", "-o", str(log))
    return ["strace", *options] if listing() else []


def calls(log: Path) -> Iterator[tuple[str, str]]:
    """Return names and arguments of all calls."""
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines() if log.exists() else ():
        found = _CALL.match(line)
        if found:
            yield found[1], found[2]


def forbidden(log: Path) -> list[str]:
    """Return the calls for sockets, and those that start another program than the first."""
    told = list(calls(log))
    programs = [f"execve {arguments}" for name, arguments in told if name == "execve"]
    return [f"{name} {arguments}" for name, arguments in told if name in SOCKETS] + programs[1:]


def written(log: Path, place: Path) -> set[Path]:
    """Return the paths that a process begun in a place opened for writing, made, renamed or removed."""
    return {
        Path(folder or place, path)
        for name, arguments in calls(log)
        if name in WRITING
        and (name not in ("open", "openat") or any(flag in arguments for flag in FOR_WRITING))
        for folder, path in _PATH.findall(arguments)
        if not path.startswith("/proc/self/fd/")
    }
