"""The card with the classification matrix: how the groups of the same people changed."""

from functools import partial

from PySide6.QtCore import Signal

from sdcdesk.core.assessment import Assessment
from sdcdesk.risk.breakdown import classified, rows_in_cell
from ui.plots.heat_table import HeatTable
from ui.widgets.card import Card
from ui.widgets.numbers import count
from ui.widgets.what_is_this import Explanation, explain

LAST = 8
"""Sizes from here on share the last row and column."""

ABOUT = Explanation(
    "Classification matrix",
    "Counts the released records by the size of their group in the masked file (rows) and of the same "
    "person's group in the original file (columns). Records at the upper left are the risky ones: c₁₁, in "
    "the ring, counts those who are alone in both files. Recoding moves records down, sampling moves them "
    "up.",
    source="Truta et al. 2004, section 2",
)


class ClassificationCard(Card):
    """A heat map of the classification matrix."""

    records_wanted = Signal(object, str)
    """Positions of original records (int64) should be shown, and why, in words."""

    def __init__(self) -> None:
        super().__init__("Classification matrix")
        self.heat = HeatTable(self.title(), "in the masked file →", "group size in the original file →")
        self._after: Assessment | None = None
        self.body.addWidget(self.heat, 1)
        self.heat.fill_menu(self.menu())
        self.heat.chosen.connect(self._show_records)
        self.asked.connect(lambda: explain(self.help, ABOUT))

    def show_assessment(self, after: Assessment) -> None:
        """Show the classification matrix of an assessed disclosure risk."""
        self._after = after
        matrix = classified(after)
        cells: list[list[int]] = matrix.dense(LAST, LAST).tolist()
        sizes = [*map(str, range(1, LAST)), f"{LAST}+"]
        self.heat.set_values(sizes, sizes, cells, partial(_cell, cells), ringed=(0, 0))
        self.set_note(f"{count(matrix.t)} records")

    def _show_records(self, row: int, column: int) -> None:
        if self._after is not None:
            rows = rows_in_cell(self._after, row + 1, column + 1, LAST)
            self.records_wanted.emit(rows, _place(row + 1, column + 1))


def _cell(cells: list[list[int]], row: int, column: int) -> str:
    number = cells[row][column]
    return f"{count(number)} record{'' if number == 1 else 's'}: {_place(row + 1, column + 1)}"


def _place(now: int, before: int) -> str:
    return f"{_size(now)} in the masked file, {_size(before)} in the original"


def _size(size: int) -> str:
    if size == 1:
        return "alone"
    return f"in groups of {size}{' and more' if size == LAST else ''}"
