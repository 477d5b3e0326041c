"""Grid to type in, as in a spreadsheet: Enter goes down, Tab right, a pasted block fills its cells."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QEvent, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemDelegate, QHeaderView, QTableView, QWidget

from ui.widgets.painting import LEFT, RIGHT, ROOT, FieldDelegate, Index
from ui.widgets.plain_table import hide_corner

ROW = 28

RINGED = Qt.ItemDataRole.UserRole
"""Whether a cell breaks a rule."""

Place = tuple[int, int]
"""Row and column of a cell."""


class GridCells(QAbstractTableModel):
    """Model of a grid: text that is typed into its cells, and columns that follow from it.

    Thousands of rows cost little, because a view asks only for those that it shows.

    Attributes
    ----------
    rows, columns
        Their titles.
    texts
        What is written in the cells, by row and column; empty ones are left out.
    fixed
        For each column that cannot be typed in, what gives its text in a row.
    broken
        Gives the rule that the cell of a row and column breaks; empty: none.
    right
        Whether texts stand at the right, as numbers do.
    """

    typed = Signal()
    """The user changed a cell."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: Sequence[str] = ()
        self.columns: Sequence[str] = ()
        self.texts: dict[Place, str] = {}
        self.fixed: Mapping[int, Callable[[int], str]] = {}
        self.broken: Callable[[int, int], str] = lambda _row, _column: ""
        self.right = False

    def lay_out(self, rows: Sequence[str], columns: Sequence[str]) -> None:
        """Show other rows and columns, all cells empty."""
        self.beginResetModel()
        self.rows, self.columns, self.texts = rows, columns, {}
        self.endResetModel()

    def write(self, texts: Mapping[Place, str]) -> None:
        """Write into cells, without `typed`; those that are fixed, or are not there, are left out."""
        for (row, column), text in texts.items():
            if row < len(self.rows) and column < len(self.columns) and column not in self.fixed:
                self.texts[row, column] = text
        self.fill({place: text for place, text in self.texts.items() if text})

    def fill(self, texts: Mapping[Place, str]) -> None:
        """Show other texts in place of all, without `typed`."""
        self.texts = dict(texts)
        if self.rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, len(self.columns) - 1))

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802 - Qt's name
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        """Return the number of columns, the fixed ones included."""
        return 0 if parent.isValid() else len(self.columns)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let all cells be typed in that are not fixed."""
        typed = index.isValid() and index.column() not in self.fixed
        return super().flags(index) | (Qt.ItemFlag.ItemIsEditable if typed else Qt.ItemFlag.NoItemFlags)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return text, the rule that it breaks, or how it is drawn."""
        row, column = index.row(), index.column()
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return self.fixed[column](row) if column in self.fixed else self.texts.get((row, column), "")
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.broken(row, column) or None
        if role == RINGED:
            return bool(self.broken(row, column))
        if role == Qt.ItemDataRole.TextAlignmentRole and self.right:
            return RIGHT
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: N802
        """Take what the user typed."""
        if role != Qt.ItemDataRole.EditRole or not index.flags() & Qt.ItemFlag.ItemIsEditable:
            return False
        if value != index.data():
            self.write({(index.row(), index.column()): value})
            self.typed.emit()
        return True

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the title of a row or column."""
        titles = self.columns if orientation == Qt.Orientation.Horizontal else self.rows
        return titles[section] if role == Qt.ItemDataRole.DisplayRole else None


class Grid(QTableView):
    """Cells of text; Tab leaves the table after the last one."""

    entered = Signal()
    """The user changed cells."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.take: Callable[[str], bool] = lambda _text: False
        self.cells = GridCells()
        self.setModel(self.cells)
        self.setItemDelegate(FieldDelegate(self))
        hide_corner(self)
        vertical = self.verticalHeader()
        vertical.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        vertical.setDefaultSectionSize(ROW)
        self.horizontalHeader().setDefaultAlignment(LEFT)
        self.cells.typed.connect(self.entered)

    def lay_out(self, rows: Sequence[str], columns: Sequence[str]) -> None:
        """Show other rows and columns, all cells empty; the same cell stays the current one."""
        row, column = self.currentIndex().row(), self.currentIndex().column()
        self.cells.lay_out(rows, columns)
        self.setCurrentIndex(self.cells.index(row, column))

    def text(self, row: int, column: int) -> str:
        """Return what is written in a cell."""
        return str(self.cells.index(row, column).data()).strip()

    def paste(self, text: str) -> None:
        """Fill the cells from the current one on; what has no cell, or a fixed one, is left out.

        Where `take` knows what to do with the text, that is done instead.
        """
        if self.take(text):
            return
        first, left = max(self.currentIndex().row(), 0), max(self.currentIndex().column(), 0)
        self.cells.write(
            {
                (row, column): cell.strip()
                for row, line in enumerate(text.splitlines(), start=first)
                for column, cell in enumerate(_cells(line), start=left)
            }
        )
        self.entered.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Paste a block, empty the selected cells, and begin to edit with Enter."""
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste(QGuiApplication.clipboard().text())
        elif event.key() == Qt.Key.Key_Delete:
            self._clear()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            # The key that ends the editing of a cell arrives here too.
            editing = self.state() == QTableView.State.EditingState
            if not editing and self.currentIndex().flags() & Qt.ItemFlag.ItemIsEditable:
                self.edit(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:  # noqa: N802
        """Go down after Enter."""
        here = self.currentIndex()
        super().closeEditor(editor, hint)
        below = here.siblingAtRow(here.row() + 1)
        if hint == QAbstractItemDelegate.EndEditHint.SubmitModelCache and below.isValid():
            self.setCurrentIndex(below)

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: FBT001, N802 - Qt's own
        """Go to the next cell, and out of the table after the last or before the first."""
        last = self.cells.index(len(self.cells.rows) - 1, len(self.cells.columns) - 1)
        end = last if forward else self.cells.index(0, 0)
        if self.currentIndex() != end and self.currentIndex().isValid():
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
        chosen = self.selectionModel().selection()
        cells = (place for place in self.cells.texts if chosen.contains(self.cells.index(*place)))
        self.cells.write(dict.fromkeys(cells, ""))
        self.entered.emit()


def _cells(line: str) -> list[str]:
    separator = next((sign for sign in "\t;" if sign in line), None)
    return line.split(separator) if separator else [line]
