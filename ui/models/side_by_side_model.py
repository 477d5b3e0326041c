"""Original and masked records in one table: the left columns of the one, the right columns of the other."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import Qt

from sdcdesk.core.legible import legible
from sdcdesk.records.side_by_side import LEFT_OUT, SideBySide
from ui.look.locale import user_locale
from ui.models.record_table import MOST_DIGITS, RecordColumn, RecordTable, digits_of, record_column
from ui.models.rows import RIGHT, ROOT, Index
from ui.widgets.numbers import count

GROUP = "Group"

FRACTION = 2
"""Digits after the point of masked numbers that were whole."""

Role = Qt.ItemDataRole


@dataclass(slots=True)
class Cell:
    """What a cell says, and how it looks.

    Attributes
    ----------
    text
        What it says; empty where a file has no value.
    right
        Whether it stands at the right.
    missing, changed
        Whether it holds a missing value, and whether the masked value reads differently.
    band
        Whether the record's group is shaded.
    out
        Whether the record is not in the masked file.
    small
        Whether the record's group is smaller than wanted.
    """

    text: str = ""
    right: bool = False
    missing: bool = False
    changed: bool = False
    band: bool = False
    out: bool = False
    small: bool = False


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

    @property
    def records(self) -> int:
        """How many records the original has, whatever is shown of them."""
        return len(self._both.order) if self._both else 0

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
        self.say_changed()

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
        return GROUP if self._is_group(section) else legible(self.names[section % len(self.names)])

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

    def text(self, row: int, section: int) -> str:
        """Return what a cell says."""
        return self.cell(row, section).text

    def cell(self, row: int, section: int) -> Cell:
        """Return a cell as it is drawn."""
        both = self._both
        if both is None:
            return Cell()
        place = self._place(row)
        initial = int(both.order[place])
        masked = int(both.position[initial])
        left, found = section < len(both.names), Cell(band=self._shaded and bool(both.band[place]))
        if masked == LEFT_OUT and not left:
            found.out = True
        elif self._is_group(section):
            size = self._size(both, masked)
            found.small, found.right = size < self._k, True
            found.text = f"! {count(size)}" if found.small else count(size)
        elif (column := self.column(section)) is not None:
            position = initial if left else masked
            found.text, found.right = column.text(position), column.right
            found.missing = column.missing(position)
            changed = None if left else both.changed.get(both.names[section % len(both.names)])
            found.changed = changed is not None and bool(changed[masked])
        return found

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """Return what is said of a cell."""
        both, section = self._both, index.column()
        if both is None:
            return None
        if role == Role.TextAlignmentRole:
            return self.side(section)
        initial = self.position(index.row())
        masked = int(both.position[initial])
        left = section < len(both.names)
        if masked == LEFT_OUT and not left:
            return None
        if not self._is_group(section):
            return self.said(section, initial if left else masked, role)
        if role == Role.DisplayRole:
            return self.text(index.row(), section)
        if role in (Role.ToolTipRole, Role.AccessibleTextRole):
            return both.shared_text(self._size(both, masked), self._k, user_locale())
        return None

    def _size(self, both: SideBySide, masked: int) -> int:
        """Return the size of the group of a masked record."""
        return 0 if both.sizes is None else int(both.sizes[masked])

    def _place(self, row: int) -> int:
        return row if self._places is None else int(self._places[row])

    def _is_group(self, column: int) -> bool:
        return column == 2 * len(self.names)
