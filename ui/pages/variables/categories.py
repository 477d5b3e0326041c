"""List of categories: drawn, moved with the mouse or Alt and the arrows, ticked as missing."""

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyle, QStyleOptionViewItem

from sdcdesk.inspection.categories import Category
from ui.look.icons import pixmap
from ui.look.theme import Style, theme
from ui.models.categories_model import CATEGORY, CategoriesModel, Column
from ui.models.rows import Index
from ui.widgets.painting import RowDelegate, paint_focus, paint_text
from ui.widgets.plain_table import PlainTable

HEIGHT = 28
_WIDTHS = {Column.BAR: 78, Column.RECORDS: 76, Column.SHARE: 66, Column.MISSING: 72}
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class CategoryTable(PlainTable):
    """Shows `CategoriesModel`."""

    def __init__(self, model: CategoriesModel) -> None:
        super().__init__("Categories", HEIGHT)
        self.categories = model
        self.setModel(model)

        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDragDropOverwriteMode(False)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setFixedHeight(HEIGHT)
        header.setFont(theme().font("table_header"))
        for column, width in _WIDTHS.items():
            self.setColumnWidth(column, width)
        header.setSectionResizeMode(Column.CATEGORY, QHeaderView.ResizeMode.Stretch)
        drawn = _CategoryCell(self)
        for column in (Column.CATEGORY, *list(_WIDTHS)[:-1]):
            self.setItemDelegateForColumn(column, drawn)

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


class _CategoryCell(RowDelegate):
    """A grip, the value, a bar, numbers; the tick is the style's own."""

    def draw(self, painter: QPainter, rect: QRect, index: Index, option: QStyleOptionViewItem) -> None:
        """Draw a cell."""
        row: Category = index.data(CATEGORY)
        column, view = index.column(), option.widget
        if column == Column.CATEGORY:
            movable = isinstance(view, CategoryTable) and view.categories.movable
            self._draw_value(painter, rect, row, movable=movable)
            if option.state & QStyle.StateFlag.State_HasFocus:
                paint_focus(painter, rect.adjusted(1, 1, -1, -1))
        elif column == Column.BAR and row.value is not None:
            if row.records:
                # A bar that is there is seen, however short.
                width = max(round((rect.width() - 12) * row.share), 2)
                bar = QRectF(rect.left() + 4, rect.center().y() - 3, width, 8)
                painter.fillRect(bar, theme().colour("before"))
        else:
            style: Style = "caption" if column == Column.BAR else "body"
            tone = "text" if column == Column.RECORDS else "text3"
            side = index.data(Qt.ItemDataRole.TextAlignmentRole)
            paint_text(painter, rect.adjusted(4, 0, -8, 0), str(index.data()), style, tone, side)

    def _draw_value(self, painter: QPainter, rect: QRect, row: Category, *, movable: bool) -> None:
        if movable and not row.missing:
            painter.drawPixmap(QPoint(rect.left() + 4, rect.center().y() - 6), pixmap("grip", 14, "text3"))
        font = QFont(theme().font("body"))
        font.setItalic(row.missing)
        words = rect.adjusted(22 if movable else 8, 0, -4, 0)
        if not row.placed:
            place = QPoint(words.left(), rect.center().y() - 6)
            painter.drawPixmap(place, pixmap("triangle", 13, "risk_text"))
            words.adjust(18, 0, 0, 0)
        paint_text(painter, words, row.text, font, "text" if row.placed else "risk_text")
