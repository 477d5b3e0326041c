"""Key uniqueness: the card *Who stands out*, the records that nobody else shares, by combination."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from sdcdesk.core.operations.display_names import display_names, with_display_names
from sdcdesk.core.results.table import Table
from sdcdesk.risk.keys.key_combinations import groupings, key_combinations, summary
from ui.look.locale import user_locale
from ui.models.table_model import TableModel
from ui.pages.variables.table import HEIGHT
from ui.results.names_cell import NamesCell
from ui.results.table_card import TableCard
from ui.session.computation import Computation, Ready
from ui.session.session import Session
from ui.widgets.card import Card
from ui.widgets.label import label
from ui.widgets.layout import column, replace
from ui.widgets.plain_table import ROW

JOB = "key_uniqueness"
"""Kind of the job that counts the records."""

NAMES = 110
"""Pixels to which the names of keys are cut where room is short."""

LEAST = 5 * ROW
"""Height of the table at least, whatever it holds: the grid above needs the room."""


class KeyUniqueness(QWidget):
    """Counts anew whenever the keys or their descriptions change; what stood there stays until then.

    Parameters
    ----------
    session
        Whose original records are counted.
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._question: object = None
        self._called: dict[str, str] = {}
        self._counted: Computation[Table] = Computation(session.jobs, JOB, self)
        self._counted.changed.connect(self._on_counted)
        self.summary = label(tone="text2", wraps=True)
        self.card = _first()
        self._place = column(self.card, inside=self)

    def show_keys(self, keys: Sequence[str], suggested: Sequence[str]) -> None:
        """Count for these key variables, and as if those suggested were key variables too."""
        data = self._session.data
        if data is None or not (keys or suggested):
            self.clear()
            self.card.show_empty("No key variables yet", "Give the role key to what an intruder could know.")
            return
        called = display_names(data.variables)
        question = (tuple(keys), tuple(suggested), groupings(data, [*keys, *suggested]), called)
        if question == self._question:
            return
        self._question, self._called = question, called
        self._counted.start(
            "Counting who stands out", lambda progress: key_combinations(data, keys, suggested, progress)
        )

    def clear(self) -> None:
        """Forget what was counted in a file that is no longer open."""
        self._counted.drop()
        self._question = None
        self._put(_first())

    def _on_counted(self) -> None:
        state = self._counted.state
        self.card.show_state(state, self._counted.again)
        if isinstance(state, Ready):
            self._show(state.value)

    def _show(self, table: Table) -> None:
        named = with_display_names(table, self._called)
        card = TableCard(named, TableModel(named, named_as=table), self._session.navigator)
        self.summary = label(summary(table, user_locale(), self._called), tone="text2", wraps=True)
        self.summary.setContentsMargins(12, 6, 12, 10)
        card.body.addWidget(self.summary)
        card.view.setMinimumHeight(LEAST)
        # The names of several keys have two lines, rather than that the numbers leave the card.
        card.view.setItemDelegateForColumn(0, NamesCell(card.view, lines=2))
        card.view.verticalHeader().setDefaultSectionSize(HEIGHT)
        card.view.shortest = NAMES
        card.exporter.report_to(self._session)
        if isinstance(self.card, TableCard):
            card.go_to(self.card.place())
        self._put(card)

    def _put(self, card: Card) -> None:
        replace(self._place, self.card, card)
        self.card = card


def _first() -> Card:
    """Return the card as it is before anything was counted."""
    card = Card("Who stands out")
    card.help.hide()
    card.body.addWidget(label("Counting groups…", tone="text2"), 1, Qt.AlignmentFlag.AlignTop)
    return card
