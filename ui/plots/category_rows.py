"""Category rows: a lying bar for each of many categories, with its name and its numbers."""

from PySide6.QtCore import QEvent, QLineF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from sdcdesk.core.text.number_text import count_text
from sdcdesk.records.value_changes import NOTHING, ValueChange
from ui.look.locale import in_user_locale, user_locale
from ui.look.theme import theme
from ui.widgets.painting import LEFT, RIGHT, paint_text

ROW, BAR, GAP = 20, 11, 8
"""Pixels of a row and of its bar, and between columns."""

APART = 9
"""Pixels above the rest, which is drawn apart."""

NAMES = 0.42
"""Share of the width that names take at most."""

SLANT = 4
"""Pixels by which the marks of a broken bar lean."""


class CategoryRows(QWidget):
    """Shows the records of both files by category, one below the other, in their order.

    The rest of many categories stands apart below a line. Its bar has no part in the scale: where it is
    longer, it is broken, and its number says how long it is.
    """

    pointed = Signal(int)
    """The row below the pointer is another one; −1: none."""

    def __init__(self) -> None:
        super().__init__()
        self._change = ValueChange(NOTHING, NOTHING)
        self._labels: list[str] = []
        self._counts: list[tuple[int, int]] = []
        self._texts: list[str] = []
        self.current = -1
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def show_change(self, change: ValueChange) -> None:
        """Show other bars."""
        self._change = change
        self._labels = [in_user_locale(label) for label in change.wide.labels]
        self._counts = [change.records(place) for place in range(len(self._labels))]
        self._texts = [self._numbers(*both) for both in self._counts]
        self.updateGeometry()
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    def set_current(self, row: int) -> None:
        """Mark the row that is read; −1: none."""
        self.current = row
        self.update()

    def row_rect(self, row: int) -> QRect:
        """Return the place of a row."""
        rest = self._change.others and row == len(self._labels) - 1
        return QRect(0, row * ROW + (APART if rest else 0), self.width(), ROW)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return room for all rows."""
        return QSize(320, len(self._labels) * ROW + (APART if self._change.others else 0))

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the rows."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        names, numbers = self._widths()
        bars = QRectF(names + GAP, 0, max(self.width() - names - numbers - 2 * GAP, 1), 0)
        for row, label in enumerate(self._labels):
            line = self.row_rect(row)
            rest = line.top() > row * ROW
            if rest:
                painter.setPen(QPen(theme().colour("grid"), 1))
                painter.drawLine(QLineF(0, line.top() - APART / 2, self.width(), line.top() - APART / 2))
            if row == self.current:
                painter.fillRect(line, theme().colour("sunken"))
            tone = "text2" if rest else "text"
            place = QRect(0, line.top(), names, ROW)
            paint_text(painter, place, label, "caption", tone, LEFT, mode=Qt.TextElideMode.ElideMiddle)
            self._paint_bars(painter, bars.translated(0, line.center().y() - BAR / 2 + 1), row)
            place = QRect(self.width() - numbers, line.top(), numbers, ROW)
            paint_text(painter, place, self._texts[row], "caption", tone, RIGHT)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Read the row below the pointer."""
        place = event.position().toPoint()
        found = (row for row in range(len(self._labels)) if self.row_rect(row).contains(place))
        self.pointed.emit(next(found, -1))
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Read nothing any more."""
        self.pointed.emit(-1)
        super().leaveEvent(event)

    def _numbers(self, before: int, after: int) -> str:
        """Return the records of the files that have bars: "2,341 → 2,200"; one number where equal."""
        both = ((before, self._change.before), (after, self._change.after))
        numbers = [count_text(number, user_locale()) for number, bars in both if bars.labels]
        return " → ".join(dict.fromkeys(numbers))

    def _widths(self) -> tuple[int, int]:
        """Return the widths of the names and of the numbers."""
        metrics = theme().metrics("caption")
        names = max((metrics.horizontalAdvance(label) for label in self._labels), default=0) + 2
        numbers = max((metrics.horizontalAdvance(text) for text in self._texts), default=0) + 2
        return min(names, round(NAMES * self.width())), numbers

    def _longest(self) -> int:
        """Return the records of the longest bar that is not the rest."""
        own = self._counts[: len(self._counts) - bool(self._change.others)] or self._counts
        return max((number for both in own for number in both), default=0) or 1

    def _paint_bars(self, painter: QPainter, room: QRectF, row: int) -> None:
        before, after = (number / self._longest() for number in self._counts[row])
        colours = theme()
        if after:
            box = QRectF(room.left(), room.top(), min(after, 1) * room.width(), BAR)
            painter.fillRect(box, colours.colour("after"))
            self._break(painter, box, after)
        if before:
            box = QRectF(room.left(), room.top(), min(before, 1) * room.width(), BAR)
            painter.setPen(QPen(colours.colour("text"), 1.2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(box)
            self._break(painter, box, before)

    def _break(self, painter: QPainter, box: QRectF, share: float) -> None:
        """Draw the marks of a bar that is longer than its room."""
        if share <= 1:
            return
        x = box.right() - 4 * SLANT
        painter.setPen(QPen(theme().colour("surface"), 3))
        for left in (x, x + SLANT + 2):
            painter.drawLine(QLineF(left, box.bottom() + 1, left + SLANT, box.top() - 1))
