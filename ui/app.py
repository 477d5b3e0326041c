"""Application: `sdcdesk-gui [FILE]`, or `python -m ui.app [FILE]`."""

import gc
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

# Before Qt: of every module that is imported after it, PySide6 reads the source, which takes a fifth of the
# start.
import sdcdesk.release.project_results  # noqa: F401

# isort: split
from PySide6.QtCore import QLocale, QObject, QTimer, qVersion
from PySide6.QtWidgets import QApplication

from sdcdesk.core.files.problems import ProblemLog
from sdcdesk.core.running.interruption import REQUESTS
from ui.look.icons import icon
from ui.session.defects import Defects
from ui.shell.main_window import MainWindow
from ui.widgets.wheel import WheelGuard

SHARE = 0.0005
"""Seconds for which a worker's Python may keep the window waiting, again and again while it paints."""

INTERVAL = 500
"""Milliseconds between two collections of garbage."""

OLDEST, QUARTER_MORE = 2, 1.25
"""Generation of the objects that last; how many times as many of them are looked through again."""


class GarbageCollector(QObject):
    """Collects garbage between events, on the thread of the window, from its start to its stop.

    Python looks for unreachable objects whenever it likes: on a worker thread, or while Qt walks through all
    widgets to give them a style. If it destroys a widget there, the program crashes. So its own collector is
    off while the window lives, and a timer does the same work where nothing is going on.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL)
        self._timer.timeout.connect(self._collect)
        self._lasting = 0

    def start(self) -> None:
        """Take over from Python's own collector; what was imported so far is never looked through again."""
        gc.disable()
        gc.freeze()
        self._timer.start()

    def stop(self) -> None:
        """Give back to Python's own collector."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()

    def _collect(self) -> None:
        self._lasting = collect_what_is_due(self._lasting)


def collect_what_is_due(lasting: int = 0) -> int:
    """Collect the oldest generation of objects that is due, as Python would have done.

    To look through all objects that last takes a tenth of a second where thousands of variables are
    described. As Python's own, it waits until there are a quarter more of them than the time before.

    Parameters
    ----------
    lasting
        Objects that lasted after all were looked through.

    Returns
    -------
    int
        The same, of the last time now.
    """
    due = [count > most for count, most in zip(gc.get_count(), gc.get_threshold(), strict=True)]
    if not any(due):
        return lasting
    oldest = max(generation for generation, is_due in enumerate(due) if is_due)
    known = len(gc.get_objects(OLDEST)) if oldest == OLDEST else 0
    if oldest == OLDEST and known < QUARTER_MORE * lasting:
        oldest = OLDEST - 1
    found = gc.collect(oldest)
    # Not counted once more, which takes as long as a tenth of looking through them.
    return known - found if oldest == OLDEST else lasting


class EndOnRequest:
    """Ends the window where the system, a closed terminal or Ctrl-C asks for it: unsaved work is kept.

    Python hears of a signal when Qt calls it next, which the garbage collector sees to.

    Parameters
    ----------
    window
        What ends, with all its jobs, and nothing unfinished is left behind.
    """

    def __init__(self, window: MainWindow) -> None:
        self._window, self._requested = window, False

    def start(self) -> None:
        """Listen, but not for what whoever started this process has ignored."""
        for number in REQUESTS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, lambda _number, _frame: self._ask())

    def finish(self) -> None:
        """Keep unsaved work and stop all jobs, if that is why the window has ended."""
        if self._requested:
            self._window.files.saving.keep()
            self._window.jobs.close()

    def _ask(self) -> None:
        self._requested = True
        QApplication.exit(0)


def display_lines(application: QApplication) -> Iterator[str]:
    """Return lines about what the window is shown on, for a report of problems."""
    yield f"Qt {qVersion()}, {application.platformName()}, {QLocale().name()}"
    for screen in application.screens():
        size = screen.size()
        ratio = round(100 * screen.devicePixelRatio())
        yield f"Screen {size.width()} x {size.height()} at {ratio}%"


def main(arguments: Sequence[str] | None = None) -> int:
    """Show the window, open a file if one is named, and return when it is closed."""
    words = list(sys.argv if arguments is None else ["sdcdesk-gui", *arguments])
    application = QApplication(words)
    application.setApplicationName("SDCDesk")
    application.setOrganizationName("SDCDesk")
    application.setDesktopFileName("sdcdesk")  # by which a desktop finds the icon
    sys.setswitchinterval(SHARE)
    garbage = GarbageCollector()
    garbage.start()
    problems = ProblemLog("sdcdesk-gui", *display_lines(application))
    problems.start(crashes=True)
    defects = Defects()
    defects.start()
    wheel = WheelGuard()
    wheel.start(application)
    window = MainWindow(problems=problems)
    requests = EndOnRequest(window)
    requests.start()
    defects.caught.connect(window.show_defect)
    application.setWindowIcon(icon("logo"))
    window.show()
    window.help.report_crash(window.session, window.settings)
    named = [word for word in application.arguments()[1:] if not word.startswith("-")]
    if named:
        window.files.open(Path(named[0]))
    code = application.exec()
    requests.finish()
    wheel.stop(application)
    defects.stop()
    problems.stop()
    garbage.stop()
    return code


if __name__ == "__main__":
    sys.exit(main())
