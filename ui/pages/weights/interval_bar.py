"""A bar of the weights that fit, with the old weight and the one that was typed."""

from math import isfinite

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from sdcdesk.risk.weights.intervals import Interval
from ui.look.theme import theme
from ui.pages.weights.words import weight_text

SIDE = 10
TOP, THICK = 7, 5


class IntervalBar(QWidget):
    """Shows the allowed weights as a bar, with the old and the typed one."""

    def __init__(self) -> None:
        super().__init__()
        self._low, self._high, self._was, self._typed = 0.0, 1.0, 0.0, 0.0
        self.setFont(theme().font("caption"))

    def set_values(self, interval: Interval, was: float, typed: float) -> None:
        """Show an interval, the weight as it was and as typed."""
        self._low, self._high, self._was, self._typed = interval.low, interval.high, was, typed
        self.setVisible(isfinite(typed) and isfinite(was) and interval.low <= interval.high)
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the room for bar and numbers."""
        return QSize(200, 18 + self.fontMetrics().height())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the bar."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        marks = [self._low, self._was, self._typed, *([self._high] if isfinite(self._high) else [])]
        low, high = min(marks), max(marks)
        span = (high - low) or 1.0

        def x(weight: float) -> float:
            return SIDE + (self.width() - 2 * SIDE) * (min(weight, high) - low) / span

        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().colour("sunken"))
        painter.drawRoundedRect(QRectF(SIDE, TOP, self.width() - 2 * SIDE, THICK), 2, 2)
        painter.setBrush(theme().heat("risk", 0.66))
        fits = max(x(self._high) - x(self._low), 3)
        painter.drawRoundedRect(QRectF(x(self._low), TOP, fits, THICK), 2, 2)
        taken: list[QRectF] = []
        for weight, words, tone in (
            (self._typed, weight_text(self._typed), "risk_text"),
            (self._was, f"was {weight_text(self._was)}", "text"),
            (self._low, weight_text(self._low), "text3"),
            (self._high, weight_text(self._high), "text3"),
        ):
            if isfinite(weight):
                self._mark(painter, x(weight), words, tone, taken)

    def _mark(self, painter: QPainter, x: float, words: str, tone: str, taken: list[QRectF]) -> None:
        """Draw a mark, and its words where none stand yet."""
        painter.setPen(QPen(theme().colour(tone), 2))
        if tone != "text3":
            painter.drawLine(round(x), TOP - 4, round(x), TOP + THICK + 4)
        width = self.fontMetrics().horizontalAdvance(words) + 2
        left = min(max(x - width / 2, 0), self.width() - width)
        place = QRectF(left, TOP + THICK + 5, width, self.fontMetrics().height())
        if not any(place.adjusted(-4, 0, 4, 0).intersects(other) for other in taken):
            painter.drawText(place, 0, words)
            taken.append(place)
