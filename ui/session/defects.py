"""Defects of the program: a sentence for the user, kind and place for the log, and never a value.

The message of an exception may hold confidential values, so it goes nowhere.
"""

import sys
import threading
import time
from types import TracebackType

from PySide6.QtCore import QObject, Qt, Signal

from sdcdesk.core.files.problems import log_problem
from sdcdesk.core.running.errors import DefectError, SdcError, as_user_error

QUIET = 5.0
"""Seconds in which the same defect is not shown again: one in drawing comes with every drawing."""


def defect(error: BaseException) -> SdcError:
    """Return what the user is told of an exception that nobody expected, and log its kind and place."""
    shown_error = as_user_error(error)
    if isinstance(shown_error, DefectError) and shown_error is not error:
        log_problem(error)
    return shown_error


class Defects(QObject):
    """Hears of every exception that nothing else caught: in slots, events, timers and threads.

    Make it on the thread of the window.
    """

    caught = Signal(object)
    """A `SdcError` that the user should see; it comes when the event that failed is over."""

    _heard = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._last, self._when = "", 0.0
        self._heard.connect(self._show, Qt.ConnectionType.QueuedConnection)

    def start(self) -> None:
        """Listen from now on."""
        sys.excepthook = self._on_exception
        threading.excepthook = lambda args: self._hear(args.exc_value)
        sys.unraisablehook = lambda args: self._hear(args.exc_value)

    def stop(self) -> None:
        """Give back to Python's own hooks."""
        sys.excepthook, sys.unraisablehook = sys.__excepthook__, sys.__unraisablehook__
        threading.excepthook = threading.__excepthook__

    def _on_exception(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, Exception):
            self._hear(error)
        else:  # the user wants the program to end
            sys.__excepthook__(kind, error, trace)

    def _hear(self, error: BaseException | None) -> None:
        if error is not None:
            self._heard.emit(defect(error))

    def _show(self, error: SdcError) -> None:
        now = time.monotonic()
        if error.message != self._last or now - self._when > QUIET:
            self._last, self._when = error.message, now
            self.caught.emit(error)
