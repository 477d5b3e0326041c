"""Codings card: all codings that were looked at, as a map where they are few, and as a list."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent

from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.text.sentence import sentence
from sdcdesk.search.codings.coding_table import CodingTable
from sdcdesk.search.codings.coding_words import coarsened
from sdcdesk.search.codings.lattice import Lattice, Node
from ui.look.locale import in_user_locale
from ui.pages.safe_coding.coding_box import CodingOnMap
from ui.pages.safe_coding.coding_list import CodingList
from ui.pages.safe_coding.coding_map import MOST, CodingMap
from ui.pages.safe_coding.condition import Condition
from ui.pages.safe_coding.legend import CodingLegend
from ui.widgets.card import Card
from ui.widgets.layout import column
from ui.widgets.tabs import Segments
from ui.widgets.what_is_this import explain

MAP, LIST = range(2)

WIDE = 760
"""Pixels from which the header has room for the legend, which *What is this* says too."""

TOO_MANY = "The map shows up to {most} codings; these are more, and stand in the list."

ABOUT = Explanation(
    "Codings",
    "A coding takes each key variable at one level of its hierarchy. To the right it becomes coarser: a line "
    "leads to each coding that takes one variable one level higher. In brackets stand the records that "
    "would be left out: those in groups that are too small, or that break a condition on a confidential "
    "variable. A coding meets the condition if no more records than allowed are left out and the file keeps "
    "the limits that were asked for; a thick edge says that no finer coding "
    "does, a ring that none of those that do loses less.",
    source="Domingo-Ferrer & Truta 2001; Samarati 2001",
)


class CodingsCard(Card):
    """Map and list of the same codings; one is chosen in both."""

    chosen = Signal(object)
    """Another coding was chosen, by its levels."""

    used = Signal(object)
    """A coding is to be used, by its levels."""

    menu_wanted = Signal(object)
    """The menu of the chosen coding is wanted, at a place on the screen."""

    def __init__(self) -> None:
        super().__init__("Codings", margin=0)
        self.map, self.list = CodingMap(), CodingList()
        self.legend = CodingLegend()
        self._brackets = ""
        self.views = Segments("How codings are shown", ("Map", "List"))
        self.add_to_header(self.legend)
        self.add_to_header(self.views)
        self.body.addLayout(column(self.map, self.list, spacing=0))
        self._prefers: int | None = None
        self.views.currentChanged.connect(self._on_view)
        self.requested.connect(lambda: explain(self.help, ABOUT))
        for view in (self.map, self.list.rows):
            view.chosen.connect(self._on_chosen)
            view.used.connect(self.used)
            view.menu_wanted.connect(self.menu_wanted)
        self._show_view()

    def show_codings(
        self,
        table: CodingTable,
        lattice: Lattice,
        condition: Condition,
        records: int,
        loss_text: Callable[[float], str],
    ) -> None:
        """Show other codings.

        Parameters
        ----------
        table
            Those that were looked at.
        lattice
            Their variables, as they are called, and hierarchies.
        condition, records
            What was asked for, and of how many records.
        loss_text
            Returns a loss as the user reads it.
        """
        self.show_content()
        whole = len(table) == lattice.size
        title = "All {n} codings" if whole else "{n} of {all} codings"
        self.set_title(in_user_locale(sentence(title, n=len(table), all=lattice.size)))
        brackets = "In brackets: records in groups below {k}"
        if condition.groups:
            brackets = "In brackets: records in groups below {k}, or that break a condition"
        self._brackets = in_user_locale(sentence(brackets, k=condition.k))
        drawn = whole and lattice.size <= MOST
        if drawn:
            codings = [_on_map(table, lattice, place, records) for place in range(len(table))]
            self.map.show_codings(lattice.heights, codings)
        self.list.show_table(table, lattice, loss_text)
        prefers = self._prefers
        self.views.setTabEnabled(MAP, drawn)
        why = "" if drawn else in_user_locale(sentence(TOO_MANY, most=MOST))
        self.views.setTabToolTip(MAP, why)
        self.views.setAccessibleDescription(why)
        at_first = MAP if drawn and self.map.has_room(self.width()) else LIST
        self.views.setCurrentIndex(at_first if prefers is None or not drawn else prefers)
        self._prefers = prefers  # a lattice that is too large for the map changes no taste
        self._show_view()

    def show_nothing(self, why: str) -> None:
        """Say that nothing was searched yet, and what a search would do."""
        if self.empty is None:
            self.set_title("Codings")
            self.set_note("")
            self.show_empty("No coding was looked at yet", why)
            self._show_view()

    def set_current(self, node: Node | None) -> None:
        """Choose a coding without a signal."""
        self.map.set_current(node)
        self.list.rows.set_current(node)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Leave the legend out where the header has no room for it."""
        super().resizeEvent(event)
        self._show_view()

    def _on_chosen(self, node: Node) -> None:
        self.set_current(node)
        self.chosen.emit(node)

    def _on_view(self, view: int) -> None:
        self._prefers = view
        self._show_view()

    def _show_view(self) -> None:
        drawn, there = self.views.currentIndex() == MAP, self.empty is None
        self.views.setVisible(there)
        self.map.setVisible(drawn)
        self.legend.setVisible(drawn and there and self.width() >= WIDE)
        self.list.setVisible(not drawn)
        self.set_note(self._brackets if drawn else "")


def _on_map(table: CodingTable, lattice: Lattice, place: int, records: int) -> CodingOnMap:
    """Return what the map shows of the coding at a place of a table."""
    node, left_out, breaking = table.node(place), int(table.left_out[place]), int(table.breaking[place])
    meets, finest, best = (bool(marked[place]) for marked in (table.meets, table.finest, table.best))
    share = left_out / records if records else 0.0
    return CodingOnMap(node, coarsened(lattice, node), left_out, share, meets, finest, best, breaking)
