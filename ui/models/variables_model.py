"""The grid of variables: a row for each, with what it is, what it holds, and why."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from PySide6.QtCore import Qt

from sdcdesk.core.variable import Role, Scale, Variable
from sdcdesk.inspection.contradictions import Contradiction
from ui.models.rows import Index, RowTable
from ui.widgets.numbers import count

ROW = Qt.ItemDataRole.UserRole
"""Item role of the whole `Row`."""

FOUND = Qt.ItemDataRole.UserRole + 1
"""Item role of the words in which a variable is searched."""

UNKNOWN = "…"
"""What stands where the data have not been looked at yet."""


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


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What a variable probably is; nothing is changed until the user accepts it.

    Attributes
    ----------
    role, scale
        What is suggested; None where nothing is.
    reason
        Why.
    """

    role: Role | None
    scale: Scale | None
    reason: str

    @property
    def words(self) -> str:
        """The suggestion as a question: "Key, nominal?"."""
        parts = [str(part) for part in (self.role, self.scale) if part]
        return f"{', '.join(parts).capitalize()}?"


@dataclass(frozen=True, slots=True)
class Row:
    """One variable as the grid shows it.

    Attributes
    ----------
    variable
        Its description.
    values
        What it holds, in words; empty where that says nothing.
    different, missing
        Different values, and records in which it is missing; None: not counted yet.
    reason
        Why it has its role.
    suggestion
        What it could be instead; None: nothing open.
    contradiction
        What in its description its values contradict.
    """

    variable: Variable
    values: str = UNKNOWN
    different: int | None = None
    missing: int | None = None
    reason: str = ""
    suggestion: Suggestion | None = None
    contradiction: Contradiction | None = None

    @property
    def why(self) -> str:
        """The last column in words."""
        if self.contradiction:
            return self.contradiction.message
        if self.suggestion:
            return f"{self.suggestion.words} {self.suggestion.reason}"
        return self.reason


class VariablesModel(RowTable[Row]):
    """The rows of the grid; what is edited goes through the page, which sets new rows."""

    titles = TITLES
    numbers = frozenset({Column.DIFFERENT, Column.MISSING})

    def same(self, rows: Sequence[Row]) -> bool:
        """Return whether the rows are about the same variables."""
        return [row.variable.name for row in rows] == [row.variable.name for row in self.rows]

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Role and scale can be edited."""
        flags = super().flags(index)
        choosable = index.column() in (Column.ROLE, Column.SCALE)
        return flags | Qt.ItemFlag.ItemIsEditable if choosable else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a cell."""
        row, column = self.rows[index.row()], index.column()
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
        if role == Qt.ItemDataRole.ToolTipRole:
            return _hint(row, column)
        return None


def _shown(row: Row, column: int) -> str:
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
    return cells[Column(column)]


def _hint(row: Row, column: int) -> str | None:
    """Return what a narrow column may cut, and what is not shown at all."""
    if column == Column.VARIABLE:
        return f"{row.variable.name}: {row.variable.label}" if row.variable.label else row.variable.name
    return row.why if column == Column.WHY else None


def _number(number: int | None) -> str:
    return UNKNOWN if number is None else count(number)
