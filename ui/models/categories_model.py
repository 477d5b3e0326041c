"""The values of a nominal or ordinal variable: order, counts, and which of them mean "missing"."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QMimeData, QModelIndex, Qt, Signal

from sdcdesk.core.microdata import Microdata
from sdcdesk.core.variable import Scale, Value, Variable
from sdcdesk.inspection.value_counts import value_counts
from ui.models.rows import Index, RowTable
from ui.widgets.numbers import count, percent

CATEGORY = Qt.ItemDataRole.UserRole
"""Item role of the whole `Category`."""

MOST = 1000
"""More different values are not listed: nobody would order them by hand."""

_FORMAT = "application/x-sdcdesk-category"


class Column(IntEnum):
    """The columns, from left to right."""

    CATEGORY = 0
    BAR = 1
    RECORDS = 2
    SHARE = 3
    MISSING = 4


TITLES = ("Category", "", "Records", "Share", "Missing")


@dataclass(frozen=True, slots=True)
class Occurring:
    """The values that occur in a variable, codes for missing included.

    Attributes
    ----------
    counts
        Records of each value, ascending by value; none where there are more than 1,000.
    different
        Number of different values.
    empty, records
        Records in which it is empty, and all of them.
    """

    counts: dict[Value, int]
    different: int
    empty: int
    records: int


def occurring(data: Microdata, name: str) -> Occurring:
    """Count the values of a variable."""
    variable = data.variable(name).changed(missing=())
    found = value_counts(Microdata(data.frame[[name]], [variable]), name)
    counts: dict[Value, int] = {}
    if found.distinct <= MOST:
        pairs = zip(found.values.tolist(), found.counts.tolist(), strict=True)
        counts = dict(sorted(pairs))
    return Occurring(counts, found.distinct, found.records - found.present, found.records)


@dataclass(frozen=True, slots=True)
class Category:
    """One row of the list.

    Attributes
    ----------
    value
        The value; None for an empty cell.
    records, share
        How often it occurs, and as a share of all records (0…1).
    missing
        Whether it means that the value is missing.
    placed
        Whether it has a place in the order of an ordinal variable.
    """

    value: Value | None
    records: int
    share: float
    missing: bool
    placed: bool = True

    @property
    def words(self) -> str:
        """What the list calls it."""
        return "missing" if self.value is None else str(self.value)


def arranged(variable: Variable, found: Occurring) -> tuple[Category, ...]:
    """Return the values in declared order, then the others ascending, then what means missing."""
    ordered = variable.scale is Scale.ORDINAL and bool(variable.categories)
    whole = max(found.records, 1)

    def category(value: Value, *, missing: bool) -> Category:
        often = found.counts.get(value, 0)
        placed = missing or not ordered or value in variable.categories
        return Category(value, often, often / whole, missing, placed)

    listed = dict.fromkeys((*variable.categories, *found.counts))
    present = [category(value, missing=False) for value in listed if value not in variable.missing]
    missing = [category(value, missing=True) for value in dict.fromkeys(variable.missing)]
    empty = [Category(None, found.empty, found.empty / whole, missing=True)] if found.empty else []
    return (*present, *missing, *empty)


class CategoriesModel(RowTable[Category]):
    """The list of categories. It asks for changes and shows them when they are made."""

    titles = TITLES
    numbers = frozenset({Column.RECORDS, Column.SHARE})

    ordered = Signal(object)
    """All categories in the order that the user wants."""

    ticked = Signal(object, bool)
    """A value should count as missing, or no longer."""

    def __init__(self) -> None:
        super().__init__()
        self.movable = False

    def show_rows(self, rows: Sequence[Category], *, movable: bool) -> None:
        """Show other categories; those of an ordinal variable can be moved."""
        self.movable = movable
        self.set_rows(rows)

    def move(self, start: int, end: int) -> None:
        """Ask for the category at one place to stand at another."""
        values = [row.value for row in self.rows if not row.missing]
        if self.movable and start != end and 0 <= start < len(values) and 0 <= end < len(values):
            values.insert(end, values.pop(start))
            self.ordered.emit(tuple(values))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a cell."""
        row, column = self.rows[index.row()], index.column()
        if role == CATEGORY:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return _shown(row, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self.side(column)
        if role == Qt.ItemDataRole.CheckStateRole and column == Column.MISSING:
            return Qt.CheckState.Checked if row.missing else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return _spoken(row)
        if role == Qt.ItemDataRole.ToolTipRole and not row.placed:
            return "It has no place in the declared order yet: move it to give it one"
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: N802
        """Ask for a value to count as missing, or no longer."""
        row = self.rows[index.row()]
        if role != Qt.ItemDataRole.CheckStateRole or row.value is None:
            return False
        self.ticked.emit(row.value, Qt.CheckState(value) == Qt.CheckState.Checked)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Categories of an ordinal variable can be dragged; an empty cell is missing anyway."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if not index.isValid():
            return Qt.ItemFlag.ItemIsDropEnabled
        row = self.rows[index.row()]
        if self.movable and not row.missing:
            flags |= Qt.ItemFlag.ItemIsDragEnabled
        if index.column() == Column.MISSING and row.value is not None:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def supportedDropActions(self) -> Qt.DropAction:  # noqa: N802
        """Categories are moved."""
        return Qt.DropAction.MoveAction

    def mimeTypes(self) -> list[str]:  # noqa: N802
        """Return the format of a dragged category."""
        return [_FORMAT]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:  # noqa: N802
        """Return the place of a dragged category."""
        data = QMimeData()
        data.setData(_FORMAT, str(indexes[0].row()).encode())
        return data

    def dropMimeData(  # noqa: N802
        self, data: QMimeData, _action: Qt.DropAction, row: int, _column: int, _parent: Index
    ) -> bool:
        """Ask for a dragged category to stand before `row`."""
        if not data.hasFormat(_FORMAT) or row < 0:
            return False
        start = int(bytes(data.data(_FORMAT).data()))
        last = sum(not category.missing for category in self.rows) - 1
        self.move(start, min(row - 1 if row > start else row, last))
        # Nothing is removed by the view: the new order arrives as new rows.
        return False


def _shown(row: Category, column: int) -> str:
    cells = {
        Column.CATEGORY: row.words,
        Column.BAR: "empty cell" if row.value is None else "",
        Column.RECORDS: count(row.records),
        Column.SHARE: percent(row.share, 1),
        Column.MISSING: "",
    }
    return cells[Column(column)]


def _spoken(row: Category) -> str:
    words = (
        "Empty cell" if row.value is None else f"{row.words}{', counts as missing' if row.missing else ''}"
    )
    return f"{words}: {count(row.records)} records"
