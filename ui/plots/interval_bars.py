"""Interval bars: lying bars from 0 with their intervals, and the numbers beside them."""

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from sdcdesk.core.results.interval_rows import IntervalRow, interval_rows
from sdcdesk.core.results.plot import Line, Plot
from sdcdesk.core.results.plot_places import Places
from sdcdesk.core.results.table import Table as Findings
from sdcdesk.core.text.sentence import capital
from ui.look.locale import user_locale
from ui.look.theme import theme
from ui.plots.export import Exporter, Table, widget_drawing, widget_picture
from ui.widgets.numbers import aloud
from ui.widgets.painting import CENTRE, RIGHT, hatch, paint_text

PITCH, BAR, END, GAP = 25, 13, 4, 8
"""Pixels of a row and of its bar, of half the end of a whisker, and between columns."""

LEAST = 60
"""Pixels of the bars at least."""


class IntervalBars(QWidget):
    """A bar for each row: what is judged filled, what it is held against hollow, blind guesses hatched.

    Parameters
    ----------
    declared, table
        The plot, and the table that it draws.
    lines
        Limits, drawn across the bars.
    """

    chosen = Signal(int)
    """Never sent: its bars stand for no records."""

    def __init__(self, declared: Plot, table: Findings, lines: Sequence[Line] = ()) -> None:
        super().__init__()
        self.declared, self.data, self._lines = declared, table, (*declared.lines, *lines)
        self.rows = interval_rows(declared, table, user_locale())
        ends = [end for row in self.rows for end in (row.value, row.high)]
        ends += [line.value for line in self._lines]
        self._places = Places(declared.y, declared.y.unit, ends, user_locale(), from_zero=True)
        self.exporter = Exporter(self, self.accessibleName)
        self.setAccessibleName(declared.title)
        words = "; ".join(f"{row.name} {row.text}, {row.range}" for row in self.rows)
        self.setAccessibleDescription(aloud(words))
        self.setToolTip(words.replace("; ", "\n"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return room for all rows, the marks and the title."""
        line = theme().metrics("caption").height()
        return QSize(320, PITCH * len(self.rows) + 2 * line + GAP)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return room for names and numbers, and for bars that can be told apart."""
        name, value, ends = self._widths()
        return QSize(name + value + ends + 3 * GAP + LEAST, self.sizeHint().height())

    def position(self, row: int) -> int:
        """Return where a row stands in the table; none stands for records."""
        del row
        return -1

    def table(self) -> Table:
        """Return the rows of the table with all digits."""
        return list(self.data.exact_rows())

    def fill_menu(self, menu: QMenu) -> None:
        """Add Copy, PNG, SVG and CSV to a menu."""
        self.exporter.fill_menu(menu, self)

    def picture(self) -> QImage:
        """Return the bars as an image, twice as sharp as on the screen."""
        return widget_picture(self, self.accessibleName())

    def drawing(self) -> bytes:
        """Return the bars as SVG."""
        return widget_drawing(self, self.accessibleName())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the axis, then a row below the other."""
        painter = QPainter(self)
        name, value, ends = self._widths()
        bars = QRectF(name + GAP, 0, self.width() - name - value - ends - 3 * GAP, PITCH * len(self.rows))
        self._paint_axis(painter, bars)
        for place, row in enumerate(self.rows):
            style = "table_header" if place == 0 else "caption"
            line = QRect(0, place * PITCH, name, PITCH)
            paint_text(painter, line, capital(row.name), style, side=RIGHT)
            self._paint_bar(painter, row, bars, line.center().y() + 0.5)
            right = round(bars.right()) + GAP
            paint_text(painter, QRect(right, line.top(), value, PITCH), row.text, style, side=RIGHT)
            beside = QRect(self.width() - ends, line.top(), ends, PITCH)
            paint_text(painter, beside, row.range, "caption", "text3", RIGHT)

    def _widths(self) -> tuple[int, int, int]:
        """Return the widths of the names, the numbers and their intervals."""
        bold, usual = theme().metrics("table_header"), theme().metrics("caption")
        names = (bold.horizontalAdvance(capital(row.name)) for row in self.rows)
        values = (bold.horizontalAdvance(row.text) for row in self.rows)
        ranges = (usual.horizontalAdvance(row.range) for row in self.rows)
        return max(names, default=0) + 1, max(values, default=0) + 1, max(ranges, default=0) + 1

    def _at(self, value: float, bars: QRectF) -> float:
        low, high = self._places.rounded()
        return bars.left() + (self._places.place(value) - low) / (high - low) * bars.width()

    def _paint_axis(self, painter: QPainter, bars: QRectF) -> None:
        low, high = self._places.rounded()
        height = theme().metrics("caption").height()
        below = QRect(round(bars.left()), round(bars.bottom()), round(bars.width()), height)
        free = -1.0
        for mark, words in self._places.marks(low, high):
            x = bars.left() + (mark - low) / (high - low) * bars.width()
            painter.setPen(QPen(theme().colour("grid"), 1))
            painter.drawLine(QLineF(x, bars.top(), x, bars.bottom()))
            width = theme().metrics("caption").horizontalAdvance(words)
            if x - width / 2 > free:  # words that would touch are left out
                place = QRect(round(x) - 40, below.top(), 80, height)
                paint_text(painter, place, words, "caption", "text3", CENTRE)
                free = x + width / 2 + GAP
        title = QRect(0, below.bottom() + 1, self.width(), height)
        paint_text(painter, title, self.declared.y.title, "caption", "text3", CENTRE)
        painter.setPen(QPen(theme().colour("text"), 1.4, Qt.PenStyle.DashLine))
        for line in self._lines:
            x = self._at(line.value, bars)
            painter.drawLine(QLineF(x, bars.top(), x, bars.bottom()))

    def _paint_bar(self, painter: QPainter, row: IntervalRow, bars: QRectF, y: float) -> None:
        start, end = self._at(0, bars), self._at(row.value, bars)
        box = QRectF(start, y - BAR / 2, end - start, BAR)
        colours = theme()
        if row.style == "filled":
            painter.fillRect(box, colours.colour("after"))
        else:
            painter.fillRect(box, colours.colour("surface"))
            if row.style == "hatched":
                hatch(painter, box, colours.colour("before"), 6, 1.2)
            painter.setPen(QPen(colours.colour("before"), 1.2))
            painter.drawRect(box)
        painter.setPen(QPen(colours.colour("text"), 1.4))
        low, high = self._at(row.low, bars), self._at(row.high, bars)
        painter.drawLine(QLineF(low, y, high, y))
        for x in (low, high):
            painter.drawLine(QLineF(x, y - END, x, y + END))
