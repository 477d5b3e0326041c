"""Garbage is collected between events, on the thread of the window.

Python looks for unreachable objects whenever it likes: on a worker thread, or while Qt walks through all
widgets to give them a style. If it destroys a widget there, the program crashes. So its own collector is off
while the window lives, and a timer does the same work where nothing is going on.
"""

import gc

from PySide6.QtCore import QObject, QTimer

INTERVAL = 500
"""Milliseconds."""


class GarbageCollector(QObject):
    """Collects garbage from its start to its stop; make it on the thread of the window."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL)
        self._timer.timeout.connect(collect_what_is_due)

    def start(self) -> None:
        """Take over from Python's own collector."""
        gc.disable()
        self._timer.start()

    def stop(self) -> None:
        """Give back to Python's own collector."""
        self._timer.stop()
        gc.enable()


def collect_what_is_due() -> None:
    """Collect the oldest generation of objects that is due, as Python would have done."""
    due = [count > most for count, most in zip(gc.get_count(), gc.get_threshold(), strict=True)]
    if any(due):
        gc.collect(max(generation for generation, is_due in enumerate(due) if is_due))
