"""Marks of series of points: shape and colour vary together, and hollow ones follow filled ones."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from ui.look.theme import theme

MOST = 6
"""Series that are told apart."""

WIDTH = 1.4
"""Pixels of the edge of a hollow mark."""


def mark_shape(place: int) -> QPainterPath:
    """Return the outline of the mark of a series, one wide and high around 0: circle, square or triangle."""
    path, box = QPainterPath(), QRectF(-0.5, -0.5, 1.0, 1.0)
    kind = place % 3
    if kind == 0:
        path.addEllipse(box)
    elif kind == 1:
        path.addRect(box.adjusted(0.04, 0.04, -0.04, -0.04))
    else:
        path.addPolygon(QPolygonF([QPointF(-0.55, 0.45), QPointF(0.0, -0.55), QPointF(0.55, 0.45)]))
        path.closeSubpath()
    return path


def mark_colour(place: int, opacity: float = 1.0) -> QColor:
    """Return the colour of the mark of a series."""
    colours = theme().tokens.steps["series"]
    colour = QColor(colours[place % len(colours)])
    colour.setAlphaF(opacity)
    return colour


def is_hollow(place: int) -> bool:
    """Return whether the mark of a series is hollow: those after the first three are."""
    return place % MOST >= MOST // 2


def paint_mark(painter: QPainter, box: QRectF, place: int) -> None:
    """Draw the mark of a series into a square."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(box.center())
    painter.scale(box.width(), box.height())
    colour = mark_colour(place)
    pen = QPen(colour, WIDTH)
    pen.setCosmetic(True)
    painter.setPen(pen if is_hollow(place) else QPen(Qt.PenStyle.NoPen))
    painter.setBrush(theme().colour("surface") if is_hollow(place) else colour)
    painter.drawPath(mark_shape(place))
    painter.restore()


def mark_icon(place: int, size: int = 14) -> QIcon:
    """Return the mark of a series as an icon, sharp at twice its size."""
    image = QPixmap(QSize(size, size) * 2)
    image.setDevicePixelRatio(2)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    paint_mark(painter, QRectF(0, 0, size, size).adjusted(2, 2, -2, -2), place)
    painter.end()
    return QIcon(image)
