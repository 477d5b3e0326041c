"""Application: `sdcdesk-gui [FILE]`, or `python -m ui.app [FILE]`."""

import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

# Before Qt: of every module that is imported after it, PySide6 reads the source, which takes a fifth of the
# start.
import sdcdesk.release.project_results  # noqa: F401

# isort: split
from PySide6.QtCore import QLocale, qVersion
from PySide6.QtWidgets import QApplication

from sdcdesk.core.files.problems import ProblemLog
from sdcdesk.core.running.interruption import REQUESTS
from ui.look.icons import icon
from ui.session.defects import Defects
from ui.shell.garbage_collector import GarbageCollector
from ui.shell.main_window import MainWindow

SHARE = 0.0005
"""Seconds for which a worker's Python may keep the window waiting, again and again while it paints."""


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
    defects.stop()
    problems.stop()
    garbage.stop()
    return code


if __name__ == "__main__":
    sys.exit(main())
