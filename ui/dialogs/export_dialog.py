"""Export dialog: the masked file leaves, deliberately and on the record."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QProgressBar, QWidget

from sdcdesk.core.operations.display_names import short_display_names
from sdcdesk.core.text.sentence import Percentage, capital, counted, sentence
from sdcdesk.document.sample import writable
from sdcdesk.io.loss import Loss
from sdcdesk.release.release_check import Release
from sdcdesk.report.export import Export, export
from sdcdesk.report.export_losses import losses_text, plan_losses
from sdcdesk.report.export_plan import Plan
from sdcdesk.report.export_problem import name_problem, problem
from sdcdesk.report.export_reason import needs_reason, suggested
from sdcdesk.report.export_warnings import ExportWarning, warnings
from ui.dialogs.export_form import ExportForm
from ui.dialogs.frame import Dialog
from ui.look.locale import in_user_locale, user_locale
from ui.session.computation import Computation, Computing, Failed, Ready
from ui.session.session import Session
from ui.widgets.badge import VerdictBadge
from ui.widgets.label import IconLabel, hairline, label, narrowing, words_label
from ui.widgets.layout import column, discard, resize_within_screen, row, scrolled, show_or_hide, widget_in

EXPORT, LOOK = "export", "look at losses"
"""Kinds of the jobs that write the files, and that find out what the masked one will lack."""

WIDTH, HEIGHT = 620, 640


class ExportDialog(Dialog):
    """Asks for name, format and, where the file is not safe, for a reason; then writes on a worker thread.

    Parameters
    ----------
    session
        Its results are exported.
    parent
        The window.
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__("Export the masked file", "Export file", parent)
        self._session, self._release = session, session.release
        self._assessed = self._release  # the one that the session holds, without tables
        if self._release is not None:
            self._release = _with_tables(self._release, session)
        resize_within_screen(self, WIDTH, HEIGHT)
        self.badge = VerdictBadge()
        self.summary = label(tone="text2", wraps=True)
        self.warnings = _Warnings()
        self._shown_for: object = None
        self.bar = QProgressBar()
        self.bar.setAccessibleName("Progress of the export")
        self.bar.setRange(0, 1000)
        self.bar.hide()
        self._writing: Computation[Export] = Computation(session.jobs, EXPORT, self)
        self.stopped_first = self._writing
        self._looking: Computation[tuple[Loss, ...]] = Computation(session.jobs, LOOK, self)
        self._looked_at: object = None
        self._left: QWidget | None = None
        self.lacking = narrowing(label(tone="text2", wraps=True))
        self.lacking.setAccessibleName("What the file will lack")
        self._losses = _Losses(self.lacking)
        # From outside to inside: each place that a form gets anew costs the styles of all that is in it.
        content = QWidget()
        self.fields = scrolled(content, inside=self)
        release = self._release
        masked = release.run.masked if release is not None else None
        self.form = ExportForm(masked, content, explained=release is not None and needs_reason(release))
        verdict = row(self.badge, (self.summary, 1), spacing=10)
        parts = (verdict, self.warnings, hairline(), self.form, ...)
        column(*parts, spacing=10, margins=(20, 12, 20, 12), inside=content)
        self.lay_out(self.fields, other=self.bar, below=self._losses)
        # Enter in a field is no reason to export.
        self.filled.setDefault(False)
        if release is None:
            self.summary.setText(f"{session.hindrance}.".replace("..", "."))
            self.form.setEnabled(False)
            self.allow("There is no masked file to export")
        else:
            self._show_release(release)
            self._connect()
            self._check()

    def act(self) -> None:
        """Write the files, under the threshold and the dominance that the project has from now on."""
        project, threshold, plan = self._session.project, self.form.threshold, self.form.plan()
        if project is not None and threshold is not None and threshold != project.threshold:
            words = in_user_locale(sentence("Withhold counts below {n}", n=threshold))
            project = project.changed(threshold=threshold)
            self._session.change(words if threshold else "Withhold no counts", project)
        dominance = self.form.dominance
        if project is not None and dominance is not None and dominance != project.dominance:
            uncertain = sentence("Leave values uncertain by {part}", part=Percentage(dominance))
            self._session.change(in_user_locale(uncertain), project.changed(dominance=dominance))
        if self._session.project is not None:
            assessed = self._assessed = self._session.release
            self._release = None if assessed is None else _with_tables(assessed, self._session)
        release = self._release
        if release is not None and plan.target is not None:
            whole = self._with_alternatives(plan)
            self._stop_looking()
            self._writing.start(
                sentence("Writing {name}", name=plan.target.name),
                lambda progress: export(release, whole, progress),
            )

    def show_missing(self) -> None:
        """Lead to the field that hinders the export."""
        plan = self.form.plan()
        if self.form.hindrance():
            self.form.lead_to("word")
        elif name_problem(plan, self._session.originals):
            self.form.lead_to("target")
        elif self._release is not None and needs_reason(self._release) and not plan.stated:
            self.form.lead_to("reason")
        elif plan.existing and not plan.replace:
            self.form.lead_to("replace")

    def _with_alternatives(self, plan: Plan) -> Plan:
        """Return the plan with what was compared, which the internal edition shows where it is still true."""
        comparing = self._session.comparing
        if not plan.internal or not comparing.holds(self._session.project):
            return plan
        return replace(plan, alternatives=comparing.found)

    def done(self, result: int) -> None:
        """Close, and let go of what only this dialog asked for."""
        self._looking.drop()
        super().done(result)

    # What is shown

    def _show_release(self, release: Release) -> None:
        leaving = sentence(
            "{n} of {records} leaves.",
            "{n} of {records} leave.",
            "n",
            n=len(release.run.masked),
            records=counted(len(release.run.original), "record"),
        )
        self.summary.setText(in_user_locale(leaving))
        if needs_reason(release):
            self.filled.setText("Export all the same")
        self.form.set_threshold(release.project.threshold)
        self.form.set_dominance(release.project.dominance)
        if self._session.data_file is not None:
            self.form.set_target(writable(suggested(self._session.data_file, release)))

    def _show_warnings(self, release: Release, plan: Plan) -> None:
        """Show the verdict, and those of the warnings that hold of the file that is to be written."""
        self.badge.set_verdict(release.verdict, capital(release.verdict_text()))
        called = short_display_names(release.project.variables)
        self.warnings.show_warnings(warnings(release, user_locale(), called, plan))

    def _on_edited(self) -> None:
        edited = self.focusWidget()
        self.fields.hold(edited if edited is not None and self.form.isAncestorOf(edited) else self.form)
        self._check()

    def _check(self) -> None:
        """Say what hinders the export, beside the field or at the button."""
        if self._release is None or isinstance(self._writing.state, Computing):
            return
        plan, inputs = self.form.plan(), self._session.originals
        asked = plan.order, plan.format, plan.options.get("neutral"), plan.kept
        if asked != self._shown_for:
            self._shown_for = asked
            self._show_warnings(replace(self._release, order=plan.order), plan)
        self.form.show_name_error(name_problem(plan, inputs))
        self.allow(self._not_ready() or self.form.hindrance() or problem(self._release, plan, inputs))
        self._look(self._release, plan)

    def _look(self, release: Release, plan: Plan) -> None:
        """Find out what the file will lack, where that may have changed."""
        # The extension too: while .xlsx is typed, .xls is refused for a moment.
        ending = None if plan.target is None else plan.target.suffix
        asked = (plan.format, dict(plan.options), plan.kept, bool(plan.codebooks), ending)
        if asked != self._looked_at:
            self._looked_at = asked
            self._looking.start(
                "Looking for what the file will lack", lambda progress: plan_losses(release, plan, progress)
            )

    def _stop_looking(self) -> None:
        """Leave the processor to the writing; where that is stopped, the look begins again."""
        if isinstance(self._looking.state, Computing):
            self._looking.drop()
            self._looked_at = None

    def _show_losses(self) -> None:
        state = self._looking.state
        words = ""
        if isinstance(state, Ready) and self._release is not None:
            called = short_display_names(self._release.run.masked.variables)
            words = in_user_locale(losses_text(state.value, called))
        self.lacking.setText(words)
        self._losses.setVisible(bool(words))
        self._losses.fit()

    def _not_ready(self) -> str:
        if self._session.release is not self._assessed:
            return self._session.hindrance or "The project has changed since; open this dialog again."
        lacks_tables = self._release is not None and self._release.project.tables and not self._release.tables
        if lacks_tables and self._session.tabulating.is_running:
            return "The tables of the project are being audited; open this dialog again afterwards."
        return ""

    def _on_writing(self) -> None:
        """Show how far the writing is, and close when it is done."""
        state = self._writing.state
        busy = isinstance(state, Computing)
        if busy:
            self._left = self.focusWidget()
        self.form.setEnabled(not busy)
        self.bar.setVisible(busy)
        self.bar.setValue(0)
        self.cancel.setText("Stop" if busy else "Cancel")
        self.message_bar.hide()
        if busy:
            self.allow("The file is being written")
        elif isinstance(state, Ready) and self._release is not None:
            records, name = counted(len(self._release.run.masked), "record"), state.value.files[0].path.name
            self._session.note_export()
            text = sentence("Wrote {name}, {records}", name=name, records=records)
            self._session.done.emit(in_user_locale(text))
            self._session.wrote.emit(state.value)
            self.accept()
        elif isinstance(state, Failed):
            self.message_bar.show_error(state.error.message)
        else:
            self.message_bar.show_note("Stopped: the masked file was not written.")
        self._check()
        if not busy and self._left is not None:  # what is disabled has lost the keyboard
            self._left.setFocus()

    def _show_progress(self) -> None:
        job = next((job for job in self._session.jobs.running if job.kind == EXPORT), None)
        if job is not None:
            self.bar.setValue(round(1000 * job.fraction))

    def _connect(self) -> None:
        self.form.edited.connect(self._on_edited)
        self._writing.changed.connect(self._on_writing)
        self._looking.changed.connect(self._show_losses)
        self._session.jobs.changed.connect(self._show_progress)
        for signal in (self._session.stale, self._session.computed):
            signal.connect(self._check)


