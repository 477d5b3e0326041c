"""Model of the records: any number of them, because only the cells that are seen are ever formatted."""

from typing import Any

import numpy as np
from PySide6.QtCore import Qt

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.records.record_column import RecordColumn, record_column
from ui.look.locale import user_locale
from ui.models.record_table import RecordTable
from ui.widgets.painting import ROOT, Index


class FrameModel(RecordTable):
    """Records in rows, variables in columns."""

    def __init__(self) -> None:
        super().__init__()
        self._data: Microdata | None = None
        self._positions: np.ndarray | None = None
        self._names: tuple[str, ...] = ()

    @property
    def microdata(self) -> Microdata | None:
        """The file."""
        return self._data

    @property
    def names(self) -> tuple[str, ...]:
        """The variables, in the order of the columns."""
        return self._names

    @property
    def keys(self) -> range:
        """The columns of the key variables; one that became a key later is not among them."""
        data = self._data
        later = (n for n, name in enumerate(self._names) if data and data.variable(name).role is not Role.KEY)
        return range(next(later, len(self._names)))

    @property
    def positions(self) -> np.ndarray | None:
        """Positions of the records that are shown; None: all, in the order of the file."""
        return self._positions

    def set_data(self, data: Microdata | None) -> None:
        """Show another file, all of it."""
        self.beginResetModel()
        self._data, self._positions = data, None
        variables = data.variables if data is not None else ()
        # Keys come first: they are what the risk is about.
        self._names = tuple(v.name for v in sorted(variables, key=lambda one: one.role is not Role.KEY))
        self._columns.clear()
        self.call(variables)
        self.endResetModel()

    def describe(self, data: Microdata) -> None:
        """Take the same records with variables described anew; the view stays where it is."""
        self._data = data
        self._columns.clear()
        self.call(data.variables)
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.columnCount() - 1)
        self.reset_cells()

    def set_positions(self, positions: np.ndarray | None) -> None:
        """Show some records, in this order; None: all, in the order of the file."""
        self.beginResetModel()
        self._positions = positions
        self.endResetModel()

    def position(self, row: int) -> int:
        """Return the position in the file of the record in a row."""
        return row if self._positions is None else int(self._positions[row])

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802 - Qt's name
        """Return the number of records that are shown."""
        if parent.isValid() or self._data is None:
            return 0
        return len(self._data) if self._positions is None else len(self._positions)

    def columnCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        """Return the number of variables."""
        return 0 if parent.isValid() else len(self._names)

    def title(self, section: int) -> str:
        """Return what a variable is called."""
        return self.called(self._names[section])

    def name(self, section: int) -> str:
        """Return the name of a variable."""
        return self._names[section]

    def prepared(self, section: int) -> RecordColumn | None:
        """Return a variable with all its digits."""
        return (
            record_column(self._data, self._names[section], locale=user_locale())
            if self._data is not None
            else None
        )

    def text(self, row: int, section: int) -> str:
        """Return what a cell says."""
        column = self.column(section)
        return "" if column is None else column.text(self.position(row))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a cell."""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self.side(index.column())
        return self.cell_data(index.column(), self.position(index.row()), role)
