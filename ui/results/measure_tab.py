"""Tab of a measure, whichever it is: its parameters, its answer in all states, and the result bar."""

from PySide6.QtCore import QEvent, QPoint, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.limits import first_limit, separating_limits
from sdcdesk.document.measure_commands import find_measure, with_measure
from sdcdesk.document.scenario import Scenario, knowledge
from sdcdesk.hierarchies.hierarchy import Hierarchy
from ui.results.answer_view import AnswerView, Question
from ui.results.parameter_row import ParameterRow
from ui.results.result_bar import ResultBar
from ui.session.answers import Answer
from ui.session.computation import Failed, Ready, missing
from ui.session.current_scenario import current_scenario, limit_hindrance
from ui.session.session import Session
from ui.widgets.card import Card
from ui.widgets.layout import column, discard, scrolled, widget_in
from ui.widgets.reason import allow

MARGIN = (20, 12, 20, 16)

HEADING = 40
"""Pixels of the title of a section, which stands above its first card."""

ELSEWHERE = ("weights",)
"""What a scenario says on a page of its own."""


class MeasureTab(QWidget):
    """Shows what one measure says of the file, as the project has the measure.

    It asks only while it is seen, and keeps no state of its own but what is entered and not applied yet.

    Parameters
    ----------
    session
        What is shown.
    kind
        The measure.
    """

    def __init__(self, session: Session, kind: type[Measure]) -> None:
        super().__init__()
        self.session, self.kind = session, kind
        self.setAccessibleName(kind.title)
        self.row: ParameterRow[Measure] | None = None
        self._data: Microdata | None = None
        self.view = AnswerView(session.navigator)
        self.view.again.connect(self.compute_again)
        self.view.stop.connect(self._stop)
        self.view.parameter_wanted.connect(self._lead_to)
        self.view.led.connect(self._bring_up)
        self.bar = ResultBar(kind.title)
        self.bar.explained.connect(lambda: session.navigator.show_manual(kind.name))
        self.bar.limit.clicked.connect(lambda: session.navigator.ask_for_limit(first_limit(kind)))
        for writer in (self.bar.exporter, self.view):
            writer.saved.connect(session.done)
            writer.failed.connect(session.failed)
        self._column = column(self.view, ..., spacing=4, margins=MARGIN)
        self.area = scrolled(widget_in(self._column))
        column((self.area, 1), self.bar, spacing=0, inside=self)
        self._card: Card | None = None
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._show_top)
        session.answers.changed.connect(self._on_changed)
        session.jobs.changed.connect(self._on_progress)

    @property
    def scenario(self) -> Scenario | None:
        """The scenario whose intruder the measure supposes; None: it supposes none."""
        return current_scenario(self.session) if knowledge(self.kind) else None

    def show_scenario(self, _name: str = "") -> None:
        """Show the session as it is now."""
        project, data = self.session.project, self.session.data
        if project is None or data is None:
            return
        lacking = SdcError("Choose the parameters above; then it is computed.")
        try:
            measure = find_measure(project, self.scenario, self.kind)
        except SdcError as error:
            measure, lacking = None, error
        if data is not self._data:
            self._make_row(data, measure)
        elif self.row is not None:
            self.row.follow(measure)
        ask = self.session.answers.ask
        self._show(Failed(lacking) if measure is None else ask(measure, self.kind.name))

    def compute_again(self) -> None:
        """Compute what failed or was stopped."""
        project = self.session.project
        measure = find_measure(project, self.scenario, self.kind) if project is not None else None
        if measure is not None:
            self._show(self.session.answers.ask(measure, self.kind.name, again=True))

    def lead_to(self, *figures: str) -> None:
        """Give the keyboard to the first figure that has one of these names, once it is computed."""
        self.view.lead_to(*figures)

    def put_first(self, part: QWidget) -> None:
        """Show something below the parameters, before the answer."""
        self._column.insertWidget(self._column.indexOf(self.view), part)

    def apply(self) -> None:
        """Let the project have the measure as it is entered."""
        project = self.session.project
        if project is None or self.row is None:
            return
        try:
            measure = self.row.measure()
        except SdcError:
            return  # said beside its field
        try:
            changed = with_measure(project, self.scenario, measure)
        except SdcError as error:  # a step cannot follow a change of its hierarchy
            self.row.form.show_error(error)
            return
        self.row.settle()
        self.session.change(sentence("Change {title}", title=self.kind.title), changed)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Ask what was not asked while nobody looked."""
        super().showEvent(event)
        self.show_scenario()

    # Parts

    def _show(self, answer: Answer) -> None:
        if isinstance(answer, Ready) and self.row is not None:
            self.row.set_seconds(answer.seconds)
        self.view.show_answer(answer, self._question(), self._detail())
        self.bar.show_answer(answer)
        allow(self.bar.limit, limit_hindrance(self.session, self.kind))

    def _question(self) -> Question:
        scenario = current_scenario(self.session)
        limits = separating_limits(scenario.limits if scenario is not None else (), self.kind.name)
        context = (
            sentence("In the scenario {name}", name=scenario.name)
            if self.scenario and scenario
            else "The file as it is now"
        )
        results = self.session.results
        failed = results.failed_step if results else 0
        of_files = not missing(self.session.state)
        project = self.session.project
        called = display_names(project.variables) if project is not None else {}
        return Question(self.kind, limits, context, of_files, failed, called)

    def _detail(self) -> str:
        """Return how far the work is, in words."""
        title = self.kind.title
        jobs = (job for job in self.session.jobs.running if job.words == title)
        return next((job.detail for job in jobs if job.detail and job.detail != title), "")

    def _on_changed(self) -> None:
        if self.isVisible():
            self.show_scenario()

    def _on_progress(self) -> None:
        detail = self._detail() if self.isVisible() else ""
        if detail and self.view.state == "waiting":
            self.view.line.show_text(detail, "arc", "Cancel")

    def _lead_to(self, parameter: str) -> None:
        if self.row is not None:
            self.row.lead_to(parameter)

    def _bring_up(self, figure: QWidget) -> None:
        """Scroll to a figure, chart or table, which may have been made just now."""
        # Cards that change their places with the width ask for room once more.
        for _ in range(2):
            QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        self.area.ensureWidgetVisible(figure)
        if isinstance(figure, Card):
            self._card = figure
            self._soon.start()

    def _show_top(self) -> None:
        """Scroll so far that a card begins at the top, now that it has its place."""
        inside, card = self.area.widget(), self._card
        if card is not None and isValid(card) and inside is not None:
            bar = self.area.verticalScrollBar()
            bar.setValue(card.mapTo(inside, QPoint(0, 0)).y() - HEADING)
        self._card = None

    def _stop(self) -> None:
        if self.session.is_stale:
            self.session.computation.stop()
        else:
            self.session.answers.stop(self.kind.name)

    def _make_row(self, data: Microdata, measure: Measure | None) -> None:
        self._data = data
        if self.row is not None:
            discard(self.row)
            self.row = None
        if self.kind.model_fields:
            elsewhere = [name for name in knowledge(self.kind) if name in ELSEWHERE]
            project = self.session.project
            hierarchies = {one.name: one for one in project.hierarchies} if project is not None else {}
            self.row = ParameterRow[Measure](self.kind, data, measure, elsewhere, {Hierarchy: hierarchies})
            self.row.wanted.connect(self.apply)
            self._column.insertWidget(0, self.row)
