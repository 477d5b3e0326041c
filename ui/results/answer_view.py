"""Answer of a measure in all its states: waiting, shown, old, failed, stopped."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from sdcdesk.core.operations.display_names import text_with_display_names
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.board_sentence import board_sentence
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.text.sentence import sentence, uncapitalised
from ui.look.incremental_work import IncrementalWork
from ui.look.locale import in_user_locale
from ui.results.figures_strip import ACROSS, DisplayContext, DisplayState, FigureCell, FiguresStrip
from ui.results.section import SectionView
from ui.session.answers import Answer
from ui.session.computation import ABOVE, AGAIN, FAILED, STOPPED, Computing, Failed, Ready, Stopped
from ui.session.navigator import Navigator, edit_step_text
from ui.widgets.badge import VerdictBadge
from ui.widgets.busy import PATIENCE, Veil
from ui.widgets.buttons import link
from ui.widgets.card import Card
from ui.widgets.label import label, words_label
from ui.widgets.layout import column, discard, row, widget_in
from ui.widgets.state_line import StateLine

DESCRIBE = "Describe variables"
"""The way out where no variable is a key: computing again would fail again."""

SECTION_GAP = 16

EMPTY_CELLS = 2 * ACROSS
"""More cells without a number would push below the fold why there is none."""

SKELETON = 250
"""Pixels of the place that charts and tables will take."""


@dataclass(frozen=True)
class Question:
    """What an answer is shown for.

    Attributes
    ----------
    kind
        The measure.
    limits
        Limits on its figures, by their names.
    context
        Where its parameters come from ("In the scenario Neighbour").
    has_files
        Whether there are files to measure; else what is missing is missing on the whole page.
    failed_step
        Number of the step that left no masked file, from 1; 0: there is one.
    called
        What variables are called, by their names.
    """

    kind: type[Measure]
    limits: Mapping[str, Sequence[Limit]] = field(default_factory=dict)
    context: str = ""
    has_files: bool = True
    failed_step: int = 0
    called: Mapping[str, str] = field(default_factory=dict)


class AnswerView(QWidget):
    """State line, figures and sections of one measure.

    Parameters
    ----------
    navigator
        Leads to records and manual pages.
    """

    again = Signal()
    """The measure should be computed again."""

    stop = Signal()
    """The user wants no answer any more."""

    parameter_wanted = Signal(str)
    """A parameter, by its name, is to be given another value."""

    led = Signal(QWidget)
    """The figure was found that was to be shown, and has the keyboard."""

    saved = Signal(str)
    """A file was written, in words."""

    failed = Signal(object)
    """A `SdcError`: a file could not be written."""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__()
        self._navigator = navigator
        self.sections: list[SectionView] = []
        self.strip: FiguresStrip | None = None
        self.card: Card | None = None
        self.state: DisplayState | None = None
        self.line = StateLine()
        self.line.acted.connect(self._act)
        self._content, self._filling = QWidget(), QWidget()
        self._place = column(self._filling, inside=self._content)
        self._veil = Veil(self._content, "window")
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE)
        self._patience.timeout.connect(self._grow_old)
        self._building = IncrementalWork(self)
        self._displayed: tuple[object, ...] = (None, None)
        self._answer: Answer = Stopped(by_user=False)
        self._question: Question | None = None
        self._wanted: tuple[str, ...] = ()
        self._do: Callable[[], object] = self.again.emit
        column(self.line, self._content, inside=self)

    def show_answer(self, answer: Answer, question: Question, detail: str = "") -> None:
        """Show a state of the answer.

        Parameters
        ----------
        answer
            The state.
        question
            What it answers.
        detail
            How far the work is, in words.
        """
        self._answer, self._question = answer, question
        title = question.kind.title
        if isinstance(answer, Computing) and answer.old is not None:
            if self._displayed[1] != "old":
                self._show_findings(
                    answer.old, question, "ready" if self._displayed[0] is answer.old else "old"
                )
                if not self._patience.isActive():
                    self._patience.start()
            self.line.show_text("Computing; these are for the previous settings", "arc", "Cancel")
            return
        self._patience.stop()
        if isinstance(answer, Ready):
            self._show_findings(answer.value, question, "ready")
            if self._building.is_running():
                self.state = "old" if self.state == "ready" else self.state
                self.line.show_text(sentence("Drawing {title}…", title=title), "arc")
            else:
                self._show_ready()
            return
        self._veil.set_drawn(drawn=False)
        if isinstance(answer, Computing):
            words = detail or sentence("Computing {title}…", title=title)
            self._show_nothing(question, "waiting", words)
            self.line.show_text(words, "arc", "Cancel")
        elif isinstance(answer, Failed):
            why = text_with_display_names(answer.error.message, question.called)
            self._show_nothing(question, "failed", in_user_locale(why))
            self._lead(sentence("{title} could not be computed", title=title), question)
        else:
            self._show_nothing(question, "stopped", "Nothing is kept of what was computed until then.")
            self._lead("You stopped this" if answer.by_user else "Not computed yet", question)

    def lead_to(self, *figures: str) -> None:
        """Lead to the first figure, chart or table that has one of these names, once it is shown."""
        self._wanted = figures
        self._lead_on()

    # Parts

    def _lead_on(self) -> None:
        """Give the keyboard to the figure that is wanted, if it is here."""
        shown = (cell for view in self.sections for cell in view.findChildren(FigureCell))
        found = next((cell for cell in shown if cell.figure.name in self._wanted), None)
        views = self.sections
        parts = {name: card for view in views for name, card in (*view.charts.items(), *view.tables.items())}
        part = next((parts[name] for name in self._wanted if name in parts), None)
        if self.state == "ready" and found is None and part is not None:
            self._wanted = ()
            self.led.emit(part)
        elif self.state == "ready" and found is not None:
            self._wanted = ()
            found.value.setFocus(Qt.FocusReason.OtherFocusReason)
            self.led.emit(found)

    def _act(self) -> None:
        """Do what is offered: stop what is on its way, or what helps against its lack."""
        if isinstance(self._answer, Computing):
            self.stop.emit()
        else:
            self._do()

    def _lead(self, words: str, question: Question) -> None:
        """Say above the figures, where it is always seen, that there is no answer, and offer what helps."""
        field = self._answer.error.field or "" if isinstance(self._answer, Failed) else ""
        act, self._do = AGAIN, self.again.emit
        if not question.has_files:
            act = ""  # it is offered above, for the whole page
        elif question.failed_step:
            act = edit_step_text(question.failed_step)
            self._do = partial(self._navigator.edit_step, question.failed_step - 1)
        elif field == "keys":
            act, self._do = DESCRIBE, partial(self._navigator.show_stage, "variables")
        elif field in question.kind.model_fields:
            title = question.kind.model_fields[field].title or field
            act = sentence("Choose {title}…", title=uncapitalised(title))
            self._do = partial(self.parameter_wanted.emit, field)
        self.line.show_text(words, act=act)

    def _grow_old(self) -> None:
        """Show the figures as what they are, old, once waiting takes time."""
        answer, question = self._answer, self._question
        if isinstance(answer, Computing) and answer.old is not None and question is not None:
            self._show_findings(answer.old, question, "old")
            self._veil.set_drawn(drawn=True)

    def _show_findings(self, assessment: Assessment, question: Question, state: DisplayState) -> None:
        """Show figures, charts and tables; what was shown before stays until all of them are there."""
        if self._is_new(state, assessment, question.limits, question.called):
            self._building.start(self._build(assessment, question, state))

    def _build(self, assessment: Assessment, question: Question, state: DisplayState) -> Iterator[None]:
        """Make the sections one by one, then put them in the place of what was shown before."""
        where = self._navigator, assessment.measure, assessment.source
        around = DisplayContext(*where, question.limits, {}, state, question.called)
        room, sections = QWidget(self._content), []
        room.hide()
        rows = column(spacing=SECTION_GAP, inside=room)
        try:
            board = board_sentence(assessment, question.limits) if state == "ready" else None
            if board is not None:
                words, copied = words_label(in_user_locale(board.text), "body"), link("Copy this sentence")
                copied.clicked.connect(partial(self._copy, in_user_locale(board.text)))
                top = Qt.AlignmentFlag.AlignTop
                rows.addLayout(row((VerdictBadge(board.verdict), top), (words, 1), (copied, top), spacing=12))
            for section in assessment.sections:
                sections.append(SectionView(section, around, assessment.tables))
                rows.addWidget(sections[-1])
                yield
            rows.addStretch()
            self._take(sections, state)
            self._swap(room)
        finally:
            if room is not self._filling and isValid(room):  # something else is to be shown by now
                room.deleteLater()
        self._show_ready()

    def _copy(self, words: str) -> None:
        """Put the sentence on the clipboard."""
        QGuiApplication.clipboard().setText(words)
        self.saved.emit("Copied the sentence")

    def _take(self, sections: list[SectionView], state: DisplayState) -> None:
        """Let new sections stand where those before them stood."""
        places = {name: card.place() for view in self.sections for name, card in view.tables.items()}
        self.sections, self.strip, self.card, self.state = sections, None, None, state
        for view in self.sections:
            for name in view.tables.keys() & places.keys():
                view.tables[name].go_to(places[name])
            for exporter in view.exporters:
                exporter.saved.connect(self.saved)
                exporter.failed.connect(self.failed)

    def _show_ready(self) -> None:
        """Say that what is shown is the answer, if it is."""
        if isinstance(self._answer, Ready) and self._question is not None:
            self._veil.set_drawn(drawn=False)
            self.line.show_text(self._question.context, "tick")
            self._lead_on()

    def _show_nothing(self, question: Question, state: DisplayState, words: str) -> None:
        """Show names and limits, and in the place of charts and tables why there are none."""
        kind = question.kind
        if not self._is_new(state, kind, question.limits, words):
            return
        self._building.stop()
        self.state = state
        around = DisplayContext(self._navigator, kind.name, kind.source, question.limits, {}, state)
        self.sections = []
        self.strip = FiguresStrip(kind.declares[:EMPTY_CELLS], around) if kind.declares else None
        self.card = card = Card(kind.title)
        card.setMinimumHeight(SKELETON)
        card.help.hide()
        if state == "waiting":
            waiting = label(words, tone="text2")
            waiting.setAlignment(Qt.AlignmentFlag.AlignCenter)
            card.body.addWidget(waiting, 1)
            card.set_loading(loading=True)
        else:
            title = FAILED if state == "failed" else STOPPED
            card.show_empty(title, words if question.has_files else f"{words} {ABOVE}")
        self._fill(*([self.strip] if self.strip else []), card)

    def _is_new(self, state: DisplayState, what: object, *how: object) -> bool:
        """Return whether something is to be shown that is neither shown yet nor on its way."""
        wanted = (what, state, *how)
        if self._displayed[0] is what and self._displayed[1:] == wanted[1:]:
            return False
        self._displayed = wanted
        return True

    def _fill(self, *parts: QWidget) -> None:
        self._swap(widget_in(column(*parts, ..., spacing=SECTION_GAP)))

    def _swap(self, filling: QWidget) -> None:
        """Show something in the place of what was shown before."""
        old, self._filling = self._filling, filling
        discard(old)
        self._place.addWidget(self._filling)
        # The layout would show it later, and squash all cards into the old room until then.
        self._filling.show()
