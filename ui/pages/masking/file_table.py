"""Table that shows some columns of the two files side by side, and how its cells are drawn."""

from PySide6.QtCore import QItemSelectionModel, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from sdcdesk.records.compared_cells import Cell
from ui.look.theme import Style, theme
from ui.models.side_by_side_model import SideBySideModel
from ui.widgets.painting import LEFT, RIGHT, Index, hatch, paint_corner, paint_text
from ui.widgets.plain_table import DataTable
from ui.widgets.symbol_header import SymbolHeader
from ui.widgets.widest_text import widest_text

HEADER = 28
MEASURED = 60
"""Rows, spread over the file, by which the width of a column is chosen."""

NARROWEST, WIDEST = 40, 180

AT_ONCE = 24
"""Columns that are measured at once; the others when they come into view."""

SIDE = 7
"""Pixels between the edge of a cell and its text."""

Role = Qt.ItemDataRole


class FileTable(DataTable):
    """Shows columns of a `SideBySideModel`, one of them as wide as there is room."""

    def __init__(self, name: str, model: SideBySideModel, selection: QItemSelectionModel) -> None:
        super().__init__(name, model)
        self.files = model
        self._stretched, self._least = -1, NARROWEST
        self._unmeasured: set[int] = set()
        self.cell = FileCell(self)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSelectionModel(selection)
        self.setItemDelegate(self.cell)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalHeader(SymbolHeader(self, names=True))
        self.horizontalHeader().setFixedHeight(HEADER)
        theme().changed.connect(self.viewport().update)
        self.horizontalScrollBar().valueChanged.connect(self._measure_in_view)

    def show_columns(self, columns: range, stretched: int = -1) -> None:
        """Show some columns of the model; one of them takes what room is left."""
        model, self._stretched = self.files, stretched
        self._hide_others(columns)
        for column in columns[:AT_ONCE]:
            # The first one of a selected record is bold, and so is the size of a small group.
            style: Style = "card_title" if column == columns[0] else "body"
            self.setColumnWidth(column, column_width(model, column, style))
        self._unmeasured = {*columns[AT_ONCE:]} - {stretched}
        self.fit_numbers(model.records)
        self._least = column_width(model, stretched) if stretched >= 0 else NARROWEST
        if stretched >= 0:  # what stands in a single column is never scrolled sideways
            self.kept.keep(columns[: model.keys])
        self._stretch()
        self._measure_in_view()

    def _hide_others(self, columns: range) -> None:
        """Show some columns alone; there may be thousands.

        A section that has a width makes Qt place all sections anew when it is hidden or shown.
        """
        header = self.horizontalHeader()
        hidden, every = header.hiddenSectionCount(), range(self.model().columnCount())
        if hidden == len(every) - len(columns) and not any(map(self.isColumnHidden, columns)):
            return
        wrong = [n for n in every if (hidden > 0 and self.isColumnHidden(n)) is (n in columns)]
        narrowest, usual = header.minimumSectionSize(), header.defaultSectionSize()
        header.setMinimumSectionSize(0)
        header.setDefaultSectionSize(0)
        for column in wrong:
            self.setColumnHidden(column, column not in columns)
        header.setDefaultSectionSize(usual)
        header.setMinimumSectionSize(narrowest)

    def wanted(self) -> int:
        """Return the width at which nothing has to be scrolled sideways."""
        others = self._other_widths()
        numbers = 0 if self.verticalHeader().isHidden() else self.verticalHeader().width()
        return numbers + others + (self._least if self._stretched >= 0 else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Give the room to one column."""
        super().resizeEvent(event)
        self._stretch()
        self._measure_in_view()

    def _measure_in_view(self) -> None:
        """Give the columns that are in view, and were not yet, the widths that they need."""
        if not self._unmeasured:
            return
        column, changed = self.columnAt(0), False
        while 0 <= column < self.model().columnCount():
            if self.columnViewportPosition(column) > self.viewport().width():
                break
            if column in self._unmeasured:
                self._unmeasured.discard(column)
                self.setColumnWidth(column, column_width(self.files, column))
                changed = True
            column += 1
        if changed:
            self._stretch()

    def _stretch(self) -> None:
        if not 0 <= self._stretched < self.model().columnCount():
            return
        room = self.viewport().width() - self._other_widths()
        self.setColumnWidth(self._stretched, max(room, self._least))

    def _other_widths(self) -> int:
        """Return the width of all columns but the one that takes what room is left."""
        stretched = self.columnWidth(self._stretched) if self._stretched >= 0 else 0
        return self.horizontalHeader().length() - stretched


class FileCell(QStyledItemDelegate):
    """Draws the cells of a view of `SideBySideModel`.

    Parameters
    ----------
    view
        The table.
    """

    def __init__(self, view: FileTable) -> None:
        super().__init__(view)
        self._view = view
        self.left_out = "left out"

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a cell."""
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        cell = self._view.files.cell(index.row(), index.column())
        if cell.out:
            self._paint_left_out(painter, option, selected=selected)
        else:
            token = "accent_soft" if cell.changed or selected else "band" if cell.band else "surface"
            painter.fillRect(rect, theme().colour(token))
            if cell.text:
                bold = cell.small or (selected and index.column() == self._first())
                self._paint_text(painter, rect, index, cell, bold=bold)
            if cell.changed:
                paint_corner(painter, rect)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme().colour("accent"))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))

    def _paint_text(self, painter: QPainter, rect: QRect, index: Index, cell: Cell, *, bold: bool) -> None:
        font = index.data(Role.FontRole) if cell.missing else "card_title" if bold else "body"
        tone = "text3" if cell.missing else "risk_text" if cell.small else "text"
        # A number is never cut: it would be another one.
        mode = Qt.TextElideMode.ElideNone if cell.right else Qt.TextElideMode.ElideRight
        room = rect.adjusted(SIDE, 0, -SIDE, 0)
        paint_text(painter, room, cell.text, font, tone, RIGHT if cell.right else LEFT, mode)

    def _paint_left_out(self, painter: QPainter, option: QStyleOptionViewItem, *, selected: bool) -> None:
        """Draw a part of the hatched row; its words run over as many cells as they need."""
        rect: QRect = option.rect
        view = option.widget if isinstance(option.widget, QTableView) else self._view
        start = view.columnViewportPosition(self._first())
        painter.fillRect(rect, theme().colour("accent_soft" if selected else "surface"))
        hatch(painter, QRectF(rect), theme().colour("sunken"))
        words = QRect(start + SIDE, rect.top(), self._view.viewport().width(), rect.height())
        painter.save()
        painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
        paint_text(painter, words, self.left_out, tone="text2")
        painter.restore()

    def _first(self) -> int:
        header = self._view.horizontalHeader()
        return next((n for n in range(header.count()) if not header.isSectionHidden(n)), 0)


def column_width(model: SideBySideModel, column: int, style: Style = "body") -> int:
    """Return a width that the name of a column fits in, and cells all over the file."""
    head = theme().metrics("table_header")
    name = model.headerData(column, Qt.Orientation.Horizontal)
    texts = model.measured_texts(column, MEASURED)
    widest = max(widest_text(texts, style), head.horizontalAdvance(name))
    return min(max(widest + 2 * SIDE + 2, NARROWEST), WIDEST)
