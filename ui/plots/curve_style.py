"""How several curves are told apart: colour, dashes and the mark at the end, which say the same."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from ui.look.theme import theme

WIDTH = 2.0
"""Pixels of a line."""

MARK = 8.0
"""Pixels across a mark."""

_SERIES = (2, 0, 1)
"""After the colour of risk: slate, blue, amber."""

_DASHES: tuple[tuple[float, ...], ...] = ((), (4, 2), (8, 2, 1.5, 2), (1.5, 1.5), (10, 3))
"""In widths of the line; as many as share no factor with the colours, so that pairs repeat late."""

_SHAPES: tuple[tuple[tuple[float, float], ...], ...] = (
    (),
    ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    ((0, -1.15), (1.1, 0.9), (-1.1, 0.9)),
    ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
)
"""Corners of the marks; none: a circle."""


def curve_colour(style: int, opacity: float = 1.0) -> QColor:
    """Return the colour of a series."""
    place = style % (len(_SERIES) + 1)
    if place == 0:
        return theme().colour("risk_text", opacity)
    colour = QColor(theme().tokens.steps["series"][_SERIES[place - 1]])
    colour.setAlphaF(opacity)
    return colour


def curve_pen(style: int, width: float = WIDTH, opacity: float = 1.0) -> QPen:
    """Return the pen of a series; its width does not scale."""
    pen = QPen(curve_colour(style, opacity), width)
    dashes = _DASHES[style % len(_DASHES)]
    if dashes:
        pen.setDashPattern(list(dashes))
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setCosmetic(True)
    return pen


def paint_mark(painter: QPainter, centre: QPointF, style: int) -> None:
    """Draw the mark of a series; the second round of series has hollow ones."""
    hollow = style // len(_SHAPES) % 2 == 1
    painter.setPen(QPen(curve_colour(style), 1.4))
    painter.setBrush(theme().colour("surface") if hollow else curve_colour(style))
    corners, half = _SHAPES[style % len(_SHAPES)], MARK / 2 - 0.7
    if corners:
        painter.drawPolygon(QPolygonF([centre + QPointF(x * half, y * half) for x, y in corners]))
    else:
        painter.drawEllipse(centre, half, half)
