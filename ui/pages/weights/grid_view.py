"""Grid of a weight matrix: the table that shows it, and the one in which weights are typed."""

from collections.abc import Collection

from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QMenu,
    QWidget,
)

from sdcdesk.core.text.sentence import sentence
from sdcdesk.core.text.separated import tab_separated
from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.weights.grid import WeightGrid
from sdcdesk.risk.weights.text import Cell, column_title
from ui.forms.numbers import write_field
from ui.look.locale import in_user_locale, user_locale
from ui.look.theme import theme
from ui.pages.weights.commands import WeightCommands
from ui.pages.weights.grid_cells import WeightCells
from ui.pages.weights.grid_editing import ENTER, CellEditing, goes_to_end
from ui.pages.weights.grid_model import WeightModel, index_cell
from ui.plots.heat_table import HeatView
from ui.widgets.menus import Entry, context_menu

ROW = 38
COLUMN = 58
SMALL, SIZES = 34, 4
"""Pixels of a cell in a small picture, and group sizes shown there."""

MOST_ROWS = 10
"""Rows that are seen at once; more scroll."""

FLASH = 600
"""Milliseconds for which cells that moved stand out."""

READ_ONLY = "Scaled weights are only shown: they change with every sample. Change them as they were typed."

ERASE = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


class WeightTable(HeatView):
    """Shows the weights of a model; few columns share the width, many scroll.

    Parameters
    ----------
    name
        For screen readers.
    row
        Height of a row in pixels.
    """

    def __init__(self, name: str, row: int = ROW) -> None:
        super().__init__(name)
        self.grid = WeightModel()
        self._row = row
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(row)
        self.setModel(self.grid)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.grid.modelReset.connect(self._fit)
        self._fit()

    def mark(self, cells: Collection[Cell]) -> None:
        """Let cells stand out."""
        self.grid.set_marked(cells)
        self.viewport().update()

    def _fit(self) -> None:
        """Share the width among few columns, and scroll many."""
        across, last = self.horizontalHeader(), self.grid.cells.last
        many = last >= MOST_ROWS
        across.setSectionResizeMode(QHeaderView.ResizeMode.Fixed if many else QHeaderView.ResizeMode.Stretch)
        for place in range(last if many else 0):
            across.resizeSection(place, COLUMN)
        across.setSectionResizeMode(last, QHeaderView.ResizeMode.Fixed)
        title = theme().metrics("caption").horizontalAdvance(column_title(last + 1, last))
        across.resizeSection(last, max(title + 8, COLUMN))
        rows = min(self.grid.rowCount(), MOST_ROWS)
        bar = self.horizontalScrollBar().sizeHint().height() if many else 0
        self.setFixedHeight(across.sizeHint().height() + rows * self._row + bar + 2)
        off, auto = Qt.ScrollBarPolicy.ScrollBarAlwaysOff, Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self.setHorizontalScrollBarPolicy(auto if many else off)
        self.setVerticalScrollBarPolicy(auto if many else off)


class SmallGrid(WeightTable):
    """The weights of groups of up to four as a small picture; what cannot happen is hatched."""

    def __init__(self, matrix: WeightMatrix) -> None:
        cells = WeightGrid(matrix, SIZES, read_only=True)
        rows = "; ".join(" ".join(row[1:-1]) for row in cells.table(user_locale())[1:-1])
        super().__init__(
            sentence(
                "{title}: weights of groups of up to {sizes}, row by row: {rows}",
                title=matrix.title,
                sizes=str(SIZES),
                rows=rows,
            ),
            SMALL,
        )
        self.grid.fill(cells)
        self.setItemDelegate(WeightCells(self))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.horizontalHeader().hide()
        self.verticalHeader().hide()
        self.setRowHidden(SIZES, True)
        self.setColumnHidden(SIZES, True)
        self.setFixedSize(SIZES * SMALL, SIZES * SMALL)


