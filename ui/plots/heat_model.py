"""Numbers of a heat map, as Qt's views read them."""

from collections.abc import Callable, Sequence
from math import isfinite, isnan, log1p
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from ui.widgets.numbers import UNKNOWN

Index = QModelIndex | QPersistentModelIndex

SHARE = Qt.ItemDataRole.UserRole
"""How high on its scale of colours a cell stands, 0…1."""


def _wordless(_row: int, _column: int) -> str:
    return ""


class HeatModel(QAbstractTableModel):
    """Numbers in a grid; zero is an empty cell, and the middle of the colours where some are negative."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[str, ...] = ()
        self.columns: tuple[str, ...] = ()
        self.values: tuple[tuple[float, ...], ...] = ()
        self._number: Callable[[float], str] = str
        self._words: Callable[[int, int], str] = _wordless
        self._top, self._signed = 0.0, False

    def fill(
        self,
        rows: Sequence[str],
        columns: Sequence[str],
        values: Sequence[Sequence[float]],
        number: Callable[[float], str],
        words: Callable[[int, int], str],
    ) -> None:
        """Show other numbers; `words` says a cell in full, NaN is not defined."""
        self.beginResetModel()
        self.rows, self.columns = tuple(rows), tuple(columns)
        self.values = tuple(tuple(row) for row in values)
        self._number, self._words = number, words
        defined = [abs(value) for row in self.values for value in row if isfinite(value)]
        self._top = max(defined, default=0.0)
        self._signed = any(value < 0 for row in self.values for value in row)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802 - Qt's signature
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802 - Qt's signature
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return number, words or place on the scale."""
        if not index.isValid():
            return None
        value = self.values[index.row()][index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return UNKNOWN if isnan(value) else self._number(value) if value else ""
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._words(index.row(), index.column())
        if role == SHARE:
            if self._top <= 0 or isnan(value):
                return 0.5 if self._signed else 0.0
            if self._signed:
                return 0.5 + value / self._top / 2
            # Counts span decades: on a straight scale all but the largest would look alike.
            return log1p(value) / log1p(self._top)
        return None

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the label of a row or column."""
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return (self.columns if orientation == Qt.Orientation.Horizontal else self.rows)[section]
