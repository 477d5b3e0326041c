"""Text tabs with a line below the chosen one."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QTabBar

from ui.look.theme import theme

HEIGHT = 34
GAP = 26
INSET = 4
"""Pixels before the words, for the focus ring; a page sets the bar that much further left."""


class TextTabs(QTabBar):
    """The pages of a stage. The chosen tab is bold, and every tab has room for that, so that none moves."""

    def __init__(self, name: str = "Pages of this stage") -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme().changed.connect(self.update)

    def tabSizeHint(self, index: int) -> QSize:  # noqa: N802
        """Return the room for the words in bold and the gap to the next tab."""
        bold = QFontMetrics(theme().font("card_title"))
        return QSize(bold.horizontalAdvance(self.tabText(index)) + GAP, HEIGHT)

    def minimumTabSizeHint(self, index: int) -> QSize:  # noqa: N802
        """Return the same room: words are never cut."""
        return self.tabSizeHint(index)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the words, the line of the chosen tab and the focus."""
        painter = QPainter(self)
        for index in range(self.count()):
            words = self.tabRect(index).adjusted(INSET, 0, INSET - GAP, 0)
            self._paint_tab(painter, index, words)

    def _paint_tab(self, painter: QPainter, index: int, rect: QRect) -> None:
        chosen = index == self.currentIndex()
        painter.setFont(theme().font("card_title" if chosen else "body"))
        token = "text" if chosen else "text2" if self.isTabEnabled(index) else "text3"
        painter.setPen(theme().colour(token))
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(rect, flags, self.tabText(index))
        if chosen:
            line = QRect(rect.left(), rect.bottom() - 1, rect.width(), 2)
            painter.fillRect(line, theme().colour("accent"))
        if chosen and self.hasFocus():
            painter.setPen(QPen(theme().colour("accent"), 2))
            painter.drawRoundedRect(rect.adjusted(1 - INSET, 4, INSET - 1, -6), 4, 4)
