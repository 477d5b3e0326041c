"""Hatching: what cannot happen, or is not allowed."""

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen


def hatch(painter: QPainter, rect: QRectF, colour: QColor, gap: float = 7.0, width: float = 1.75) -> None:
    """Draw lines from lower left to upper right over a rectangle.

    They start from one grid of the whole page, so that neighbouring parts join without a seam.
    """
    painter.save()
    painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, width))
    # All points of such a line have the same x + y.
    total = rect.left() + rect.top()
    total -= total % gap
    lines = []
    while total < rect.right() + rect.bottom():
        lines.append(QLineF(total - rect.bottom(), rect.bottom(), total - rect.top(), rect.top()))
        total += gap
    painter.drawLines(lines)
    painter.restore()
