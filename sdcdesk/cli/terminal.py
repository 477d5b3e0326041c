"""Terminal: progress while a command works, and the lines of its result."""

import math
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from typing import TextIO

from sdcdesk.core.running.errors import WriteError, short_text
from sdcdesk.core.running.interruption import REQUESTS, answer
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.printable import printable
from sdcdesk.core.text.sentence import sentence

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
            remark(f"\r{math.floor(100 * fraction):>3}% {printable(words)[:60]:<60}")

    def clear(self) -> None:
        if self._last:
            self._last = 0.0
            remark(f"\r{'':<66}\r")


_LINE = _Line()


class _Requests:
    """Requests to end the process: the first waits for the next report, the second does not."""

    def __init__(self) -> None:
        self._count, self._answered = 0, False
        self._came = self._comes = -1
        if hasattr(os, "set_blocking"):  # Python 3.11 on Windows lacks it: there the handler alone hears
            self._came, self._comes = os.pipe()
            for end in (self._came, self._comes):
                os.set_blocking(end, False)

    def __call__(self, _signal: int, _frame: object) -> None:
        self._count += 1
        if self._count == 2 and not self._answered:  # a third one would disturb the tidying up
            raise KeyboardInterrupt

    def interrupted(self) -> bool:
        """Return whether there was one; then the job ends, and no other disturbs its tidying up."""
        self._answered = self._answered or self._count > 0 or self._came_elsewhere()
        return self._answered

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Hear of requests at once, on whatever thread the job asks.

        Python itself calls its handler only when the main thread is back from the library that it is in.
        """
        if self._comes < 0:
            yield
            return
        before = signal.set_wakeup_fd(self._comes, warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(before)
            for end in (self._came, self._comes):
                os.close(end)
            self._came = -1  # what has its number next is not ours to read

    def _came_elsewhere(self) -> bool:
        with suppress(OSError):  # nothing came, or nobody listens any more
            return any(number in REQUESTS for number in os.read(self._came, 64))
        return False


@contextmanager
def progress() -> Iterator[Progress]:
    """Show progress on a terminal's error stream; Ctrl-C, or a request to end, cancels the job cleanly.

    `interruptible` gives the signals back.

    Returns
    -------
    Iterator[Progress]
        A context with the progress of the job.
    """
    from pyarrow import enable_signal_handlers  # help and lists come without it

    shown = Progress(listener=_LINE) if sys.stderr and sys.stderr.isatty() else Progress()
    with ExitStack() as ending:
        ending.callback(_LINE.clear)
        if threading.current_thread() is threading.main_thread():  # only there may signals be handled
            requests = _Requests()
            enable_signal_handlers(False)  # it would lose those that come at the end of its reading
            ending.enter_context(requests.heard())
            answer(requests)
            shown = replace(shown, cancelled=requests.interrupted)
        yield shown


def last_moment(work: Progress) -> None:
    """Ask for the last time whether to cancel: what comes next is that files take their places.

    From then on a request to end comes too late: results are told to the end. Another one ends the process
    at once.

    Parameters
    ----------
    work
        Progress of the job.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    work.at(1.0)
    answer(_too_late)


def _too_late(number: int, _frame: object) -> None:
    signal.signal(number, signal.SIG_DFL)


@contextmanager
def interruptible(*, own: bool = False) -> Iterator[None]:
    """Give signals back, at the end of a command, to whoever had them at its beginning.

    Parameters
    ----------
    own
        Whether the process is ours: then nobody had them, and a request at its end comes too late.

    Returns
    -------
    Iterator[None]
        A context around the whole command.
    """
    before = {number: signal.getsignal(number) for number in REQUESTS}
    try:
        yield
    finally:
        if own:
            answer(_too_late)
        elif threading.current_thread() is threading.main_thread():
            for number, handler in before.items():
                signal.signal(number, handler)


def print_lines(*lines: str) -> None:
    """Print lines of the result; signs that control a terminal are spelt out.

    Parameters
    ----------
    *lines
        Each without a line break.
    """
    write("".join(f"{printable(line)}\n" for line in lines))


def print_afterwards(*lines: str) -> None:
    """Print lines when files stand already: where they cannot be printed, that is no reason to fail.

    Parameters
    ----------
    *lines
        Each without a line break.
    """
    try:
        print_lines(*lines)
    except WriteError as error:
        note(error.message)


def note(text: str) -> None:
    """Print a line that is not part of the result; signs that control a terminal are spelt out.

    Parameters
    ----------
    text
        Without a line break at its end.
    """
    _LINE.clear()
    remark(f"sdcdesk: {printable(short_text(text))}\n")


def remark(text: str) -> None:
    """Write a text beside the results; where nobody can read it, the exit code alone tells.

    Parameters
    ----------
    text
        With its line breaks.
    """
    _write(text, sys.stderr)


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
    _LINE.clear()
    _write(text, sys.stdout)


def _write(text: str, stream: TextIO | None) -> None:
    if stream is None:  # closed by whoever started this process
        return
    try:
        _encoded(text, stream)
        stream.flush()
    except (OSError, UnicodeError) as error:
        # Say nothing more, not even at the exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        # Whoever closed the pipe (`| head`) has seen enough, and what was found decides the exit code; where
        # errors cannot be told, nothing can.
        if stream is sys.stdout and not isinstance(error, BrokenPipeError):
            reason = getattr(error, "strerror", None) or "its encoding is none for text"
            raise WriteError(
                sentence("Standard output cannot be written: {reason}.", reason=str(reason.lower()))
            ) from None


def _encoded(text: str, stream: TextIO) -> None:
    """Write a text; signs that the encoding of the stream lacks are spelt out."""
    try:
        stream.write(text)
    except UnicodeError:
        stream.write(text.encode("ascii", "backslashreplace").decode("ascii"))
