"""Numbered mark of a point of the risk–loss path."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from ui.look.theme import theme
from ui.plots.series_style import label_font

HEIGHT = 16.0
"""Pixels from top to bottom; a single number stands in a circle."""

_RING = 3.0


class PathMark(QGraphicsItem):
    """Numbers in a circle, or in a pill where several points share it; its size does not scale.

    Parameters
    ----------
    words
        What stands in it.
    filled
        The last one is: there the file stands now.
    ringed
        Its step is chosen or read.
    aside
        Pixels from its point to its middle, to the right.
    """

    def __init__(self, words: str, *, filled: bool, ringed: bool, aside: float = 0.0) -> None:
        super().__init__()
        self._words, self._filled, self._ringed = words, filled, ringed
        width = mark_width(words)
        self._pill = QRectF(aside - width / 2, -HEIGHT / 2, width, HEIGHT)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the room with the ring."""
        return self._pill.adjusted(-_RING - 1, -_RING - 1, _RING + 1, _RING + 1)

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Draw the mark."""
        colours, round_end = theme(), HEIGHT / 2
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._ringed:
            painter.setPen(QPen(colours.colour("accent"), 2))
            painter.setBrush(colours.colour("surface"))
            ring = self._pill.adjusted(-_RING, -_RING, _RING, _RING)
            painter.drawRoundedRect(ring, round_end + _RING, round_end + _RING)
        painter.setPen(QPen(colours.colour("text"), 1.2))
        painter.setBrush(colours.colour("text" if self._filled else "surface"))
        painter.drawRoundedRect(self._pill.adjusted(0.6, 0.6, -0.6, -0.6), round_end, round_end)
        painter.setPen(colours.colour("surface" if self._filled else "text"))
        painter.setFont(label_font(bold=True))
        painter.drawText(self._pill, Qt.AlignmentFlag.AlignCenter, self._words)


def mark_width(words: str) -> float:
    """Return the pixels from left to right."""
    return max(QFontMetricsF(label_font(bold=True)).horizontalAdvance(words) + 9, HEIGHT)
