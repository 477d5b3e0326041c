"""Incremental work: long work of the window, done piece by piece so that it never stands still."""

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer


class IncrementalWork(QObject):
    """Does work a piece at a time, in turns with all else that the window has to do.

    Work is a generator: what lies before a `yield` is done in one turn of the event loop.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work: Iterator[None] = iter(())
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._go_on)

    def start(self, work: Iterator[None]) -> None:
        """Begin work in the next turn; what is left of earlier work is let go."""
        self._work = work
        self._next.start()

    def stop(self) -> None:
        """Let go of what is left."""
        self._work = iter(())
        self._next.stop()

    def is_running(self) -> bool:
        """Return whether something is left."""
        return self._next.isActive()

    def _go_on(self) -> None:
        work = self._work
        self._next.start()
        for _ in work:  # one piece, which may have stopped this, or started other work
            return
        if self._work is work:
            self.stop()
