"""Export dialog: the masked file leaves, deliberately and on the record."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QProgressBar, QWidget

from sdcdesk.core.errors import SdcError
from sdcdesk.release.release_check import SAFE, Release
from sdcdesk.report.export import Export, export, name_problem, needs_reason, problem, suggested, warnings
from ui.dialogs.export_form import ExportForm
from ui.dialogs.frame import frame
from ui.look.locale import user_locale
from ui.session.session import Session
from ui.widgets.badge import VerdictBadge
from ui.widgets.buttons import button, filled_button
from ui.widgets.label import IconLabel, hairline, label
from ui.widgets.layout import column, held, row, scrolled
from ui.widgets.message_bar import MessageBar
from ui.widgets.numbers import count
from ui.widgets.reason import allow, disable

EXPORT = "export"
"""Kind of the job that writes the files."""

WIDTH, HEIGHT = 620, 640


class ExportDialog(QDialog):
    """Asks for name, format and, where the file is not safe, for a reason; then writes on a worker thread.

    Parameters
    ----------
    session
        Its results are exported.
    parent
        The window.
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._release = session.release
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Export the masked file")
        self.resize(WIDTH, HEIGHT)
        self.badge = VerdictBadge()
        self.summary = label("", tone="text2", wraps=True)
        self.warnings = column(spacing=10)
        release = self._release
        masked = release.run.masked if release is not None else None
        self.form = ExportForm(masked, explained=release is not None and needs_reason(release))
        self.message_bar = MessageBar()
        self.bar = QProgressBar()
        self.bar.setAccessibleName("Progress of the export")
        self.bar.setRange(0, 1000)
        self.bar.hide()
        self.cancel = button("Cancel")
        self.accept_button = filled_button("Export file")
        self._arrange()
        self._connect()
        self._show_release()

    def reject(self) -> None:
        """Stop the writing if it is under way, else close."""
        if self._session.jobs.is_running(EXPORT):
            self._session.jobs.cancel(EXPORT)
        else:
            super().reject()

    # What is shown

    def _inputs(self) -> list[Path]:
        return [path for path in (self._session.data_file, self._session.path) if path is not None]

    def _show_release(self) -> None:
        release = self._release
        if release is None:
            self.summary.setText(f"{self._session.hindrance}.".replace("..", "."))
            self.form.setEnabled(False)
            disable(self.accept_button, "There is no masked file to export")
            return
        self.badge.set_verdict(release.verdict)
        released, original = len(release.run.masked), len(release.run.original)
        self.summary.setText(f"{count(released)} of {count(original)} records leave.")
        for words, unsafe in warnings(release, user_locale()):
            self.warnings.addLayout(_warning(words, unsafe=unsafe))
        if release.verdict != SAFE:
            self.accept_button.setText("Export all the same")
        if self._session.data_file is not None:
            self.form.set_target(suggested(self._session.data_file, release))
        self._check()

    def _check(self) -> None:
        """Say what hinders the export, beside the field or as the reason of the button."""
        if self._release is None:
            return
        plan = self.form.plan()
        self.form.show_name_error(name_problem(plan, self._inputs()))
        hindrance = (
            self._not_ready() or self.form.unconfirmed() or problem(self._release, plan, self._inputs())
        )
        allow(self.accept_button, hindrance)
        self.hint.setText(hindrance)

    def _not_ready(self) -> str:
        if self._session.release is not self._release:
            return self._session.hindrance or "The project has changed since; open this dialog again."
        return ""

    # Writing

    def _start(self) -> None:
        release, plan = self._release, self.form.plan()
        if release is None or plan.target is None:
            return
        self.message_bar.hide()
        self._set_busy(busy=True)
        self._session.jobs.start(
            EXPORT,
            f"Writing {plan.target.name}",
            lambda progress: export(release, plan, progress),
            lambda done: self._finish(release, done),
            self._fail,
            self._stopped,
        )

    def _finish(self, release: Release, done: Export) -> None:
        self._set_busy(busy=False)
        self._session.note_export()
        self._session.done.emit(f"Wrote {done.files[0].path.name}, {count(len(release.run.masked))} records")
        self.accept()

    def _fail(self, error: SdcError) -> None:
        self._set_busy(busy=False)
        self.message_bar.show_error(error.message)
        self._check()

    def _stopped(self) -> None:
        self._set_busy(busy=False)
        self.message_bar.show_note("Stopped: the masked file was not written.")
        self._check()

    def _set_busy(self, *, busy: bool) -> None:
        self.form.setEnabled(not busy)
        self.bar.setVisible(busy)
        self.bar.setValue(0)
        self.hint.setText("")
        self.cancel.setText("Stop" if busy else "Cancel")
        allow(self.accept_button, "The file is being written" if busy else "")

    def _show_progress(self) -> None:
        job = next((job for job in self._session.jobs.running if job.kind == EXPORT), None)
        if job is not None:
            self.bar.setValue(round(1000 * job.fraction))

    # How it is built

    def _connect(self) -> None:
        self.form.edited.connect(self._check)
        self.accept_button.clicked.connect(self._start)
        self.cancel.clicked.connect(self.reject)
        self._session.jobs.changed.connect(self._show_progress)
        for signal in (self._session.stale, self._session.computed):
            signal.connect(self._check)

    def _arrange(self) -> None:
        self.hint = label("", "caption", "text3", wraps=True)
        verdict = row(self.badge, (self.summary, 1), spacing=10)
        parts = column(
            verdict, self.warnings, hairline(), self.form, ..., spacing=10, margins=(20, 12, 20, 12)
        )
        content = held(column(self.message_bar, (scrolled(held(parts)), 1), spacing=0))
        foot = (self.hint, self.bar, self.cancel, self.accept_button)
        frame(self, self.windowTitle(), "", content, foot)


def _warning(words: str, *, unsafe: bool) -> QHBoxLayout:
    """Return a sentence with its mark."""
    mark = IconLabel("triangle", 14, "risk_text") if unsafe else IconLabel("info", 14, "text2")
    sentence = label(words, tone="text" if unsafe else "text2", wraps=True)
    return row((mark, Qt.AlignmentFlag.AlignTop), (sentence, 1))
