"""Read-out of a chart: a small label with the value at the pointer or the keyboard's place."""

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from ui.look.theme import theme

_SIDE, _AIR, _AWAY = 8, 4, 10


class Readout(QWidget):
    """Words in a frame beside a point of its parent; it never leaves the parent, and the mouse passes it.

    The first of several lines is bold; what follows a tab stands at the right.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._room, self._words = parent, ""
        self.setFont(theme().font("caption"))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme().changed.connect(self.update)
        self.hide()

    def text(self) -> str:
        """Return what it says."""
        return self._words

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the room for the words."""
        lines = self._words.split("\n")
        metrics, bold = self.fontMetrics(), QFontMetrics(_bold(self.font()))
        width = max(bold.horizontalAdvance(line.replace("\t", "    ")) for line in lines)
        return QSize(width + 2 * _SIDE, len(lines) * metrics.lineSpacing() + 2 * _AIR)

    def say(self, words: str, point: QPoint) -> None:
        """Show words above a point, or below it where there is no room above."""
        self._words = words
        self.resize(self.sizeHint())
        room = self._room.rect()
        x = min(max(point.x() - self.width() // 2, 0), max(room.width() - self.width(), 0))
        above = point.y() - _AWAY - self.height()
        self.move(x, above if above >= 0 else point.y() + _AWAY)
        self.raise_()
        self.show()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw frame and words."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme().colour("border_strong"), 1))
        painter.setBrush(theme().colour("surface"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.setPen(theme().colour("text"))
        lines, height = self._words.split("\n"), self.fontMetrics().lineSpacing()
        for number, line in enumerate(lines):
            words, _, value = line.partition("\t")
            row = QRect(_SIDE, _AIR + number * height, self.width() - 2 * _SIDE, height)
            painter.setFont(_bold(self.font()) if number == 0 and len(lines) > 1 else self.font())
            painter.drawText(row, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)
            painter.drawText(row, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, value)


def _bold(font: QFont) -> QFont:
    bold = QFont(font)
    bold.setWeight(QFont.Weight.DemiBold)
    return bold
