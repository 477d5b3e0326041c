"""Refusal of a weight: the popover with the rule in words, what is allowed, and the ways out."""

from math import isfinite

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QWidget

from sdcdesk.core.text.number_text import number_text
from sdcdesk.core.text.sentence import sentence
from sdcdesk.risk.weights.cell_edit import Refusal
from ui.look.locale import in_user_locale, user_locale
from ui.look.theme import theme
from ui.widgets.buttons import button
from ui.widgets.flow import FlowLayout
from ui.widgets.label import IconLabel, label
from ui.widgets.layout import column, row
from ui.widgets.painting import paint_box
from ui.widgets.popover import fit_height, place

WIDTH = 352
GAP, EDGE = 8, 4
SIDE, TOP, THICK = 10, 7, 5
"""Pixels beside and above the bar of the weights that fit, and its height."""


class RefusalPopover(QFrame):
    """Lies above the page while a weight that does not fit stands in its cell; typing goes on."""

    used = Signal(float)
    """The allowed weight nearest to the typed one should be taken."""

    pushed = Signal()
    """The others should give way."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self.setObjectName("refusal")
        self._page, self._nearest = page, 0.0
        self._title, self._reason = label(style="card_title", wraps=True), label(tone="text2", wraps=True)
        self._bar = _IntervalBar()
        self.use, self.push = button("", small=True), button("", small=True)
        self.use.setToolTip("Ctrl+Up or Ctrl+Down, then Enter")
        self.push.setToolTip("Alt+Enter")
        for way in (self.use, self.push):
            way.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keyboard stays in the cell
        self.use.clicked.connect(lambda: self.used.emit(self._nearest))
        self.push.clicked.connect(self.pushed)
        self.keeps = label(style="caption", tone="text3")
        self.keeps.setMinimumHeight(26)  # as the buttons of its line
        self.setFixedWidth(WIDTH)
        foot = FlowLayout()  # long numbers take a second line
        for part in (self.use, self.push, self.keeps):
            foot.addWidget(part)
        words = column(self._title, self._reason, self._bar, 2, foot, spacing=4)
        mark = IconLabel("triangle", 16, "risk_text")
        row((mark, Qt.AlignmentFlag.AlignTop), (words, 1), margins=(14, 12, 14, 12), inside=self)
        self.hide()

    def text(self) -> str:
        """Return what it says."""
        return f"{self._title.text()} {self._reason.text()}"

    def show_refusal(self, refusal: Refusal, anchor: QRect) -> None:
        """Say why a weight is refused, beside a rectangle of the page."""
        self._title.setText(refusal.title)
        self._reason.setText(refusal.reason)
        self._bar.show_refusal(refusal)
        nearest = refusal.nearest
        self._nearest = refusal.was if nearest is None else nearest
        self.use.setText(in_user_locale(sentence("Use {weight}", weight=float(self._nearest))))
        self.use.setVisible(nearest is not None)
        self.push.setText(refusal.push)
        self.push.setVisible(bool(refusal.push))
        words = "Enter pushes, Esc keeps {weight}" if refusal.pushes else "Esc keeps {weight}"
        self.keeps.setText(in_user_locale(sentence(words, weight=float(refusal.was))))
        self.setAccessibleName(refusal.title)
        self.setAccessibleDescription(refusal.reason)
        fit_height(self)
        self.move(_place(anchor, self.size(), self._page.size()))
        self.raise_()
        self.show()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))


class _IntervalBar(QWidget):
    """Shows the allowed weights as a bar, with the old and the typed one."""

    def __init__(self) -> None:
        super().__init__()
        self._low, self._high, self._was, self._typed = 0.0, 1.0, 0.0, 0.0
        self.setFont(theme().font("caption"))

    def show_refusal(self, refusal: Refusal) -> None:
        """Show an interval, the weight as it was and as typed."""
        self._low, self._high = refusal.interval.low, refusal.interval.high
        self._was, self._typed = refusal.was, refusal.typed
        self.setVisible(isfinite(self._typed) and isfinite(self._was) and self._low <= self._high)
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the room for bar and numbers."""
        return QSize(200, 18 + self.fontMetrics().height())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the bar."""
        painter = QPainter(self)
        marks = [self._low, self._was, self._typed, *([self._high] if isfinite(self._high) else [])]
        low, high = min(marks), max(marks)
        span = (high - low) or 1.0

        def x(weight: float) -> float:
            return SIDE + (self.width() - 2 * SIDE) * (min(weight, high) - low) / span

        paint_box(painter, QRectF(SIDE, TOP, self.width() - 2 * SIDE, THICK), "sunken", 2)
        painter.setBrush(theme().heat("risk", 0.66))
        fits = max(x(self._high) - x(self._low), 3)
        painter.drawRoundedRect(QRectF(x(self._low), TOP, fits, THICK), 2, 2)
        taken: list[QRectF] = []
        for weight, prefix, tone in (
            (self._typed, "", "risk_text"),
            (self._was, "was ", "text"),
            (self._low, "", "text3"),
            (self._high, "", "text3"),
        ):
            if isfinite(weight):
                text = f"{prefix}{number_text(weight, user_locale())}"
                self._mark(painter, x(weight), text, tone, taken)

    def _mark(self, painter: QPainter, x: float, text: str, tone: str, occupied: list[QRectF]) -> None:
        """Draw a mark, and its text where none stands yet."""
        painter.setPen(QPen(theme().colour(tone), 2))
        if tone != "text3":
            painter.drawLine(round(x), TOP - 4, round(x), TOP + THICK + 4)
        width = self.fontMetrics().horizontalAdvance(text) + 2
        left = min(max(x - width / 2, 0), self.width() - width)
        room = QRectF(left, TOP + THICK + 5, width, self.fontMetrics().height())
        if not any(room.adjusted(-4, 0, 4, 0).intersects(other) for other in occupied):
            painter.drawText(room, 0, text)
            occupied.append(room)


def _place(anchor: QRect, size: QSize, page: QSize) -> QPoint:
    """Return where the popover goes: beside the cells that it is about or, without room there, below them."""
    room = QRect(QPoint(0, 0), page).adjusted(EDGE, EDGE, -EDGE, -EDGE)
    top = max(room.top(), min(anchor.center().y(), room.bottom() - size.height()))
    for left in (anchor.right() + GAP, anchor.left() - GAP - size.width()):
        if room.left() <= left and left + size.width() <= room.right():
            return QPoint(left, top)
    return place(anchor, size, room, EDGE)
