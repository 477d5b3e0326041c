"""Model of alternatives: the rows of their table, which grows and is ranked anew while it is seen."""

import numpy as np
from PySide6.QtCore import QObject, Qt

from sdcdesk.core.results.table import Table
from ui.models.table_model import TableModel
from ui.widgets.painting import Index

KIND = Qt.ItemDataRole.UserRole + 1
"""Number of the kind of a row."""


class AlternativesModel(TableModel):
    """A table of alternatives; another one takes its place without another view."""

    def __init__(self, table: Table, parent: QObject | None = None) -> None:
        super().__init__(table, parent=parent)

    def show_table(self, table: Table) -> None:
        """Show other rows, in the order that was chosen."""
        self.beginResetModel()
        same = [column.name for column in table.columns] == [column.name for column in self.table.columns]
        self._take(table, table)
        self.endResetModel()
        if self.sorted_by[0] >= 0:
            self.sort(*(self.sorted_by if same else (-1, Qt.SortOrder.AscendingOrder)))

    def number(self, row: int) -> int:
        """Return the number of the alternative of a shown row."""
        return int(self.table.frame["number"].to_numpy()[self.position(row)])

    def find_number(self, number: int) -> int:
        """Return the shown row of an alternative; −1: it is not shown."""
        found = np.flatnonzero(self.table.frame["number"].to_numpy() == number)
        return self.find_row(int(found[0])) if len(found) else -1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what is said of a cell, and the kind of its row."""
        if role == KIND and index.isValid():
            return int(self.table.frame["kind"].to_numpy()[self.position(index.row())])
        return super().data(index, role)
