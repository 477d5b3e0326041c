"""The popover beside a weight that does not fit: the rule in words, what is allowed, and the ways out."""

from dataclasses import dataclass
from math import isfinite

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from sdcdesk.risk.weights.intervals import Interval
from ui.look.icons import pixmap
from ui.look.theme import theme
from ui.pages.weights.interval_bar import IntervalBar
from ui.pages.weights.words import weight_text
from ui.widgets.buttons import button
from ui.widgets.flow import FlowLayout
from ui.widgets.label import label
from ui.widgets.popover_place import place

WIDTH = 352
GAP, EDGE = 8, 4


@dataclass(frozen=True, slots=True)
class Refused:
    """A weight that does not fit.

    Attributes
    ----------
    title, reason
        What is wrong, and why.
    interval
        What fits.
    was, typed
        The weight as it was and as typed; where no number was typed, as it was.
    push
        Words of the button that makes the others give way; empty where none could.
    pushes
        Whether Enter does so.
    """

    title: str
    reason: str
    interval: Interval
    was: float
    typed: float
    push: str = ""
    pushes: bool = False

    @property
    def nearest(self) -> float | None:
        """The allowed weight that is nearest to the typed one; None where nothing fits."""
        low, high = self.interval.low, self.interval.high
        nearest = min(max(self.typed, low), high)
        fits = isfinite(nearest) and low <= high and nearest != self.typed
        return nearest if fits and not self.interval.broken(nearest) else None


class Refusal(QFrame):
    """Lies above the page while a weight that does not fit stands in its cell; typing goes on."""

    used = Signal(float)
    """The allowed weight nearest to the typed one should be taken."""

    pushed = Signal()
    """The others should give way."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._page, self._nearest = page, 0.0
        self._mark = QLabel()
        self._title, self._reason = label(style="card_title", wraps=True), label(tone="text2", wraps=True)
        self._bar = IntervalBar()
        self.use, self.push = button("", small=True), button("", small=True)
        self.use.setToolTip("Ctrl+Up or Ctrl+Down, then Enter")
        self.push.setToolTip("Alt+Enter")
        for way in (self.use, self.push):
            way.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keyboard stays in the cell
        self.use.clicked.connect(lambda: self.used.emit(self._nearest))
        self.push.clicked.connect(self.pushed)
        self._keep = label(style="caption", tone="text3")
        self.setFixedWidth(WIDTH)
        self._arrange()
        theme().changed.connect(self._paint_mark)
        self._paint_mark()
        self.hide()

    def text(self) -> str:
        """Return what it says."""
        return f"{self._title.text()} {self._reason.text()}"

    def keeps(self) -> str:
        """Return what it says of the keys."""
        return self._keep.text()

    def say(self, refused: Refused, anchor: QRect) -> None:
        """Say why a weight is refused, beside a rectangle of the page."""
        self._title.setText(refused.title)
        self._reason.setText(refused.reason)
        self._bar.set_values(refused.interval, refused.was, refused.typed)
        nearest = refused.nearest
        self._nearest = refused.was if nearest is None else nearest
        self.use.setText(f"Use {weight_text(self._nearest)}")
        self.use.setVisible(nearest is not None)
        self.push.setText(refused.push)
        self.push.setVisible(bool(refused.push))
        pushes = "Enter pushes, " if refused.pushes else ""
        self._keep.setText(f"{pushes}Esc keeps {weight_text(refused.was)}")
        self.setAccessibleName(refused.title)
        self.setAccessibleDescription(refused.reason)
        self.resize(WIDTH, self.heightForWidth(WIDTH))
        self.move(_place(anchor, self.size(), self._page.size()))
        self.raise_()
        self.show()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

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
        foot = FlowLayout()  # long numbers take a second line
        for part in (self.use, self.push, self._keep):
            foot.addWidget(part)
        self._keep.setMinimumHeight(26)  # as the buttons of its line
        words = QVBoxLayout()
        words.setSpacing(4)
        for part in (self._title, self._reason):
            words.addWidget(part)
        words.addWidget(self._bar)
        words.addSpacing(2)
        words.addLayout(foot)
        line = QHBoxLayout(self)
        line.setContentsMargins(14, 12, 14, 12)
        line.setSpacing(8)
        line.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        line.addLayout(words, 1)


def _place(anchor: QRect, size: QSize, page: QSize) -> QPoint:
    """Return where the popover goes: beside the cells that it is about or, without room there, below them."""
    room = QRect(QPoint(0, 0), page).adjusted(EDGE, EDGE, -EDGE, -EDGE)
    top = max(room.top(), min(anchor.center().y(), room.bottom() - size.height()))
    for left in (anchor.right() + GAP, anchor.left() - GAP - size.width()):
        if room.left() <= left and left + size.width() <= room.right():
            return QPoint(left, top)
    return place(anchor, QSize(size.width(), size.height() + EDGE), room).corner
