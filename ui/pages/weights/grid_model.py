"""A weight matrix as Qt's views read it: a block to edit, and one row and column for all larger groups."""

from collections.abc import Collection
from enum import Enum
from math import isfinite
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.weights.editing import broken_cells
from sdcdesk.risk.weights.intervals import Interval, interval
from ui.pages.weights.words import allowed, cell_words, column_words, row_words, weight_text

Index = QModelIndex | QPersistentModelIndex
Cell = tuple[int, int]

LEAST = 8
"""Group sizes that are shown where a matrix has no more."""

LARGEST = 5 / 6
"""Where the largest weight stands on the scale of colours: on the last step rings would not be seen."""

HIDDEN = "…"
"""What stands for larger groups whose weights do not follow from those that are shown."""

KIND = Qt.ItemDataRole.UserRole
SHARE = Qt.ItemDataRole.UserRole + 1
FIXED = Qt.ItemDataRole.UserRole + 2
RINGED = Qt.ItemDataRole.UserRole + 3
MARKED = Qt.ItemDataRole.UserRole + 4


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
        self.read_only = False
        self.broken: frozenset[Cell] = frozenset()
        self._shown: WeightMatrix | None = None
        self._values: list[list[float]] = []
        self._intervals: dict[Cell, Interval] = {}
        self._top = 0.0
        self._hides = False
        self._forbidding: frozenset[Cell] = frozenset()
        self._marked: frozenset[Cell] = frozenset()
        self.fill(self.matrix)

    def fill(self, matrix: WeightMatrix, sizes: int = 0, *, read_only: bool = False) -> None:
        """Show another matrix, or the same one after an edit.

        Parameters
        ----------
        matrix
            The weights.
        sizes
            Group sizes to show; 0: all that the matrix has, at least `LEAST`.
        read_only
            Whether no weight can be edited.
        """
        last = sizes or max(LEAST, matrix.size)
        resized = last != self.last or not self._values
        if resized:
            self.beginResetModel()
        self.matrix, self.last, self.read_only, self._shown = matrix, last, read_only, None
        self._values = _values(matrix, last)
        self._intervals = {}
        self._top = max((value for row in self._values for value in row if isfinite(value)), default=0.0)
        self._hides = last < matrix.size and not _follow_from(matrix, last)
        self.broken = frozenset(broken_cells(matrix))
        self._forbidding = frozenset()
        if resized:
            self.endResetModel()
        else:
            self.dataChanged.emit(self.index(0, 0), self.index(self.last, self.last))

    def set_forbidding(self, cells: Collection[Cell]) -> bool:
        """Ring the cells that forbid the edit in progress; return whether the view is to be drawn again."""
        before, self._forbidding = self._forbidding, frozenset(cells)
        return before != self._forbidding

    def set_marked(self, cells: Collection[Cell]) -> None:
        """Let cells stand out: those that have just moved; the view is to be drawn again."""
        self._marked = frozenset(cells)

    @property
    def top(self) -> float:
        """The largest weight."""
        return self._top

    @property
    def hides(self) -> bool:
        """Whether larger groups than those shown have weights that do not follow from the tail."""
        return self._hides

    @property
    def shown(self) -> WeightMatrix:
        """The matrix with a block that holds all sizes that are shown."""
        if self._shown is None:
            self._shown = self.matrix.enlarged(self.last)
        return self._shown

    def interval(self, i: int, j: int) -> Interval:
        """Return which weights fit in the cell of sizes i and j."""
        if (i, j) not in self._intervals:
            self._intervals[i, j] = interval(self.shown, i, j)
        return self._intervals[i, j]

    def kind(self, index: Index) -> Kind:
        """Return what a cell is."""
        i, j = index.row() + 1, index.column() + 1
        structure = self.matrix.structure
        if (structure == "sampling" and i > j) or (structure == "merging" and i < j):
            # A weight that was pasted where none has a place is shown, so that it can be taken away.
            return Kind.WEIGHT if (i, j) in self.broken else Kind.IMPOSSIBLE
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
        editable = self.kind(index) is Kind.WEIGHT and not self.read_only
        return flags | Qt.ItemFlag.ItemIsEditable if editable else flags

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
            drawn = self._top > 0 and isfinite(weight) and not (self._hides and kind is Kind.TAIL)
            return LARGEST * max(weight, 0.0) / self._top if drawn else 0.0
        if role == FIXED:
            editable = kind is Kind.WEIGHT and not self.read_only and not self.broken
            return editable and self.weight(index) != 0 and self.interval(*cell).fixed
        if role == RINGED:
            return cell in self._forbidding or cell in self.broken
        return cell in self._marked if role == MARKED else None

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the label of a row or column."""
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        words = column_words if orientation == Qt.Orientation.Horizontal else row_words
        return words(section + 1, self.last)

    def _text(self, index: Index, kind: Kind) -> str:
        if kind is Kind.IMPOSSIBLE:
            return ""
        if kind is Kind.TAIL and self._hides:
            return HIDDEN
        weight = self.weight(index)
        # A tail that shrinks does so with every further person.
        shrinks = kind is Kind.TAIL and 0 < self.matrix.tail < 1 and weight > 0
        return f"≤ {weight_text(weight)}" if shrinks else weight_text(weight)

    def _words(self, index: Index, kind: Kind) -> str:
        i, j = index.row() + 1, index.column() + 1
        if kind is Kind.IMPOSSIBLE:
            return f"Cannot happen with the structure {self.matrix.structure}"
        if kind is Kind.TAIL:
            if self._hides:
                sizes = f"{self.last + 1} to {self.matrix.size}"
                return f"Sizes {sizes} have weights of their own: show more sizes to see them"
            return f"Larger groups: {self._text(index, kind)}. Set by the choice above the grid"
        who = cell_words(i, j)
        message = f"{who[:1].upper()}{who[1:]}: weight {self._text(index, kind)}"
        if self.read_only:
            return message
        if self.broken:
            return f"{message}, which breaks a rule" if (i, j) in self.broken else message
        return f"{message}. Allowed: {allowed(self.interval(i, j))}"


def _values(matrix: WeightMatrix, last: int) -> list[list[float]]:
    """Return the weights of sizes 1…last and of the next one."""
    sizes = list(range(1, last + 2))
    values: list[list[float]] = matrix.at([[size] for size in sizes], [sizes]).tolist()
    # As typed, also where the structure has no place for a weight.
    for row, typed in zip(values, matrix.block, strict=False):
        row[: len(typed)] = typed[: last + 1]
    return values


def _follow_from(matrix: WeightMatrix, last: int) -> bool:
    """Return whether the weights of sizes above `last` are what the tail would make of the others."""
    cut = tuple(row[:last] for row in matrix.block[:last])
    return matrix.changed(block=cut).enlarged(matrix.size).block == matrix.block
