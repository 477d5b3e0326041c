"""Grid of variables as Qt's views read it: a row for each, with what it is, what it holds, and why."""

from collections.abc import Callable, Sequence
from enum import IntEnum

from PySide6.QtCore import QObject, Qt

from sdcdesk.core.data.variable import Role
from sdcdesk.core.text.number_text import count_text
from sdcdesk.core.text.sentence import sentence
from sdcdesk.inspection.variable_rows import UNKNOWN, VariableRow
from ui.look.locale import in_user_locale, user_locale
from ui.models.rows import RowColumn, RowTable

ROW = Qt.ItemDataRole.UserRole
"""Item role of the whole `VariableRow`."""


class VariableColumn(IntEnum):
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

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.all_rows: tuple[VariableRow, ...] = ()
        self._words = ""

    def same(self, rows: Sequence[VariableRow]) -> bool:
        """Return whether the rows are about the same variables."""
        return [row.variable.name for row in rows] == [row.variable.name for row in self.rows]

    def set_rows(self, rows: Sequence[VariableRow]) -> None:
        """Show those of other rows that match; of the same variables, views are told only what is new."""
        self.all_rows = tuple(rows)
        matching = self._matching()
        if not (matching and self.same(matching)):
            super().set_rows(matching)
            return
        both = zip(matching, self.rows, strict=True)
        new = [place for place, (row, shown) in enumerate(both) if row is not shown]
        self.rows = matching
        if new:
            self.dataChanged.emit(self.index(new[0], 0), self.index(new[-1], self.columnCount() - 1))

    def show_matching(self, words: str) -> None:
        """Show only the variables whose name or label holds these words, in whatever letters."""
        self._words = words.casefold()
        self.set_rows(self.all_rows)

    def _matching(self) -> tuple[VariableRow, ...]:
        # Not by a model of Qt's own between this one and the views: it asks Python of each row, and waits
        # for each answer until a job pauses, which takes seconds where there are thousands.
        if not self._words:
            return self.all_rows
        return tuple(row for row in self.all_rows if self._words in _searched(row))


def _searched(row: VariableRow) -> str:
    """Return the words in which a variable is searched, in small letters."""
    return f"{row.variable.name} {row.variable.label}".casefold()


TITLES = tuple(column.title for column in VariablesModel.declares)