class _Warnings(QWidget):
    """What whoever lets the file leave must know; where something holds no more, its place stays empty."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: dict[ExportWarning, QWidget] = {}
        self._room = column(spacing=10, inside=self)

    @property
    def shown(self) -> tuple[ExportWarning, ...]:
        """Those that hold, as they stand."""
        return tuple(one for one, widget in self._shown.items() if not widget.isHidden())

    def show_warnings(self, holding: Sequence[ExportWarning]) -> None:
        """Show what holds: each stays where it was, a new one takes an empty place or comes last."""
        for one in holding:
            if one in self._shown:
                continue
            gone = next((old for old in reversed(self._shown) if old not in holding), None)
            new = self._shown[one] = _marked(one)
            if gone is None:
                self._room.addWidget(new)
            else:
                old = self._shown.pop(gone)
                self._room.insertWidget(self._room.indexOf(old), new)
                discard(old)
        for one, widget in self._shown.items():
            show_or_hide(widget, shown=one in holding)


def _marked(warning: ExportWarning) -> QWidget:
    """Return a warning with its mark, whose place stays when it is hidden."""
    mark = IconLabel("triangle", 14, "risk_text") if warning.is_unsafe else IconLabel("info", 14, "text2")
    text = narrowing(words_label(warning.text, tone="text" if warning.is_unsafe else "text2"))
    new = widget_in(row((mark, Qt.AlignmentFlag.AlignTop), (text, 1)))
    policy = new.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    new.setSizePolicy(policy)
    return new


class _Losses(QWidget):
    """What the file will lack, below the fields: always in sight; of much the rest is scrolled.

    Parameters
    ----------
    words
        Tells it.
    """

    def __init__(self, words: QLabel) -> None:
        super().__init__()
        mark = IconLabel("info", 14, "text2")
        inside = row((mark, Qt.AlignmentFlag.AlignTop), (words, 1), margins=(20, 8, 20, 8))
        self._area, self._content = scrolled(widget_in(inside)), inside
        column(hairline(), self._area, spacing=0, inside=self)
        self.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Take as much room as the words need at this width, up to a third of the dialog."""
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Take the room that the words need now."""
        wraps = self._content.hasHeightForWidth()  # not before it is shown
        needed = (
            self._content.totalHeightForWidth(self.width()) if wraps else self._content.sizeHint().height()
        )
        self._area.setFixedHeight(min(needed, self.window().height() // 3))


def _with_tables(release: Release, session: Session) -> Release:
    """Return the release with its tables, where they have been compared with the masked file already."""
    found = session.tabulating.beside(release.run.masked)
    same = tuple(one.planned for one in found) == release.project.tables
    return replace(release, tables=found) if same else release
