"""Categories of a variable as Qt's views read them: order, counts, and which mean "missing"."""

from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QMimeData, QModelIndex, Qt, Signal

from sdcdesk.core.data.value_label import with_label
from sdcdesk.core.text.number_text import count_text
from sdcdesk.core.text.quantity_text import share_text
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.inspection.categories import Category
from ui.look.locale import in_user_locale, user_locale
from ui.models.rows import RowColumn, RowTable
from ui.widgets.painting import Index

CATEGORY = Qt.ItemDataRole.UserRole
"""Item role of the whole `Category`."""

_FORMAT = "application/x-sdcdesk-category"


class CategoryColumn(IntEnum):
    """The columns, from left to right."""

    CATEGORY = 0
    RECORDS = 1
    SHARE = 2
    MISSING = 3


def _records(row: Category) -> str:
    return count_text(row.records, user_locale())


def _text(row: Category) -> str:
    return "missing, empty cell" if row.value is None else with_label(row.text(user_locale()), row.label)


def _accessible_text(row: Category) -> str:
    words = "{text}, counts as missing: {records}" if row.missing else "{text}: {records}"
    if row.value is None:
        words = "Empty cell: {records}"
    text, records = with_label(row.text(user_locale()), row.label), counted(row.records, "record")
    return in_user_locale(sentence(words, text=text, records=records))


def _hint(row: Category) -> str | None:
    if not row.placed:
        return "It has no place in the declared order yet: move it to give it one"
    return None if row.value is None else "Double-click, or F2: what it means"


def _column(title: str, text: Callable[[Category], str], *, right: bool = False) -> RowColumn[Category]:
    return RowColumn(title, text, right, _hint, _accessible_text)


class CategoriesModel(RowTable[Category]):
    """The list of categories. It asks for changes and shows them when they are made."""

    declares = (
        _column("Category", _text),
        _column("Records", _records, right=True),
        _column("Share", lambda row: share_text(row.share, user_locale()), right=True),
        _column("Missing", lambda _row: ""),
    )

    ordered = Signal(object)
    """All categories in the order that the user wants."""

    labelled = Signal(object, str)
    """A value should have this label; empty: none."""

    ticked = Signal(object, bool)
    """A value should count as missing, or no longer."""

    def __init__(self) -> None:
        super().__init__()
        self.movable = False

    def same(self, rows: Sequence[Category]) -> bool:
        """Return whether only labels, counts or marks have changed; then the list keeps the keyboard."""
        return [row.value for row in rows] == [row.value for row in self.rows]

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
        if role == Qt.ItemDataRole.CheckStateRole and index.column() == CategoryColumn.MISSING:
            return Qt.CheckState.Checked if self.rows[index.row()].missing else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.EditRole:
            return self.rows[index.row()].label
        return super().data(index, role)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: N802
        """Ask for a value to count as missing, or no longer, or to have another label."""
        row = self.rows[index.row()]
        is_label = index.column() == CategoryColumn.CATEGORY and row.value is not None
        if role == Qt.ItemDataRole.EditRole and is_label:
            self.labelled.emit(row.value, str(value))
            return True
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
        if index.column() == CategoryColumn.MISSING and row.value is not None:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        if index.column() == CategoryColumn.CATEGORY and row.value is not None:
            flags |= Qt.ItemFlag.ItemIsEditable
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
