"""Watch over the event loop and the jobs of the window while something is done in it.

A turn lasts from one `awake` of the event dispatcher to the next. What counts is the processor time of the
window's thread: neither waiting nor jobs add to it, so that it says on a busy machine, too, what the window
costs. Waiting counts apart, for what asks Python thousands of times waits for a job each time. Of a job count
its first report, and the longest stretch in which it does not ask whether it was cancelled, its end included:
so long a cancel takes at worst. Both are the shorter of the time that passed and the processor time of all
threads.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import pytest
from PySide6.QtCore import QAbstractEventDispatcher, QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from shiboken6 import isValid

from sdcdesk.core.running.progress import Progress
from ui.models.column_profiles import JOB as COLUMNS
from ui.session.jobs import Jobs
from ui.shell.main_window import MainWindow

Work = Callable[[Progress], Any]
"""What a job does."""

BEAT, SOON = 20, 500
"""Milliseconds between two looks at the window; below which a timer is part of an answer."""

PATIENCE = 20.0
"""Seconds after which a job is cancelled."""

BACKGROUND = frozenset({COLUMNS})
"""Kinds of jobs for which nobody waits: one for each of ten thousand columns."""


@dataclass
class Turn:
    """The longest turn of a gesture.

    Attributes
    ----------
    name
        What was done.
    longest
        Milliseconds of the processor.
    waited
        Milliseconds of a turn in which its thread did not work: a job had the interpreter, or others the
        processor.
    """

    name: str
    longest: float = 0.0
    waited: float = 0.0


class Stretch:
    """How long a job went on without a report, and without asking whether it was cancelled.

    Parameters
    ----------
    name
        What it does.
    """

    def __init__(self, name: str) -> None:
        self.name, self.first, self.longest = name, 0.0, 0.0
        self._heard = False
        self._began = self._asked = _clocks()

    def report(self) -> None:
        """Take note of a report."""
        if not self._heard:
            self._heard, self.first = True, _passed(self._began)

    def ask(self) -> None:
        """Take note that it asked whether it was cancelled."""
        self.longest = max(self.longest, _passed(self._asked))
        self._asked = _clocks()

    def end(self) -> None:
        """Take note of its end."""
        self.ask()
        self.report()


def _clocks() -> tuple[float, float]:
    return time.perf_counter(), time.process_time()


def _passed(since: tuple[float, float]) -> float:
    """Return milliseconds: the shorter of those that passed and those of the processor."""
    return 1000 * min(now - then for now, then in zip(_clocks(), since, strict=True))


class Watch:
    """Watches the turns of gestures, and the jobs that they start.

    Parameters
    ----------
    window
        In which they are done.
    explore
        What is done in a dialog that a gesture opens, before it is cancelled.
    """

    def __init__(self, window: MainWindow, explore: Callable[[QWidget, str], object]) -> None:
        self._window, self._explore = window, explore
        self.turns: dict[str, Turn] = {}
        self.jobs: list[Stretch] = []
        self._turn, self._began = Turn(""), time.thread_time()
        self._idle = self._pause()
        self._dialogs: list[QWidget] = [window]

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch all turns and jobs meanwhile."""
        start = Jobs.start

        def watched_start(jobs: Jobs, kind: str, words: str, work: Work, *ends: Any, **named: Any) -> None:
            start(jobs, kind, words, self._watched(words, work), *ends, **named)

        dispatcher = QAbstractEventDispatcher.instance()
        dispatcher.awake.connect(self._on_awake)
        dispatcher.aboutToBlock.connect(self._note_wait)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Jobs, "start", watched_start)
            yield
        dispatcher.aboutToBlock.disconnect(self._note_wait)
        dispatcher.awake.disconnect(self._on_awake)

    def _watched(self, words: str, work: Work) -> Work:
        """Return the work of a job that takes note of its reports, and of when it asks whether to stop."""
        name = f"{self._turn.name}: {words}"

        def watched(progress: Progress) -> Any:
            stretch = Stretch(name)
            self.jobs.append(stretch)

            def report(fraction: float, detail: str) -> None:
                stretch.report()
                progress.listener(fraction, detail)

            def is_cancelled() -> bool:
                stretch.ask()
                return progress.cancelled()

            try:
                return work(replace(progress, listener=report, cancelled=is_cancelled))
            finally:
                stretch.end()

        return watched

    def gesture(self, name: str, do: Callable[[], object]) -> None:
        """Do something in the event loop, and go on until nothing is computed or about to happen.

        Dialogs that it opens are explored and cancelled, menus closed.

        Parameters
        ----------
        name
            What is done.
        do
            Does it.
        """
        outer, self._turn = self._turn, self.turns.setdefault(name, Turn(name))
        loop, look = QEventLoop(), QTimer(interval=BEAT)
        done, quiet = False, 0

        def begin() -> None:
            nonlocal done
            self._idle = self._pause()
            try:
                do()
            finally:
                self._note_wait()
                done = True

        def on_look() -> None:
            nonlocal quiet
            self._end_turn()
            look.stop()
            quiet = quiet + 1 if self._at_rest() else 0
            if quiet > 1 and not self._close_what_is_open(name) and done:
                loop.quit()
            look.start()
            self._began, self._idle = (
                time.thread_time(),
                self._pause(),
            )  # the look is none of the window's work

        look.timeout.connect(on_look)
        self._began = time.thread_time()
        QTimer.singleShot(0, begin)
        look.start()
        loop.exec()
        look.stop()
        self._turn, self._began = outer, time.thread_time()

    def _on_awake(self) -> None:
        self._end_turn()
        self._idle = self._pause()

    def _note_wait(self) -> None:
        """Take note of how long the gesture, or the answer that has come, has waited so far."""
        now = self._pause()
        self._turn.waited, self._idle = max(self._turn.waited, 1000 * (now - self._idle)), now

    def _pause(self) -> float:
        """Return what grows while the thread of the window does not work."""
        return time.perf_counter() - time.thread_time()

    def _end_turn(self) -> None:
        now = time.thread_time()
        self._turn.longest = max(self._turn.longest, 1000 * (now - self._began))
        self._began = now

    def _at_rest(self) -> bool:
        jobs = self._window.jobs
        running = [job for job in jobs.running if job.kind not in BACKGROUND]
        for job in running:
            if job.age > PATIENCE:
                jobs.cancel(job.kind)
        tops = (self._window, *_dialogs())
        timers = (timer for top in tops for timer in top.findChildren(QTimer) if timer.isActive())
        return not running and not any(one.isSingleShot() and one.interval() <= SOON for one in timers)

    def _close_what_is_open(self, name: str) -> bool:
        """Close a menu, or explore and cancel a dialog; return whether there was one."""
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()
            return True
        dialog = next((one for one in _dialogs() if one not in self._dialogs), None)
        if dialog is None:
            return False
        self._dialogs.append(dialog)
        self._explore(dialog, f"{name}, {dialog.windowTitle()}")
        for _ in range(2):  # the first may stop what is going on in it
            if isValid(dialog) and dialog.isVisible():
                dialog.reject()
        if isValid(dialog) and dialog.isVisible():
            dialog.done(QDialog.DialogCode.Rejected)
        self._dialogs.remove(dialog)
        return True


def _dialogs() -> list[QDialog]:
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, QDialog) and one.isVisible()]
