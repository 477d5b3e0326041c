"""Grid to type in, as in a spreadsheet: Enter goes down, Tab right, a pasted block fills its cells."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemDelegate, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from ui.widgets.painting import LEFT, RIGHT
from ui.widgets.plain_table import hide_corner

ROW = 28


class Grid(QTableWidget):
    """Cells of text; Tab leaves the table after the last one."""

    entered = Signal()
    """The user changed cells."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.take: Callable[[str], bool] = lambda _text: False
        hide_corner(self)
        vertical = self.verticalHeader()
        vertical.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        vertical.setDefaultSectionSize(ROW)
        self.horizontalHeader().setDefaultAlignment(LEFT)
        self.itemChanged.connect(lambda _item: self.entered.emit())

    def text(self, row: int, column: int) -> str:
        """Return what is written in a cell."""
        item = self.item(row, column)
        return item.text().strip() if item else ""

    def write(self, row: int, column: int, text: str, *, fixed: bool = False, right: bool = False) -> None:
        """Write into a cell, without `entered`; a fixed one cannot be typed in."""
        item = QTableWidgetItem(text)
        if fixed:
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
        if right:
            item.setTextAlignment(RIGHT)
        with QSignalBlocker(self):
            self.setItem(row, column, item)

    def paste(self, text: str) -> None:
        """Fill the cells from the current one on; what has no cell, or a fixed one, is left out.

        Where `take` knows what to do with the text, that is done instead.
        """
        if self.take(text):
            return
        first, left = max(self.currentRow(), 0), max(self.currentColumn(), 0)
        with QSignalBlocker(self):
            for row, line in enumerate(text.splitlines(), start=first):
                for column, cell in enumerate(_cells(line), start=left):
                    item = self.item(row, column)
                    if item is not None and item.flags() & Qt.ItemFlag.ItemIsEditable:
                        item.setText(cell.strip())
        self.viewport().update()
        self.entered.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Paste a block, empty the selected cells, and begin to edit with Enter."""
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste(QGuiApplication.clipboard().text())
        elif event.key() == Qt.Key.Key_Delete:
            self._clear()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            # The key that ends the editing of a cell arrives here too.
            editing = self.state() == QTableWidget.State.EditingState
            if not editing and self.currentIndex().flags() & Qt.ItemFlag.ItemIsEditable:
                self.edit(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:  # noqa: N802
        """Go down after Enter."""
        row, column = self.currentRow(), self.currentColumn()
        super().closeEditor(editor, hint)
        if hint == QAbstractItemDelegate.EndEditHint.SubmitModelCache and row + 1 < self.rowCount():
            self.setCurrentCell(row + 1, column)

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: FBT001, N802 - Qt's own
        """Go to the next cell, and out of the table after the last or before the first."""
        last = (self.rowCount() - 1, self.columnCount() - 1) if forward else (0, 0)
        if (self.currentRow(), self.currentColumn()) != last and self.currentIndex().isValid():
            return super().focusNextPrevChild(forward)
        self.setTabKeyNavigation(False)
        left = super().focusNextPrevChild(forward)
        self.setTabKeyNavigation(True)
        return left

    def event(self, event: QEvent) -> bool:
        """Keep the paste key from the window's own actions."""
        pasting = isinstance(event, QKeyEvent) and event.matches(QKeySequence.StandardKey.Paste)
        if pasting and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def _clear(self) -> None:
        with QSignalBlocker(self):
            for item in self.selectedItems():
                if item.flags() & Qt.ItemFlag.ItemIsEditable:
                    item.setText("")
        self.viewport().update()
        self.entered.emit()


def _cells(line: str) -> list[str]:
    separator = next((sign for sign in "\t;" if sign in line), None)
    return line.split(separator) if separator else [line]
