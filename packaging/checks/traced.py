"""What a program does to the outside: sockets it makes, and files it writes, as strace saw them."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

CALLS = (
    "trace=network,open,openat,creat,mkdir,mkdirat,rename,renameat,renameat2,link,linkat,symlink,symlinkat,"
    "truncate"
)
"""What strace is asked for."""

_LOCAL = ("AF_UNIX", "AF_LOCAL")
_SOCKET = re.compile(r"\bsocket\((?P<family>AF_\w+)")
_REACHED = re.compile(r"\b(?:connect|bind|sendto|listen|accept4?)\(.*\bsa_family=(?P<family>AF_\w+)")
_OPENED = re.compile(
    r'\b(?:open|openat)\((?:AT_FDCWD, |\d+<[^>]*>, |\d+, )?"(?P<path>[^"]*)", (?P<flags>[\w|]+)'
)
_CREATED = re.compile(
    r"\b(?:creat|mkdir|mkdirat|rename|renameat|renameat2|link|linkat|symlink|symlinkat|truncate)\("
)
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_WRITING = {"O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC"}
_NOT_FILES = ("/dev/", "/proc/", "pipe:", "socket:")


@dataclass(frozen=True, slots=True)
class Traced:
    """What was seen.

    Parameters
    ----------
    sockets
        Calls about sockets other than those within the machine (`AF_UNIX`).
    written
        Paths that were opened for writing, made or renamed.
    """

    sockets: tuple[str, ...]
    written: tuple[str, ...]

    def written_outside(self, allowed: Iterable[str]) -> tuple[str, ...]:
        """Return the paths that lie in none of the folders."""
        roots = tuple(allowed)
        return tuple(path for path in self.written if not any(_is_in(path, root) for root in roots))


def tracing(file: Path) -> list[str]:
    """Return the words before a command that write down what it does; none without strace."""
    if shutil.which("strace") is None:
        return []
    return ["strace", "-f", "-qq", "-s", "4096", "-e", CALLS, "-o", str(file)]


def read(lines: Iterable[str]) -> Traced:
    """Return what the lines of `strace -f -e CALLS` say; calls that failed wrote nothing."""
    sockets: list[str] = []
    written: dict[str, None] = {}
    for line in lines:
        call = _SOCKET.search(line) or _REACHED.search(line)
        if call and call["family"] not in _LOCAL:
            sockets.append(line.strip())
        if re.search(r"= -1 ", line):
            continue
        opened = _OPENED.search(line)
        paths = []
        if opened and _WRITING & set(opened["flags"].split("|")):
            paths = [opened["path"]]
        elif not opened and _CREATED.search(line):
            paths = _QUOTED.findall(line)
        written |= dict.fromkeys(_spelled(path) for path in paths if not path.startswith(_NOT_FILES))
    return Traced(tuple(sockets), tuple(written))


def _is_in(path: str, root: str) -> bool:
    return path == root or path.startswith(f"{root.rstrip('/')}/")


def _spelled(path: str) -> str:
    r"""Return a path as it is; strace writes bytes beyond ASCII as `\303\251`."""
    octal = re.sub(rb"\\([0-7]{1,3})", lambda found: bytes([int(found[1], 8)]), path.encode())
    return octal.decode(errors="surrogateescape")
