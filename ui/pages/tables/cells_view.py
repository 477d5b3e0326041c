"""View of the cells of a table: margins sunken, sensitive and hidden cells marked, rows that fold."""

from math import ceil

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFontMetrics,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QToolTip,
)

from sdcdesk.core.text.sentence import sentence
from sdcdesk.tables.cells.cell_status import CellStatus
from ui.look.icons import pixmap
from ui.look.theme import theme
from ui.models.cells_model import CELL, NARROW, STATUS, SUM, CellsModel
from ui.widgets.label import ElidedLabel
from ui.widgets.painting import RIGHT, Index, hatch, paint_focus, paint_text
from ui.widgets.plain_table import hide_corner

ROW, SIDE, MARK = 28, 8, 14
NARROWEST, WIDEST_ROWS = 64, 220
"""Pixels of a column at least, and of the names of rows at most."""

MARKS = {
    CellStatus.SENSITIVE: "triangle",
    CellStatus.SECONDARY: "lock",
    CellStatus.FORCED: "lock",
    CellStatus.ALWAYS: "export",
}
TONES = {CellStatus.SENSITIVE: "risk_text", CellStatus.SECONDARY: "text2", CellStatus.FORCED: "text2"}

KEYS = "Arrows move; S hides a cell, P always publishes it, Enter shows its records, Space folds its row."


