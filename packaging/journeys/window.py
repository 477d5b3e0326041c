"""Goes through the window as a user does: run in the frozen program by its probe, or by Python.

    window.py OPENED SAFE    open a project, see every page, export the safe file, end
    window.py                show the window, end

Prints when the window was shown, and what was seen, as JSON. Whoever started it knows when that was.
"""

import json
import sys
import time

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from ui import app
from ui.dialogs.export_dialog import ExportDialog
from ui.pages.stages import STAGES
from ui.shell.main_window import MainWindow

LONGEST = 240_000
"""Milliseconds after which whatever is not reached yet has failed."""


class Journey:
    """Drives the real window of `ui.app.main`, from one state to the next."""

    def __init__(self, words: list[str]) -> None:
        self.seen: dict[str, object] = {"pages": []}
        self._safe = words[1] if words else ""
        self._window: MainWindow | None = None
        shown = MainWindow.show

        def show(window: MainWindow) -> None:
            shown(window)
            self._window = window
            QTimer.singleShot(0, self._begin)

        MainWindow.show = show  # type: ignore[method-assign]

    def _begin(self) -> None:
        self.seen["shown"] = time.time()
        self.seen["processor"] = time.process_time()
        self.seen["memory"] = _memory()
        QTimer.singleShot(LONGEST, lambda: QApplication.exit(9))
        if not self._safe:
            QApplication.exit(0)
            return
        self._window.session.computed.connect(self._show_pages)
        if self._window.session.is_computed:
            self._show_pages()

    def _show_pages(self) -> None:
        session = self._window.session
        session.computed.disconnect(self._show_pages)
        for stage in STAGES:
            self._window.show_stage(stage.key)
            QApplication.processEvents()
            if not self._window.grab().isNull():
                self.seen["pages"].append(stage.key)
        session.done.connect(self._end)
        dialog = ExportDialog(session, self._window)
        dialog.show()
        dialog.form.set_target(self._safe)
        dialog.filled.click()

    def _end(self, message: str) -> None:
        self.seen["said"] = message
        self.seen["scheme"] = self._window.settings.scheme
        QApplication.exit(0)


def _memory() -> int:
    """Return the memory that this process has used at most, in bytes; 0 where the system does not say."""
    try:
        import resource
    except ImportError:
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


journey = Journey(sys.argv[1:])
code = app.main(sys.argv[1:2])
print(json.dumps({**journey.seen, "code": code}))  # noqa: T201
sys.exit(code)
