"""A small table of words and numbers that is as high as its rows: model, cells, and its menu."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QBuffer,
    QIODevice,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import (
    QHeaderView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from ui.look.theme import theme
from ui.pages.loss.words import Cell, Row
from ui.plots.export import SHARP, Exporter, Table
from ui.widgets.plain_table import PlainTable

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()

ROW = 28
_SIDE = 10
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class RowsModel(QAbstractTableModel):
    """Rows of cells. A row with fewer cells than columns has one that spans those before its last."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.header: tuple[str, ...] = ()
        self.rows: tuple[Row, ...] = ()

    def set_rows(self, header: Sequence[str], rows: Sequence[Row]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self.header, self.rows = tuple(header), tuple(rows)
        self.endResetModel()

    def cell(self, row: int, column: int) -> Cell:
        """Return what stands in a cell; empty where another one spans it."""
        cells = self.rows[row]
        if len(cells) == len(self.header):
            return cells[column]
        if column == len(self.header) - 1:
            return cells[-1]
        return cells[column] if column < len(cells) - 1 else Cell("")

    def table(self) -> Table:
        """Return all words, the header first."""
        columns = range(len(self.header))
        cells = [[self.cell(row, column) for column in columns] for row in range(len(self.rows))]
        return [list(self.header), *([" ".join(filter(None, (c.words, c.quiet))) for c in r] for r in cells)]

    def rowCount(self, parent: Index = _ROOT) -> int:  # noqa: N802 - Qt's name
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _ROOT) -> int:  # noqa: N802
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self.header)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the words of a cell, or the cell."""
        if not index.isValid():
            return None
        cell = self.cell(index.row(), index.column())
        return {
            Qt.ItemDataRole.DisplayRole: cell.words,
            Qt.ItemDataRole.UserRole: cell,
            Qt.ItemDataRole.ToolTipRole: cell.tip or None,
            Qt.ItemDataRole.AccessibleTextRole: f"{self.header[index.column()]}: {cell.words} {cell.quiet}",
        }.get(Qt.ItemDataRole(role))

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the words above a column; numbers are at the right."""
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if section else _LEFT
        return self.header[section] if role == Qt.ItemDataRole.DisplayRole else None


class RowsTable(PlainTable):
    """Shows a `RowsModel`: the first column takes the room that is left.

    Parameters
    ----------
    name
        Accessible name, and the name proposed for files.
    widths
        Of all columns but the first.
    """

    def __init__(self, name: str, widths: Sequence[int]) -> None:
        super().__init__(name, ROW)
        self._widths = tuple(widths)
        self.rows = RowsModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(_Cells(self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.exporter = Exporter(self, self, self.accessibleName)

    def set_rows(self, header: Sequence[str], rows: Sequence[Row]) -> None:
        """Show other rows; the table takes their height."""
        self.rows.set_rows(header, rows)
        self.clearSpans()
        for number, row in enumerate(rows):
            if len(row) < len(header):
                self.setSpan(number, len(row) - 2, 1, len(header) - len(row) + 1)
        view = self.horizontalHeader()
        view.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        view.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column, width in enumerate(self._widths, start=1):
            self.setColumnWidth(column, width)
        self.updateGeometry()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the height of all rows."""
        return QSize(320, self.horizontalHeader().sizeHint().height() + ROW * self.rows.rowCount() + 1)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return the same height: the page scrolls, not the table."""
        return QSize(200, self.sizeHint().height())

    # What the exporter needs

    def table(self) -> Table:
        """Return all words, the header first."""
        return self.rows.table()

    def picture(self) -> QImage:
        """Return the table as an image."""
        return pictured(self)

    def drawing(self) -> bytes:
        """Return the table as SVG."""
        return drawn(self)


class _Cells(QStyledItemDelegate):
    """Words in the ink they deserve: bold, or with quiet ones after them; a hairline below the row."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one cell."""
        look, cell = theme(), index.data(Qt.ItemDataRole.UserRole)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, look.colour("accent_soft"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, look.colour("sunken"))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), look.colour("grid"))
        self._paint_words(painter, rect.adjusted(_SIDE, 0, -_SIDE, 0), cell, first=index.column() == 0)

    def _paint_words(self, painter: QPainter, rect: QRect, cell: Cell, *, first: bool) -> None:
        look = theme()
        painter.setFont(look.font("card_title" if cell.bold else "body"))
        painter.setPen(look.colour("text" if first or cell.bold else "text2"))
        metrics = painter.fontMetrics()
        shown = metrics.elidedText(cell.words, Qt.TextElideMode.ElideRight, rect.width())
        painter.drawText(rect, _LEFT if first else _RIGHT, shown)
        if cell.quiet:
            after = rect.adjusted(metrics.horizontalAdvance(shown + " "), 0, 0, 0)
            painter.setFont(look.font("body"))
            painter.setPen(look.colour("text3"))
            painter.drawText(after, _LEFT, cell.quiet)


def pictured(widget: QWidget) -> QImage:
    """Return a widget as an image, twice as sharp as on the screen."""
    image = QImage(widget.size() * SHARP, QImage.Format.Format_ARGB32)
    image.setDevicePixelRatio(SHARP)
    image.fill(theme().colour("surface"))
    widget.render(image)
    return image


def drawn(widget: QWidget) -> bytes:
    """Return a widget as SVG."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    svg = QSvgGenerator()
    svg.setOutputDevice(buffer)
    svg.setSize(widget.size())
    svg.setViewBox(widget.rect())
    widget.render(svg)
    return bytes(buffer.data().data())
