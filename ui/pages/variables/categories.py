"""The list of categories: drawn, moved with the mouse or Alt and the arrows, ticked as missing."""

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from ui.look.icons import pixmap
from ui.look.theme import theme
from ui.models.categories_model import CATEGORY, CategoriesModel, Category, Column
from ui.models.rows import Index
from ui.pages.variables.cells import paint_ring

HEIGHT = 28
_WIDTHS = {Column.BAR: 78, Column.RECORDS: 76, Column.SHARE: 66, Column.MISSING: 72}
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class CategoryCell(QStyledItemDelegate):
    """A grip, the value, a bar, numbers; the tick is the style's own."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a cell."""
        row: Category = index.data(CATEGORY)
        view = option.widget
        rect = QRect(option.rect)
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme().colour("accent_soft"))
        if index.column() == Column.CATEGORY:
            movable = isinstance(view, CategoryTable) and view.categories.movable
            self._paint_value(painter, rect, row, movable=movable)
        elif index.column() == Column.BAR and row.value is not None:
            self._paint_bar(painter, rect, row)
        else:
            painter.setFont(theme().font("caption" if index.column() == Column.BAR else "body"))
            painter.setPen(theme().colour("text3" if index.column() != Column.RECORDS else "text"))
            words = rect.adjusted(4, 0, -8, 0)
            painter.drawText(words, index.data(Qt.ItemDataRole.TextAlignmentRole), str(index.data()))
        painter.restore()
        if option.state & QStyle.StateFlag.State_HasFocus and index.column() == Column.CATEGORY:
            paint_ring(painter, rect.adjusted(1, 1, -1, -1))

    def _paint_value(self, painter: QPainter, rect: QRect, row: Category, *, movable: bool) -> None:
        if movable and not row.missing:
            painter.drawPixmap(QPoint(rect.left() + 4, rect.center().y() - 6), pixmap("grip", 14, "text3"))
        font = QFont(theme().font("body"))
        font.setItalic(row.missing)
        painter.setFont(font)
        painter.setPen(theme().colour("text" if row.placed else "risk_text"))
        words = rect.adjusted(22 if movable else 8, 0, -4, 0)
        if not row.placed:
            painter.drawPixmap(
                QPoint(words.left(), rect.center().y() - 6), pixmap("triangle", 13, "risk_text")
            )
            words.adjust(18, 0, 0, 0)
        shown = painter.fontMetrics().elidedText(row.words, Qt.TextElideMode.ElideRight, words.width())
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)

    def _paint_bar(self, painter: QPainter, rect: QRect, row: Category) -> None:
        width = round((rect.width() - 12) * row.share)
        if row.records:
            # A bar that is there is seen, however short.
            bar = QRectF(rect.left() + 4, rect.center().y() - 3, max(width, 2), 8)
            painter.fillRect(bar, theme().colour("before"))


class CategoryTable(QTableView):
    """Shows `CategoriesModel`."""

    def __init__(self, model: CategoriesModel) -> None:
        super().__init__()
        self.categories = model
        self.setModel(model)
        self.setAccessibleName("Categories")
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDragDropOverwriteMode(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(HEIGHT)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setFixedHeight(HEIGHT)
        header.setFont(theme().font("table_header"))
        for column, width in _WIDTHS.items():
            self.setColumnWidth(column, width)
        header.setSectionResizeMode(Column.CATEGORY, QHeaderView.ResizeMode.Stretch)
        drawn = CategoryCell(self)
        for column in (Column.CATEGORY, *list(_WIDTHS)[:-1]):
            self.setItemDelegateForColumn(column, drawn)
        theme().changed.connect(self.viewport().update)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Move with Alt and the arrows, tick with Space."""
        place = self.currentIndex().row()
        step = _STEPS.get(Qt.Key(event.key()))
        if step and event.modifiers() == Qt.KeyboardModifier.AltModifier:
            end = place + step
            self.categories.move(place, end)
            if 0 <= end < len(self.categories.rows) and self.categories.movable:
                self.setCurrentIndex(self.categories.index(end, Column.CATEGORY))
        elif event.key() == Qt.Key.Key_Space and place >= 0:
            tick = self.categories.rows[place].missing
            wanted = Qt.CheckState.Unchecked if tick else Qt.CheckState.Checked
            box = self.categories.index(place, Column.MISSING)
            self.categories.setData(box, wanted, Qt.ItemDataRole.CheckStateRole)
        else:
            super().keyPressEvent(event)
