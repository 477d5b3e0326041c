"""Tabs of words: those of a stage, with a line below the chosen one, and segments in one frame."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy

from ui.look.theme import theme
from ui.widgets.painting import CENTRE, LEFT, paint_focus, paint_frame
from ui.widgets.wheel import WheelSafeTabs

INSET = 4
"""Pixels before the words, for the focus ring; a page sets the bar that much further left."""

RADIUS = 4


class WordTabs(WheelSafeTabs):
    """Words beside one another; the chosen ones are bold, and all have room for that, so that none moves.

    Parameters
    ----------
    name
        What is chosen, for screen readers.
    height, gap
        Pixels of a tab, and those beside its words.
    """

    def __init__(self, name: str, height: int, gap: int) -> None:
        super().__init__()
        self._height, self._gap = height, gap
        self.setAccessibleName(name)
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        theme().changed.connect(self.update)

    def tabSizeHint(self, index: int) -> QSize:  # noqa: N802
        """Return the room for the words in bold and the gap."""
        bold = theme().metrics("card_title")
        return QSize(bold.horizontalAdvance(self.tabText(index)) + self._gap, self._height)

    def minimumTabSizeHint(self, index: int) -> QSize:  # noqa: N802
        """Return the same room: words are never cut."""
        return self.tabSizeHint(index)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw every tab."""
        painter = QPainter(self)
        for index in range(self.count()):
            painter.save()
            self._paint_tab(painter, index, self.tabRect(index), chosen=index == self.currentIndex())
            painter.restore()

    def _paint_tab(self, painter: QPainter, index: int, rect: QRect, *, chosen: bool) -> None:
        raise NotImplementedError

    def _paint_words(
        self, painter: QPainter, index: int, rect: QRect, side: Qt.AlignmentFlag, *, chosen: bool
    ) -> None:
        painter.setFont(theme().font("card_title" if chosen else "body"))
        painter.setPen(theme().colour("text" if chosen else "text2" if self.isTabEnabled(index) else "text3"))
        painter.drawText(rect, side, self.tabText(index))


class TextTabs(WordTabs):
    """The pages of a stage."""

    def __init__(self, name: str = "Pages of this stage") -> None:
        super().__init__(name, height=34, gap=26)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def _paint_tab(self, painter: QPainter, index: int, rect: QRect, *, chosen: bool) -> None:
        words = rect.adjusted(INSET, 0, INSET - self._gap, 0)
        self._paint_words(painter, index, words, LEFT, chosen=chosen)
        if chosen:
            line = QRect(words.left(), words.bottom() - 1, words.width(), 2)
            painter.fillRect(line, theme().colour("accent"))
        if chosen and self.hasFocus():
            paint_focus(painter, words.adjusted(-INSET, 3, INSET, -5))


class Segments(WordTabs):
    """A switch between a few ways to show the same thing; arrows choose another.

    Parameters
    ----------
    name
        What is chosen, for screen readers.
    words
        The ways.
    """

    def __init__(self, name: str, words: Sequence[str]) -> None:
        super().__init__(name, height=26, gap=20)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        for each in words:
            self.addTab(each)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the room for all words."""
        return QSize(sum(self.tabSizeHint(each).width() for each in range(self.count())) + 1, self._height)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return the same room."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the frame, the chosen words on their ground, and the others."""
        frame = QRectF(0, 0, self.sizeHint().width(), self._height).adjusted(0.5, 0.5, -0.5, -0.5)
        paint_frame(QPainter(self), frame, theme().colour("border"), theme().colour("surface"), RADIUS)
        super().paintEvent(event)

    def _paint_tab(self, painter: QPainter, index: int, rect: QRect, *, chosen: bool) -> None:
        if chosen:
            colours, ground = theme(), QRectF(rect).adjusted(1, 1, 0, -1)
            edge = 2 if self.hasFocus() else 1
            paint_frame(
                painter, ground, colours.colour("accent"), colours.colour("accent_soft"), RADIUS - 1, edge
            )
        self._paint_words(painter, index, rect, CENTRE, chosen=chosen)
