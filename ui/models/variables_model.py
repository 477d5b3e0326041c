"""Grid of variables as Qt's views read it: a row for each, with what it is, what it holds, and why."""

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import Qt

from sdcdesk.core.shown import count_shown
from sdcdesk.core.variable import Role
from sdcdesk.inspection.variable_facts import UNKNOWN, VariableRow
from ui.look.locale import user_locale
from ui.models.rows import Index, RowTable

ROW = Qt.ItemDataRole.UserRole
"""Item role of the whole `VariableRow`."""

FOUND = Qt.ItemDataRole.UserRole + 1
"""Item role of the words in which a variable is searched."""


class Column(IntEnum):
    """The columns, from left to right."""

    VARIABLE = 0
    ROLE = 1
    SCALE = 2
    VALUES = 3
    DIFFERENT = 4
    MISSING = 5
    WHY = 6


TITLES = ("Variable", "Role", "Scale", "Values", "Different", "Missing", "Why this role")

ROLE_WORDS = {role: role.capitalize() for role in Role}


class VariablesModel(RowTable[VariableRow]):
    """The rows of the grid; what is edited goes through the page, which sets new rows."""

    titles = TITLES
    numbers = frozenset({Column.DIFFERENT, Column.MISSING})

    def same(self, rows: Sequence[VariableRow]) -> bool:
        """Return whether the rows are about the same variables."""
        return [row.variable.name for row in rows] == [row.variable.name for row in self.rows]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a cell."""
        row, column = self.rows[index.row()], Column(index.column())
        if role == ROW:
            return row
        if role == FOUND:
            return f"{row.variable.name} {row.variable.label}"
        if role == Qt.ItemDataRole.DisplayRole:
            return _shown(row, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self.side(column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{TITLES[column]} of {row.variable.name}: {_shown(row, column) or 'none'}"
        if role == Qt.ItemDataRole.ToolTipRole and column is Column.VARIABLE:
            return f"{row.variable.name}: {row.variable.label}" if row.variable.label else row.variable.name
        return row.why if role == Qt.ItemDataRole.ToolTipRole and column is Column.WHY else None


def _shown(row: VariableRow, column: Column) -> str:
    variable = row.variable
    cells = {
        Column.VARIABLE: f"{variable.name} {variable.unit}".rstrip(),
        Column.ROLE: ROLE_WORDS[variable.role],
        Column.SCALE: str(variable.scale),
        Column.VALUES: row.values,
        Column.DIFFERENT: _number(row.different),
        Column.MISSING: _number(row.missing),
        Column.WHY: row.why,
    }
    return cells[column]


def _number(number: int | None) -> str:
    return UNKNOWN if number is None else count_shown(number, user_locale())
