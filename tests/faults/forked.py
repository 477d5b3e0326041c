"""Forked work: a command in a process of its own that may die, begun with everything imported already."""

import gc
import math
import os
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from sdcdesk.core.files import folder_lock as turn
from sdcdesk.core.running.interruption import REQUESTS

WRITES = ("os.rename", "os.remove", "os.link", "os.truncate", "os.chmod", "os.mkdir", "os.rmdir")
"""Events of Python's audit that change a folder."""


def writes(event: str, arguments: tuple[object, ...]) -> bool:
    """Return whether an event of Python's audit writes: changes a folder, or opens a file for writing."""
    if event != "open":
        return event in WRITES
    flags = arguments[2]
    return isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))


def at_write(number: int, act: Callable[[], object]) -> None:
    """Act just before this process writes for the so-many-th time."""
    seen = 0

    def count(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal seen
        if writes(event, arguments):
            seen += 1
            if seen == number:
                act()

    sys.addaudithook(count)


def prepare() -> None:
    """Have at hand, before processes are forked, what commands import, and the templates of reports."""
    import_module("sdcdesk.cli.run")
    templates = import_module("sdcdesk.report.sections").environment()
    for name in templates.list_templates(extensions=["html"]):
        templates.get_template(name)


class Forked:
    """Work that has begun in a process and a folder of its own.

    Parameters
    ----------
    work
        Returns the exit code of the process.
    folder
        Becomes the current one.
    """

    def __init__(self, work: Callable[[], int], folder: Path) -> None:
        self._output, output = os.pipe()
        self._process = os.fork()
        if not self._process:
            _work(work, folder, output)
        os.close(output)

    def ended(self) -> tuple[int, str]:
        """Wait, and return the exit code, or minus the signal that ended it, with all that was printed."""
        with os.fdopen(self._output, encoding="utf-8", errors="replace") as output:
            said = output.read()
        return os.waitstatus_to_exitcode(os.waitpid(self._process, 0)[1]), said


def forked(work: Callable[[], int], folder: Path) -> tuple[int, str]:
    """Do work in a process of its own, and return its exit code and what it printed."""
    return Forked(work, folder).ended()


def patient(work: Callable[[], int]) -> int:
    """Do work that waits for its turn at a folder as long as others take on a busy machine."""
    turn.PATIENCE = math.inf
    return work()


def _work(work: Callable[[], int], folder: Path, output: int) -> None:
    code = 99
    gc.freeze()  # what was there before is not its own to look through for garbage
    for number in REQUESTS:  # as in a program that has just begun, and that an exception cannot end halfway
        signal.signal(number, signal.SIG_DFL)
    try:
        os.chdir(folder)
        os.dup2(output, 1)
        os.dup2(output, 2)
        sys.stdout, sys.stderr = (os.fdopen(number, "w", closefd=False) for number in (1, 2))
        code = work()
        if sys.stdout:  # what is lost with it, the work has told already
            with suppress(OSError):
                sys.stdout.flush()
    except SystemExit as stop:  # of what only tells how it is used
        code = stop.code if isinstance(stop.code, int) else 0 if stop.code is None else 99
    except BaseException:  # whatever it is, it is told
        os.write(2, traceback.format_exc().encode())
    finally:
        os._exit(code)
