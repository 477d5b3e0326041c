"""Model of a statistical table: the last dimension across, the others down, totals included."""

from typing import Literal

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from sdcdesk.core.text.number_text import number_text
from sdcdesk.core.text.sentence import sentence
from sdcdesk.tables.cells.cell_status import TITLES, CellStatus
from sdcdesk.tables.cells.cell_table import CellTable
from ui.look.locale import user_locale

Index = QModelIndex | QPersistentModelIndex

NOWHERE = QModelIndex()

Shown = Literal["values", "published"]
"""Whether original values are shown, or what readers get."""

STATUS = Qt.ItemDataRole.UserRole + 1
"""Status of a cell, as its owner sees it; None for the names at the left."""

TOTAL = Qt.ItemDataRole.UserRole + 2
"""Whether a cell is a total."""

NARROW = Qt.ItemDataRole.UserRole + 3
"""Whether somebody can work the cell out too well."""

INDENT = Qt.ItemDataRole.UserRole + 4
"""Levels by which a name stands below its total."""

HIDDEN = "x"
"""What a reader sees in the place of a hidden value."""


class CellsModel(QAbstractTableModel):
    """The cells of a table; the columns at the left are the codes of the dimensions that go down."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table: CellTable | None = None
        self.shown: Shown = "values"
        self._narrow: np.ndarray = np.zeros(0, dtype=bool)
        self._totals: np.ndarray = np.zeros(0, dtype=bool)
        self._status: tuple[CellStatus, ...] = ()
        self._released: np.ndarray = np.zeros(0)

    def show_table(self, table: CellTable | None, narrow: np.ndarray | None, shown: Shown) -> None:
        """Show another table.

        Parameters
        ----------
        table
            As it is published; None: nothing.
        narrow
            bool (n,), cells that somebody can work out too well; None: none is known.
        shown
            What its cells say.
        """
        self.beginResetModel()
        self.table, self.shown = table, shown
        self._narrow = np.zeros(0 if table is None else len(table), dtype=bool) if narrow is None else narrow
        if table is not None:
            self._totals, self._status, self._released = table.margins, table.status, table.released
        self.endResetModel()

    @property
    def down(self) -> int:
        """Dimensions that go down, each of which has a column of names."""
        return 0 if self.table is None else max(len(self.table.dimensions) - 1, 1)

    @property
    def _across(self) -> tuple[str, ...]:
        table = self.table
        if table is None:
            return ()
        if len(table.dimensions) == 1:
            return (table.value_title or "Value",)
        return table.dimensions[-1].codes

    def rowCount(self, parent: Index = NOWHERE) -> int:  # noqa: N802 - Qt's name
        """Return the number of lines."""
        if parent.isValid() or self.table is None:
            return 0
        return len(self.table) // len(self._across)

    def columnCount(self, parent: Index = NOWHERE) -> int:  # noqa: N802 - Qt's name
        """Return the number of columns, those of names included."""
        return 0 if parent.isValid() or self.table is None else self.down + len(self._across)

    def cell(self, index: Index) -> int:
        """Return the place of a cell in its table; −1: a name."""
        if self.table is None or not index.isValid() or index.column() < self.down:
            return -1
        return index.row() * len(self._across) + index.column() - self.down

    def find(self, cell: int) -> QModelIndex:
        """Return where a cell of the table stands."""
        across = max(len(self._across), 1)
        return self.index(cell // across, self.down + cell % across)

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return the names of the dimensions that go down, and the codes of the one that goes across."""
        if orientation is not Qt.Orientation.Horizontal or self.table is None:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if section < self.down else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            if section < self.down:
                return self.table.dimensions[section].shown_title
            return self._across[section - self.down]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what is said of a cell."""
        table = self.table
        if table is None or not index.isValid():
            return None
        cell = self.cell(index)
        if cell < 0:
            return self._name(index, role)
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(cell)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == STATUS:
            return self._status[cell]
        if role == TOTAL:
            return bool(self._totals[cell])
        if role == NARROW:
            return bool(self._narrow[cell])
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._spoken(cell)
        return None

    def _name(self, index: Index, role: int) -> object:
        table = self.table
        if table is None:
            return None
        dimension = table.dimensions[index.column()]
        shape = [len(one) for one in table.dimensions[: self.down]]
        place = int(np.unravel_index(index.row(), shape)[index.column()])
        if role == Qt.ItemDataRole.DisplayRole:
            return dimension.codes[place]
        if role == TOTAL:
            return place in dimension.wholes
        if role == INDENT:
            return int(dimension.depths[place])
        return dimension.codes[place] if role == Qt.ItemDataRole.ToolTipRole else None

    def _text(self, cell: int) -> str:
        table = self.table
        if table is None:
            return ""
        if self.shown == "published":
            value = float(self._released[cell])
            return HIDDEN if np.isnan(value) else _number(value)
        return "?" if table.unknown[cell] else _number(float(table.values[cell]))

    def _spoken(self, cell: int) -> str:
        """Return a cell in words: its codes, value and status."""
        table = self.table
        if table is None:
            return ""
        words = "{cell}: {value}. {status}."
        return sentence(
            words, cell=table.cell_text(cell), value=self._text(cell), status=TITLES[self._status[cell]]
        )


def _number(value: float) -> str:
    return number_text(value, user_locale())
