"""Heat map with its numbers in the cells."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import ceil

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QImage, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from sdcdesk.core.results.plot import Line, Plot
from sdcdesk.core.results.table import Table as Findings
from sdcdesk.core.text.sentence import sentence
from ui.look.theme import Scale, contrast, theme
from ui.plots.export import Exporter, Table, widget_drawing, widget_picture
from ui.plots.heat_cell import AROUND, GAP, paint_heat, paint_ring
from ui.plots.heat_model import POSITION, SHARE, HeatModel
from ui.plots.side_title import SideTitle
from ui.widgets.label import label
from ui.widgets.layout import column, row
from ui.widgets.painting import Index
from ui.widgets.plain_table import hide_corner

SEEN = 1.5
"""Contrast below which a ring of the ground's own hue is not seen."""

LOWEST_ROW = 20
LEAST, WIDEST = 26, 440
"""Pixels of a column with three digits, and of all columns whose numbers ask for room."""


SCALES: dict[str, Scale] = {"share": "risk", "score": "loss"}
"""Scales of colours, by the kind of a plot's unit; all else is blue as counts are."""


class HeatTable(QWidget):
    """A declared heat map: the larger a number, the stronger the colour of its cell.

    Arrows move, Enter or a double-click chooses a cell; hovering says it in words.

    Parameters
    ----------
    declared, table
        The plot, and the table whose rows are its cells.
    lines
        Limits, which a heat map does not draw.
    """

    chosen = Signal(int, int)
    """Row and column of a cell on which Enter was pressed, or that was clicked twice."""

    def __init__(self, declared: Plot, table: Findings, lines: Sequence[Line] = ()) -> None:
        super().__init__()
        self.declared, self.data = declared, table
        self.model = HeatModel(declared, table)
        self.setAccessibleName(declared.title)
        words = sentence(
            "{rows} by {columns} cells", rows=self.model.rowCount(), columns=self.model.columnCount()
        )
        self.setAccessibleDescription(words)
        self.view = _View(declared.title)
        self.view.setModel(self.model)
        header = self.view.horizontalHeader().sizeHint().height()
        self.view.setMinimumHeight(header + LOWEST_ROW * self.model.rowCount())
        unit = table.column(declared.series[0].column).unit
        scale = SCALES.get(unit.kind if unit else "", "counts")
        self._cells = _HeatCells(self.view, "difference" if self.model.signed else scale, declared.ringed)
        self.view.setItemDelegate(self._cells)
        self.view.activated.connect(lambda index: self.chosen.emit(index.row(), index.column()))
        self.setFocusProxy(self.view)
        self.exporter = Exporter(self, self.accessibleName)
        above = label(declared.x.title, "caption", "text3")
        above.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column(
            above, (row(SideTitle(declared.y.title), (self.view, 1), spacing=2), 1), spacing=2, inside=self
        )

    def position(self, row: int, column: int) -> int:
        """Return where a cell stands in the table; −1: it has no row there."""
        return int(self.model.index(row, column).data(POSITION))

    def table(self) -> Table:
        """Return the rows of the table with all digits."""
        return list(self.data.exact_rows())

    def fill_menu(self, menu: QMenu) -> None:
        """Add Copy, PNG, SVG and CSV to a menu."""
        self.exporter.fill_menu(menu, self)

    def picture(self) -> QImage:
        """Return the heat map as an image, twice as sharp as on the screen."""
        with self.view.unread():
            return widget_picture(self, self.accessibleName())

    def drawing(self) -> bytes:
        """Return the heat map as SVG."""
        with self.view.unread():
            return widget_drawing(self, self.accessibleName())


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
        self.setHorizontalHeader(_header(Qt.Orientation.Horizontal, Qt.AlignmentFlag.AlignHCenter))
        self.setVerticalHeader(_header(Qt.Orientation.Vertical, Qt.AlignmentFlag.AlignRight))
        hide_corner(self)
        self.shows_current = True
        theme().changed.connect(self.viewport().update)

    @contextmanager
    def unread(self) -> Iterator[None]:
        """Show no place of the keyboard for a while, as in pictures."""
        self.shows_current = False
        yield
        self.shows_current = True


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
        """Return the least size at which all numbers have room, or those of three digits in many columns."""
        needed, beside = self._needed(), self.verticalHeader().sizeHint().width()
        cells = max(min(max(needed, default=0) * len(needed), WIDEST), LEAST * len(needed))
        return QSize(beside + cells, 120)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Give columns what their numbers need before the others share the rest."""
        super().resizeEvent(event)
        across, needed, room = self.horizontalHeader(), self._needed(), self.viewport().width()
        share = room // max(len(needed), 1)
        wide = {place: width for place, width in enumerate(needed) if width > share}
        if sum(wide.values()) + LEAST * (len(needed) - len(wide)) > room:
            wide = {}  # there is no room for all of them
        for place in range(len(needed)):
            how = QHeaderView.ResizeMode.Fixed if place in wide else QHeaderView.ResizeMode.Stretch
            across.setSectionResizeMode(place, how)
            across.resizeSection(place, wide.get(place, share))

    def _needed(self) -> list[int]:
        """Return the width that the numbers of each column need."""
        model, metrics = self.model(), QFontMetricsF(theme().font("caption"))
        columns = [
            [str(model.index(at, place).data()) for at in range(model.rowCount())]
            for place in range(model.columnCount())
        ]
        widest = (max(map(metrics.horizontalAdvance, texts), default=0.0) for texts in columns)
        return [ceil(width) + 2 * AROUND + GAP for width in widest]

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Choose with Enter, whatever the platform's style does."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.activated.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)


def _header(orientation: Qt.Orientation, side: Qt.AlignmentFlag) -> QHeaderView:
    """Return labels on the ground of the card, without lines."""
    header = QHeaderView(orientation)
    header.setObjectName("heat")
    header.setMinimumSectionSize(16)
    header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
    header.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    header.setDefaultAlignment(side | Qt.AlignmentFlag.AlignVCenter)
    return header


class _HeatCells(QStyledItemDelegate):
    """Draws the cells."""

    def __init__(self, view: HeatView, scale: Scale, ringed: int | None) -> None:
        super().__init__(view)
        self._view, self._scale, self._ringed = view, scale, ringed

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw ground, number and rings."""
        painter.save()
        rect = QRectF(QRect(option.rect)).adjusted(0, 0, -GAP, -GAP)
        share = float(index.data(SHARE))
        paint_heat(painter, rect, self._scale, share, str(index.data()))
        if index.data(POSITION) == self._ringed:
            ground, tone = theme().heat(self._scale, share), theme().colour("risk_text")
            paint_ring(painter, rect, tone if contrast(tone, ground) >= SEEN else theme().ink(ground))
            rect = rect.adjusted(2, 2, -2, -2)  # the ring of the keyboard lies within
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if self._view.shows_current and self._is_current(index):
            paint_ring(painter, rect, "accent")
        elif self._view.shows_current and hovered:
            paint_ring(painter, rect.adjusted(1, 1, -1, -1), "accent", 1)
        painter.restore()

    def _is_current(self, index: Index) -> bool:
        return self._view.hasFocus() and self._view.currentIndex() == index
