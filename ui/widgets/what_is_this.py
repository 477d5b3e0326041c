"""Popover that answers "what is this": meaning, this computation, source."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QGuiApplication, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLayout, QWidget

from ui.look.theme import theme
from ui.widgets.buttons import icon_button, link
from ui.widgets.figure import plain
from ui.widgets.label import hairline, label, rich_label
from ui.widgets.layout import column, row
from ui.widgets.popover_place import place

WIDTH = 372
ARROW = 8
RADIUS = 6


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a figure is.

    Attributes
    ----------
    title
        Its name, as rich text of our own words (subscripts).
    paragraph
        What it means, in plain words.
    rows
        How it was computed from this file: what is counted, and the numbers. The last row is the result.
    links
        Key and words of each link, such as ("records", "Show these records").
    source
        Where it is from: "Truta et al. 2004".
    """

    title: str
    paragraph: str
    rows: tuple[tuple[str, str], ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    source: str = ""


class WhatIsThis(QFrame):
    """A popover with an explanation; Escape or a click elsewhere closes it."""

    link_chosen = Signal(str)
    """The key of the link that was followed."""

    def __init__(self, explanation: Explanation, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(f"What is this: {plain(explanation.title)}")
        self.setAccessibleDescription(explanation.paragraph)
        self.explanation = explanation
        self._below, self._arrow = True, WIDTH // 2
        self.setFixedWidth(WIDTH)
        parts: list[QWidget | QLayout] = []
        for number, (words, numbers) in enumerate(explanation.rows, start=1):
            line = [hairline()] if number > 1 else []
            parts += [*line, _row(words, numbers, last=number == len(explanation.rows))]
        meaning = label(explanation.paragraph, tone="text2", wraps=True)
        margins = (16, 12 + ARROW, 16, 12 + ARROW)
        column(self._title(), meaning, 4, *parts, 6, self._foot(), spacing=0, margins=margins, inside=self)

    def show_beside(self, anchor: QRect) -> None:
        """Show the popover beside a rectangle of the screen."""
        # Words that wrap ask for their height at this width only.
        self.resize(WIDTH, self.heightForWidth(WIDTH))
        screen = QGuiApplication.screenAt(anchor.center()) or QGuiApplication.primaryScreen()
        placed = place(anchor, self.size(), screen.availableGeometry())
        self._below, self._arrow = placed.below, placed.arrow
        self.move(placed.corner)
        self.show()
        self.setFocus()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the frame with its arrow."""
        box = QRectF(self.rect()).adjusted(0.5, ARROW + 0.5, -0.5, -ARROW - 0.5)
        edge, tip = (box.top(), 0.5) if self._below else (box.bottom(), self.height() - 0.5)
        frame, arrow = QPainterPath(), QPainterPath()
        frame.addRoundedRect(box, RADIUS, RADIUS)
        corners = [
            QPointF(self._arrow - ARROW, edge),
            QPointF(self._arrow, tip),
            QPointF(self._arrow + ARROW, edge),
        ]
        arrow.addPolygon(QPolygonF(corners))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme().colour("border_strong"), 1))
        painter.setBrush(theme().colour("surface"))
        painter.drawPath(frame.united(arrow))

    def _title(self) -> QHBoxLayout:
        close = icon_button("close", "Close", 16)
        close.clicked.connect(self.close)
        title = rich_label(self.explanation.title, "card_title", wraps=True)
        return row((title, 1), (close, Qt.AlignmentFlag.AlignTop))

    def _foot(self) -> QHBoxLayout:
        line = row(spacing=16)
        for key, words in self.explanation.links:
            act = link(words)
            act.clicked.connect(lambda _checked=False, key=key: self._follow(key))
            line.addWidget(act)
        source = label(self.explanation.source, "caption", "text3", wraps=True)
        source.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(source, 1)
        return line

    def _follow(self, key: str) -> None:
        self.close()
        self.link_chosen.emit(key)


def _row(words: str, numbers: str, *, last: bool) -> QHBoxLayout:
    left = label(words, tone="text" if last else "text2", wraps=True)
    right = label(numbers, "card_title" if last else "body")
    return row((left, 1), (right, Qt.AlignmentFlag.AlignTop), spacing=12, margins=(0, 5, 0, 5))


def explain(anchor: QWidget, explanation: Explanation, part: QRect | None = None) -> WhatIsThis:
    """Show an explanation beside a widget, or beside a part of it (a cell), and return the popover."""
    rect = part or anchor.rect()
    popover = WhatIsThis(explanation, anchor)
    popover.show_beside(QRect(anchor.mapToGlobal(rect.topLeft()), rect.size()))
    return popover
