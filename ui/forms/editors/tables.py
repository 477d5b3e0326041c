"""Table editors: a new value for each category, and a matrix of probabilities."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

from PySide6.QtCore import QModelIndex, QRect, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import (
    QFileDialog,
    QHeaderView,
    QStyleOptionViewItem,
)

from sdcdesk.core.data.coding import LARGEST_EXACT
from sdcdesk.core.data.value_label import with_label
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.masking.pram.transition_table import read_transition_table, row_total, transition_table
from sdcdesk.masking.recoding.recode_table import read_recode_table, recode_table
from ui.forms.editor import Editor
from ui.forms.grid import RINGED, ROW, Grid
from ui.forms.numbers import read_number, read_value, read_whole, value_field, write_field
from ui.forms.registry import FormParameter, edits
from ui.look.locale import in_user_locale
from ui.look.theme import theme
from ui.widgets.buttons import link
from ui.widgets.painting import FieldDelegate

ROWS = 7
"""Rows that a table shows at once."""

OLD_AND_NEW, OLD_AND_NEW_TITLES = "Two columns: old values, and what they become.", ("Value", "New value")
"""What a table of new values holds, and the titles of its columns."""

CELL = 64
"""Width of a column of probabilities."""


class CategoryEditor(Editor):
    """A table with a row for each category of the variable that the form is about."""

    wide = long = table = True
    asks_categories = True

    before = 0
    """Columns at the left that cannot be typed in."""

    def __init__(self) -> None:
        super().__init__()
        self.grid = Grid(self)
        self.grid.entered.connect(self._on_entered)
        self.hold(self.grid)
        self._categories: dict[str, Any] = {}
        self._labels: Mapping[Any, str] = {}
        self._problem = ""
        self._fit()

    def _on_entered(self) -> None:
        self._problem = ""
        self.edited.emit()

    @property
    def categories(self) -> list[str]:
        """The rows."""
        return list(self._categories)

    def columns(self) -> Sequence[str]:
        """Return the titles of the columns that can be typed in."""
        raise NotImplementedError

    def explain_values(self, labels: Mapping[Any, str]) -> None:
        """Show what categories mean."""
        self._labels = labels

    def offer(self, categories: Mapping[str, Any]) -> None:
        """Show a row for each category; what was entered for those that stay is kept."""
        if list(categories) == self.categories[: len(categories)]:
            self._categories.update(categories)
            self.grid.viewport().update()
            return
        self._show(dict(categories))

    def add(self, categories: Iterable[str]) -> None:
        """Add rows for categories that the variable does not have, so that nothing is lost."""
        new = dict.fromkeys(name for name in categories if name not in self._categories)
        if new:
            self._show({**self._categories, **new})

    def lay_out(self) -> None:
        """Make the empty table for the categories."""
        raise NotImplementedError

    def entries(self) -> dict[tuple[str, str], str]:
        """Return what is written in the cells that are not empty, by the titles of row and column."""
        cells = self.grid.cells
        found = ((place, text.strip()) for place, text in sorted(cells.texts.items()))
        return {(cells.rows[row], cells.columns[column]): text for (row, column), text in found if text}

    def enter(self, entries: Mapping[tuple[str, str], str]) -> None:
        """Write into the cells, and empty all others."""
        cells = self.grid.cells
        rows = {title: place for place, title in enumerate(cells.rows)}
        columns = {title: self.before + place for place, title in enumerate(self.columns())}
        cells.fill(
            {
                (rows[old], columns[new]): text
                for (old, new), text in entries.items()
                if old in rows and new in columns
            }
        )

    def value_text(self, value: Any) -> str:
        """Return nothing: a table is too long for a note."""
        return ""

    def offer_load(self, tip: str, load: Callable[[Path], Any]) -> None:
        """Let a table be loaded from a file; why it cannot be is said as for a value."""
        pressed = link("Load from CSV…")
        pressed.setToolTip(sentence("{tip} They can be pasted as well.", tip=tip))
        pressed.clicked.connect(lambda: self._load(load))
        layout = self.layout()
        assert layout is not None  # noqa: S101 - made with the grid
        layout.addWidget(pressed)
        layout.setAlignment(pressed, Qt.AlignmentFlag.AlignLeft)

    def _load(self, load: Callable[[Path], Any]) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Load a table", "", "Tables (*.csv *.txt)")
        try:
            if name:
                load(Path(name))
        except SdcError as error:
            self._problem = in_user_locale(error.message)
            self.edited.emit()

    def _show(self, categories: dict[str, Any]) -> None:
        """Show other rows; what was entered for those that stay is kept."""
        kept, self._categories = self.entries(), categories
        self.lay_out()
        self.enter(kept)
        self._fit()

    def _fit(self) -> None:
        header = self.grid.horizontalHeader().sizeHint().height()
        self.grid.setFixedHeight(header + ROW * min(max(len(self._categories), 2), ROWS) + 20)


class PairsEditor(CategoryEditor):
    """A new value for each category; an empty cell gives none.

    Parameters
    ----------
    read
        Returns the number that a text means, or raises `ValueError`. Without it the new values are as the old
        ones: numbers where these are and what was typed can be read as one, else text.
    titles
        Of the two columns.
    """

    before = 1

    def __init__(
        self, read: Callable[[str], Any] | None = None, titles: Sequence[str] = OLD_AND_NEW_TITLES
    ) -> None:
        self._read, self._titles = read, titles
        self._value: dict[str, Any] = {}
        super().__init__()
        self.grid.cells.fixed = {0: self._row_title}
        self.grid.verticalHeader().hide()
        self.grid.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)

    def offer_files(self) -> None:
        """Let a whole table be pasted, or loaded from a file."""
        self.grid.take = lambda text: self._take(recode_table(text, self.categories))
        self.offer_load(OLD_AND_NEW, lambda path: self._take(read_recode_table(path, self.categories)))

    def columns(self) -> Sequence[str]:
        """Return the title of the new values."""
        return self._titles[1:]

    def lay_out(self) -> None:
        """Make two columns: the category, and its new value."""
        self.grid.lay_out(self.categories, self._titles)

    def value(self) -> Any:
        """Return the new values by category."""
        if self._problem:
            raise ValueError(self._problem)
        return {old: self._meant(old, text) for (old, _), text in self.entries().items()}

    def set_value(self, value: Any) -> None:
        """Show new values."""
        self._value = {str(old): new for old, new in dict(value or {}).items()}
        self.add(self._value)
        self.enter({(old, self._titles[1]): value_field(new) for old, new in self._value.items()})

    def value_text(self, value: Any) -> str:
        """Return the values of what is named; nothing for a table of categories, which is too long."""
        named = "; ".join(f"{old}: {value_field(new)}" for old, new in value.items())
        return "" if self.asks_categories else named

    def _take(self, table: Mapping[str, str]) -> bool:
        """Enter a table, and return whether there was any."""
        if table:
            kept = self.entries()
            self.add(table)
            self.enter({**kept, **{(old, self._titles[1]): new for old, new in table.items()}})
            self.grid.entered.emit()
        return bool(table)

    def _row_title(self, row: int) -> str:
        """Return a category with what it means."""
        category = self.grid.cells.rows[row]
        return with_label(category, self._labels.get(self._categories[category], ""))

    def _meant(self, old: str, text: str) -> Any:
        given = self._value.get(old)
        if given is not None and text == value_field(given):
            return given
        if self._read is not None:
            return self._read(text)
        if not all(isinstance(value, int | float) for value in self._categories.values()):
            return text
        number = read_value(text)
        whole = isinstance(number, float) and number.is_integer() and abs(number) <= LARGEST_EXACT
        return int(number) if whole else number


class NamesEditor(PairsEditor):
    """Names or values for each variable, with semicolons between them."""

    def __init__(
        self, read: Callable[[str], Any] | None = None, titles: Sequence[str] = OLD_AND_NEW_TITLES
    ) -> None:
        super().__init__(read, titles)
        self._given: dict[str, tuple[str, ...]] = {}

    def value(self) -> Any:
        """Return for each variable that has some what stands beside it, by what was left alone as it was."""
        found = {}
        for (old, _), text in self.entries().items():
            given = self._given.get(old, ())
            new = [name for part in text.split(";") if (name := part.strip())]
            # A value may have a semicolon of its own.
            found[old] = list(given) if text == self.joined(given) else new
        return found

    def set_value(self, value: Any) -> None:
        """Show names."""
        self._given = {str(old): tuple(names) for old, names in (value or {}).items()}
        super().set_value({old: self.joined(names) for old, names in self._given.items()})

    def value_text(self, value: Any) -> str:
        """Return the names of each variable."""
        return "; ".join(f"{old}: {', '.join(names)}" for old, names in value.items())

    @staticmethod
    def joined(names: Sequence[str]) -> str:
        """Return names as they are written in a cell."""
        return "; ".join(names)


class RingedCell(FieldDelegate):
    """A cell with a ring where it breaks a rule."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:  # type: ignore[override]
        """Draw the cell, and its ring."""
        super().paint(painter, option, index)
        if index.data(RINGED):
            painter.setPen(QPen(theme().colour("risk_text"), 2))
            painter.drawRect(QRect(option.rect).adjusted(1, 1, -2, -2))


