"""Rows of any kind as Qt's views read them: what the window's lists and tables have in common."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from ui.look.locale import in_user_locale
from ui.widgets.painting import LEFT, RIGHT, ROOT, Index

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class RowColumn(Generic[Row]):
    """One column of a table of rows.

    Attributes
    ----------
    title
        What stands above it.
    text
        Returns what stands in it.
    right
        Whether it holds numbers; they stand at the right.
    hint, accessible_text
        Return its tooltip, and what a screen reader says where that is not the text.
    """

    title: str
    text: Callable[[Row], str]
    right: bool = False
    hint: Callable[[Row], str | None] | None = None
    accessible_text: Callable[[Row], str] | None = None


class RowTable(QAbstractTableModel, Generic[Row]):
    """A table of rows, whose columns are declared.

    Attributes
    ----------
    declares
        The columns, from left to right.
    """

    declares: tuple[RowColumn[Row], ...] = ()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[Row, ...] = ()

    def same(self, rows: Sequence[Row]) -> bool:
        """Return whether other rows stand for the same things as those shown: then the selection stays."""
        return False

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show other rows."""
        if rows and self.same(rows):
            self.rows = tuple(rows)
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, self.columnCount() - 1))
        else:
            self.beginResetModel()
            self.rows = tuple(rows)
            self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802 - Qt's name
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self.declares)

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the title of a column, and where it stands."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if self.declares[section].right else LEFT
        return self.declares[section].title if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what is said of a cell; `Qt.ItemDataRole.UserRole` gives the whole row."""
        if not index.isValid():
            return None
        row, column = self.rows[index.row()], self.declares[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return in_user_locale(column.text(row))
        if role == Qt.ItemDataRole.ToolTipRole:
            return in_user_locale(column.hint(row) or "") if column.hint else None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return in_user_locale((column.accessible_text or column.text)(row))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if column.right else LEFT
        return row if role == Qt.ItemDataRole.UserRole else None


class RowList(RowTable[Row]):
    """A list of rows, which is a table of one column; what a kind of list says of a row are its `answers`."""

    declares = (RowColumn("", str),)

    def answers(self, row: Row) -> Mapping[int, Any]:
        """Return what is said of a row, by role."""
        raise NotImplementedError

    def index(self, row: int, column: int = 0, parent: Index = ROOT) -> QModelIndex:
        """Return the index of a row."""
        return super().index(row, column, parent)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what is said of a row."""
        return self.answers(self.rows[index.row()]).get(role) if index.isValid() else None
