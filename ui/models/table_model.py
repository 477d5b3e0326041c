"""Table model of findings: any number of rows, written as they are seen, sorted by their raw values."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QObject, Qt
from PySide6.QtGui import QFont

from sdcdesk.core.results.column import Column
from sdcdesk.core.results.table import Table, plain_value
from sdcdesk.core.text.quantity_text import QuantityText, cell_texts, column_title
from sdcdesk.records.record_column import EMPTY
from ui.look.locale import in_user_locale, user_locale
from ui.look.theme import theme
from ui.widgets.numbers import note_mark
from ui.widgets.painting import LEFT, RIGHT, ROOT, Index

RAW = Qt.ItemDataRole.UserRole
"""The value of a cell at full precision; None: not defined."""

BLOCK, KEPT = 32, 256
"""Rows of a column that are read at once, and such blocks that are kept: Qt asks a cell for many things."""

LONGEST = 174
"""Pixels of a title, at most: names of variables have any length."""


class _Block(NamedTuple):
    """Rows of a column that follow one another: their values at full precision, and in words."""

    raw: list[Any]
    displayed: list[QuantityText]


class TableModel(QAbstractTableModel):
    """A table of findings as Qt's views read it.

    Nothing is computed for a row before it is seen. People are shown the first rows at first, in the order
    in which the table is sorted; `show_all` shows the others too.

    Parameters
    ----------
    table
        What is shown.
    notes
        Numbers of the notes to columns, by their names.
    reasons
        Numbers of the notes that say why cells are not defined, by the names of their columns.
    named_as
        The table with the names of variables, where it shows what they are called; tooltips say them.
    """

    table: Table
    _named: Table
    _order: np.ndarray | None
    _row_count: int
    _digits: dict[str, int | None]
    _blocks: dict[tuple[int, int], _Block]

    def __init__(
        self,
        table: Table,
        notes: Mapping[str, int] | None = None,
        reasons: Mapping[str, int] | None = None,
        parent: QObject | None = None,
        *,
        named_as: Table | None = None,
    ) -> None:
        super().__init__(parent)
        self._notes, self._reasons = dict(notes or {}), dict(reasons or {})
        self.sorted_by: tuple[int, Qt.SortOrder] = (-1, Qt.SortOrder.AscendingOrder)
        self._take(table, named_as or table)

    def position(self, row: int) -> int:
        """Return where a shown row stands in the table's frame."""
        return row if self._order is None else int(self._order[row])

    def find_row(self, position: int) -> int:
        """Return the shown row of a position in the frame; −1: it is not shown."""
        found = [position] if self._order is None else np.flatnonzero(self._order == position).tolist()
        return found[0] if found and found[0] < self._row_count else -1

    def show_all(self) -> None:
        """Show every row."""
        if self._row_count < len(self.table):
            self.beginInsertRows(ROOT, self._row_count, len(self.table) - 1)
            self._blocks.clear()
            self._row_count = len(self.table)
            self.endInsertRows()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by raw values, the table's own order where they are equal; not defined comes last always."""
        self.layoutAboutToBeChanged.emit()
        self.sorted_by = (column, order)
        self._order = None
        self._blocks.clear()
        if column >= 0:
            ascending = order is Qt.SortOrder.AscendingOrder
            self._order = self.table.order(self.table.columns[column], ascending=ascending)
        self.layoutChanged.emit()

    # What is copied and written

    def displayed_rows(self) -> list[list[str]]:
        """Return the shown rows in the words of the screen, the header first."""
        header = [self._title(column) for column in self.table.columns]
        shown = range(self._row_count)
        cells = (self.displayed_cells(shown, column) for column in range(self.columnCount()))
        texts = ([cell.text for cell in column] for column in cells)
        return [header, *map(list, zip(*texts, strict=True))]

    def at_full_precision(self) -> list[list[str]]:
        """Return all rows with all digits, in the shown order, the header first."""
        return list(self._named.exact_rows(self._order))

    def displayed_cells(self, rows: Sequence[int], column: int) -> list[QuantityText]:
        """Return some rows of a column in the words of the screen, all at once."""
        declared, positions = self.table.columns[column], [self.position(row) for row in rows]
        if declared.unit is None:
            empty = EMPTY if declared.role == "key" else ""
            texts = (in_user_locale(text) or empty for text in self.table.texts(declared, positions))
            return [QuantityText(text, text or "nothing", text) for text in texts]
        cells = self.table.quantities(declared, positions)
        return cell_texts(cells, self._column_digits(declared), user_locale(), declared.limits)

    # What Qt asks

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802 - Qt's name
        """Return the number of shown rows."""
        return 0 if parent.isValid() else self._row_count

    def columnCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self.table.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what is said of a cell."""
        if not index.isValid():
            return None
        column = self.table.columns[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return LEFT if column.unit is None else RIGHT
        if role == Qt.ItemDataRole.DisplayRole:
            cell = self._displayed_cell(index)
            raised = note_mark(self._reasons.get(column.name, 0))
            return cell.text + (raised if column.unit is not None and self._raw(index) is None else "")
        if role == Qt.ItemDataRole.ToolTipRole:
            exact = self._displayed_cell(index).exact
            return f"{exact}: {name}" if (name := self._other_name(index, exact)) else exact
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{in_user_locale(column.title)}: {self._displayed_cell(index).aloud}"
        if role == RAW:
            return self._raw(index)
        return self._ink(index, role)

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the title of a column with its unit and the number of its note, or what it means."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        column = self.table.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            title = _fitting(self._title(column)) + note_mark(self._notes.get(column.name, 0))
            return f"{in_user_locale(column.over)}\n{title}" if column.over else title
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return LEFT if column.unit is None else RIGHT
        whole = self._title(column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return " ".join(filter(None, (in_user_locale(column.over), whole)))
        if role == Qt.ItemDataRole.ToolTipRole:
            return in_user_locale(column.meaning) or (whole if _fitting(whole) != whole else None)
        return None

    # Parts

    def _take(self, table: Table, named_as: Table) -> None:
        """Show the rows of a table as they stand in it."""
        self.table, self._named = table, named_as
        self._order = None
        self._row_count = min(len(table), table.capped)
        self._digits, self._blocks = {}, {}

    def _title(self, column: Column) -> str:
        return in_user_locale(column_title(column.title, column.unit, user_locale()))

    def _raw(self, index: Index) -> Any:
        return self._block(index).raw[index.row() % BLOCK]

    def _block(self, index: Index) -> _Block:
        """Return the block in which a cell is."""
        place = index.row() // BLOCK, index.column()
        if place not in self._blocks:
            if len(self._blocks) >= KEPT:
                self._blocks.clear()
            first = place[0] * BLOCK
            rows = range(first, min(first + BLOCK, self._row_count))
            values = self.table.frame[self.table.columns[index.column()].name]
            raw = values.iloc[[self.position(row) for row in rows]].tolist()
            self._blocks[place] = _Block([*map(plain_value, raw)], self.displayed_cells(rows, index.column()))
        return self._blocks[place]

    def _other_name(self, index: Index, displayed: str) -> str:
        """Return the name behind what a cell calls a variable; empty where it shows the name itself."""
        column, named = self.table.columns[index.column()], self._named
        if named is self.table or column.unit is not None:
            return ""
        [name] = named.texts(column, [self.position(index.row())])
        return "" if in_user_locale(name) == displayed else in_user_locale(name)

    def _displayed_cell(self, index: Index) -> QuantityText:
        return self._block(index).displayed[index.row() % BLOCK]

    def _column_digits(self, column: Column) -> int | None:
        if column.name not in self._digits:
            self._digits[column.name] = self.table.digits(column)
        return self._digits[column.name]

    def _ink(self, index: Index, role: int) -> Any:
        """Return the quiet look of what is not there."""
        if role not in (Qt.ItemDataRole.ForegroundRole, Qt.ItemDataRole.FontRole):
            return None
        if self._raw(index) not in (None, ""):
            return None
        if role == Qt.ItemDataRole.ForegroundRole:
            return theme().colour("text3")
        font = QFont(theme().font("body"))
        font.setItalic(self.table.columns[index.column()].unit is None)
        return font


def _fitting(title: str) -> str:
    metrics = theme().metrics("table_header")
    return metrics.elidedText(title, Qt.TextElideMode.ElideMiddle, LONGEST)
