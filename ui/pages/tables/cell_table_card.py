"""Card of the cells of a table, with its values or as it is published."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication

from sdcdesk.core.text.separated import tab_separated
from sdcdesk.document.planned_table import PlannedTable
from sdcdesk.release.table_result import TableResult
from ui.look.locale import in_user_locale
from ui.models.table_figures import table_figures
from ui.pages.tables.cells_view import CellsView, legend_text
from ui.widgets.card import Card
from ui.widgets.label import label
from ui.widgets.layout import column, row
from ui.widgets.menus import Entry
from ui.widgets.tabs import Segments

WITHHELD = "It is not known to be safe: export it, and give the reason."
NOTHING = "There is no table yet."
VIEWS = ("With values", "As published")


class CellTableCard(Card):
    """The cells of a table."""

    switched = Signal()
    """The other way to show it was chosen."""

    def __init__(self) -> None:
        super().__init__("Table", margin=0)
        self.segments = Segments("How the table is shown", VIEWS)
        self.segments.currentChanged.connect(lambda _at: self.switched.emit())
        self.add_to_header(self.segments)
        self.view = CellsView()
        self.problem = label(tone="risk_text", wraps=True)
        self.problem.hide()
        self.rows = label(style="caption", tone="text3")
        above = row(self.problem, margins=(12, 0, 12, 0))
        below = row((self.rows, 1), margins=(12, 4, 12, 6))
        self.body.addLayout(column(above, self.view, below, spacing=0))
        self._withheld = ""

    @property
    def published(self) -> bool:
        """Whether it is shown as a reader gets it."""
        return self.segments.currentIndex() == 1

    def show_result(self, planned: PlannedTable, result: TableResult | None) -> None:
        """Show what is known of a table."""
        table = None if result is None else result.shown
        rows = len(planned.plan.rows) if planned.plan is not None else 1
        chosen = self.view.chosen
        model = self.view.cells
        shown = model.table, model.published
        model.show_table(table, rows, None if result is None else result.found, published=self.published)
        if shown != (table, self.published):
            self.view.lay_out()
            self.view.show_folds()
            self.view.updateGeometry()
            before = shown[0]
            if chosen >= 0 and table is not None and before is not None:
                # A place in a table of other variables is another cell.
                self.view.choose(chosen if table.dimensions == before.dimensions else -1)
        self._withheld = "" if result is not None and result.leaves else WITHHELD
        figures = None if result is None else table_figures(result)
        note = ""
        if figures is not None and figures.sensitive is not None:
            note = in_user_locale(legend_text(figures.sensitive, figures.secondary + figures.forced))
        self.set_note("")
        self.rows.setText(note)

    def copy(self) -> None:
        """Put the table on the clipboard as it is shown, for a spreadsheet."""
        QGuiApplication.clipboard().setText(tab_separated(self.view.cells.displayed_rows()))

    def copying(self) -> Entry:
        """Return the entry of a menu that copies it, or says why that cannot be done now."""
        words = "Copy as published" if self.published else "Copy with values, for the owner"
        why = self._withheld if self.published else ""
        return Entry(words, self.copy, NOTHING if self.view.cells.table is None else why)

    def show_problem(self, words: str) -> None:
        """Say why the table could not be protected; empty: it could."""
        self.problem.setText(words)
        self.problem.setVisible(bool(words))
