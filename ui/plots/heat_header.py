"""Header of a heat map: the sizes along its edges, and the titles of its sides."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QSizePolicy, QWidget

from ui.look.theme import theme


class HeatHeader(QHeaderView):
    """Labels on the ground of the card, without lines."""

    def __init__(self, orientation: Qt.Orientation) -> None:
        super().__init__(orientation)
        self.setFont(theme().font("table_header"))
        self.setSectionsClickable(False)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(16)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        theme().changed.connect(self.viewport().update)

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:  # noqa: N802, N803
        """Draw one label."""
        painter.fillRect(rect, theme().colour("surface"))
        painter.setFont(theme().font("caption"))
        painter.setPen(theme().colour("text2"))
        text = str(self.model().headerData(logicalIndex, self.orientation()))
        across = self.orientation() == Qt.Orientation.Horizontal
        side = Qt.AlignmentFlag.AlignHCenter if across else Qt.AlignmentFlag.AlignRight
        place = rect if across else rect.adjusted(0, 0, -8, 0)
        painter.drawText(place, side | Qt.AlignmentFlag.AlignVCenter, text)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the labels on the ground of the card."""
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), theme().colour("surface"))
        painter.end()
        super().paintEvent(event)


class SideTitle(QWidget):
    """The title of the rows, written upwards at their left."""

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
