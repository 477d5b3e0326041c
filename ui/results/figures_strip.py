"""Figures strip: a card of cells, each a figure with its values, its bound and its limit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QWidget

from sdcdesk.core.results.explanation import before_text, caption, figure_value_text, side_text
from sdcdesk.core.results.findings import Declared, Figure, State
from sdcdesk.core.results.limit import Judgement, Limit, Standing, standing
from sdcdesk.core.text.quantity_text import limit_number_text
from sdcdesk.core.text.sentence import sentence
from sdcdesk.core.text.symbols import symbol_text
from ui.look.locale import user_locale
from ui.results.figure_help import explain_figure
from ui.session.navigator import Navigator
from ui.widgets.figure import FigureValue
from ui.widgets.label import ElidedLabel, IconLabel, label, rich_label, words_label
from ui.widgets.layout import column, row
from ui.widgets.numbers import note_mark, user_quantity_text

ACROSS = 4
"""Cells of a row."""

HEIGHT, LEAST = 104, 120
PILL = 18

DisplayState = Literal["ready", "old", "waiting", "failed", "stopped"]
"""Whether figures are true now, of an earlier question, on their way, or not computed."""

_INSTEAD = {"waiting": "", "failed": "not computed", "stopped": "stopped"}


@dataclass(frozen=True)
class DisplayContext:
    """What figures are shown with.

    Attributes
    ----------
    navigator
        Leads to records and manual pages.
    measure, source
        Name of their measure, and where it is defined.
    limits
        Limits on them, by the name of the figure.
    notes
        Numbers of notes, by their names.
    state
        See `DisplayState`.
    called
        What variables are called, by their names.
    """

    navigator: Navigator
    measure: str = ""
    source: str = ""
    limits: Mapping[str, Sequence[Limit]] = field(default_factory=dict)
    notes: Mapping[str, int] = field(default_factory=dict)
    state: DisplayState = "ready"
    called: Mapping[str, str] = field(default_factory=dict)


AnyFigure = Figure | State | Declared


class FiguresStrip(QFrame):
    """Cells of equal width, split by hairlines: four a row, or as many as have room for their numbers."""

    def __init__(self, figures: Sequence[AnyFigure], around: DisplayContext) -> None:
        super().__init__()
        self.setObjectName("card")
        self.setAccessibleName("Figures")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.cells = [FigureCell(figure, around) for figure in figures]
        self._across, self._blank = 0, list[QFrame]()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(1, 1, 1, 1)
        self._grid.setSpacing(0)
        self._arrange(min(len(self.cells), ACROSS))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room for one cell a row."""
        return QSize(self._widest() + 2, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Put fewer cells into a row, and give their words more lines, where room is short."""
        super().resizeEvent(event)
        across = min(len(self.cells), ACROSS, max((self.width() - 2) // self._widest(), 1))
        if across != self._across:
            self._arrange(across)
        for line, first in enumerate(range(0, len(self.cells), across)):
            cells = self.cells[first : first + across]
            needed = max(cell.heightForWidth((self.width() - 2) // across) for cell in cells)
            self._grid.setRowMinimumHeight(line, needed)
        self._grid.activate()  # now, not with the next turn: until then numbers would be cut

    def _widest(self) -> int:
        return max(cell.minimumSizeHint().width() for cell in self.cells)

    def _arrange(self, across: int) -> None:
        """Put the cells into rows; what is left of the last one is blank."""
        for blank in self._blank:
            blank.deleteLater()
        for place in range(len(self.cells)):
            self._grid.setRowMinimumHeight(place, 0)
            self._grid.setColumnStretch(place, 1 if place < across else 0)
        empty = -len(self.cells) % across if len(self.cells) > across else 0
        self._across, self._blank = across, [QFrame(self) for _ in range(empty)]
        for place, cell in enumerate([*self.cells, *self._blank]):
            sides = ("left" if place % across else "") + ("top" if place >= across else "")
            cell.setProperty("split", sides)
            cell.style().polish(cell)
            self._grid.addWidget(cell, place // across, place % across)


class FigureCell(QFrame):
    """One figure: its name and symbol, its value, what it is a part of, its bound and its limit."""

    def __init__(self, figure: AnyFigure, around: DisplayContext) -> None:
        super().__init__()
        self.figure, self._around = figure, around
        self.setMinimumHeight(HEIGHT - 2)
        self.value = FigureValue(figure.title, "dialog_title")
        self.value.requested.connect(self.explain)
        self.caption = words_label(self._caption(), "caption", "text3")
        waiting = around.state == "waiting"
        # The value keeps its place in the cell, so that it is there for who asks for it.
        self.value.setParent(self)
        self.value.setHidden(waiting)
        middle = (_bar(84, 16), _bar(120, 8)) if waiting else (self._numbers(), self.caption)
        column(self._name(), *middle, ..., self._foot(), spacing=3, margins=(14, 10, 14, 10), inside=self)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room for the numbers, which are never cut."""
        return super().minimumSizeHint().expandedTo(QSize(LEAST, 0))

    def explain(self) -> None:
        """Say what the figure is."""
        figure, around = self.figure, self._around
        if isinstance(figure, Declared):
            return
        measure, records = (around.measure, around.source), around.state == "ready"
        explain_figure(self.value, figure, around.navigator, measure, self._limit(), records=records)

    # Lines

    def _name(self) -> QHBoxLayout:
        # Wrapped, not cut: titles of a measure begin alike, and tell apart by how they end.
        line = row((words_label(self.figure.title, "caption", "text3"), 1), spacing=6)
        symbol = "" if isinstance(self.figure, State) else self.figure.symbol
        if symbol:
            name = rich_label(f"<i>{symbol_text(symbol)}</i>", "caption", "text2")
            line.addWidget(name, 0, Qt.AlignmentFlag.AlignTop)
        return line

    def _numbers(self) -> QHBoxLayout:
        figure, before = self.figure, ""
        if isinstance(figure, State):
            self.value.set_value(figure.code)
        elif isinstance(figure, Figure):
            self.value.set_value(figure_value_text(figure, self._limit(), user_locale()))
            exact = user_quantity_text(figure.quantity).exact
            self.value.setToolTip("\n".join(filter(None, (exact, self.value.toolTip()))))
            before = before_text(figure, self._limit(), user_locale())
        was = (label(f"{before} →", tone="text3"), Qt.AlignmentFlag.AlignBottom)
        return row(*((was,) if before else ()), self.value, ..., spacing=6)

    def _caption(self) -> str:
        if isinstance(self.figure, Figure):
            return caption(self.figure.quantity, user_locale())
        return _INSTEAD.get(self._around.state, "")

    def _foot(self) -> QHBoxLayout:
        figure = self.figure
        bound: list[QWidget] = []
        if isinstance(figure, Figure):
            defined = figure.quantity.defined
            words = str(figure.quantity.bound) if defined else "not defined"
            pill = label(words + note_mark(self._around.notes.get(figure.note, 0)), "caption", "text2")
            pill.setProperty("pill", defined)
            pill.setFixedHeight(PILL)
            bound.append(pill)
        return row(*bound, ..., *([] if isinstance(figure, State) else self._limit_state(figure)), spacing=4)

    def _limit(self) -> Limit | None:
        """Return the limit that matters: of several the one that is kept least."""
        figure = self.figure
        limits = list(self._around.limits.get(figure.name, ()))
        if isinstance(figure, Figure):
            quantity = figure.quantity
            limits.sort(key=lambda one: Judgement(one, quantity).room, reverse=True)
        return None if isinstance(figure, State) or not limits else limits[0]

    def _limit_state(self, figure: Figure | Declared) -> list[QWidget]:
        """Return what is said of the limit: never by colour alone."""
        limit, state = self._limit(), self._around.state
        if limit is None:
            return [label("no limit", "caption", "text3")] if state == "ready" else []
        if not isinstance(figure, Figure):
            template = "limit {limit}" if state == "waiting" else "limit {limit}, not assessed"
            value = limit_number_text(limit.value, figure.unit, user_locale())
            return [ElidedLabel(sentence(template, limit=value), "caption", "text3")]
        if state == "old":
            return [label("not judged", "caption", "text3")]
        words = side_text(limit, figure.unit, user_locale(), figure)
        stands = standing(figure.quantity, limit)
        if stands is Standing.KEPT:
            return [IconLabel("tick", 13, "safe_text"), label(words, "caption", "safe_text")]
        if stands is Standing.BROKEN:
            return [IconLabel("triangle", 13, "risk_text"), _bold(words)]
        if stands is Standing.NOT_PROVEN:
            return [_without_value(words)]
        return [label("nothing to judge", "caption", "text3")]


def _bold(words: str) -> QLabel:
    bold = label(words, "caption", "risk_text")
    font = bold.font()
    font.setWeight(QFont.Weight.DemiBold)
    bold.setFont(font)
    return bold


def _without_value(words: str) -> QWidget:
    frame = QFrame()
    frame.setProperty("pill", "risk")
    frame.setFixedHeight(PILL)
    frame.setToolTip(
        sentence("The bound lies beyond the limit ({words}): the number itself may keep to it.", words=words)
    )
    parts = (IconLabel("triangle", 12, "risk_text"), label("Not shown safe", "caption", "text"))
    row(*parts, spacing=4, margins=(6, 0, 6, 0), inside=frame)
    return frame


def _bar(width: int, height: int) -> QFrame:
    """Return the place of a number that is on its way."""
    bar = QFrame()
    bar.setProperty("skeleton", "true")
    bar.setFixedSize(width, height)
    return bar
