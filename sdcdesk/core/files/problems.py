"""Problems of the program: kind and place of what failed, kept for a report that a user may send.

A report names the version, the system and where in the program it failed. The message of an exception could
hold confidential values and the path of a file the name of its user, so neither is ever in it.
"""

import faulthandler
import logging
import os
import platform
import re
import traceback
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from sdcdesk.core.files.owned_file import PRIVATE, locked
from sdcdesk.core.files.this_build import this_build
from sdcdesk.core.files.user_folder import user_folder
from sdcdesk.core.running.errors import defect_place

LIBRARIES = ("numpy", "pandas", "pyarrow", "scipy", "PySide6_Essentials")
"""Libraries in which a problem may lie."""

MOST_KEPT = 5
"""Reports of former sessions that are kept."""

CRASHES = ("Fatal Python error", "Windows fatal exception")
"""How Python's last words begin where the whole program fell."""

_ROOT = Path(__file__).resolve().parents[3]
_OTHERS = ("site-packages", "dist-packages", "_internal", f"python{platform.python_version()[:4]}")
_NAMED_FILE = re.compile(r'File "([^"]+)"')

logger = logging.getLogger(__name__)


def log_problem(error: BaseException) -> None:
    """Put a problem into the log, without the message of the exception.

    Parameters
    ----------
    error
        An exception that nobody expected.
    """
    logger.error("defect: %s", defect_place(error), extra={"problem": described(error)})


def described(error: BaseException) -> str:
    """Return what is told of a problem: its kinds, and the places from the outermost to the innermost.

    Parameters
    ----------
    error
        An exception that nobody expected.

    Returns
    -------
    str
        Lines, without any message of an exception.
    """
    return "\n".join(_lines(error))


def surroundings(program: str) -> str:
    """Return in what surroundings the program works: its version, the system, the libraries.

    Parameters
    ----------
    program
        Name of the program.

    Returns
    -------
    str
        Lines, without the names of computer, user or files.
    """
    libraries = ", ".join(f"{name} {found}" for name in LIBRARIES if (found := _version(name)))
    system = f"{platform.system()} {platform.release()} {platform.machine()}, {os.cpu_count()} processors"
    return f"{program} {this_build().title}\n{system}\nPython {platform.python_version()}, {libraries}"


class ProblemLog(logging.Handler):
    """Keeps the problems of one running program in a private file, which it has from the first one on.

    Parameters
    ----------
    program
        Name of the program.
    more
        Lines about what surrounds it, beside its version, the system and the libraries.
    folder
        Where the files are kept; in the user's data folder where not given.
    """

    def __init__(self, program: str, *more: str, folder: Path | None = None) -> None:
        super().__init__()
        self.folder = folder or user_folder("problems")
        self.path = self.folder / f"{datetime.now().astimezone():%Y-%m-%d-%H%M%S}-{os.getpid()}.txt"
        self._program, self._more = program, more
        self._problems: list[str] = []
        self._file: BinaryIO | None = None

    @property
    def is_kept(self) -> bool:
        """Whether there were problems, and they stand in the file."""
        return bool(self._problems) and self.path.is_file()

    def start(self, *, crashes: bool) -> None:
        """Hear of every problem from now on.

        Parameters
        ----------
        crashes
            Whether also the fall of the whole program is kept, where the system tells of it.
        """
        logger.addHandler(self)
        file = self._open() if crashes else None
        if file is not None:
            faulthandler.enable(file)

    def stop(self) -> None:
        """Hear of no more; without a problem nothing is left behind."""
        logger.removeHandler(self)
        if self._file is None:
            return
        faulthandler.disable()
        self._file.close()
        self._file = None
        if not self._problems:
            _remove(self.path)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a problem.

        Parameters
        ----------
        record
            What `tell` has put into the log.
        """
        told = record.__dict__["problem"]
        if self._problems and self._problems[-1].endswith(f"\n{told}\n\n"):
            return  # one in drawing comes with every drawing
        when = datetime.fromtimestamp(record.created).astimezone()
        problem = f"{when:%Y-%m-%d %H:%M:%S}\n{told}\n\n"
        self._problems.append(problem)
        file = self._open()
        if file is not None:
            with suppress(OSError):  # a full disk
                file.write(problem.encode())

    def earlier(self) -> dict[str, str]:
        """Return the reports of programs that are gone, the newest first, and remove the oldest.

        Returns
        -------
        dict
            File name to text; those without a problem are removed too, their programs were killed.
        """
        found: dict[str, str] = {}
        with suppress(OSError):
            for path in sorted(self.folder.glob("*.txt"), key=self._age, reverse=True):
                with suppress(OSError):
                    self._read(path, found)
        return found

    def last_crash(self) -> str:
        """Return the name of the latest report in which a whole program fell; empty: there is none.

        Returns
        -------
        str
            Another one than that of the crash before.
        """
        return next(
            (name for name, text in self.earlier().items() if any(map(text.__contains__, CRASHES))), ""
        )

    def _age(self, path: Path) -> tuple[bool, str]:
        """Return by what reports are sorted: one of the future was written by a clock that is right again."""
        return path.name <= self.path.name, path.name

    def _read(self, path: Path, reports: dict[str, str]) -> None:
        if path == self.path:
            return
        with path.open("rb") as file:
            if locked(file) is False:
                return
            text = file.read().decode(errors="replace")
        if len(reports) < MOST_KEPT and text.partition("\n\n")[2].strip():
            reports[path.name] = _NAMED_FILE.sub(lambda named: f'File "{_room(named[1])}"', text).strip()
        else:
            _remove(path)

    def report(self) -> str:
        """Return all that can be sent: the surroundings, the problems of now, and those of former sessions.

        Returns
        -------
        str
            Plain text.
        """
        now = "".join(self._problems).strip() or "No problem since the start."
        before = [f"Earlier ({name.removesuffix('.txt')}):\n{text}" for name, text in self.earlier().items()]
        return "\n\n".join((self._about(), now, *before)) + "\n"

    def _about(self) -> str:
        return "\n".join((surroundings(self._program), *self._more))

    def _open(self) -> BinaryIO | None:
        """Open the file under a lock that ends with this process: others can tell that it lives."""
        if self._file is None:
            with suppress(OSError):  # a disk that is full or read-only: the problems are still in memory
                self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                number = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, PRIVATE)
                self._file = os.fdopen(number, "ab", buffering=0)
                locked(self._file)
                self._file.write(f"{self._about()}\n\n".encode())
        return self._file


def _lines(error: BaseException) -> Iterator[str]:
    yield type(error).__name__
    for frame, line in traceback.walk_tb(error.__traceback__):
        yield f"  {_room(frame.f_code.co_filename)}:{line} in {frame.f_code.co_qualname}"
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield "because of"
        yield from _lines(before)


def _room(name: str) -> str:
    """Return the name of a file of the program or of a library, without the folders of the computer."""
    path = Path(name)
    if path.is_relative_to(_ROOT) and not set(_OTHERS) & set(path.parts):
        return path.relative_to(_ROOT).as_posix()
    for place in _OTHERS:
        if place in path.parts:
            return Path(*path.parts[path.parts.index(place) + 1 :]).as_posix()
    return path.name if path.is_absolute() else name


def _version(name: str) -> str:
    from importlib.metadata import PackageNotFoundError, version  # it takes longer than all else here

    try:
        return version(name)
    except PackageNotFoundError:  # a part of the program may be installed without the others
        return ""


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)
