"""Answer of a measure in all its states: waiting, shown, old, failed, stopped."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.limit import Limit
from sdcdesk.core.operation import Measure
from ui.results.figures_strip import ACROSS, FiguresStrip, Look, Surroundings
from ui.results.section import SectionView
from ui.session.answer import AGAIN, Answer, Computing, Failed, Ready, Stopped
from ui.session.navigator import Navigator
from ui.widgets.busy import PATIENCE, Veil
from ui.widgets.buttons import link
from ui.widgets.card import Card
from ui.widgets.label import ElidedLabel, IconLabel, label

LINE = 30
SECTION_GAP = 16

EMPTY_CELLS = 2 * ACROSS
"""More cells without a number would push below the fold why there is none."""

SKELETON = 250
"""Pixels of the place that charts and tables will take."""


class StateLine(QFrame):
    """Says how the figures below it stand, with one action; its height never changes."""

    acted = Signal()
    """The action was chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("stateLine")
        self.setFixedHeight(LINE)
        self._words = ElidedLabel(tone="text2")
        self.act = link("")
        self.act.clicked.connect(self.acted)
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(8, 0, 8, 0)
        self._line.setSpacing(8)
        self._mark = IconLabel("info", 15)
        for part in (self._mark, self._words):
            self._line.addWidget(part)
        self._line.setStretch(1, 1)
        self._line.addWidget(self.act)

    def say(self, words: str, icon: str = "info", act: str = "", *, note: bool = False) -> None:
        """Say something; a note stands out."""
        self.setProperty("kind", "note" if note else "")
        self.style().polish(self)
        self._mark.set_icon(icon)
        self._mark.setVisible(bool(words))
        self._words.setText(words)
        self.act.setText(act)
        self.act.setVisible(bool(act))
        self.setAccessibleName(words)

    def text(self) -> str:
        """Return what it says."""
        return self._words.text()


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
    """

    kind: type[Measure]
    limits: Mapping[str, Sequence[Limit]] = field(default_factory=dict)
    context: str = ""


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
        self.line = StateLine()
        self.line.acted.connect(self._act)
        self._content = QWidget()
        self._column = QVBoxLayout(self._content)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(SECTION_GAP)
        self._veil = Veil(self._content, "window")
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE)
        self._patience.timeout.connect(self._grow_old)
        self._shown: tuple[object, ...] = ()
        self._answer: Answer = Stopped(by_user=False)
        self._question: Question | None = None
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(8)
        rows.addWidget(self.line)
        rows.addWidget(self._content)

    @property
    def look(self) -> Look | None:
        """How the figures look that are shown; None before anything is."""
        return self._shown[-1] if self._shown else None  # type: ignore[return-value]

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
        if isinstance(answer, Ready):
            self._settle()
            self._show_findings(answer.value, question, "ready")
            self.line.say(question.context, "tick")
        elif isinstance(answer, Computing) and answer.old is not None:
            if self.look != "old":
                self._show_findings(answer.old, question, "ready" if self._is_shown(answer.old) else "old")
                if not self._patience.isActive():
                    self._patience.start()
            self.line.say("Computing; these are for the previous settings", "arc", "Cancel")
        elif isinstance(answer, Computing):
            self._settle()
            self._show_nothing(question, "waiting", detail or f"Computing {title}…")
            self.line.say(detail or f"Computing {title}…", "arc", "Cancel")
        elif isinstance(answer, Failed):
            self._settle()
            self._show_nothing(question, "failed", answer.error.message)
            self.line.say(f"{title} could not be computed", act=AGAIN)
        else:
            self._settle()
            self._show_nothing(question, "stopped", "Half of an answer is none, so nothing was kept.")
            self.line.say("You stopped this" if answer.by_user else "Not computed yet", act=AGAIN)

    # Parts

    def _act(self) -> None:
        """Do what the state line offers: stop what is on its way, or compute what is not."""
        (self.stop if isinstance(self._answer, Computing) else self.again).emit()

    def _is_shown(self, found: Assessment) -> bool:
        return bool(self._shown) and self._shown[0] is found

    def _settle(self) -> None:
        self._patience.stop()
        self._veil.set_drawn(drawn=False)

    def _grow_old(self) -> None:
        """Show the figures as what they are, old, once waiting takes time."""
        answer, question = self._answer, self._question
        if isinstance(answer, Computing) and answer.old is not None and question is not None:
            self._show_findings(answer.old, question, "old")
            self._veil.set_drawn(drawn=True)

    def _show_findings(self, found: Assessment, question: Question, look: Look) -> None:
        limits = {name: tuple(some) for name, some in question.limits.items()}
        wanted = (found, limits, look)
        if self._shown and self._shown[0] is found and self._shown[1:] == wanted[1:]:
            return
        places = {name: card.place() for view in self.sections for name, card in view.tables.items()}
        self._clear()
        self._shown = wanted
        around = Surroundings(self._navigator, found.measure, found.source, limits, {}, look)
        for section in found.sections:
            view = SectionView(section, around, found.tables)
            for name, card in view.tables.items():
                if name in places:
                    card.go_to(places[name])
            for exporter in view.exporters:
                exporter.saved.connect(self.saved)
                exporter.failed.connect(self.failed)
            self.sections.append(view)
            self._column.addWidget(view)
        self._column.addStretch()

    def _show_nothing(self, question: Question, look: Look, words: str) -> None:
        """Show names and limits, and in the place of charts and tables why there are none."""
        limits = {name: tuple(some) for name, some in question.limits.items()}
        wanted = (question.kind, words, limits, look)
        if self._shown == wanted:
            return
        self._clear()
        self._shown = wanted
        kind = question.kind
        if kind.declares:
            around = Surroundings(self._navigator, kind.name, kind.source, limits, {}, look)
            self.strip = FiguresStrip(kind.declares[:EMPTY_CELLS], around)
            self._column.addWidget(self.strip)
        self.card = card = Card(kind.title)
        card.setMinimumHeight(SKELETON)
        card.help.hide()
        if look == "waiting":
            waiting = label(words, tone="text2")
            waiting.setAlignment(Qt.AlignmentFlag.AlignCenter)
            card.body.addWidget(waiting, 1)
            card.set_loading(loading=True)
        else:
            title = "It could not be computed" if look == "failed" else "Nothing was kept"
            card.show_empty(title, words, AGAIN).acted.connect(self.again)
        self._column.addWidget(card)
        self._column.addStretch()

    def _clear(self) -> None:
        self.sections, self.strip, self.card = [], None, None
        while self._column.count():
            item = self._column.takeAt(0)
            widget = item.widget() if item else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
