"""Model of a weight matrix as Qt's views read it: a block to edit, and one row and column for the rest."""

from collections.abc import Collection
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt

from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.weights.grid import WeightGrid
from sdcdesk.risk.weights.text import Cell, column_title, row_title
from ui.look.locale import user_locale
from ui.widgets.painting import ROOT, Index

LARGEST = 5 / 6
"""Where the largest weight stands on the scale of colours: on the last step rings would not be seen."""

KIND, SHARE, FIXED, RINGED, MARKED, WEIGHT = (Qt.ItemDataRole.UserRole + place for place in range(6))


def index_cell(index: Index) -> Cell:
    """Return the cell (i, j) of an index, counted from 1."""
    return index.row() + 1, index.column() + 1


class WeightModel(QAbstractTableModel):
    """Rows are sizes as released, columns sizes in the original, from 1; the last is for all larger ones.

    Attributes
    ----------
    cells
        What is shown.
    """

    def __init__(self) -> None:
        super().__init__()
        self.cells = WeightGrid(WeightMatrix.maximal())
        self._forbidding: frozenset[Cell] = frozenset()
        self._marked: frozenset[Cell] = frozenset()

    def fill(self, cells: WeightGrid) -> None:
        """Show another matrix, or the same one after an edit."""
        resized = cells.last != self.cells.last
        if resized:
            self.beginResetModel()
        self.cells, self._forbidding = cells, frozenset()
        if resized:
            self.endResetModel()
        else:
            self.dataChanged.emit(self.index(0, 0), self.index(cells.last, cells.last))

    def at(self, i: int, j: int) -> QModelIndex:
        """Return the index of a cell."""
        return self.index(i - 1, j - 1)

    def set_forbidding(self, cells: Collection[Cell]) -> bool:
        """Ring the cells that forbid the edit in progress; return whether the view is to be drawn again."""
        before, self._forbidding = self._forbidding, frozenset(cells)
        return before != self._forbidding

    def set_marked(self, cells: Collection[Cell]) -> None:
        """Let cells stand out: those that have just moved; the view is to be drawn again."""
        self._marked = frozenset(cells)

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802 - Qt's name
        """Return the number of rows, that of larger groups included."""
        return 0 if parent.isValid() else self.cells.last + 1

    def columnCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        """Return the number of columns, that of larger groups included."""
        return self.rowCount(parent)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let weights be edited."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if self.cells.editable(*index_cell(index)) else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return text, meaning, or how a cell is drawn."""
        if not index.isValid():
            return None
        cells, cell = self.cells, index_cell(index)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return cells.text(*cell, user_locale())
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return cells.meaning(*cell, user_locale())
        if role == SHARE:
            return LARGEST * cells.share(*cell)
        if role == RINGED:
            return cell in self._forbidding or cell in cells.broken
        if role == MARKED:
            return cell in self._marked
        answer = {KIND: cells.kind, FIXED: cells.fixed, WEIGHT: cells.weight}.get(role)
        return answer(*cell) if answer else None

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the title of a row or column."""
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        title = column_title if orientation == Qt.Orientation.Horizontal else row_title
        return title(section + 1, self.cells.last)
