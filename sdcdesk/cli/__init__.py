"""Command line: one command, one file.

Only what a command needs is imported, and only when it runs, so that help comes at once.
"""

import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from sdcdesk.cli.exit_codes import CANCELLED, NOTHING_WRITTEN
from sdcdesk.core.running.interruption import answer

__all__ = ["main"]

NEW_OBJECTS = 50_000
"""So many new objects are made before Python looks for garbage among them."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    Parameters
    ----------
    arguments
        Words of the command line; None: those of this process, which is ours then: a request to end is
        answered from the first instant to the last.

    Returns
    -------
    int
        0, or another code that says what went wrong.
    """
    if arguments is None:
        answer(_leave)  # before the imports: they take most of the first second
        gc.set_threshold(NEW_OBJECTS)  # what they make stays: looking through it is for nothing
    from sdcdesk.cli.program import run

    code = run(arguments)
    if arguments is None:
        _end(code)
    return code


def _end(code: int) -> None:
    """End the process without taking the interpreter apart.

    Where a job was cancelled, a thread of Arrow may still be letting go of the file that it read. Before
    Python 3.14 it is killed in the middle of it if the interpreter goes away first, and the process ends as
    one that crashed.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):  # full, or closed by whoever started us
            stream.flush()
    os._exit(code)


def _leave(_signal: int, _frame: object) -> None:
    """End the process at once: nothing was begun, and an exception might get lost among the imports."""
    with suppress(OSError):  # nobody listens
        os.write(2, f"sdcdesk: {NOTHING_WRITTEN}\n".encode())
    os._exit(CANCELLED)