class MatrixEditor(CategoryEditor):
    """A probability for each old and new category, and the sum of each row; an empty cell is zero."""

    def __init__(self) -> None:
        super().__init__()
        self.grid.cells.broken, self.grid.cells.right = self._broken_rule, True
        self.grid.horizontalHeader().setDefaultSectionSize(CELL)
        self.grid.setItemDelegate(RingedCell(self.grid))
        self.grid.take = lambda text: self._take(transition_table(text, self.categories))
        self.offer_load(
            "New categories in the first line, then a line for each old one, which begins with it.",
            lambda path: self._take(read_transition_table(path, self.categories)),
        )

    def columns(self) -> Sequence[str]:
        """Return the new categories."""
        return self.categories

    def lay_out(self) -> None:
        """Make a row and a column for each category, and one for the sums."""
        self.grid.cells.fixed = {len(self.categories): self._sum_text}
        self.grid.lay_out(self.categories, [*self.categories, "Sum"])

    def _numbers(self, row: int) -> list[float]:
        """Return the probabilities of a row; what is none counts for nothing."""
        texts = self.grid.cells.texts
        return [_probability(texts.get((row, column), "")) or 0.0 for column in range(len(self.categories))]

    def _sum_text(self, row: int) -> str:
        numbers = self._numbers(row)
        return write_field(row_total(numbers)[0]) if any(numbers) else ""

    def _broken_rule(self, row: int, column: int) -> str:
        """Return what is wrong with a cell, or with the sum of a row; empty: nothing."""
        if column == len(self.categories):
            numbers = self._numbers(row)
            return (
                "The probabilities of a row sum to 1." if any(numbers) and not row_total(numbers)[1] else ""
            )
        probable = _probability(self.grid.text(row, column)) is not None
        return "" if probable else "Probabilities are numbers from 0 to 1."

    def _take(self, table: Mapping[str, Mapping[str, str]]) -> bool:
        """Enter a table with titles, and return whether there was any."""
        if table:
            self.add([*table, *(new for row in table.values() for new in row)])
            self.enter({(old, new): text for old, row in table.items() for new, text in row.items()})
            self.grid.entered.emit()
        return bool(table)

    def value(self) -> Any:
        """Return for each old category the probabilities of the new ones."""
        if self._problem:
            raise ValueError(self._problem)
        matrix: dict[str, dict[str, float]] = {}
        for (old, new), text in self.entries().items():
            try:
                matrix.setdefault(old, {})[new] = read_number(text)
            except ValueError:
                row, column = (self.categories.index(name) + 1 for name in (old, new))
                raise ValueError(
                    sentence("Row {row}, column {column} is not a number.", row=str(row), column=str(column))
                ) from None
        return matrix

    def set_value(self, value: Any) -> None:
        """Show probabilities."""
        matrix = {str(old): dict(row) for old, row in dict(value or {}).items()}
        self.add([*matrix, *(new for row in matrix.values() for new in row)])
        self.enter({(old, new): write_field(p) for old, row in matrix.items() for new, p in row.items()})


def _probability(text: str) -> float | None:
    """Return what is written in a cell, 0 where nothing is; None where it is no probability."""
    try:
        number = read_number(text) if text.strip() else 0.0
    except ValueError:
        return None
    return number if 0 <= number <= 1 else None


@edits(dict)
def _table(parameter: FormParameter) -> Editor:
    value, how = parameter.inside[1], parameter.how
    if get_origin(value) is dict:
        return MatrixEditor()
    bare = get_args(value)[0] if get_origin(value) is Annotated else value
    read: Callable[[str], Any] | None = {int: read_whole, float: read_number}.get(bare)
    if how.rows is None and not how.combinations:
        titles = ("Value", parameter.info.title or "") if value is str else OLD_AND_NEW_TITLES
        pairs = PairsEditor(read, titles)
        pairs.offer_files()
        return pairs
    pairs_of = NamesEditor if get_origin(value) is tuple else PairsEditor
    editor = pairs_of(read, ("For", parameter.info.title or ""))
    editor.asks_categories = False
    if how.rows is not None and parameter.data is not None:
        editor.offer(dict.fromkeys(how.rows(parameter.data)))
    return editor
