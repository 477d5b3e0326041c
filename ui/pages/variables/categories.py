"""List of categories: drawn, moved with the mouse or Alt and the arrows, ticked as missing."""

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFont, QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QStyle, QStyleOptionViewItem, QWidget

from sdcdesk.core.text.printable import printable
from sdcdesk.inspection.categories import Category
from ui.look.icons import pixmap
from ui.look.locale import user_locale
from ui.look.theme import theme
from ui.models.categories_model import CATEGORY, CategoriesModel, CategoryColumn
from ui.widgets.painting import Index, RowDelegate, paint_focus, paint_text
from ui.widgets.plain_table import PlainTable
from ui.widgets.share_bar import ShareBar

_WIDTHS: dict[int, int] = {CategoryColumn.RECORDS: 68, CategoryColumn.SHARE: 104, CategoryColumn.MISSING: 68}

LEAST = 90
"""Pixels of a category, at least."""

BETWEEN = 8
"""Pixels between a value and its label."""

FIELD = 280
"""Pixels in which a label is typed."""

_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class CategoryTable(PlainTable):
    """Shows `CategoriesModel`."""

    def __init__(self, model: CategoriesModel) -> None:
        super().__init__("Categories")
        self.categories = model
        self.setModel(model)

        trigger = QAbstractItemView.EditTrigger
        self.setEditTriggers(trigger.EditKeyPressed | trigger.DoubleClicked)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDragDropOverwriteMode(False)
        self.set_widths(_WIDTHS, CategoryColumn.CATEGORY, LEAST)
        self.setItemDelegateForColumn(CategoryColumn.CATEGORY, _CategoryCell(self))
        bar = ShareBar(self, lambda index: index.data(CATEGORY).share, "before")
        self.setItemDelegateForColumn(CategoryColumn.SHARE, bar)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Move with Alt and the arrows, tick with Space, say with F2 what a value means."""
        place = self.currentIndex().row()
        step = _STEPS.get(Qt.Key(event.key()))
        if step and event.modifiers() == Qt.KeyboardModifier.AltModifier:
            end = place + step
            self.categories.move(place, end)
            if 0 <= end < len(self.categories.rows) and self.categories.movable:
                self.setCurrentIndex(self.categories.index(end, CategoryColumn.CATEGORY))
        elif event.key() == Qt.Key.Key_Space and place >= 0:
            tick = self.categories.rows[place].missing
            wanted = Qt.CheckState.Unchecked if tick else Qt.CheckState.Checked
            box = self.categories.index(place, CategoryColumn.MISSING)
            self.categories.setData(box, wanted, Qt.ItemDataRole.CheckStateRole)
        elif event.key() == Qt.Key.Key_F2 and place >= 0:
            self.edit(self.categories.index(place, CategoryColumn.CATEGORY))
        else:
            super().keyPressEvent(event)


class _CategoryCell(RowDelegate):
    """A grip, and the value."""

    def draw(self, painter: QPainter, rect: QRect, index: Index, option: QStyleOptionViewItem) -> None:
        """Draw a cell."""
        row: Category = index.data(CATEGORY)
        movable = isinstance(option.widget, CategoryTable) and option.widget.categories.movable
        if movable and not row.missing:
            painter.drawPixmap(QPoint(rect.left() + 4, rect.center().y() - 6), pixmap("grip", 14, "text3"))
        font = QFont(theme().font("body"))
        font.setItalic(row.missing)
        words = rect.adjusted(22 if movable else 8, 0, -4, 0)
        if not row.placed:
            mark = QPoint(words.left(), rect.center().y() - 6)
            painter.drawPixmap(mark, pixmap("triangle", 13, "risk_text"))
            words.adjust(18, 0, 0, 0)
        value = "missing, empty cell" if row.value is None else row.text(user_locale())
        used = paint_text(painter, words, value, font, "text" if row.placed else "risk_text")
        if row.label not in ("", row.text()):
            label = words.adjusted(used + BETWEEN, 0, 0, 0)
            paint_text(painter, label, printable(row.label), "body", "text2")
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus(painter, rect.adjusted(1, 1, -1, -1))

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, _index: Index) -> QWidget:  # noqa: N802
        """Return a field for what a value means."""
        field = QLineEdit(parent)
        field.setAccessibleName("Value label")
        field.setPlaceholderText("what it means")
        return field

    def updateEditorGeometry(  # noqa: N802
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """Put the field behind the value, over as much of the row as words need."""
        view = editor.parentWidget()
        value = theme().metrics("body").horizontalAdvance(index.data(CATEGORY).text(user_locale()))
        rect = QRect(option.rect)
        rect.setLeft(rect.left() + min(22 + value, rect.width() // 2))
        rect.setRight(max(rect.right(), min(rect.left() + FIELD, view.width() if view else 0)))
        editor.setGeometry(rect.adjusted(0, 1, 0, -1))
