"""Original and masked records in one table: the left columns of the one, the right columns of the other."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from PySide6.QtCore import Qt

from sdcdesk.core.microdata import Microdata
from sdcdesk.records.side_by_side import LEFT_OUT, SideBySide
from ui.models.frame_model import MOST_DIGITS, digits_of, values_of
from ui.models.rows import LEFT, MISSING, RIGHT, ROOT, CellTable, Index
from ui.widgets.numbers import count, decimal

GROUP = "Group"

FRACTION = 2
"""Digits after the point of masked numbers that were whole."""

Role = Qt.ItemDataRole

CHANGED = Role.UserRole
"""Whether the masked value reads differently."""

BAND = Role.UserRole + 1
"""Whether the record's group is shaded."""

OUT = Role.UserRole + 2
"""Whether the record is not in the masked file."""

SMALL = Role.UserRole + 3
"""Whether the record's group is smaller than wanted."""


@dataclass(frozen=True, slots=True, eq=False)
class _Column:
    """One variable of one file, read cell by cell.

    Attributes
    ----------
    values, missing
        All values, and which of them are missing.
    digits
        Digits after the point; None for what is no decimal number.
    right
        Whether it holds numbers that measure something.
    """

    values: Any
    missing: np.ndarray
    digits: int | None
    right: bool

    def text(self, position: int) -> str:
        """Return a value as it is read."""
        value = self.values[position]
        if pd.isna(value):
            return MISSING
        if self.digits is not None:
            return decimal(float(value), self.digits)
        return count(int(value)) if self.right else str(value)


class SideBySideModel(CellTable):
    """Rows are initial records in the order of their groups.

    The variables of the original come first, then those of the masked file, then the size of the group. Only
    cells that are seen are ever formatted, so that any number of records can be scrolled.
    """

    def __init__(self) -> None:
        super().__init__()
        self._both: SideBySide | None = None
        self._places: np.ndarray | None = None
        self._columns: list[_Column | None] = []
        self._k = 0
        self._shaded = True

    @property
    def names(self) -> tuple[str, ...]:
        """The variables."""
        return self._both.names if self._both else ()

    def original_columns(self) -> range:
        """Return the columns of the original."""
        return range(len(self.names))

    def masked_columns(self) -> range:
        """Return the columns of the masked file."""
        return range(len(self.names), 2 * len(self.names))

    def group_columns(self) -> range:
        """Return the column with the sizes of the groups, if there are groups."""
        sizes = self._both is not None and self._both.sizes is not None
        return range(2 * len(self.names), 2 * len(self.names) + int(sizes))

    def show_files(self, both: SideBySide | None, k: int, *, only_different: bool = False) -> None:
        """Show two files; groups smaller than `k` are marked."""
        self.beginResetModel()
        self._both, self._k = both, k
        self._places = both.different() if both and only_different else None
        self._columns = [None] * (2 * len(self.names))
        self.endResetModel()

    def show_only_different(self, *, only: bool) -> None:
        """Show only the records that changed or were left out, or all."""
        self.beginResetModel()
        self._places = self._both.different() if self._both and only else None
        self.endResetModel()

    def set_shaded(self, *, shaded: bool) -> None:
        """Shade every second group, or none."""
        self._shaded = shaded
        if self.rowCount():
            last = self.index(self.rowCount() - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last, [BAND])

    def position(self, row: int) -> int:
        """Return the position in the original of the record in a row."""
        return -1 if self._both is None else int(self._both.order[self._place(row)])

    def positions(self, rows: Sequence[int]) -> np.ndarray:
        """Return the positions in the original (int64) of the records in some rows."""
        return np.array([self.position(row) for row in rows], dtype=np.int64)

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802 - Qt's name
        """Return the number of records that are shown."""
        if parent.isValid() or self._both is None:
            return 0
        return len(self._both.order if self._places is None else self._places)

    def columnCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        """Return the number of columns of both files."""
        return 0 if parent.isValid() else self.group_columns().stop

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        """Return the name of a variable, or the number of a record, counted from 1 as in the file."""
        if orientation is Qt.Orientation.Vertical:
            if role == Role.DisplayRole:
                return str(self.position(section) + 1)
            return RIGHT if role == Role.TextAlignmentRole else None
        if role == Role.DisplayRole:
            return GROUP if self._is_group(section) else self.names[section % len(self.names)]
        if role == Role.TextAlignmentRole:
            return self._alignment(section)
        return None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """Return a cell."""
        both = self._both
        if both is None:
            return None
        if role == Role.TextAlignmentRole:
            return self._alignment(index.column())
        place = self._place(index.row())
        if role == BAND:
            return self._shaded and bool(both.band[place])
        initial = int(both.order[place])
        masked = int(both.position[initial])
        if self._is_group(index.column()):
            return self._group(both, masked, role)
        return self._cell(both, index.column(), initial, masked, role)

    def _cell(self, both: SideBySide, column: int, initial: int, masked: int, role: int) -> Any:
        left = column < len(both.names)
        position = initial if left else masked
        if role == OUT:
            return not left and masked == LEFT_OUT
        if position == LEFT_OUT:
            return None
        if role == CHANGED:
            changed = None if left else both.changed.get(both.names[column % len(both.names)])
            return changed is not None and bool(changed[masked])
        source = self._column(column)
        if source is None:
            return None
        if role == Role.DisplayRole:
            return source.text(position)
        return self.ink(role, missing=bool(source.missing[position]))

    def _group(self, both: SideBySide, masked: int, role: int) -> Any:
        if role == OUT:
            return masked == LEFT_OUT
        if masked == LEFT_OUT or both.sizes is None:
            return None
        size = int(both.sizes[masked])
        if role == SMALL:
            return size < self._k
        words = count(size)
        if role == Role.DisplayRole:
            return f"! {words}" if size < self._k else words
        if role in (Role.ToolTipRole, Role.AccessibleTextRole):
            below = f", fewer than the {self._k} wanted" if size < self._k else ""
            shares = "record shares" if size == 1 else "records share"
            return f"{words} {shares} these keys{below}"
        return None

    def _column(self, column: int) -> _Column | None:
        """Return a column, prepared when it is first seen; None where the masked file lacks it."""
        both = self._both
        if both is None:
            return None
        found = self._columns[column]
        if found is None:
            name = both.names[column % len(both.names)]
            data = both.original if column < len(both.names) else both.masked
            if name not in data.names:
                return None
            found = self._columns[column] = _column(data, name, both.original)
        return found

    def _alignment(self, column: int) -> Qt.AlignmentFlag:
        right = self._is_group(column)
        if not right:
            source = self._column(column)
            right = source is not None and source.right
        return RIGHT if right else LEFT

    def _place(self, row: int) -> int:
        return row if self._places is None else int(self._places[row])

    def _is_group(self, column: int) -> bool:
        return column == 2 * len(self.names)


def _column(data: Microdata, name: str, original: Microdata) -> _Column:
    values, measures = values_of(data, name)
    digits = digits_of(data.column(name))
    if digits is not None:
        usual = digits_of(original.column(name)) or 0
        # Means of whole numbers, or of cents, need no more digits than tell that they are means.
        digits = min(digits, MOST_DIGITS if data is original else max(usual, FRACTION))
    return _Column(values, data.missing(name), digits, measures)
