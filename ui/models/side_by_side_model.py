"""Original and masked records in one table: the left columns of the one, the right columns of the other."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import Qt

from sdcdesk.records.compared_cells import Cell, ComparedCells
from sdcdesk.records.record_column import RecordColumn
from sdcdesk.records.side_by_side import LEFT_OUT, SideBySide
from ui.look.locale import user_locale
from ui.models.record_table import RecordTable
from ui.widgets.painting import RIGHT, ROOT, Index

GROUP = "Group"

Role = Qt.ItemDataRole


class SideBySideModel(RecordTable):
    """Rows are initial records in the order of their groups.

    The variables of the original come first, then those of the masked file, then the size of the group.
    """

    def __init__(self) -> None:
        super().__init__()
        self._both: SideBySide | None = None
        self._cells: ComparedCells | None = None
        self._places: np.ndarray | None = None
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
        self._both, self._cells = both, ComparedCells(both, k, user_locale()) if both else None
        self._places = both.different() if both and only_different else None
        self._columns.clear()
        self.call(both.original.variables if both else ())
        self.endResetModel()

    def show_only_different(self, *, only: bool) -> None:
        """Show only the records that changed or were left out, or all."""
        self.beginResetModel()
        self._places = self._both.different() if self._both and only else None
        self.endResetModel()

    def set_shaded(self, *, shaded: bool) -> None:
        """Shade every second group, or none."""
        self._shaded = shaded
        self.reset_cells()

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
        """Return what a variable is called."""
        name = self.name(section)
        return self.called(name) if name else GROUP

    def name(self, section: int) -> str:
        """Return the name of a variable; empty: the column has the sizes of the groups."""
        group = self._cells is not None and self._cells.is_group(section)
        return "" if group else self.names[section % len(self.names)]

    def side(self, section: int) -> Qt.AlignmentFlag:
        """Return where the values of a column stand; sizes of groups at the right."""
        return RIGHT if bool(self._cells and self._cells.is_group(section)) else super().side(section)

    def prepared(self, section: int) -> RecordColumn | None:
        """Return a variable of one of the files; None where the masked file lacks it."""
        return self._cells.prepared(section) if self._cells else None

    def text(self, row: int, section: int) -> str:
        """Return what a cell says."""
        return self.cell(row, section).text

    def cell(self, row: int, section: int) -> Cell:
        """Return a cell as it is drawn."""
        if self._cells is None:
            return Cell()
        return self._cells.cell(self._place(row), section, self.column(section), shaded=self._shaded)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """Return what is said of a cell."""
        cells, section = self._cells, index.column()
        if cells is None:
            return None
        if role == Role.TextAlignmentRole:
            return self.side(section)
        position = cells.position(self._place(index.row()), section)
        if position == LEFT_OUT:
            return None
        if not cells.is_group(section):
            return self.cell_data(section, position, role)
        if role == Role.DisplayRole:
            return self.text(index.row(), section)
        return cells.group_text(position) if role in (Role.ToolTipRole, Role.AccessibleTextRole) else None

    def _place(self, row: int) -> int:
        return row if self._places is None else int(self._places[row])
