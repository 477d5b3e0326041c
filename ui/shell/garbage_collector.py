"""Garbage collector: finds unreachable objects between events, where that neither harms nor delays."""

import gc
import time

from PySide6.QtCore import QObject, QTimer

INTERVAL = 500
"""Milliseconds between two looks."""

OLDEST = 2
"""Generation of the objects that last."""

MANY = 20_000
"""New objects that last from which they are looked through; so many take five milliseconds."""

QUARTER_MORE = 1.25
"""How many times as many objects are all looked through again."""

LITTLE, QUIET = 0.01, 60
"""Seconds of work between two looks below which nobody uses the window; how many such looks make a pause."""


class GarbageCollector(QObject):
    """Collects garbage between events, on the thread of the window, from its start to its stop.

    Python looks for unreachable objects whenever it likes: on a worker thread, or while Qt walks through all
    widgets to give them a style. If it destroys a widget there, the program crashes. So its own collector is
    off while the window lives, and a timer does the same work where nothing is going on.

    To look through all objects takes a third of a second where thousands of variables are described, and
    finds next to nothing. So objects that have lasted are set aside, and looked through again only when
    nobody uses the window.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL)
        self._timer.timeout.connect(self._look)
        self._quiet, self._worked = 0, 0.0
        self._lasting = 0
        self._has_new = False

    def start(self) -> None:
        """Take over from Python's own collector; what was imported so far is set aside."""
        gc.disable()
        gc.freeze()
        self._worked = time.thread_time()
        self._timer.start()

    def stop(self) -> None:
        """Give back to Python's own collector."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()

    def _look(self) -> None:
        worked = time.thread_time() - self._worked
        self._quiet = self._quiet + 1 if worked < LITTLE else 0
        if self._quiet >= QUIET and self._has_new:
            self._lasting, self._has_new = collect_all(self._lasting), False
        else:
            self._has_new |= collect_what_is_due()
        self._worked = time.thread_time()


def collect_what_is_due() -> bool:
    """Collect the oldest generation of objects that is due, as Python would have done.

    Returns
    -------
    bool
        Whether there were so many new objects that last that they were set aside.
    """
    due = [count > most for count, most in zip(gc.get_count(), gc.get_threshold(), strict=True)]
    if not any(due):
        return False
    oldest = max(generation for generation, is_due in enumerate(due) if is_due)
    if oldest == OLDEST and len(gc.get_objects(OLDEST)) >= MANY:
        gc.collect()
        gc.freeze()
        return True
    gc.collect(min(oldest, OLDEST - 1))
    return False


def collect_all(lasting: int) -> int:
    """Collect among the objects that were set aside, too, if they are a quarter more than the time before.

    Parameters
    ----------
    lasting
        Objects that lasted the time before.

    Returns
    -------
    int
        Those that last now.
    """
    if gc.get_freeze_count() >= QUARTER_MORE * lasting:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        return gc.get_freeze_count()
    return lasting
