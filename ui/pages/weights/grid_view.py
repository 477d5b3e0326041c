"""The grid in which weights are typed."""

from collections.abc import Callable, Collection

from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QApplication, QMenu, QWidget

from ui.look.theme import theme
from ui.pages.weights.grid_cells import WeightCells
from ui.pages.weights.grid_copy import copied
from ui.pages.weights.grid_editing import ENTER, CellEditing, goes_to_end
from ui.pages.weights.grid_model import Cell, Kind
from ui.pages.weights.grid_table import WeightTable
from ui.widgets.reason import disable

FLASH = 600
"""Milliseconds for which cells that moved stand out."""

READ_ONLY = "Scaled weights are only shown: they change with every sample. Change them as they were typed."

ERASE = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


class WeightView(WeightTable):
    """Shows a weight matrix and asks for changes of it.

    Digits overwrite, F2, Enter or a double-click edit; Enter goes down, Tab to the right, Escape keeps the
    old weight; Alt+Enter makes the others give way; Ctrl+Up and Ctrl+Down go to the ends of what is allowed,
    Delete to the smaller one. Ctrl+C copies the selected block, Ctrl+V pastes one at the current cell.
    """

    pasted = Signal(str, int, int)
    """A text should be pasted with its upper left corner at the cell of sizes i and j."""

    locked = Signal()
    """Somebody tried to change weights that are only shown."""

    def __init__(self) -> None:
        super().__init__("Weights by group size as released (rows) and in the original (columns)")
        self.editing = CellEditing(self, self.grid)
        self.cells = WeightCells(self, self.editing)
        self.setItemDelegate(self.cells)
        self._flash = QTimer(self, singleShot=True, interval=FLASH)
        self._flash.timeout.connect(lambda: self._mark(()))
        trigger = QAbstractItemView.EditTrigger
        self.setEditTriggers(trigger.AnyKeyPressed | trigger.EditKeyPressed | trigger.DoubleClicked)

    def flash(self, cells: Collection[Cell]) -> None:
        """Let cells that moved stand out for a moment, if the system wants to see movement."""
        if theme().moves() and cells:
            self._mark(cells)
            self._flash.start()

    def go_to(self, i: int, j: int) -> None:
        """Make a cell the current one, and give the grid the keyboard."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.setCurrentIndex(self.grid.index(i - 1, j - 1))

    def copy(self, *, whole: bool = False) -> None:
        """Copy the selected weights or all of them, so that they can be pasted here and elsewhere."""
        text, words = copied(self.grid, [] if whole else self.selectedIndexes())
        QGuiApplication.clipboard().setText(text)
        self.editing.reported.emit(words)

    def paste(self) -> None:
        """Ask for the text of the clipboard at the current cell."""
        index = self.currentIndex()
        inside = index.isValid() and max(index.row(), index.column()) < self.grid.last
        place = (index.row() + 1, index.column() + 1) if inside else (1, 1)
        self.pasted.emit(QGuiApplication.clipboard().text(), *place)

    def menu(self) -> QMenu:
        """Return what can be done to the current cell, and to all."""
        index, menu = self.currentIndex(), QMenu(self)
        menu.setToolTipsVisible(True)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        why = self._why_not()
        acts: tuple[tuple[str, str, Callable[[], object], str], ...] = (
            ("Edit", "F2", lambda: self.edit(index), why),
            ("Largest weight that fits", "Ctrl+Up", lambda: self.editing.to_end(upper=True), why),
            ("Smallest weight that fits", "Ctrl+Down", self.editing.clear, why),
            ("Copy", "Ctrl+C", self.copy, ""),
            ("Paste", "Ctrl+V", self.paste, READ_ONLY if self.grid.read_only else ""),
        )
        for words, keys, act, reason in acts:
            action = menu.addAction(f"{words}\t{keys}")
            action.triggered.connect(lambda _checked=False, act=act: act())
            if reason:
                disable(action, reason)
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        """Offer all that can be done."""
        self.menu().popup(event.globalPos())

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:  # noqa: N802
        """End the edit; the keyboard stays in the grid, unless the user has gone elsewhere with it."""
        focus = QApplication.focusWidget()
        stays = focus is None or focus is self or self.isAncestorOf(focus)
        self.editing.end()
        super().closeEditor(editor, hint)
        if stays:
            self.setFocus()

    def keyboardSearch(self, _text: str) -> None:  # noqa: N802
        """Stay in the cell: digits are weights, and nothing to search for."""

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Edit, or say why not."""
        super().mouseDoubleClickEvent(event)
        self._say_why_not()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Edit, copy and paste, and go to the ends of what is allowed."""
        key = Qt.Key(event.key())
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self._select_all()
        elif event.matches(QKeySequence.StandardKey.Paste):
            if not self._is_locked():
                self.paste()
        elif _changes(event) and self._say_why_not():
            event.accept()
        elif goes_to_end(event):
            self.editing.to_end(upper=key == Qt.Key.Key_Up)
        elif key in ERASE:
            self.editing.clear()
        elif key in ENTER and self.currentIndex().isValid():
            self.edit(self.currentIndex())
        else:
            super().keyPressEvent(event)

    # Parts

    def _is_locked(self) -> bool:
        if self.grid.read_only:
            self.locked.emit()
        return self.grid.read_only

    def _say_why_not(self) -> bool:
        """Say why the current cell cannot be edited; return whether it cannot."""
        if self._is_locked():
            return True
        why = self._why_not()
        if why:
            self.editing.reported.emit(why)
        return bool(why)

    def _why_not(self) -> str:
        """Return why the current cell cannot be edited; empty where it can."""
        index = self.currentIndex()
        if self.grid.read_only:
            return READ_ONLY
        if not index.isValid():
            return "Choose a cell first"
        return "" if self.grid.kind(index) is Kind.WEIGHT else str(index.data(Qt.ItemDataRole.ToolTipRole))

    def _select_all(self) -> None:
        """Select all weights, but no larger groups."""
        last = self.grid.last - 1
        block = QItemSelection(self.grid.index(0, 0), self.grid.index(last, last))
        self.selectionModel().select(block, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _mark(self, cells: Collection[Cell]) -> None:
        self.grid.set_marked(cells)
        self.viewport().update()


def _changes(event: QKeyEvent) -> bool:
    """Return whether a key would change the weight of the current cell."""
    keys = (*ENTER, *ERASE, Qt.Key.Key_F2)
    control = Qt.KeyboardModifier.ControlModifier
    types = event.text().strip() != "" and event.text().isprintable() and not event.modifiers() & control
    return types or goes_to_end(event) or event.key() in keys
