"""Command line: one command, one file.

Only what a command needs is imported, and only when it runs, so that help comes at once.
"""

import os
from collections.abc import Sequence
from contextlib import suppress

from sdcdesk.cli.exit_codes import CANCELLED, NOTHING_WRITTEN
from sdcdesk.core.interruption import answer

__all__ = ["main"]


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
    from sdcdesk.cli.program import run

    return run(arguments)


def _leave(_signal: int, _frame: object) -> None:
    """End the process at once: nothing was begun, and an exception might get lost among the imports."""
    with suppress(OSError):  # nobody listens
        os.write(2, f"sdcdesk: {NOTHING_WRITTEN}\n".encode())
    os._exit(CANCELLED)
