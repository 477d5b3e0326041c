"""Interruption: requests to end a process, and the few moments in which they must wait."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

REQUESTS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)
"""Signals by which a user, the system or a closed terminal asks a process to end."""


def answer(handler: Callable[[int, FrameType | None], object]) -> None:
    """Have requests to end answered, but for those that whoever started this process has ignored.

    On other threads than the main one nothing changes: no signal is handled there.

    Parameters
    ----------
    handler
        Called with the number of the signal.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    for number in REQUESTS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let requests to end wait until the context is over; then they do what they would have done.

    On other threads than the main one there is nothing to wait for: no signal is handled there.

    Returns
    -------
    Iterator[None]
        A context for what takes an instant and must not be half done.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = {}
    for number in REQUESTS:
        # One that is ignored stays so; None: its handler is not Python's, and could not be given back.
        if signal.getsignal(number) not in (signal.SIG_IGN, None):
            before[number] = signal.signal(number, lambda one, _frame: came.append(one))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in came:
            signal.raise_signal(number)
