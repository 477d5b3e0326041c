"""Horizontal grid lines below everything that is drawn."""

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from ui.look.theme import theme


class GridLines(QGraphicsItem):
    """Hairlines at the marks of the y axis, sharp on every screen."""

    def __init__(self) -> None:
        super().__init__()
        self._marks: tuple[float, ...] = ()
        self._span = (0.0, 1.0)
        self.setZValue(-1000)

    def set_marks(self, marks: Sequence[float], span: tuple[float, float]) -> None:
        """Draw lines at these heights, across a range of x."""
        self.prepareGeometryChange()
        self._marks, self._span = tuple(marks), span
        self.update()

    def boundingRect(self) -> QRectF:  # noqa: N802
        """Return the rectangle that the lines span."""
        if not self._marks:
            return QRectF()
        low, high = self._marks[0], self._marks[-1]
        return QRectF(self._span[0], low, self._span[1] - self._span[0], high - low)

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Draw the lines."""
        pen = QPen(theme().colour("grid"), 1)
        pen.setCosmetic(True)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.setPen(pen)
        painter.drawLines([QLineF(self._span[0], mark, self._span[1], mark) for mark in self._marks])
