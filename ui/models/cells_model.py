"""Cells of a statistical table as rows and columns, with what becomes of each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from sdcdesk.core.text.labelled_text import joined_codes
from sdcdesk.core.text.sentence import joined_by_and, localised, sentence
from sdcdesk.tables.audit.audited import Audited
from sdcdesk.tables.audit.cell_explanation import narrow_cells
from sdcdesk.tables.cells.cell_status import TITLES, CellStatus
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.cells.dimension import Dimension
from ui.look.locale import in_user_locale
from ui.widgets.numbers import amount
from ui.widgets.painting import Index

STATUS, SUM, CELL, NARROW = (Qt.ItemDataRole.UserRole + place for place in range(4))
"""What becomes of a cell, whether it is a sum, its place in the table, and whether somebody works it out."""

DIGITS = 6
"""Digits of the largest number that are shown, beside those before the point."""

KINDS = {"counts": "Records", "sums": "Sum"}
"""What stands above the only column of a table whose value has no name."""

HIDDEN_MARK = "–"
"""What a reader sees in place of a hidden cell."""

FOLDED, UNFOLDED, STEP = "▸ ", "▾ ", "    "
"""Before a row with parts that are hidden or shown, and before each level below the first."""


@dataclass(frozen=True)
class _Side:
    """Rows or columns: the codes of some dimensions, parts before the total of all.

    Attributes
    ----------
    dimensions
        Of the table.
    places
        int64 (k, dimensions), the code of each row or column in each of them.
    """

    dimensions: tuple[Dimension, ...]
    places: np.ndarray

    @cached_property
    def _has_parts(self) -> tuple[np.ndarray, ...]:
        """For each dimension which of its codes have parts, bool (codes,)."""
        return tuple(np.isin(np.arange(len(one)), one.wholes) for one in self.dimensions)

    @classmethod
    def of(cls, dimensions: tuple[Dimension, ...]) -> "_Side":
        orders = [np.append(np.arange(1, len(one)), 0) for one in dimensions]
        grid = np.meshgrid(*orders, indexing="ij") if orders else []
        empty = np.empty((1, 0), dtype=np.int64)
        return cls(dimensions, np.column_stack([one.ravel() for one in grid]) if grid else empty)

    def title(self, at: int) -> str:
        """Return what a row or column is called."""
        codes = [one.shown_codes[place] for one, place in zip(self.dimensions, self.places[at], strict=True)]
        return in_user_locale(joined_codes(codes))

    def is_sum(self) -> np.ndarray:
        """Return which rows or columns are sums, bool (k,)."""
        found = np.zeros(len(self.places), dtype=bool)
        for at, one in enumerate(self.dimensions):
            found |= np.isin(self.places[:, at], one.wholes)
        return found

    def depth(self, at: int) -> int:
        """Return how many subtotals are above a row."""
        depths = [int(one.depths[place]) for one, place in zip(self.dimensions, self.places[at], strict=True)]
        return max((max(depth - 1, 0) for depth in depths), default=0)

    def foldable(self, at: int) -> tuple[int, int] | None:
        """Return the innermost dimension and the subtotal of a row that has parts; None: it has none."""
        for number in reversed(range(len(self.dimensions))):
            place = int(self.places[at, number])
            if place and self._has_parts[number][place]:
                return number, place
        return None

    def below(self, number: int, place: int) -> np.ndarray:
        """Return which rows are parts of a subtotal, bool (k,)."""
        inside = np.zeros(len(self.dimensions[number]), dtype=bool)
        for code, parent in enumerate(self.dimensions[number].parents):
            inside[code] = parent == place or (parent >= 0 and inside[parent])
        return np.asarray(inside[self.places[:, number]])


class CellsModel(QAbstractTableModel):
    """A table of cells, with values or as it is published.

    Parameters
    ----------
    parent
        Owns it.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table: CellTable | None = None
        self.published = False
        self._found: Audited | None = None
        self._narrow = np.empty(0, dtype=bool)
        self._rows, self._columns = _Side.of(()), _Side.of(())
        self._status: tuple[CellStatus, ...] = ()
        self._hidden = np.empty(0, dtype=bool)
        self._released = np.empty(0)
        self._strides = np.empty(0, dtype=np.int64)
        self._sums = np.empty(0, dtype=bool), np.empty(0, dtype=bool)
        self.digits = 0  # after the point, of all numbers
        self._folded: set[tuple[int, int]] = set()

    def show_table(
        self, table: CellTable | None, rows: int, found: Audited | None, *, published: bool
    ) -> None:
        """Show a table, the first `rows` dimensions down and the others across, and what its audit found."""
        if table is self.table and found is self._found and published == self.published:
            return
        self._found = found
        same = table is not None and self.table is not None and table.dimensions == self.table.dimensions
        self.beginResetModel()
        self.table, self.published = table, published
        if table is not None:
            self._take(table, max(1, min(rows, len(table.dimensions))))
        self._folded = self._folded if same else set()
        self.endResetModel()

    def _take(self, table: CellTable, rows: int) -> None:
        self._rows = _Side.of(table.dimensions[:rows])
        self._columns = _Side.of(table.dimensions[rows:])
        self._sums = self._rows.is_sum(), self._columns.is_sum()
        # What its owner publishes although it is sensitive needs nobody to work it out.
        self._narrow = narrow_cells(table, self._found) | (table.is_sensitive & table.is_always)
        self._status, self._hidden, self._released = table.status, table.is_hidden, table.released
        shape = table.shape
        self._strides = np.array([prod(shape[at + 1 :]) for at in range(len(shape))], dtype=np.int64)
        shown = table.values if not self.published else self._released[~self._hidden]
        self.digits = _digits(shown)

    # As Qt asks

    def rowCount(self, parent: Index | None = None) -> int:  # noqa: N802 - Qt's name
        """Return the number of rows."""
        return 0 if self.table is None or (parent and parent.isValid()) else len(self._rows.places)

    def columnCount(self, parent: Index | None = None) -> int:  # noqa: N802 - Qt's name
        """Return the number of columns."""
        return 0 if self.table is None or (parent and parent.isValid()) else len(self._columns.places)

    def cell(self, row: int, column: int) -> int:
        """Return the place of a cell in the table."""
        codes = np.append(self._rows.places[row], self._columns.places[column])
        return int(codes @ self._strides)

    def find(self, cell: int) -> QModelIndex:
        """Return where a cell is shown."""
        if self.table is None or not 0 <= cell < len(self.table):
            return QModelIndex()
        codes = np.array(self.table.code_places(cell))
        down, across = codes[: len(self._rows.dimensions)], codes[len(self._rows.dimensions) :]
        row = int(np.flatnonzero((self._rows.places == down).all(axis=1))[0])
        column = int(np.flatnonzero((self._columns.places == across).all(axis=1))[0])
        return self.index(row, column)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what is said of a cell."""
        table = self.table
        if table is None or not index.isValid():
            return None
        cell = self.cell(index.row(), index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(table, cell)
        if role == STATUS:
            return self._shown_status(cell)
        if role == SUM:
            return bool(self._sums[0][index.row()] or self._sums[1][index.column()])
        if role == CELL:
            return cell
        if role == NARROW:
            return bool(self._narrow[cell]) and not self.published
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            words = "{cell}: {value}, {status}"
            status = TITLES[self._shown_status(cell)].lower()
            return sentence(words, cell=table.cell_text(cell), value=self._text(table, cell), status=status)
        return None

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return what a row or column is called; rows with parts have the sign of folding before them."""
        if self.table is None:
            return None
        across = orientation is Qt.Orientation.Horizontal
        side = self._columns if across else self._rows
        if role == Qt.ItemDataRole.ToolTipRole:
            return side.title(section)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if across:
            return side.title(section) or self.table.value_title or KINDS[self.table.kind]
        fold = side.foldable(section)
        sign = "" if fold is None else FOLDED if fold in self._folded else UNFOLDED
        return STEP * side.depth(section) + sign + side.title(section)

    # Folding

    def fold(self, row: int) -> bool:
        """Hide the parts of a row, or show them again; return whether it has any."""
        fold = self._rows.foldable(row)
        if fold is None:
            return False
        self._folded ^= {fold}
        self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, self.rowCount() - 1)
        return True

    def folded_rows(self) -> Sequence[bool]:
        """Return of every row whether it is a part of one that is folded."""
        found = np.zeros(self.rowCount(), dtype=bool)
        for number, place in self._folded:
            found |= self._rows.below(number, place)
        return [bool(one) for one in found]

    def displayed_rows(self) -> Iterator[tuple[str, ...]]:
        """Walk through the rows as they are shown, what the columns are first."""
        rows, columns = range(self.rowCount()), range(self.columnCount())
        across = Qt.Orientation.Horizontal
        yield self.rows_title, *(str(self.headerData(column, across)) for column in columns)
        for row in rows:
            yield self._rows.title(row), *(str(self.index(row, column).data()) for column in columns)

    @property
    def rows_title(self) -> str:
        """What the rows are."""
        return joined_by_and([one.shown_title for one in self._rows.dimensions])

    def widest_title(self) -> str:
        """Return a text as long as the longest name of a row, or a little longer."""
        sides = self._rows.dimensions
        deepest = max((int(one.depths.max()) for one in sides), default=0)
        longest = ", ".join(max(map(localised, one.shown_codes), key=len) for one in sides)
        return STEP * max(deepest - 1, 0) + (UNFOLDED if deepest > 1 else "") + longest

    def _shown_status(self, cell: int) -> CellStatus:
        """Return what becomes of a cell; a reader of the published table does not learn why it is hidden."""
        status = self._status[cell]
        if not self.published:
            return status
        return CellStatus.SECONDARY if self._hidden[cell] else CellStatus.PUBLISHED

    def _text(self, table: CellTable, cell: int) -> str:
        if self.published:
            return HIDDEN_MARK if self._hidden[cell] else amount(float(self._released[cell]), self.digits)
        return HIDDEN_MARK if table.unknown[cell] else amount(float(table.values[cell]), self.digits)


def _digits(values: np.ndarray) -> int:
    """Return how many digits after the point tell numbers of a table, none where all are whole."""
    known = values[np.isfinite(values)]
    if not len(known) or bool(np.all(known == np.round(known))):
        return 0
    before = len(str(int(np.abs(known).max())))
    return max(DIGITS - before, 1) if before < DIGITS - 1 else 1
