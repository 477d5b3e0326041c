"""Grid of variables as Qt's views read it: a row for each, with what it is, what it holds, and why."""

from collections.abc import Callable, Sequence
from enum import IntEnum

from PySide6.QtCore import Qt

from sdcdesk.core.data.variable import Role
from sdcdesk.core.text.number_text import count_text
from sdcdesk.core.text.sentence import sentence
from sdcdesk.inspection.variable_rows import UNKNOWN, VariableRow
from ui.look.locale import in_user_locale, user_locale
from ui.models.rows import RowColumn, RowTable

ROW = Qt.ItemDataRole.UserRole
"""Item role of the whole `VariableRow`."""


class Column(IntEnum):
    """The columns, from left to right."""

    VARIABLE = 0
    ROLE = 1
    SCALE = 2
    VALUES = 3
    DIFFERENT = 4
    MISSING = 5
    WHY = 6


ROLE_WORDS = {role: role.capitalize() for role in Role}


def _column(
    title: str,
    text: Callable[[VariableRow], str],
    hint: Callable[[VariableRow], str] | None = None,
    *,
    right: bool = False,
) -> RowColumn[VariableRow]:
    def accessible_text(row: VariableRow) -> str:
        words = "{title} of {name}: {text}" if text(row) else "{title} of {name}: none"
        return sentence(words, title=title, name=row.variable.name, text=in_user_locale(text(row)))

    return RowColumn(title, text, right, hint, accessible_text)


def _name(row: VariableRow) -> str:
    return ": ".join(filter(None, (row.variable.name, row.variable.label)))


def _number(number: int | None) -> str:
    return UNKNOWN if number is None else count_text(number, user_locale())


class VariablesModel(RowTable[VariableRow]):
    """The rows of the grid; what is edited goes through the page, which sets new rows."""

    declares = (
        _column("Variable", lambda row: f"{row.variable.name} {row.variable.unit}".rstrip(), _name),
        _column("Role", lambda row: ROLE_WORDS[row.variable.role]),
        _column("Scale", lambda row: str(row.variable.scale)),
        _column("Values", lambda row: row.values, lambda row: row.values),
        _column("Different", lambda row: _number(row.different), right=True),
        _column("Missing", lambda row: _number(row.missing), right=True),
        _column("Why this role", lambda row: row.why, lambda row: row.why),
    )

    def same(self, rows: Sequence[VariableRow]) -> bool:
        """Return whether the rows are about the same variables."""
        return [row.variable.name for row in rows] == [row.variable.name for row in self.rows]

    def set_rows(self, rows: Sequence[VariableRow]) -> None:
        """Show other rows; of the same variables, views are told only of those that are new."""
        if not (rows and self.same(rows)):
            super().set_rows(rows)
            return
        new = [n for n, (row, shown) in enumerate(zip(rows, self.rows, strict=True)) if row is not shown]
        self.rows = tuple(rows)
        if new:
            self.dataChanged.emit(self.index(new[0], 0), self.index(new[-1], self.columnCount() - 1))

    def searched(self, row: int) -> str:
        """Return the words in which the variable of a row is searched, in small letters."""
        variable = self.rows[row].variable
        return f"{variable.name} {variable.label}".casefold()


TITLES = tuple(column.title for column in VariablesModel.declares)
