"""Terminal: progress while a command works, and the lines of its result."""

import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from sdcdesk.core.progress import Progress

OFTEN = 0.1
"""Seconds between two lines of progress."""


class _Line:
    """One line on the terminal that is written over and over."""

    def __init__(self) -> None:
        self._last = 0.0

    def __call__(self, fraction: float, words: str) -> None:
        now = time.monotonic()
        if now - self._last >= OFTEN:
            self._last = now
            print(f"\r{fraction:4.0%} {words[:60]:<60}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self._last:
            print(f"\r{'':<66}\r", end="", file=sys.stderr, flush=True)


@contextmanager
def progress() -> Iterator[Progress]:
    """Show progress on a terminal's error stream; Ctrl-C cancels the job cleanly.

    Returns
    -------
    Iterator[Progress]
        A context with the progress of the job.
    """
    line, asked = _Line(), False

    def ask(_signal: int, _frame: object) -> None:
        nonlocal asked
        asked = True

    shown = Progress(listener=line) if sys.stderr.isatty() else Progress()
    main = threading.current_thread() is threading.main_thread()  # only there may signals be handled
    before = signal.signal(signal.SIGINT, ask) if main else None
    try:
        yield replace(shown, cancelled=lambda: asked)
    finally:
        if main:
            signal.signal(signal.SIGINT, before)
        line.clear()


def say(text: str) -> None:
    """Print a line of the result.

    Parameters
    ----------
    text
        Without a line break at its end.
    """
    print(text)


def note(text: str) -> None:
    """Print a line that is not part of the result.

    Parameters
    ----------
    text
        Without a line break at its end.
    """
    print(f"sdcdesk: {text}", file=sys.stderr)
