"""Legend of two series: before is hollow, after is filled."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from sdcdesk.core.text.sentence import sentence
from ui.look.theme import theme

_BOX, _GAP, _APART = 9, 5, 12


class Legend(QWidget):
    """A hollow and a filled square with their words, for the header of a card."""

    def __init__(self, before: str = "original", after: str = "masked") -> None:
        super().__init__()
        self._words = (before, after)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(
            sentence("Hollow bars: {before}; filled bars: {after}", before=before, after=after)
        )
        theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the room for squares and words."""
        metrics = theme().metrics("caption")
        width = sum(_BOX + _GAP + metrics.horizontalAdvance(word) for word in self._words) + _APART
        return QSize(width + 2, metrics.height() + 2)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the legend."""
        colours, painter = theme(), QPainter(self)
        painter.setFont(colours.font("caption"))
        metrics, left = painter.fontMetrics(), 1
        for word, filled in zip(self._words, (False, True), strict=True):
            box = QRectF(left + 0.5, (self.height() - _BOX) // 2 + 0.5, _BOX - 1, _BOX - 1)
            painter.setPen(QPen(colours.colour("after" if filled else "before"), 1.2))
            painter.setBrush(colours.colour("after") if filled else Qt.BrushStyle.NoBrush)
            painter.drawRect(box)
            left += _BOX + _GAP
            painter.setPen(colours.colour("text2"))
            width = metrics.horizontalAdvance(word)
            painter.drawText(QRectF(left, 0, width + 2, self.height()), Qt.AlignmentFlag.AlignVCenter, word)
            left += width + _APART
