"""The card with the classification matrix: how the groups of the same people changed, and what that adds."""

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QHBoxLayout

from sdcdesk.core.assessment import Assessment
from sdcdesk.risk.breakdown import classified, contribution_grid, rows_in_cell
from ui.plots.heat_table import HeatTable
from ui.release.words import risk_value
from ui.widgets.buttons import link
from ui.widgets.card import Card
from ui.widgets.numbers import count, decimal, percent, spoken
from ui.widgets.reason import disable, enable
from ui.widgets.segments import Segments
from ui.widgets.what_is_this import Explanation, explain

LAST = 8
"""Sizes from here on share the last row and column."""

RECORDS, PARTS = range(2)
"""What the cells show."""

SIZES = (*map(str, range(1, LAST)), f"{LAST}+")
SIDES = ("in the masked file →", "group size in the original file →")

_COUNTS = (
    "Counts the released records by the size of their group in the masked file (rows) and of the same "
    "person's group in the original file (columns). Records at the upper left are the risky ones: c₁₁, in "
    "the ring, counts those who are alone in both files. Recoding moves records down, sampling moves them "
    "up."
)
_PARTS = (
    "What the records of each cell add to the weighted risk DR_W, in percent of the original records: their "
    "number, times the weight of the cell as a part of the first weight, divided by the size of the larger "
    "group and by the number of original records. All cells together are DR_W. A cell without a number adds "
    "nothing: it holds no records, or its weight is 0."
)


class ClassificationCard(Card):
    """A heat map of the classification matrix: records, or what they add to the weighted risk."""

    records_wanted = Signal(object, str)
    """Positions of original records (int64) should be shown, and why, in words."""

    def __init__(self) -> None:
        super().__init__("Classification matrix")
        self.heat = HeatTable(self.title(), *SIDES)
        self.parts = HeatTable("Part of the weighted risk", *SIDES, scale="risk")
        self.switch = Segments("What the cells show", ("Records", "Part of DR_W"))
        self.show_records = link("Show these records")
        self._after: Assessment | None = None
        self._counts: list[list[int]] = []
        self._added: list[list[float]] = []
        self._arrange()
        self._connect()
        self._on_switched()

    @property
    def shown(self) -> HeatTable:
        """The heat map that is seen."""
        return self.parts if self.switch.currentIndex() == PARTS else self.heat

    def show_assessment(self, after: Assessment) -> None:
        """Show the classification matrix of an assessed disclosure risk."""
        self._after = after
        self._counts = classified(after).dense(LAST, LAST).tolist()
        self._added = contribution_grid(after, LAST, LAST).tolist()
        self.heat.set_values(SIZES, SIZES, self._counts, self._words, ringed=(0, 0))
        self.parts.set_values(SIZES, SIZES, self._added, self._words, ringed=(0, 0), number=_part)
        self._say_total()
        self._offer_records()

    def _words(self, row: int, column: int) -> str:
        """Return all that is known of a cell."""
        number = self._counts[row][column]
        records = f"{count(number)} record{'' if number == 1 else 's'}"
        place = _place(row + 1, column + 1)
        if not number:
            return f"{records}: {place}"
        adds = "adds" if number == 1 else "add"
        return f"{records}: {place}; {adds} {spoken(percent(self._added[row][column], 3))} to DR_W"

    def _show_records(self, row: int, column: int) -> None:
        if self._after is not None:
            rows = rows_in_cell(self._after, row + 1, column + 1, LAST)
            self.records_wanted.emit(rows, _place(row + 1, column + 1))

    def _show_chosen(self) -> None:
        index = self.shown.view.currentIndex()
        self._show_records(index.row(), index.column())

    def _offer_records(self) -> None:
        """Offer the records of the chosen cell, if it holds any."""
        index = self.shown.view.currentIndex()
        if self._after is None or not index.isValid():
            disable(self.show_records, "Choose a cell first, with a click or the arrow keys.")
        elif not self._counts[index.row()][index.column()]:
            disable(self.show_records, "The chosen cell holds no records.")
        else:
            enable(self.show_records)
            self.show_records.setToolTip(self._words(index.row(), index.column()))

    def _say_total(self) -> None:
        if self._after is None:
            return
        if self.shown is self.heat:
            self.set_note(f"{count(len(self._after.masked))} records")
        else:
            self.set_note(f"DR_W {percent(risk_value(self._after, 'dr_weighted'))} in all")

    def _on_switched(self) -> None:
        """Show the other heat map, with the same cell chosen."""
        shown = self.shown
        hidden = self.heat if shown is self.parts else self.parts
        place = hidden.view.currentIndex()
        with QSignalBlocker(shown.view.selectionModel()):
            shown.view.setCurrentIndex(shown.model.index(place.row(), place.column()))
        hidden.hide()
        shown.show()
        self.menu().clear()
        shown.fill_menu(self.menu())
        self._say_total()
        self._offer_records()

    def _explain(self) -> None:
        rows: tuple[tuple[str, str], ...] = ()
        if self._after is not None:
            whole = f"All cells, of {count(len(self._after.original))} original records"
            released = ("Released records", count(len(self._after.masked)))
            risk = (f"{whole}: DR_W", percent(risk_value(self._after, "dr_weighted")))
            rows = (released,) if self.shown is self.heat else (released, risk)
        about = _COUNTS if self.shown is self.heat else _PARTS
        explain(self.help, Explanation(self.title(), about, rows, source="Truta et al. 2004, section 2"))

    def _arrange(self) -> None:
        line = QHBoxLayout()
        line.addWidget(self.switch)
        line.addStretch()
        line.addWidget(self.show_records)
        self.body.addLayout(line)
        self.body.addWidget(self.heat, 1)
        self.body.addWidget(self.parts, 1)

    def _connect(self) -> None:
        self.switch.currentChanged.connect(lambda _way: self._on_switched())
        self.show_records.clicked.connect(self._show_chosen)
        self.asked.connect(self._explain)
        for heat in (self.heat, self.parts):
            heat.chosen.connect(self._show_records)
            heat.view.selectionModel().currentChanged.connect(lambda _now, _before: self._offer_records())
        # Whoever listens to the one hears of the other.
        self.parts.saved.connect(self.heat.saved)
        self.parts.failed.connect(self.heat.failed)


def _part(added: float) -> str:
    """Return a part of the risk in percent, as short as a cell is."""
    shown = decimal(100 * added, 1 if added >= 0.1 else 2)
    # What is there is not called nothing.
    return "≈0" if shown == decimal(0.0) else shown


def _place(now: int, before: int) -> str:
    return f"{_size(now)} in the masked file, {_size(before)} in the original"


def _size(size: int) -> str:
    if size == 1:
        return "alone"
    return f"in groups of {size}{' and more' if size == LAST else ''}"
