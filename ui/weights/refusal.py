"""The popover beside a weight that does not fit: the rule in words, what is allowed, and a way out."""

from math import isfinite

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from sdcdesk.risk.weights.intervals import Interval
from ui.icons import pixmap
from ui.theme import theme
from ui.weights.words import weight_text
from ui.widgets.buttons import button
from ui.widgets.label import label
from ui.widgets.popover_place import place

WIDTH = 352


class IntervalBar(QWidget):
    """Shows the allowed weights as a bar, with the old and the typed one."""

    def __init__(self) -> None:
        super().__init__()
        self._low, self._high, self._was, self._typed = 0.0, 1.0, 0.0, 0.0
        self.setFont(theme().font("caption"))

    def set_values(self, interval: Interval, was: float, typed: float) -> None:
        """Show an interval, the weight as it was and as typed."""
        self._low, self._high, self._was, self._typed = interval.low, interval.high, was, typed
        self.setVisible(isfinite(typed) and interval.low <= interval.high)
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
            return 10 + (self.width() - 20) * (min(weight, high) - low) / span

        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().colour("sunken"))
        painter.drawRoundedRect(QRectF(10, 7, self.width() - 20, 5), 2, 2)
        painter.setBrush(theme().heat("risk", 0.66))
        painter.drawRoundedRect(QRectF(x(self._low), 7, max(x(self._high) - x(self._low), 3), 5), 2, 2)
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
            painter.drawLine(round(x), 3, round(x), 16)
        width = self.fontMetrics().horizontalAdvance(words) + 2
        left = min(max(x - width / 2, 0), self.width() - width)
        place = QRectF(left, 17, width, self.fontMetrics().height())
        if not any(place.adjusted(-4, 0, 4, 0).intersects(other) for other in taken):
            painter.drawText(place, 0, words)
            taken.append(place)


class Refusal(QFrame):
    """Lies above the page while a weight that does not fit stands in its cell; typing goes on."""

    used = Signal(float)
    """The allowed weight nearest to the typed one should be taken."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._page, self._nearest = page, 0.0
        self._mark = QLabel()
        self._title, self._reason = label(style="card_title", wraps=True), label(tone="text2", wraps=True)
        self._bar = IntervalBar()
        self.use = button("", small=True)
        self.use.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.use.clicked.connect(lambda: self.used.emit(self._nearest))
        self._keep = label(style="caption", tone="text3")
        self.setFixedWidth(WIDTH)
        self._arrange()
        theme().changed.connect(self._paint_mark)
        self._paint_mark()
        self.hide()

    def text(self) -> str:
        """Return what it says."""
        return f"{self._title.text()} {self._reason.text()}"

    def say(
        self, title: str, reason: str, interval: Interval, was: float, typed: float, anchor: QRect
    ) -> None:
        """Say why a weight is refused, beside a rectangle of the page."""
        self._title.setText(title)
        self._reason.setText(reason)
        self._bar.set_values(interval, was, typed)
        fits = isfinite(typed) and interval.low <= interval.high
        self._nearest = min(max(typed, interval.low), interval.high) if fits else was
        self.use.setVisible(fits and not interval.broken(self._nearest))
        self.use.setText(f"Use {weight_text(self._nearest)}")
        self._keep.setText(f"Esc keeps {weight_text(was)}")
        self.setAccessibleName(title)
        self.setAccessibleDescription(reason)
        self.resize(WIDTH, self.heightForWidth(WIDTH))
        room = QRect(QPoint(0, 0), self._page.size()).adjusted(4, 4, -4, -4)
        self.move(place(anchor, QSize(WIDTH, self.height() + 4), room).corner)
        self.raise_()
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the frame."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme().colour("risk"), 1))
        painter.setBrush(theme().colour("surface"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)

    def _paint_mark(self) -> None:
        self._mark.setPixmap(pixmap("triangle", 16, "risk_text"))

    def _arrange(self) -> None:
        foot = QHBoxLayout()
        foot.addWidget(self.use)
        foot.addStretch()
        foot.addWidget(self._keep)
        words = QVBoxLayout()
        words.setSpacing(4)
        for part in (self._title, self._reason, self._bar):
            words.addWidget(part)
        words.addSpacing(2)
        words.addLayout(foot)
        line = QHBoxLayout(self)
        line.setContentsMargins(14, 12, 14, 12)
        line.setSpacing(8)
        line.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        line.addLayout(words, 1)
