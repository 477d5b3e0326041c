"""Table whose figures answer "what is this": by click, by Shift+F1, and in the context menu."""

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QMenu

from ui.widgets.figure import asks
from ui.widgets.plain_table import PlainTable

Index = QModelIndex | QPersistentModelIndex


class FigureTable(PlainTable):
    """A kind of table says which cells are figures, explains one, and adds to the menu of a row."""

    def is_figure(self, index: Index) -> bool:
        """Return whether a cell holds a figure that can be asked for."""
        raise NotImplementedError

    def explain_figure(self, index: Index) -> None:
        """Say what a figure is."""
        raise NotImplementedError

    def fill_menu(self, menu: QMenu, index: Index) -> None:
        """Add what the row of a cell can do."""
        raise NotImplementedError

    def menu(self) -> QMenu | None:
        """Return the context menu of the current cell."""
        index = self.currentIndex()
        if not index.isValid():
            return None
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self.is_figure(index):
            menu.addAction("What is this figure?").triggered.connect(lambda: self.explain_figure(index))
            menu.addSeparator()
        self.fill_menu(menu, index)
        return menu

    def event(self, event: QEvent) -> bool:
        """Take Shift+F1 before the window's own actions do."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and asks(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Explain with Shift+F1, and with Enter where there is a figure."""
        index = self.currentIndex()
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        plain = not event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if index.isValid() and self.is_figure(index) and (asks(event) or (enter and plain)):
            self.explain_figure(index)
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Answer a click on a figure."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and index.isValid() and self.is_figure(index):
            self.explain_figure(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Show that a figure can be asked for."""
        super().mouseMoveEvent(event)
        index = self.indexAt(event.position().toPoint())
        figure = index.isValid() and self.is_figure(index)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if figure else Qt.CursorShape.ArrowCursor)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        """Offer everything that a row can do."""
        menu = self.menu()
        if menu is not None:
            by_keyboard = event.reason() is QContextMenuEvent.Reason.Keyboard
            below = self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).bottomLeft())
            menu.popup(below if by_keyboard else event.globalPos())