class WeightView(WeightTable):
    """Shows a weight matrix and asks for changes of it.

    Digits overwrite, F2, Enter or a double-click edit; Enter goes down, Tab to the right, Escape keeps the
    old weight; Alt+Enter makes the others give way; Ctrl+Up and Ctrl+Down go to the ends of what is allowed,
    Delete to the smaller one. Ctrl+C copies the selected block, Ctrl+V pastes one at the current cell.
    """

    locked = Signal()
    """Somebody tried to change weights that are only shown."""

    def __init__(self, commands: WeightCommands) -> None:
        super().__init__("Weights by group size as released (rows) and in the original (columns)")
        self._commands = commands
        self.editing = CellEditing(self, self.grid, commands)
        self.cells = WeightCells(self, self.editing)
        self.setItemDelegate(self.cells)
        self._flash = QTimer(self, singleShot=True, interval=FLASH)
        self._flash.timeout.connect(lambda: self.mark(()))
        commands.moved.connect(self.flash)
        trigger = QAbstractItemView.EditTrigger
        self.setEditTriggers(trigger.AnyKeyPressed | trigger.EditKeyPressed | trigger.DoubleClicked)

    def flash(self, cells: Collection[Cell]) -> None:
        """Let cells that moved stand out for a moment, if the system wants to see movement."""
        if theme().moves() and cells:
            self.mark(cells)
            self._flash.start()

    def go_to(self, i: int, j: int) -> None:
        """Make a cell the current one, and give the grid the keyboard."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.setCurrentIndex(self.grid.at(i, j))

    def copy(self, *, whole: bool = False) -> None:
        """Copy the selected weights or all of them, without larger groups than those shown."""
        cells, last = self.grid.cells, self.grid.cells.last
        chosen = [] if whole else [index_cell(index) for index in self.selectedIndexes()]
        all_sizes = range(1, last + 1)
        rows = sorted({i for i, _ in chosen if i <= last}) or all_sizes
        columns = sorted({j for _, j in chosen if j <= last}) or all_sizes
        table = [[write_field(cells.weight(i, j)) for j in columns] for i in rows]
        QGuiApplication.clipboard().setText(tab_separated(table))
        words = "Copied {rows} × {columns} weights"
        if len(rows) * len(columns) == 1:
            words = "Copied 1 weight"
        self.editing.report(in_user_locale(sentence(words, rows=len(rows), columns=len(columns))))

    def paste(self, *, first: bool = False) -> None:
        """Paste the text of the clipboard at the current or at the first cell, or say why not."""
        if self._is_locked():
            return
        index = self.currentIndex()
        cell = index_cell(index) if index.isValid() and not first else (1, 1)
        place = cell if max(cell) <= self.grid.cells.last else (1, 1)
        self._commands.paste(QGuiApplication.clipboard().text(), *place)
        self.setFocus()

    def menu(self) -> QMenu:
        """Return what can be done to the current cell, and to all."""
        index, why = self.currentIndex(), self._why_not()
        locked = READ_ONLY if self.grid.cells.read_only else ""
        return context_menu(
            self,
            Entry("Edit\tF2", lambda: self.edit(index), why),
            Entry("Largest weight that fits\tCtrl+Up", lambda: self.editing.to_end(upper=True), why),
            Entry("Smallest weight that fits\tCtrl+Down", self.editing.clear, why),
            Entry("Copy\tCtrl+C", self.copy),
            Entry("Paste\tCtrl+V", self.paste, locked),
        )

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
        self._show_refusal()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Edit, copy and paste, and go to the ends of what is allowed."""
        key = Qt.Key(event.key())
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self._select_all()
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.paste()
        elif _changes(event) and self._show_refusal():
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
        if self.grid.cells.read_only:
            self.locked.emit()
        return self.grid.cells.read_only

    def _show_refusal(self) -> bool:
        """Say why the current cell cannot be edited; return whether it cannot."""
        if self._is_locked():
            return True
        why = self._why_not()
        if why:
            self.editing.report(why)
        return bool(why)

    def _why_not(self) -> str:
        """Return why the current cell cannot be edited; empty where it can."""
        index, cells = self.currentIndex(), self.grid.cells
        if cells.read_only:
            return READ_ONLY
        if not index.isValid():
            return "Choose a cell first"
        return "" if cells.editable(*index_cell(index)) else str(index.data(Qt.ItemDataRole.ToolTipRole))

    def _select_all(self) -> None:
        """Select all weights, but no larger groups."""
        last = self.grid.cells.last
        block = QItemSelection(self.grid.at(1, 1), self.grid.at(last, last))
        self.selectionModel().select(block, QItemSelectionModel.SelectionFlag.ClearAndSelect)


def _changes(event: QKeyEvent) -> bool:
    """Return whether a key would change the weight of the current cell."""
    keys = (*ENTER, *ERASE, Qt.Key.Key_F2)
    control = Qt.KeyboardModifier.ControlModifier
    types = event.text().strip() != "" and event.text().isprintable() and not event.modifiers() & control
    return types or goes_to_end(event) or event.key() in keys
