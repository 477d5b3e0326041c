"""Title of the rows of a heat map, written upwards at their left."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.look.theme import theme


class SideTitle(QWidget):
    """A caption that is read from below."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text
        self.setFont(theme().font("caption"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(text)
        theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the room for one line, turned."""
        metrics = self.fontMetrics()
        return QSize(metrics.height() + 2, metrics.horizontalAdvance(self._text) + 4)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the title."""
        painter = QPainter(self)
        painter.setPen(theme().colour("text3"))
        painter.translate(0, self.height())
        painter.rotate(-90)
        painter.drawText(QRect(0, 0, self.height(), self.width()), Qt.AlignmentFlag.AlignCenter, self._text)
