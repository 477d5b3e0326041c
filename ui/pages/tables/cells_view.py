"""View of a table's cells: sensitive ones on a ground of their own, hidden ones hatched, totals sunken."""

from PySide6.QtCore import QModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyle, QStyleOptionViewItem

from sdcdesk.tables.cells.cell_status import CellStatus
from ui.look.icons import pixmap
from ui.look.theme import theme
from ui.models.cells_model import HIDDEN, INDENT, NARROW, STATUS, TOTAL, CellsModel
from ui.widgets.painting import LEFT, RIGHT, Index, RowDelegate, hatch, paint_frame, paint_text
from ui.widgets.plain_table import PlainTable

ROW, SIDE, ICON, STEP = 28, 8, 14, 12
"""Pixels of a row, beside the text of a cell, of its sign, and of each level of a name."""

NARROWEST, WIDEST, NAME = 72, 160, 120
"""Pixels of a column of values, and of the names at the left."""

CHOICES = {
    Qt.Key.Key_S: "hidden",
    Qt.Key.Key_P: "always",
}
"""What a key decides of the chosen cell."""


class CellsView(PlainTable):
    """Cells of one table; arrows walk through them, Enter tells the contributors, S hides, P publishes."""

    chosen = Signal(int)
    """Another cell is chosen, by its place in the table; −1: none."""

    decided = Signal(int, str)
    """The owner decides on a cell: "hidden" or "always"."""

    def __init__(self, model: CellsModel) -> None:
        super().__init__("Cells of the table")
        self.cells = model
        self.setModel(model)
        self.setItemDelegate(CellDelegate(self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.horizontalHeader().setFixedHeight(ROW)
        model.modelReset.connect(self._fit)

    def choose(self, cell: int) -> None:
        """Choose a cell by its place in the table; −1: none."""
        index = self.cells.find(cell) if cell >= 0 else QModelIndex()
        self.setCurrentIndex(index)

    def currentChanged(self, current: Index, previous: Index) -> None:  # noqa: N802
        """Tell which cell is chosen."""
        super().currentChanged(current, previous)
        self.chosen.emit(self.cells.cell(current))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Decide on the chosen cell."""
        choice = CHOICES.get(Qt.Key(event.key()))
        cell = self.cells.cell(self.currentIndex())
        if choice is None or cell < 0 or event.modifiers() != Qt.KeyboardModifier.NoModifier:
            super().keyPressEvent(event)
            return
        self.decided.emit(cell, choice)

    def _fit(self) -> None:
        """Give columns the room that their longest text needs, within bounds."""
        metrics, model = theme().metrics("body"), self.cells
        rows = range(min(model.rowCount(), 60))
        for column in range(min(model.columnCount(), 200)):
            texts = [str(model.index(row, column).data() or "") for row in rows]
            head = str(model.headerData(column, Qt.Orientation.Horizontal) or "")
            widest = max(map(metrics.horizontalAdvance, [*texts, head]), default=0) + 2 * SIDE + ICON + 6
            least = NAME if column < model.down else NARROWEST
            self.setColumnWidth(
                column, min(max(widest, least), WIDEST if column >= model.down else 2 * WIDEST)
            )


class CellDelegate(RowDelegate):
    """Draws a cell: its ground by its status, a sign that says the same, and its text."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802 - Qt's name
        """Return the size of a cell."""
        return QSize(super().sizeHint(option, index).width(), ROW)

    def draw(self, painter: QPainter, rect: QRect, index: Index, option: QStyleOptionViewItem) -> None:
        """Draw ground, sign and text."""
        status, total = index.data(STATUS), bool(index.data(TOTAL))
        if status is None:
            indent = STEP * int(index.data(INDENT) or 0)
            style = "card_title" if total else "body"
            paint_text(
                painter, rect.adjusted(SIDE + indent, 0, -SIDE, 0), str(index.data()), style, side=LEFT
            )
            return
        text, published = str(index.data()), self._shows_published(index)
        tone, sign = "text", ""
        if published:
            if text == HIDDEN:
                hatch(painter, QRectF(rect), theme().colour("border"), gap=6.0, width=1.2)
                tone = "text2"
        elif index.data(NARROW) or status == CellStatus.SENSITIVE:
            painter.fillRect(rect, theme().colour("risk_soft"))
            tone, sign = "risk_text", "triangle"
        elif status in (CellStatus.SECONDARY, CellStatus.FORCED):
            hatch(painter, QRectF(rect), theme().colour("border"), gap=6.0, width=1.2)
            sign = "lock"
        elif status == CellStatus.ALWAYS:
            sign = "tick"
        if total and not sign and not (published and text == HIDDEN):
            painter.fillRect(rect, theme().colour("sunken"))
        style = "card_title" if total else "body"
        place = rect.adjusted(SIDE, 0, -SIDE, 0)
        width = paint_text(painter, place, text, style, tone, RIGHT)
        if sign:
            left = place.right() - width - ICON - 6
            top = rect.top() + (rect.height() - ICON) // 2
            painter.drawPixmap(
                max(left, rect.left() + 2), top, pixmap(sign, ICON, tone if sign == "triangle" else "text2")
            )
        if option.state & QStyle.StateFlag.State_Selected:
            frame = QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5)
            paint_frame(painter, frame, theme().colour("accent"), radius=0, width=2)

    def _shows_published(self, index: Index) -> bool:
        model = index.model()
        return isinstance(model, CellsModel) and model.shown == "published"
