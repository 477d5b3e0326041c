"""Codings model: thousands of codings in words, sorted and filtered, with what sets each apart."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QObject, Qt
from PySide6.QtGui import QFont

from sdcdesk.core.text.sentence import sentence
from sdcdesk.search.codings.coding_table import CodingTable
from sdcdesk.search.codings.coding_words import Level, coarsened, coarsened_text
from sdcdesk.search.codings.lattice import Lattice, Node
from ui.look.locale import in_user_locale
from ui.look.theme import theme
from ui.widgets.numbers import count
from ui.widgets.painting import LEFT, RIGHT, ROOT, Index

CODING, LEFT_OUT, SMALLEST, LOSS, NOTE, VERDICT = range(6)

TITLES = "Coding", "Left out", "Smallest group", "Loss", "Note", "With it"

HINTS = (
    "The level of each key variable. Sorted by this, the codings of the fewest steps come first.",
    "Records in groups that are too small or break a condition, which are left out.",
    "Records of the smallest group that stays.",
    "What recoding and leaving out cost together, by the loss that was chosen.",
    "What sets the coding apart.",
    "The verdict of all scenarios with the steps of the coding.",
)

SORTS = "coding", "left_out", "smallest", "loss"

LEVELS = Qt.ItemDataRole.UserRole
"""What a coding coarsens: names of variables with their levels."""

BEST, FINEST, FRONT, MEETS = "Least loss", "Nothing finer does", "Nothing beats it", "Meets the condition"


class CodingsModel(QAbstractTableModel):
    """Rows of a coding table, written as they are seen.

    Parameters
    ----------
    finest_only
        Whether only those are shown that meet the condition where nothing finer does.
    """

    def __init__(self, parent: QObject | None = None, *, finest_only: bool = False) -> None:
        super().__init__(parent)
        self._finest_only = finest_only
        self.table: CodingTable | None = None
        self._lattice: Lattice | None = None
        self._loss_text: Callable[[float], str] = str
        self._wanted: dict[int, int] = {}
        self._verdicts: Callable[[Node], str] = lambda _node: ""
        self._rows = np.empty(0, dtype=np.int64)
        self._sorted_by: tuple[int, Qt.SortOrder] = (-1, Qt.SortOrder.AscendingOrder)

    def show_table(
        self, table: CodingTable | None, lattice: Lattice | None, loss_text: Callable[[float], str]
    ) -> None:
        """Show other codings, all of them, in the usual order.

        Parameters
        ----------
        table
            The codings; None: there are none.
        lattice
            Their variables, as they are called, and hierarchies.
        loss_text
            Returns a loss as the user reads it.
        """
        self.beginResetModel()
        self.table, self._lattice, self._loss_text, self._wanted = table, lattice, loss_text, {}
        self._rows = self._found()
        self.endResetModel()

    def set_verdicts(self, verdicts: Callable[[Node], str]) -> None:
        """Show verdicts, by coding; empty where none is known."""
        self._verdicts = verdicts
        if self.rowCount():
            last = self.index(self.rowCount() - 1, VERDICT)
            self.dataChanged.emit(self.index(0, VERDICT), last)

    def filter(self, wanted: Mapping[int, int]) -> None:
        """Show only codings with some levels, by the place of their variable; none: all codings."""
        self.beginResetModel()
        self._wanted = dict(wanted)
        self._rows = self._found()
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; −1, and the notes: in the usual order."""
        self.layoutAboutToBeChanged.emit()
        self._sorted_by = (column, order)
        self._rows = self._found()
        self.layoutChanged.emit()

    def place(self, row: int) -> int:
        """Return the place of a shown row in the table."""
        return int(self._rows[row])

    def node(self, row: int) -> Node:
        """Return the levels of a shown row."""
        assert self.table is not None  # noqa: S101 - rows are those of a table
        return self.table.node(self.place(row))

    def find_row(self, node: Node | None) -> int:
        """Return the shown row of a coding; −1: it is not shown."""
        if self.table is None or node is None:
            return -1
        found = np.flatnonzero(self._rows == self.table.find(node))
        return int(found[0]) if len(found) else -1

    # What Qt asks

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802 - Qt's name
        """Return the number of shown rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        """Return the number of columns."""
        return 0 if parent.isValid() else len(TITLES)

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the title of a column, what it means, and where it stands."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if section in (LEFT_OUT, SMALLEST, LOSS) else LEFT
        if role == Qt.ItemDataRole.ToolTipRole:
            return HINTS[section]
        return TITLES[section] if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what is said of a cell."""
        if not index.isValid() or self.table is None:
            return None
        place, column = self.place(index.row()), index.column()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if column in (LEFT_OUT, SMALLEST, LOSS) else LEFT
        if role == Qt.ItemDataRole.FontRole:
            strong = column == LOSS or (column == NOTE and self.table.best[place])
            return QFont(theme().font("card_title")) if strong else None
        if role == Qt.ItemDataRole.ForegroundRole:
            return theme().colour("text" if self.table.meets[place] else "text3")
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return in_user_locale(
                sentence("{title}: {text}", title=TITLES[column], text=self._text(self.table, place, column))
            )
        if role == LEVELS:
            return self._coarsened(place)
        if role == Qt.ItemDataRole.ToolTipRole and column == LEFT_OUT and self.table.breaking[place]:
            return in_user_locale(self.table.left_out_text(place))
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return in_user_locale(self._text(self.table, place, column))
        return None

    # Parts

    def _text(self, table: CodingTable, place: int, column: int) -> str:
        if column == CODING:
            return coarsened_text(self._coarsened(place))
        if column in (LEFT_OUT, SMALLEST):
            return count(int((table.left_out if column == LEFT_OUT else table.smallest)[place]))
        if column == LOSS:
            return self._loss_text(float(table.loss[place]))
        if column == VERDICT:
            return self._verdicts(table.node(place))
        marks = ((table.best, BEST), (table.finest, FINEST), (table.front, FRONT), (table.meets, MEETS))
        return next((words for marked, words in marks if marked[place]), "")

    def _coarsened(self, place: int) -> tuple[Level, ...]:
        if self.table is None or self._lattice is None:
            return ()
        return coarsened(self._lattice, self.table.node(place))

    def _found(self) -> np.ndarray:
        """Return the places of the rows that are shown, in their order."""
        table, (column, order) = self.table, self._sorted_by
        if table is None:
            return np.empty(0, dtype=np.int64)
        kept = table.with_levels(self._wanted)
        if self._finest_only:
            kept &= table.finest
        places = table.usual_order
        if 0 <= column < len(SORTS):
            places = table.order(SORTS[column], ascending=order is Qt.SortOrder.AscendingOrder)
        return np.asarray(places[kept[places]])