class CellsView(QTableView):
    """A table whose cells are chosen, hidden and published by mouse and keys."""

    cell_chosen = Signal(int)
    """The place of the cell in which the keyboard is."""

    hide_wanted = Signal(int)
    publish_wanted = Signal(int)
    records_wanted = Signal(int)
    menu_wanted = Signal(object)
    tip_wanted = Signal(int, object)
    """What is known of a cell is to be told: its place, and where the mouse is."""

    def __init__(self) -> None:
        super().__init__()
        self.cells = CellsModel(self)
        self.corner = ElidedLabel(style="table_header", tone="text2")
        self.corner.setParent(self)
        self.setModel(self.cells)
        self.setItemDelegate(_CellDelegate(self))
        self._needed = NARROWEST
        self.setAccessibleName("Cells of the table")
        self.setAccessibleDescription(KEYS)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setShowGrid(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        across, down = self.horizontalHeader(), self.verticalHeader()
        across.setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        across.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        across.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        across.setHighlightSections(False)
        down.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        down.setDefaultSectionSize(ROW)
        down.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        down.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        down.setHighlightSections(False)
        down.setSectionsClickable(True)
        down.sectionClicked.connect(self.fold)
        hide_corner(self)
        across.geometriesChanged.connect(self._place_corner)
        down.geometriesChanged.connect(self._place_corner)
        self.selectionModel().currentChanged.connect(self._on_current)
        theme().changed.connect(self.viewport().update)

    @property
    def chosen(self) -> int:
        """Place of the cell that is chosen; −1: none is."""
        index = self.currentIndex()
        return int(index.data(CELL)) if index.isValid() else -1

    def choose(self, cell: int) -> None:
        """Choose a cell by its place."""
        index = self.cells.find(cell)
        if index.isValid():
            self.setCurrentIndex(index)

    def lay_out(self) -> None:
        """Give rows and columns the room for their names and numbers; one measure for all columns."""
        model, metrics = self.cells, theme().metrics("body")
        if model.table is None:
            return
        columns = range(model.columnCount())
        last = max(model.rowCount() - 1, 0)
        widest = max(
            (metrics.horizontalAdvance(str(model.index(last, at).data())) for at in columns), default=0
        )
        titles = (str(model.headerData(at, Qt.Orientation.Horizontal)) for at in columns)
        self.horizontalHeader().ensurePolished()
        head = QFontMetrics(self.horizontalHeader().font())
        named = min(max(map(head.horizontalAdvance, titles), default=0), 120)
        self._needed = ceil(max(widest + MARK + 6 + 2 * SIDE, named + 2 * SIDE, NARROWEST))
        rows = self.verticalHeader()
        rows.ensurePolished()  # before it, the font is another
        names = QFontMetrics(rows.font()).horizontalAdvance(model.widest_title()) + 3 * SIDE
        corner = theme().metrics("table_header").horizontalAdvance(model.rows_title) + 2 * SIDE
        names = max(names, ceil(corner))
        rows.setFixedWidth(min(max(names, NARROWEST), WIDEST_ROWS))
        rows.setAccessibleName(model.rows_title)
        self.corner.setText(model.rows_title)
        self.corner.setToolTip(model.rows_title)
        self._place_corner()
        self._share_width()

    def _share_width(self) -> None:
        """Give columns the room that there is, up to twice what they need."""
        share = (self.viewport().width() - 1) // max(self.cells.columnCount(), 1)
        width = max(self._needed, min(share, 2 * self._needed))
        if width != self.horizontalHeader().defaultSectionSize():
            self.horizontalHeader().setDefaultSectionSize(width)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Share the width among the columns anew."""
        super().resizeEvent(event)
        if self.cells.table is not None:
            self._share_width()

    def _place_corner(self) -> None:
        """Say above the rows what they are."""
        height, width = self.horizontalHeader().height(), self.verticalHeader().width()
        self.corner.setGeometry(SIDE, 0, max(width - SIDE, 0), height)
        self.corner.raise_()

    def fold(self, row: int) -> None:
        """Hide the parts of a row, or show them again."""
        if self.cells.fold(row):
            self.show_folds()

    def show_folds(self) -> None:
        """Hide the parts of all rows that are folded, and show the others."""
        folded = self.cells.folded_rows()
        if not any(folded) and not self.verticalHeader().hiddenSectionCount():
            return
        for at, hides in enumerate(folded):
            if hides != self.isRowHidden(at):
                self.setRowHidden(at, hides)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802 - Qt's name
        """Offer what can be done to the chosen cell; by the keyboard, below it."""
        if self.chosen < 0:
            return
        place = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            place = self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).bottomLeft())
        self.menu_wanted.emit(place)

    def copy(self) -> None:
        """Put the number of the chosen cell on the clipboard, as it is shown."""
        if self.chosen >= 0:
            QGuiApplication.clipboard().setText(str(self.currentIndex().data()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Show the records of a cell, as Enter does."""
        super().mouseDoubleClickEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and self.indexAt(event.position().toPoint()).isValid():
            self.records_wanted.emit(self.chosen)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Hide, publish, show records or fold; arrows move."""
        wants = {
            Qt.Key.Key_S: self.hide_wanted,
            Qt.Key.Key_P: self.publish_wanted,
            Qt.Key.Key_Return: self.records_wanted,
            Qt.Key.Key_Enter: self.records_wanted,
        }
        signal = wants.get(Qt.Key(event.key()))
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if signal is not None and plain and self.chosen >= 0:
            signal.emit(self.chosen)
        elif event.key() == Qt.Key.Key_Space and self.currentIndex().isValid():
            self.fold(self.currentIndex().row())
        else:
            super().keyPressEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Tell of the cell below the mouse."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = self.indexAt(event.pos())
            if index.isValid():
                self.tip_wanted.emit(int(index.data(CELL)), event.globalPos())
            else:
                QToolTip.hideText()
            return True
        return super().viewportEvent(event)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room for the rows, up to a dozen."""
        rows = min(max(self.cells.rowCount(), 3), 12)
        return QSize(420, self.horizontalHeader().sizeHint().height() + rows * ROW + 20)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room for a few cells, and the rows that are asked for."""
        return QSize(260, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw a ring while the table has the keyboard and no cell of it is chosen yet."""
        super().paintEvent(event)
        if self.hasFocus() and not self.currentIndex().isValid():
            paint_focus(QPainter(self.viewport()), self.viewport().rect())

    def _on_current(self, index: Index, _before: Index) -> None:
        if index.isValid():
            self.cell_chosen.emit(int(index.data(CELL)))


class _CellDelegate(QStyledItemDelegate):
    """Draws cells: ground and sign say what becomes of each."""

    def __init__(self, view: CellsView) -> None:
        super().__init__(view)
        self._view = view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw ground, mark, number, lines and the ring of the chosen cell."""
        painter.save()
        rect, status = QRect(option.rect), CellStatus(index.data(STATUS))  # Qt makes a text of it
        if index.data(NARROW):
            status = CellStatus.SENSITIVE  # whatever hides it
        self._paint_ground(painter, rect, status, option, is_sum=bool(index.data(SUM)))
        words = rect.adjusted(SIDE, 0, -SIDE, 0)
        strong = bool(index.data(SUM)) or status is CellStatus.SENSITIVE
        style, tone = ("card_title" if strong else "body"), TONES.get(status, "text")
        width = paint_text(painter, words, str(index.data()), style, tone, RIGHT)
        mark = MARKS.get(status)
        if mark:
            left = max(words.right() - width - MARK - 6, rect.left() + 3)
            painter.drawPixmap(left, rect.center().y() - MARK // 2, pixmap(mark, MARK, tone))
        painter.setPen(theme().colour("grid"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.drawLine(rect.topRight(), rect.bottomRight())
        if index == self._view.currentIndex():
            pen = painter.pen()
            pen.setColor(theme().colour("accent"))
            pen.setWidth(2 if self._view.hasFocus() else 1)
            painter.setPen(pen)
            painter.drawRect(rect.adjusted(1, 1, -1, -1))
        painter.restore()

    def _paint_ground(
        self,
        painter: QPainter,
        rect: QRect,
        status: CellStatus,
        option: QStyleOptionViewItem,
        *,
        is_sum: bool,
    ) -> None:
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        tone = "risk_soft" if status is CellStatus.SENSITIVE else "sunken" if is_sum or hovered else "surface"
        painter.fillRect(rect, theme().colour(tone))
        if status in (CellStatus.SECONDARY, CellStatus.FORCED):
            hatch(painter, QRectF(rect), theme().colour("border"))


def legend_text(sensitive: int, hidden: int) -> str:
    """Return how many cells are sensitive and hidden, in a few words."""
    words = "sensitive: {sensitive}, hidden to protect them: {hidden}"
    return sentence(words, sensitive=sensitive, hidden=hidden)
