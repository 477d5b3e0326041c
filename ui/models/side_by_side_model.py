"""Original and masked records in one table: the left columns of the one, the right columns of the other."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import Qt

from sdcdesk.records.side_by_side import LEFT_OUT, SideBySide
from ui.look.locale import user_locale
from ui.models.record_table import MOST_DIGITS, RecordColumn, RecordTable, digits_of, record_column
from ui.models.rows import RIGHT, ROOT, Index
from ui.widgets.numbers import count

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


class SideBySideModel(RecordTable):
    """Rows are initial records in the order of their groups.

    The variables of the original come first, then those of the masked file, then the size of the group.
    """

    def __init__(self) -> None:
        super().__init__()
        self._both: SideBySide | None = None
        self._places: np.ndarray | None = None
        self._k = 0
        self._shaded = True

    @property
    def names(self) -> tuple[str, ...]:
        """The variables."""
        return self._both.names if self._both else ()

    @property
    def keys(self) -> int:
        """How many variables are keys; they come first."""
        return self._both.keys if self._both else 0

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
        self._columns.clear()
        self.endResetModel()

    def show_only_different(self, *, only: bool) -> None:
        """Show only the records that changed or were left out, or all."""
        self.beginResetModel()
        self._places = self._both.different() if self._both and only else None
        self.endResetModel()

    def set_shaded(self, *, shaded: bool) -> None:
        """Shade every second group, or none."""
        self._shaded = shaded
        self.say_changed(BAND)

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

    def title(self, section: int) -> str:
        """Return the name of a variable."""
        return GROUP if self._is_group(section) else self.names[section % len(self.names)]

    def side(self, section: int) -> Qt.AlignmentFlag:
        """Return where the values of a column stand; sizes of groups at the right."""
        return RIGHT if self._is_group(section) else super().side(section)

    def prepared(self, section: int) -> RecordColumn | None:
        """Return a variable of one of the files; None where the masked file lacks it."""
        both = self._both
        name = self.title(section)
        if both is None or self._is_group(section):
            return None
        if section < len(both.names):
            return record_column(both.original, name, MOST_DIGITS)
        if name not in both.masked.names:
            return None
        # Means of whole numbers, or of cents, need no more digits than tell that they are means.
        usual = digits_of(both.original.column(name)) or 0
        return record_column(both.masked, name, max(usual, FRACTION))

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """Return a cell."""
        both = self._both
        if both is None:
            return None
        if role == Role.TextAlignmentRole:
            return self.side(index.column())
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
        return self.said(column, position, role)

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
            return both.shared_text(size, self._k, user_locale())
        return None

    def _place(self, row: int) -> int:
        return row if self._places is None else int(self._places[row])

    def _is_group(self, column: int) -> bool:
        return column == 2 * len(self.names)
