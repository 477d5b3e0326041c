"""Terminal: progress while a command works, and the lines of its result."""

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TextIO

from sdcdesk.core.errors import WriteError
from sdcdesk.core.legible import legible
from sdcdesk.core.progress import Progress

OFTEN = 0.1
"""Seconds between two lines of progress."""

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
"""Requests to end."""


class _Line:
    """One line on the terminal that is written over and over."""

    def __init__(self) -> None:
        self._last = 0.0

    def __call__(self, fraction: float, words: str) -> None:
        now = time.monotonic()
        if now - self._last >= OFTEN:
            self._last = now
            _write(f"\r{fraction:4.0%} {legible(words)[:60]:<60}", sys.stderr)

    def clear(self) -> None:
        if self._last:
            _write(f"\r{'':<66}\r", sys.stderr)


@contextmanager
def progress() -> Iterator[Progress]:
    """Show progress on a terminal's error stream; Ctrl-C, or a request to end, cancels the job cleanly.

    When the job is done such a request comes too late: files may stand already, so results are told to the
    end. `interruptible` gives the signals back.

    Returns
    -------
    Iterator[Progress]
        A context with the progress of the job.
    """
    from pyarrow import enable_signal_handlers  # help and lists come without it

    line, asked = _Line(), False

    def ask(_signal: int, _frame: object) -> None:
        nonlocal asked
        if asked:  # twice: whoever asks cannot wait for the next report
            raise KeyboardInterrupt
        asked = True

    shown = Progress(listener=line) if sys.stderr and sys.stderr.isatty() else Progress()
    if threading.current_thread() is threading.main_thread():  # only there may signals be handled
        enable_signal_handlers(False)  # it would raise an error of its own while it reads
        for number in _SIGNALS:
            signal.signal(number, ask)
    try:
        yield replace(shown, cancelled=lambda: asked)
    finally:
        line.clear()


@contextmanager
def interruptible() -> Iterator[None]:
    """Give signals back, at the end of a command, to whoever had them at its beginning.

    Returns
    -------
    Iterator[None]
        A context around the whole command.
    """
    before = {number: signal.getsignal(number) for number in _SIGNALS}
    try:
        yield
    finally:
        if threading.current_thread() is threading.main_thread():
            for number, handler in before.items():
                signal.signal(number, handler)


def say(*lines: str) -> None:
    """Print lines of the result; signs that control a terminal are spelt out.

    Parameters
    ----------
    *lines
        Each without a line break.
    """
    for line in lines:
        write(f"{legible(line)}\n")


def note(text: str) -> None:
    """Print a line that is not part of the result; signs that control a terminal are spelt out.

    Parameters
    ----------
    text
        Without a line break at its end.
    """
    _write(f"sdcdesk: {legible(text)}\n", sys.stderr)


def write(text: str) -> None:
    """Write a text to standard output; where nobody reads it (any more), it is lost without a word.

    Parameters
    ----------
    text
        With its line breaks.

    Raises
    ------
    WriteError
        It is a file that takes no more.
    """
    _write(text, sys.stdout)


def _write(text: str, stream: TextIO | None) -> None:
    if stream is None:  # closed by whoever started this process
        return
    try:
        stream.write(text)
        stream.flush()
    except OSError as error:
        # Say nothing more, not even at the exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        # Whoever closed the pipe (`| head`) has seen enough, and what was found decides the exit code.
        if not isinstance(error, BrokenPipeError):
            reason = (error.strerror or "unknown reason").lower()
            raise WriteError(f"Standard output cannot be written: {reason}.") from None
