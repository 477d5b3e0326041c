"""Heat map with its numbers in the cells."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QFrame,
    QGridLayout,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from sdcdesk.core.plot import Line, Plot
from sdcdesk.core.quantity import NUMBER, Quantity
from sdcdesk.core.shown import column_shown
from sdcdesk.core.table import Table as Findings
from ui.look.locale import user_locale
from ui.look.theme import Scale, contrast, theme
from ui.plots.export import Exporter, Table, drawing_of, picture_of, plain_number
from ui.plots.heat_cell import GAP, paint_heat, paint_ring
from ui.plots.heat_header import HeatHeader, SideTitle
from ui.plots.heat_model import SHARE, HeatModel, Index
from ui.plots.places import cell_text, numbers
from ui.widgets.label import label
from ui.widgets.numbers import UNKNOWN, count

SEEN = 1.5
"""Contrast below which a ring of the ground's own hue is not seen."""

LOWEST_ROW = 20

SCALES: dict[str, Scale] = {"share": "risk", "score": "loss"}
"""Scales of colours, by the kind of a plot's unit; all else is blue as counts are."""


def _whole(value: float) -> str:
    return count(round(value))


class HeatTable(QWidget):
    """Counts in a grid: the larger, the stronger the colour; the number stands in the cell.

    Arrows move, Enter or a double-click chooses a cell; hovering says it in words.

    Parameters
    ----------
    title
        What it shows: its accessible name, and the name proposed for files.
    row_title, column_title
        Titles of the sides, in words.
    scale
        Scale of colours.
    """

    chosen = Signal(int, int)
    """Row and column of a cell on which Enter was pressed, or that was clicked twice."""

    saved = Signal(str)
    """A file was written, in words."""

    failed = Signal(object)
    """A `SdcError`: a file could not be written."""

    def __init__(self, title: str, row_title: str, column_title: str, scale: Scale = "counts") -> None:
        super().__init__()
        self.setAccessibleName(title)
        self.model = HeatModel()
        self.view = _View(title)
        self.view.setModel(self.model)
        self._cells = _HeatCells(self.view, scale)
        self.view.setItemDelegate(self._cells)
        self.view.activated.connect(lambda index: self.chosen.emit(index.row(), index.column()))
        self.setFocusProxy(self.view)
        self.exporter = Exporter(self, self.accessibleName)
        self.exporter.saved.connect(self.saved)
        self.exporter.failed.connect(self.failed)
        above = label(column_title, "caption", "text3")
        above.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(2)
        grid.addWidget(above, 0, 1)
        grid.addWidget(SideTitle(row_title), 1, 0)
        grid.addWidget(self.view, 1, 1)

    def set_values(
        self,
        rows: Sequence[str],
        columns: Sequence[str],
        values: Sequence[Sequence[float]],
        words: Callable[[int, int], str],
        *,
        ringed: tuple[int, int] | None = None,
        number: Callable[[float], str] = _whole,
    ) -> None:
        """Show numbers, none negative.

        Parameters
        ----------
        rows, columns
            Labels.
        values
            One row after the other.
        words
            Says a cell, by row and column, in full.
        ringed
            The cell that matters most, in a ring.
        number
            How a value is written.
        """
        place = self.view.currentIndex()
        self._cells.ringed = ringed
        self.model.fill(rows, columns, values, number, words)
        self.view.setMinimumHeight(self.view.horizontalHeader().sizeHint().height() + LOWEST_ROW * len(rows))
        if self.model.hasIndex(place.row(), place.column()):
            self.view.setCurrentIndex(self.model.index(place.row(), place.column()))

    def table(self) -> Table:
        """Return the numbers with the labels of both sides."""
        model = self.model
        rows = zip(model.rows, model.values, strict=True)
        return [["", *model.columns], *([name, *map(plain_number, row)] for name, row in rows)]

    def fill_menu(self, menu: QMenu) -> None:
        """Add Copy, PNG, SVG and CSV to a menu."""
        self.exporter.fill_menu(menu, self)

    def picture(self) -> QImage:
        """Return the heat map as an image, twice as sharp as on the screen."""
        with self._unread():
            return picture_of(self)

    def drawing(self) -> bytes:
        """Return the heat map as SVG."""
        with self._unread():
            return drawing_of(self, self.accessibleName())

    @contextmanager
    def _unread(self) -> Iterator[None]:
        """Show no place of the keyboard for a while."""
        self._cells.shows_current = False
        yield
        self._cells.shows_current = True


