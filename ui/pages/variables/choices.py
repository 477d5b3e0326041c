"""The cells in which role and scale are chosen: drawn as they will be edited."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPoint,
    QRect,
    QSize,
    QTimer,
    Signal,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QComboBox, QStyleOptionViewItem, QWidget

from sdcdesk.core.variable import Role, Scale
from ui.look.icons import pixmap
from ui.look.theme import theme
from ui.models.rows import Index
from ui.models.variables_model import ROLE_WORDS, ROW, Row
from ui.pages.variables.cells import LEFT, Cell, is_focused, paint_ring
from ui.pages.variables.marks import role_icon, role_mark

HEIGHT = 28


class _Popup(QComboBox):
    """A combo box that says when its list is closed."""

    closed = Signal()

    def showPopup(self) -> None:  # noqa: N802
        """Open the list."""
        super().showPopup()
        # Escape and a click elsewhere close it without a word to the combo box.
        self.view().window().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Notice that the list was closed."""
        if event.type() == QEvent.Type.Hide:
            self.closed.emit()
        return super().eventFilter(watched, event)


class ChoiceCell(Cell):
    """A cell in which one of a few values is chosen."""

    chosen = Signal(object)
    """A value was chosen for the selected variables."""

    title = ""
    words: Mapping[Any, str] = {}

    def current(self, row: Row) -> Any:
        """Return the value that a row has."""
        raise NotImplementedError

    def box(self, rect: QRect) -> QRect:
        """Return where in its cell the field lies."""
        field = rect.adjusted(0, 0, 0, 0)
        field.setHeight(HEIGHT)
        field.moveCenter(rect.center())
        return field

    def createEditor(  # noqa: N802
        self, parent: QWidget, _option: QStyleOptionViewItem, index: Index
    ) -> QWidget:
        """Return a combo box that opens its list at once."""
        editor = _Popup(parent)
        editor.setAccessibleName(f"{self.title} of {index.data(ROW).variable.name}")
        editor.setIconSize(QSize(16, 16))
        for value, words in self.words.items():
            editor.addItem(role_icon(value), words) if isinstance(value, Role) else editor.addItem(words)
        editor.activated.connect(lambda place: self.chosen.emit(list(self.words)[place]))
        # The choice is told after the list has closed, so the editor stays until then.
        editor.closed.connect(lambda: QTimer.singleShot(0, editor, lambda: self.closeEditor.emit(editor)))
        QTimer.singleShot(0, editor, editor.showPopup)
        return editor

    def setEditorData(self, editor: QWidget, index: QModelIndex) -> None:  # type: ignore[override]  # noqa: N802
        """Show the value that the row has."""
        if isinstance(editor, QComboBox):
            editor.setCurrentIndex(list(self.words).index(self.current(index.data(ROW))))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:  # noqa: N802
        """Change nothing here: the choice is for all selected variables."""

    def updateEditorGeometry(  # noqa: N802
        self, editor: QWidget, option: QStyleOptionViewItem, _index: Index
    ) -> None:
        """Put the editor where the field is drawn."""
        editor.setGeometry(self.box(QRect(option.rect).adjusted(8, 0, -8, -1)))


class RoleCell(ChoiceCell):
    """The role as a combo box with its mark."""

    title = "Role"
    words = ROLE_WORDS

    def current(self, row: Row) -> Role:
        """Return the role."""
        return row.variable.role

    def draw(self, painter: QPainter, rect: QRect, index: Index, option: QStyleOptionViewItem) -> None:
        """Draw the frame, the mark, the word and the arrow."""
        box, role = self.box(rect), self.current(index.data(ROW))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme().colour("border"))
        painter.setBrush(theme().colour("surface"))
        painter.drawRoundedRect(box.toRectF().adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        if is_focused(option.widget, index):
            paint_ring(painter, box)
        middle = box.center().y()
        painter.drawPixmap(QPoint(box.left() + 8, middle - 7), role_mark(role))
        painter.drawPixmap(QPoint(box.right() - 20, middle - 6), pixmap("chevron_down", 14, "text3"))
        painter.setFont(theme().font("body"))
        painter.setPen(theme().colour("text"))
        painter.drawText(box.adjusted(30, 0, -22, 0), LEFT, self.words[role])


class ScaleCell(ChoiceCell):
    """The scale as a word with an arrow."""

    title = "Scale"
    words = {scale: str(scale) for scale in Scale}  # noqa: RUF012 - never changed

    def current(self, row: Row) -> Scale:
        """Return the scale."""
        return row.variable.scale

    def draw(self, painter: QPainter, rect: QRect, index: Index, option: QStyleOptionViewItem) -> None:
        """Draw the word and the arrow beside it."""
        painter.setFont(theme().font("body"))
        painter.setPen(theme().colour("text"))
        words = self.words[self.current(index.data(ROW))]
        painter.drawText(rect, LEFT, words)
        end = rect.left() + painter.fontMetrics().horizontalAdvance(words) + 5
        painter.drawPixmap(QPoint(end, rect.center().y() - 5), pixmap("chevron_down", 12, "text3"))
        if is_focused(option.widget, index):
            paint_ring(painter, QRect(rect.left() - 5, self.box(rect).top(), end + 22 - rect.left(), HEIGHT))
