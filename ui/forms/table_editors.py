"""Editors that are tables: a new value for each category, and a matrix of probabilities."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from ui.forms.editor import Editor
from ui.forms.numbers import read_number, write_number

HEIGHT = 200
"""Height of a table in a form."""


class CategoryEditor(Editor):
    """A table with a row for each category of the variable that the form is about."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = QTableWidget(self)
        self.table.setFixedHeight(HEIGHT)
        self.table.verticalHeader().setDefaultSectionSize(28)
        self.table.itemChanged.connect(lambda _item: self.edited.emit())
        self.setFocusProxy(self.table)
        self.categories: list[str] = []
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.table)

    def set_categories(self, categories: Sequence[str]) -> None:
        """Show rows for these categories; what was entered for those that stay is kept."""
        kept = self.entries()
        self.categories = list(categories)
        self.table.blockSignals(True)
        self.lay_out()
        self.enter(kept)
        self.table.blockSignals(False)

    def lay_out(self) -> None:
        """Make the empty table for the categories."""
        raise NotImplementedError

    def entries(self) -> dict[Any, str]:
        """Return what is written in the cells that are not empty."""
        raise NotImplementedError

    def enter(self, entries: dict[Any, str]) -> None:
        """Write into the cells."""
        raise NotImplementedError

    def cell(self, row: int, column: int) -> str:
        """Return what is written in a cell."""
        item = self.table.item(row, column)
        return item.text().strip() if item else ""


class PairsEditor(CategoryEditor):
    """A new value for each category; an empty cell gives none."""

    def lay_out(self) -> None:
        """Make two columns: the category, and its new value."""
        self.table.setRowCount(len(self.categories))
        self.table.setColumnCount(2)
        self.table.setHorizontalHeaderLabels(["Value", "New value"])
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        for row, category in enumerate(self.categories):
            item = QTableWidgetItem(category)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            self.table.setItem(row, 0, item)
            self.table.setItem(row, 1, QTableWidgetItem(""))

    def entries(self) -> dict[Any, str]:
        """Return the new value of each category that has one."""
        pairs = {category: self.cell(row, 1) for row, category in enumerate(self.categories)}
        return {category: new for category, new in pairs.items() if new}

    def enter(self, entries: dict[Any, str]) -> None:
        """Write the new values."""
        for row, category in enumerate(self.categories):
            self.table.setItem(row, 1, QTableWidgetItem(entries.get(category, "")))

    def value(self) -> Any:
        """Return the new values by category."""
        return self.entries()

    def set_value(self, value: Any) -> None:
        """Show new values; a category that the variable does not have gets a row, so that nothing is lost."""
        pairs = {str(old): str(new) for old, new in dict(value or {}).items()}
        absent = [old for old in pairs if old not in self.categories]
        self.set_categories([*self.categories, *absent])
        self.table.blockSignals(True)
        self.enter(pairs)
        self.table.blockSignals(False)


class MatrixEditor(CategoryEditor):
    """A probability for each old and new category; an empty cell is zero."""

    def lay_out(self) -> None:
        """Make a row and a column for each category."""
        self.table.setRowCount(len(self.categories))
        self.table.setColumnCount(len(self.categories))
        self.table.setVerticalHeaderLabels(self.categories)
        self.table.setHorizontalHeaderLabels(self.categories)

    def entries(self) -> dict[Any, str]:
        """Return what is written, by old and new category."""
        return {
            (old, new): self.cell(row, column)
            for row, old in enumerate(self.categories)
            for column, new in enumerate(self.categories)
            if self.cell(row, column)
        }

    def enter(self, entries: dict[Any, str]) -> None:
        """Write probabilities."""
        for row, old in enumerate(self.categories):
            for column, new in enumerate(self.categories):
                item = QTableWidgetItem(entries.get((old, new), ""))
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.table.setItem(row, column, item)

    def value(self) -> Any:
        """Return for each old category the probabilities of the new ones."""
        matrix: dict[str, dict[str, float]] = {}
        for (old, new), text in self.entries().items():
            matrix.setdefault(old, {})[new] = read_number(text)
        return matrix

    def set_value(self, value: Any) -> None:
        """Show probabilities."""
        matrix = {str(old): dict(row) for old, row in dict(value or {}).items()}
        wanted = [*matrix, *(str(new) for row in matrix.values() for new in row)]
        absent = [name for name in dict.fromkeys(wanted) if name not in self.categories]
        self.set_categories([*self.categories, *absent])
        self.table.blockSignals(True)
        self.enter(
            {(old, str(new)): write_number(p) for old, row in matrix.items() for new, p in row.items()}
        )
        self.table.blockSignals(False)
