"""Garbage collector: finds unreachable objects between events, where that neither harms nor delays."""

import gc
import time

from PySide6.QtCore import QObject, QTimer

INTERVAL = 500
"""Milliseconds between two looks."""

MANY = 100_000
"""New objects from which those that last are set aside; to look through so many takes thirty milliseconds."""

LITTLE, PAUSE = 0.01, 10
"""Seconds of work between two looks below which nobody uses the window; how many such looks make a pause."""


class GarbageCollector(QObject):
    """Collects garbage between events, on the thread of the window, from its start to its stop.

    Python looks for unreachable objects whenever it likes: on a worker thread, or while Qt walks through all
    widgets to give them a style. If it destroys a widget there, the program crashes. So its own collector is
    off while the window lives, and a timer does the same work where nothing is going on.

    To look through all objects takes a third of a second where thousands of variables are described, and
    finds next to nothing. So objects that have lasted are set aside, and looked through again only in a
    pause.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL)
        self._timer.timeout.connect(self._look)
        self._quiet, self._worked = 0, 0.0
        self._new = 0
        self._has_set_aside = False

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
        if self._quiet >= PAUSE and self._has_set_aside:
            gc.unfreeze()
            self._set_aside()
            self._has_set_aside = False
        else:
            self._collect_what_is_due()
        self._worked = time.thread_time()

    def _collect_what_is_due(self) -> None:
        """Collect a young generation that is due, as Python would have done, or all objects that are new."""
        (youngest, middle, _), (many, often, _) = gc.get_count(), gc.get_threshold()
        if youngest <= many and middle <= often:
            return
        # Counted so, not by a list of them: a tuple that a job is just making must not be in any list.
        self._new += youngest
        if self._new >= MANY:
            self._set_aside()
            self._has_set_aside = True
        else:
            self._new -= gc.collect(1 if middle > often else 0)

    def _set_aside(self) -> None:
        """Collect among all objects but those that are set aside, and set aside those that last."""
        gc.collect()
        gc.freeze()
        self._new = 0
