"""A weight matrix as Qt's views read it: a block to edit, and one row and column for all larger groups."""

from collections.abc import Collection
from enum import Enum
from math import isfinite
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.weights.intervals import Interval, interval
from ui.weights.words import allowed, cell_words, column_words, row_words, weight_text

Index = QModelIndex | QPersistentModelIndex
Cell = tuple[int, int]

LEAST = 8
"""Group sizes that are always shown."""

LARGEST = 5 / 6
"""Where the largest weight stands on the scale of colours: on the last step rings would not be seen."""

KIND = Qt.ItemDataRole.UserRole
SHARE = Qt.ItemDataRole.UserRole + 1
FIXED = Qt.ItemDataRole.UserRole + 2
RINGED = Qt.ItemDataRole.UserRole + 3


class Kind(Enum):
    """What a cell is."""

    WEIGHT = "weight"
    TAIL = "tail"
    IMPOSSIBLE = "impossible"


class WeightModel(QAbstractTableModel):
    """Rows are sizes as released, columns sizes in the original, from 1; the last is for all larger ones."""

    def __init__(self) -> None:
        super().__init__()
        self.matrix = WeightMatrix.maximal()
        self.last = LEAST
        self._shown = self.matrix
        self._values: list[list[float]] = []
        self._intervals: dict[Cell, Interval] = {}
        self._top = 0.0
        self._broken: frozenset[Cell] = frozenset()
        self._forbidding: frozenset[Cell] = frozenset()
        self.fill(self.matrix)

    def fill(self, matrix: WeightMatrix) -> None:
        """Show another matrix, or the same one after an edit."""
        last = max(LEAST, matrix.size)
        resized = last != self.last or not self._values
        if resized:
            self.beginResetModel()
        self.matrix, self.last, self._shown = matrix, last, matrix.enlarged(last)
        sizes = list(range(1, last + 2))
        self._values = matrix.at([[size] for size in sizes], [sizes]).tolist()
        self._intervals = {}
        self._top = max((value for row in self._values for value in row if isfinite(value)), default=0.0)
        self._broken = frozenset(cell for broken in matrix.violations() for cell in broken.cells)
        self._forbidding = frozenset()
        if resized:
            self.endResetModel()
        else:
            self._tell()

    def set_forbidding(self, cells: Collection[Cell]) -> None:
        """Ring the cells that forbid the edit in progress; the view is to be drawn again."""
        self._forbidding = frozenset(cells)

    @property
    def top(self) -> float:
        """The largest weight."""
        return self._top

    def interval(self, i: int, j: int) -> Interval:
        """Return which weights fit in the cell of sizes i and j."""
        if (i, j) not in self._intervals:
            self._intervals[i, j] = interval(self._shown, i, j)
        return self._intervals[i, j]

    def kind(self, index: Index) -> Kind:
        """Return what a cell is."""
        i, j = index.row() + 1, index.column() + 1
        structure = self.matrix.structure
        if (structure == "sampling" and i > j) or (structure == "merging" and i < j):
            return Kind.IMPOSSIBLE
        return Kind.TAIL if max(i, j) > self.last else Kind.WEIGHT

    def weight(self, index: Index) -> float:
        """Return the weight of a cell."""
        return self._values[index.row()][index.column()]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802 - Qt's signature
        """Return the number of rows, that of larger groups included."""
        return 0 if parent.isValid() else self.last + 1

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802 - Qt's signature
        """Return the number of columns, that of larger groups included."""
        return 0 if parent.isValid() else self.last + 1

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let weights be edited; larger groups follow the tail."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if self.kind(index) is Kind.WEIGHT else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return text, words, or how a cell is drawn."""
        if not index.isValid():
            return None
        kind, cell = self.kind(index), (index.row() + 1, index.column() + 1)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return self._text(index, kind)
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._words(index, kind)
        if role == KIND:
            return kind
        if role == SHARE:
            weight = self.weight(index)
            return LARGEST * weight / self._top if self._top > 0 and isfinite(weight) else 0.0
        if role == FIXED:
            return kind is Kind.WEIGHT and self.weight(index) != 0 and self.interval(*cell).fixed
        if role == RINGED:
            return cell in self._forbidding or cell in self._broken
        return None

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the label of a row or column."""
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        words = column_words if orientation == Qt.Orientation.Horizontal else row_words
        return words(section + 1, self.last)

    def _tell(self) -> None:
        self.dataChanged.emit(self.index(0, 0), self.index(self.last, self.last))

    def _text(self, index: Index, kind: Kind) -> str:
        if kind is Kind.IMPOSSIBLE:
            return ""
        weight = self.weight(index)
        # A tail that shrinks does so with every further person.
        shrinks = kind is Kind.TAIL and 0 < self.matrix.tail < 1 and weight > 0
        return f"≤ {weight_text(weight)}" if shrinks else weight_text(weight)

    def _words(self, index: Index, kind: Kind) -> str:
        i, j = index.row() + 1, index.column() + 1
        if kind is Kind.IMPOSSIBLE:
            return f"Cannot happen with the structure {self.matrix.structure}"
        if kind is Kind.TAIL:
            return f"Larger groups: {self._text(index, kind)}. Set by the choice above the grid"
        who = cell_words(i, j)
        fits = allowed(self.interval(i, j))
        return f"{who[:1].upper()}{who[1:]}: weight {self._text(index, kind)}. Allowed: {fits}"
