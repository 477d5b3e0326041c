"""Share bar: a small horizontal bar, a share of a whole."""

from math import isfinite

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from ui.look.theme import theme


def paint_share(painter: QPainter, rect: QRectF, share: float, tone: str, radius: float = 2) -> None:
    """Draw a track with a bar on it, none for a share that is not defined; delegates use it too."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme().colour("sunken"))
    painter.drawRoundedRect(rect, radius, radius)
    part = min(max(share, 0.0), 1.0) if isfinite(share) else 0.0
    if part > 0:
        # A bar that is there is seen, however short.
        bar = QRectF(rect.left(), rect.top(), max(rect.width() * part, 2 * radius), rect.height())
        painter.setBrush(theme().colour(tone))
        painter.drawRoundedRect(bar, radius, radius)
    painter.restore()
