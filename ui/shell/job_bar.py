"""Job bar at the bottom: what is computed, what is done, and that nothing leaves the computer."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QProgressBar, QSizePolicy, QWidget

from sdcdesk.core.text.sentence import sentence
from ui.look.locale import in_user_locale
from ui.look.theme import theme
from ui.session.jobs import Job
from ui.shell.checklist import ChecklistRing
from ui.widgets.buttons import text_button
from ui.widgets.label import ElidedLabel, IconLabel, label
from ui.widgets.layout import discard, row

HEIGHT = 28
MOST_JOBS = 3
"""Jobs that are shown; the rest are counted."""

NOTE_TIME = 6000
"""Milliseconds that a done note stays."""

PROMISE = "Offline · data stay in this computer\N{RIGHT SINGLE QUOTATION MARK}s memory"


def how_far(seconds_left: float | None) -> str:
    """Return how far a job is: "about 4 s left"; empty where that cannot be told."""
    if seconds_left is None:
        return ""
    if seconds_left < 90:
        return sentence("about {n} s left", n=str(max(1, round(seconds_left))))
    return sentence("about {n} min left", n=str(round(seconds_left / 60)))


class JobBar(QWidget):
    """State words with a tick, or the running jobs with their cancel buttons; the promise at the right."""

    cancel_requested = Signal(str)
    """The key of a job that the user wants to stop."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("jobBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Jobs")
        self.setMinimumHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._state, self._holds = "", True
        self._tick, self._lock = IconLabel("tick", 14, "safe_text"), IconLabel("offline_lock", 14)
        self._words = ElidedLabel(style="caption", tone="text2")
        self._jobs: dict[str, _JobView] = {}
        self._places = row(spacing=16)
        self._rest = label(style="caption", tone="text3")
        self._rest.hide()
        self.ring = ChecklistRing()
        self.ring.hide()
        self._promise = label(PROMISE, "caption", "text2")
        self._promise.setToolTip(PROMISE)
        self._note = QTimer(self, singleShot=True, interval=NOTE_TIME)
        self._note.timeout.connect(self._show_words)
        left = (
            self._tick,
            (self._words, 1000),
            self._places,
            self._rest,
        )  # what is left goes to the words first
        right = (self.ring, self._lock, self._promise)
        row(*left, ..., *right, spacing=10, margins=(14, 1, 14, 0), inside=self)

    def set_state(self, words: str, *, holds: bool = True) -> None:
        """Say what holds while no job runs: "Up to date · risk in 0.03 s"; without a tick what does not."""
        self._state, self._holds = words, holds
        if not holds:
            self._note.stop()
        if not self._note.isActive():
            self._show_words()

    def show_text(self, text: str) -> None:
        """Say what is done, for six seconds."""
        self._words.setText(text)
        self._tick.set_icon("tick", "safe_text")
        self._note.start()

    def text(self) -> str:
        """Return the words beside the tick."""
        return self._words.text()

    def set_jobs(self, jobs: Sequence[Job]) -> None:
        """Show the running jobs: the first three, and how many more there are."""
        shown = {job.kind: job for job in jobs[:MOST_JOBS]}
        for key in self._jobs.keys() - shown.keys():
            discard(self._jobs.pop(key))
        for key, job in shown.items():
            if key not in self._jobs:
                self._jobs[key] = view = _JobView(job)
                view.cancel.clicked.connect(lambda _checked=False, key=key: self.cancel_requested.emit(key))
                self._places.addWidget(view)
                view.show()
            self._jobs[key].show_job(job, alone=len(jobs) == 1)
        rest = len(jobs) - len(shown)
        self._rest.setText(sentence("{n} more", n=str(rest)))
        self._rest.setVisible(rest > 0)
        self._promise.setText(PROMISE if len(jobs) < 2 else PROMISE.partition(" ")[0])
        self._tick.setVisible(not jobs)
        self._words.setVisible(not jobs)

    def _show_words(self) -> None:
        self._words.setText(self._state)
        self._tick.set_icon(*(("tick", "safe_text") if self._holds else ("info", "text2")))


class _JobView(QWidget):
    """One running job."""

    def __init__(self, job: Job) -> None:
        super().__init__()
        self._words = ElidedLabel(style="caption", tone="text")
        self._detail = label(style="caption", tone="text2")
        self._bar = QProgressBar(textVisible=False)
        self._bar.setFixedSize(QSize(80, 6))
        self._bar.setAccessibleName(job.words)
        self.cancel = text_button("Cancel")
        self.cancel.setFont(theme().font("caption"))
        self.cancel.setAccessibleName(sentence("Cancel: {words}", words=job.words))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        bar = (self._bar, Qt.AlignmentFlag.AlignVCenter)
        row(self._words, bar, self._detail, self.cancel, inside=self)

    def show_job(self, job: Job, *, alone: bool) -> None:
        """Show how far the job is; beside other jobs the words about it move into the tooltip."""
        detail = how_far(job.seconds_left)
        self._words.setText(in_user_locale(job.detail or job.words))
        self._detail.setText(detail)
        self._detail.setVisible(bool(detail) and alone)
        self._bar.setToolTip(detail)
        self._bar.setAccessibleDescription(detail)
        # Else the bar is painted at once, and with it all of the window that waits to be painted.
        self._bar.setUpdatesEnabled(False)
        # A bar without a range moves to and fro: how far it is cannot be told yet.
        self._bar.setRange(0, 1000 if job.fraction else 0)
        self._bar.setValue(round(1000 * job.fraction))
        self._bar.setUpdatesEnabled(True)
