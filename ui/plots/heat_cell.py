"""Cell of a heat map, as it is drawn."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from ui.look.theme import Scale, Style, theme
from ui.widgets.painting import hatch

GAP = 1
"""Pixels between two cells."""

AROUND = 3
"""Pixels at each side of a number: a ring has room beside it."""


def paint_heat(
    painter: QPainter, rect: QRectF, scale: Scale, share: float, text: str, style: Style = "body"
) -> None:
    """Draw a cell in the colour of a share of the scale, with its number in dark or white."""
    ground = theme().heat(scale, share)
    painter.fillRect(rect, ground)
    painter.setFont(theme().font(style))
    # What is not there is said quietly.
    there = share > 0 or scale == "difference"
    painter.setPen(theme().ink(ground) if there else theme().colour("text2"))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, _fitting(painter, text, rect.width()))


def _fitting(painter: QPainter, text: str, room: float) -> str:
    """Return a number that has room, in smaller type where that helps, else a sign: half of one lies."""
    if QFontMetricsF(painter.font()).horizontalAdvance(text) > room - 2 * AROUND:
        painter.setFont(theme().font("caption"))
    return text if QFontMetricsF(painter.font()).horizontalAdvance(text) <= room - 2 * AROUND else "…"


def paint_impossible(painter: QPainter, rect: QRectF) -> None:
    """Draw a cell that cannot occur."""
    painter.fillRect(rect, theme().colour("window"))
    hatch(painter, rect, theme().colour("grid"), gap=6.0, width=2.0)


def paint_ring(painter: QPainter, rect: QRectF, tone: QColor | str, width: float = 2.0) -> None:
    """Draw a ring inside the edge of a cell, in a colour or a tone of the theme."""
    colour = theme().colour(tone) if isinstance(tone, str) else tone
    painter.setPen(QPen(colour, width, j=Qt.PenJoinStyle.MiterJoin))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(rect.adjusted(width / 2, width / 2, -width / 2, -width / 2))