class PlotHeat(HeatTable):
    """The heat map of a plot of findings: rows of its table are cells, the first series their value.

    Parameters
    ----------
    declared, table
        The plot, and the table that it draws.
    lines
        Limits, which a heat map does not draw.
    """

    def __init__(self, declared: Plot, table: Findings, lines: Sequence[Line] = ()) -> None:
        self.declared, self.data = declared, table
        column = table.column(declared.series[0].column)
        values = numbers(table, column.name)
        signed = bool((values < 0).any())
        kind = column.unit.kind if column.unit is not None else ""
        scale: Scale = "difference" if signed else SCALES.get(kind, "counts")
        super().__init__(declared.title, declared.y.title, declared.x.title, scale)
        down, across = (table.column(axis.column) for axis in (declared.y, declared.x))
        sides = [
            [cell_text(table, side, row, noun=False) for row in range(len(table))] for side in (down, across)
        ]
        rows, columns = (list(dict.fromkeys(side)) for side in sides)
        self._cells_at = cells = {place: row for row, place in enumerate(zip(*sides, strict=True))}

        def words(row: int, place: int) -> str:
            found = cells.get((rows[row], columns[place]))
            text = UNKNOWN if found is None else cell_text(table, column, found)
            return f"{down.title} {rows[row]}, {across.title} {columns[place]}: {text}"

        def number(value: float) -> str:
            return column_shown([Quantity(value, column.unit or NUMBER)], user_locale())[0].text

        def value(name: tuple[str, str]) -> float:
            return float(values[cells[name]]) if name in cells else float("nan")

        grid = [[value((row, place)) for place in columns] for row in rows]
        self.set_values(rows, columns, grid, words, number=number)
        self.setAccessibleDescription(f"{len(rows)} by {len(columns)} cells")

    def position(self, row: int, column: int) -> int:
        """Return where a cell stands in the table; −1: it has no row there."""
        return self._cells_at.get((self.model.rows[row], self.model.columns[column]), -1)

    def table(self) -> Table:
        """Return the rows of the table with all digits."""
        return list(self.data.exact_rows())


class HeatView(QTableView):
    """Cells in colours below and beside their labels, without lines; nothing is edited.

    Parameters
    ----------
    title
        Accessible name.
    """

    def __init__(self, title: str) -> None:
        super().__init__()
        self.setAccessibleName(title)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setHorizontalHeader(HeatHeader(Qt.Orientation.Horizontal))
        self.setVerticalHeader(HeatHeader(Qt.Orientation.Vertical))
        _hide_corner(self)
        theme().changed.connect(self.viewport().update)


class _View(HeatView):
    """A table without scroll bars whose cells fill it."""

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return a modest size."""
        return QSize(320, 240)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return the least size at which numbers of three digits fit."""
        return QSize(40 + 26 * max(self.model().columnCount(), 1), 120)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Choose with Enter, whatever the platform's style does."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.activated.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)


def _hide_corner(view: QTableView) -> None:
    """Take away the button between the headers, which would select everything."""
    corner = view.findChild(QAbstractButton)
    if corner is not None:
        corner.hide()
        # Qt shows it again whenever it lays the headers out, but never so small.
        corner.setFixedSize(0, 0)


class _HeatCells(QStyledItemDelegate):
    """Draws the cells."""

    def __init__(self, view: QTableView, scale: Scale) -> None:
        super().__init__(view)
        self._view, self._scale = view, scale
        self.ringed: tuple[int, int] | None = None
        self.shows_current = True

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw ground, number and rings."""
        painter.save()
        rect = QRectF(QRect(option.rect)).adjusted(0, 0, -GAP, -GAP)
        share = float(index.data(SHARE))
        paint_heat(painter, rect, self._scale, share, str(index.data()))
        if (index.row(), index.column()) == self.ringed:
            ground, tone = theme().heat(self._scale, share), theme().colour("risk_text")
            paint_ring(painter, rect, tone if contrast(tone, ground) >= SEEN else theme().ink(ground))
            rect = rect.adjusted(2, 2, -2, -2)  # the ring of the keyboard lies within
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if self.shows_current and self._is_current(index):
            paint_ring(painter, rect, "accent")
        elif self.shows_current and hovered:
            paint_ring(painter, rect.adjusted(1, 1, -1, -1), "accent", 1)
        painter.restore()

    def _is_current(self, index: Index) -> bool:
        return self._view.hasFocus() and self._view.currentIndex() == index
