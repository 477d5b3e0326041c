"""Legend of several series of points: the mark of each with its words."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from sdcdesk.core.text.sentence import joined
from ui.look.theme import theme
from ui.plots.series_mark import paint_mark

_BOX, _GAP, _APART = 9, 5, 12


class MarkLegend(QWidget):
    """Marks and words in the order of the series, for the header of a card.

    Parameters
    ----------
    titles
        What each series is.
    """

    def __init__(self, titles: Sequence[str]) -> None:
        super().__init__()
        self._titles = tuple(titles)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(joined(self._titles))
        theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the room for marks and words."""
        metrics = theme().metrics("caption")
        each = (_BOX + _GAP + metrics.horizontalAdvance(title) + _APART for title in self._titles)
        return QSize(sum(each) - _APART + 4, metrics.height() + 2)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the legend."""
        painter = QPainter(self)
        painter.setFont(theme().font("caption"))
        metrics, left = painter.fontMetrics(), 1
        for place, title in enumerate(self._titles):
            paint_mark(painter, QRectF(left, (self.height() - _BOX) / 2, _BOX, _BOX), place)
            left += _BOX + _GAP
            painter.setPen(theme().colour("text2"))
            width = metrics.horizontalAdvance(title)
            painter.drawText(QRectF(left, 0, width + 2, self.height()), Qt.AlignmentFlag.AlignVCenter, title)
            left += width + _APART
