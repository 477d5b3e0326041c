"""Segments: a switch between a few ways to show the same thing."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QTabBar

from ui.look.theme import theme

HEIGHT = 26
SIDE = 10
"""Pixels on both sides of the words."""

RADIUS = 4


class Segments(QTabBar):
    """Words in one frame, one of them chosen; arrows choose another.

    Parameters
    ----------
    name
        What is chosen, for screen readers.
    words
        The ways.
    """

    def __init__(self, name: str, words: Sequence[str]) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        for each in words:
            self.addTab(each)
        theme().changed.connect(self.update)

    def tabSizeHint(self, index: int) -> QSize:  # noqa: N802
        """Return the room for the words in bold, so that none moves when it is chosen."""
        bold = QFontMetrics(theme().font("card_title"))
        return QSize(bold.horizontalAdvance(self.tabText(index)) + 2 * SIDE, HEIGHT)

    def minimumTabSizeHint(self, index: int) -> QSize:  # noqa: N802
        """Return the same room: words are never cut."""
        return self.tabSizeHint(index)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the room for all words."""
        return QSize(sum(self.tabSizeHint(index).width() for index in range(self.count())) + 1, HEIGHT)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return the same room."""
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the frame, the chosen words on their ground, and the others."""
        look, painter = theme(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(0, 0, self.sizeHint().width(), HEIGHT).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(look.colour("border"), 1))
        painter.setBrush(look.colour("surface"))
        painter.drawRoundedRect(frame, RADIUS, RADIUS)
        for index in range(self.count()):
            self._paint_words(painter, index, self.tabRect(index))

    def _paint_words(self, painter: QPainter, index: int, rect: QRect) -> None:
        look, chosen = theme(), index == self.currentIndex()
        if chosen:
            focused = self.hasFocus()
            ground = QRectF(rect).adjusted(1, 1, 0, -1)
            painter.setPen(QPen(look.colour("accent"), 2 if focused else 1))
            painter.setBrush(look.colour("accent_soft"))
            painter.drawRoundedRect(ground, RADIUS - 1, RADIUS - 1)
        painter.setFont(look.font("card_title" if chosen else "body"))
        painter.setPen(look.colour("text" if chosen else "text2"))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, self.tabText(index))
