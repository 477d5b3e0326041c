"""Table editors: a new value for each category, and a matrix of probabilities."""

from collections.abc import Mapping, Sequence
from typing import Any, get_origin

from PySide6.QtWidgets import QHeaderView, QWidget

from sdcdesk.masking.replacement import LARGEST_EXACT
from ui.forms.editor import Editor
from ui.forms.grid import ROW, Grid
from ui.forms.numbers import read_number, write_field
from ui.forms.registry import Asked, edits

ROWS = 7
"""Rows that a table shows at once."""

CELL = 64
"""Width of a column of probabilities."""


class CategoryEditor(Editor):
    """A table with a row for each category of the variable that the form is about."""

    wide = True
    table = True
    asks_categories = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.grid = Grid(self)
        self.grid.entered.connect(self.edited)
        self.hold(self.grid)
        self._categories: dict[str, Any] = {}
        self._fit()

    @property
    def categories(self) -> list[str]:
        """The rows."""
        return list(self._categories)

    def offer(self, categories: Mapping[str, Any]) -> None:
        """Show a row for each category; what was entered for those that stay is kept."""
        if list(categories) == self.categories[: len(categories)]:
            self._categories.update(categories)
            return
        kept = self.entries()
        self._show(dict(categories))
        self.enter(kept)

    def add(self, categories: Mapping[str, Any]) -> None:
        """Add rows for categories that the variable does not have, so that nothing is lost."""
        if set(categories) - set(self._categories):
            self._show({**self._categories, **categories})

    def lay_out(self) -> None:
        """Make the empty table for the categories."""
        raise NotImplementedError

    def entries(self) -> dict[Any, str]:
        """Return what is written in the cells that are not empty."""
        raise NotImplementedError

    def enter(self, entries: Mapping[Any, str]) -> None:
        """Write into the cells."""
        raise NotImplementedError

    def words(self, value: Any) -> str:
        """Return nothing: a table is too long for a note."""
        return ""

    def _show(self, categories: dict[str, Any]) -> None:
        self._categories = categories
        self.lay_out()
        self._fit()

    def _fit(self) -> None:
        header = self.grid.horizontalHeader().sizeHint().height()
        self.grid.setFixedHeight(header + ROW * min(max(len(self._categories), 2), ROWS) + 16)


class PairsEditor(CategoryEditor):
    """A new value for each category; an empty cell gives none.

    Parameters
    ----------
    numbers
        Whether the new values are numbers. Otherwise they are as the old ones: numbers where these are and
        what was typed can be read as one, else text.
    titles
        Of the two columns.
    """

    def __init__(self, *, numbers: bool = False, titles: Sequence[str] = ("Value", "New value")) -> None:
        self._numbers, self._titles = numbers, titles
        self._given: dict[str, Any] = {}
        super().__init__()

    def lay_out(self) -> None:
        """Make two columns: the category, and its new value."""
        self.grid.setRowCount(len(self.categories))
        self.grid.setColumnCount(2)
        self.grid.setHorizontalHeaderLabels(self._titles)
        self.grid.verticalHeader().hide()
        self.grid.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        for row, category in enumerate(self.categories):
            self.grid.write(row, 0, category, fixed=True)
            self.grid.write(row, 1, "")

    def entries(self) -> dict[Any, str]:
        """Return the new value of each category that has one."""
        pairs = {category: self.grid.text(row, 1) for row, category in enumerate(self.categories)}
        return {category: new for category, new in pairs.items() if new}

    def enter(self, entries: Mapping[Any, str]) -> None:
        """Write the new values."""
        for row, category in enumerate(self.categories):
            self.grid.write(row, 1, entries.get(category, ""))

    def value(self) -> Any:
        """Return the new values by category."""
        return {old: self._meant(old, text) for old, text in self.entries().items()}

    def set_value(self, value: Any) -> None:
        """Show new values."""
        self._given = {str(old): new for old, new in dict(value or {}).items()}
        self.add(dict.fromkeys(self._given))
        self.enter({old: _text(new) for old, new in self._given.items()})

    def words(self, value: Any) -> str:
        """Return the values of what is named; nothing for a table of categories, which is too long."""
        return "" if self.asks_categories else "; ".join(f"{old}: {_text(new)}" for old, new in value.items())

    def _meant(self, old: str, text: str) -> Any:
        given = self._given.get(old)
        if given is not None and text == _text(given):
            return given
        if self._numbers:
            return read_number(text)
        if all(isinstance(value, int | float) for value in self._categories.values()):
            try:
                number = read_number(text)
            except ValueError:
                return text
            return int(number) if number.is_integer() and abs(number) <= LARGEST_EXACT else number
        return text


class MatrixEditor(CategoryEditor):
    """A probability for each old and new category; an empty cell is zero."""

    long = True

    def lay_out(self) -> None:
        """Make a row and a column for each category."""
        size = len(self.categories)
        self.grid.setRowCount(size)
        self.grid.setColumnCount(size)
        self.grid.horizontalHeader().setDefaultSectionSize(CELL)
        self.grid.setVerticalHeaderLabels(self.categories)
        self.grid.setHorizontalHeaderLabels(self.categories)
        for row in range(size):
            for column in range(size):
                self.grid.write(row, column, "", right=True)

    def entries(self) -> dict[Any, str]:
        """Return what is written, by old and new category."""
        return {
            (old, new): self.grid.text(row, column)
            for row, old in enumerate(self.categories)
            for column, new in enumerate(self.categories)
            if self.grid.text(row, column)
        }

    def enter(self, entries: Mapping[Any, str]) -> None:
        """Write probabilities."""
        for row, old in enumerate(self.categories):
            for column, new in enumerate(self.categories):
                self.grid.write(row, column, entries.get((old, new), ""), right=True)

    def value(self) -> Any:
        """Return for each old category the probabilities of the new ones."""
        matrix: dict[str, dict[str, float]] = {}
        for (old, new), text in self.entries().items():
            try:
                matrix.setdefault(old, {})[new] = read_number(text)
            except ValueError:
                row, column = (self.categories.index(name) + 1 for name in (old, new))
                raise ValueError(f"Row {row}, column {column} is not a number.") from None
        return matrix

    def set_value(self, value: Any) -> None:
        """Show probabilities."""
        matrix = {str(old): dict(row) for old, row in dict(value or {}).items()}
        self.add(dict.fromkeys([*matrix, *(new for row in matrix.values() for new in row)]))
        self.enter({(old, new): write_field(p) for old, row in matrix.items() for new, p in row.items()})


def _text(value: Any) -> str:
    return value if isinstance(value, str) else write_field(value)


@edits(dict)
def _table(asked: Asked) -> Editor:
    value, rows = asked.inside[1], asked.how.rows
    if get_origin(value) is dict:
        return MatrixEditor()
    numbers = value in (int, float)
    if rows is None:
        return PairsEditor(numbers=numbers)
    editor = PairsEditor(numbers=numbers, titles=("For", asked.info.title or ""))
    editor.asks_categories = False
    if asked.data is not None:
        editor.offer(dict.fromkeys(rows(asked.data)))
    return editor
