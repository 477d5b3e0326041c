"""Records as Qt's views read them: cell by cell as they are seen; what is missing is quiet and slanted."""

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QAbstractTableModel, Qt
from PySide6.QtGui import QFont

from sdcdesk.core.data.variable import Variable
from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.text.printable import printable
from sdcdesk.records.record_column import RecordColumn
from ui.look.theme import theme
from ui.widgets.numbers import count
from ui.widgets.painting import LEFT, RIGHT, ROOT

Role = Qt.ItemDataRole


class RecordTable(QAbstractTableModel):
    """A table of records below what variables are called; columns are prepared when they are first seen."""

    def __init__(self) -> None:
        super().__init__()
        self._called: dict[str, str] = {}
        self._columns: dict[int, RecordColumn | None] = {}
        self._slanted = QFont()
        self._dress()
        theme().changed.connect(self._dress)

    def title(self, section: int) -> str:
        """Return what stands above a column."""
        raise NotImplementedError

    def name(self, section: int) -> str:
        """Return the name of the variable in a column; empty: it is none of the file."""
        raise NotImplementedError

    def call(self, variables: Iterable[Variable]) -> None:
        """Take over what variables are called."""
        self._called = display_names(variables)

    def called(self, name: str) -> str:
        """Return what a variable is called: by its label, where it has one."""
        return self._called.get(name, printable(name))

    def position(self, row: int) -> int:
        """Return the position in the file of the record in a row."""
        raise NotImplementedError

    def text(self, row: int, section: int) -> str:
        """Return what a cell says; views that ask without an index are answered in half the time."""
        raise NotImplementedError

    def prepared(self, section: int) -> RecordColumn | None:
        """Return a column, ready to be read; None: it is no variable of the file."""
        raise NotImplementedError

    def column(self, section: int) -> RecordColumn | None:
        """Return a column; it is prepared once."""
        if section not in self._columns:
            self._columns[section] = self.prepared(section)
        return self._columns[section]

    def measured_texts(self, section: int, most: int) -> set[str]:
        """Return texts by which a column gets its width: of about `most` cells, and a rare long one."""
        rows = self.rowCount(ROOT)
        texts = {self.text(row, section) for row in range(0, rows, max(rows // most, 1))}
        column = self.column(section)
        return texts | {column.longest_text()} if rows and column is not None else texts

    def side(self, section: int) -> Qt.AlignmentFlag:
        """Return where the values of a column stand."""
        column = self.column(section)
        return RIGHT if column is not None and column.right else LEFT

    def cell_data(self, section: int, position: int, role: int) -> Any:
        """Return what is said of the value of a record, or how it looks; None: nothing, or as usual."""
        column = self.column(section)
        if column is None:
            return None
        if role == Role.DisplayRole:
            return column.text(position)
        if role == Role.ToolTipRole:
            return column.hint(position)
        if role not in (Role.FontRole, Role.ForegroundRole) or not column.missing(position):
            return None
        return self._slanted if role == Role.FontRole else theme().colour("text3")

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        """Return the title of a column, or the number of a record, counted from 1 as in the file."""
        across = orientation is Qt.Orientation.Horizontal
        if role == Role.DisplayRole:
            return self.title(section) if across else count(self.position(section) + 1)
        if role == Role.TextAlignmentRole:
            return self.side(section) if across else RIGHT
        if role == Role.ToolTipRole and across:
            title, name = self.title(section), printable(self.name(section))
            return f"{title}: {name}" if name not in ("", title) else title
        return None

    def reset_cells(self) -> None:
        """Let views read all cells again."""
        if self.rowCount(ROOT):
            last = self.index(self.rowCount(ROOT) - 1, self.columnCount(ROOT) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def _dress(self) -> None:
        self._slanted = QFont(theme().font("body"))
        self._slanted.setItalic(True)
