"""A small horizontal bar: a share of a whole."""

from math import isfinite

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.look.theme import theme
from ui.widgets.numbers import percent, spoken


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


class ShareBar(QWidget):
    """A bar of a fixed height that shows a share (0…1) in the colour of a token."""

    def __init__(self, name: str, tone: str = "loss", thick: int = 10) -> None:
        super().__init__()
        self._tone, self._share, self._thick = tone, 0.0, thick
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(name)
        theme().changed.connect(self.update)

    @property
    def share(self) -> float:
        """The share that is shown."""
        return self._share

    def set_share(self, share: float, words: str = "") -> None:
        """Show a share; `words` says it otherwise than in percent ("4 of 8")."""
        self._share = share
        self.setAccessibleDescription(words or spoken(percent(share)))
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the bar's height and a modest width."""
        return QSize(120, self._thick)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the bar."""
        paint_share(QPainter(self), QRectF(self.rect()), self._share, self._tone, min(self._thick / 2, 3))
