"""Card of a cell: who contributes, which rule calls it sensitive, and what a reader works out."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QWidget

from sdcdesk.core.numbers.quantity import SHARE, Quantity
from sdcdesk.core.text.sentence import sentence
from sdcdesk.tables.audit.cell_explanation import CellExplanation
from sdcdesk.tables.cells.cell_status import CellStatus
from ui.look.locale import in_user_locale
from ui.plots.cell_bars import ContributionsBar, IntervalBar
from ui.widgets.buttons import button
from ui.widgets.card import Card
from ui.widgets.flow import FlowLayout
from ui.widgets.label import hairline, label
from ui.widgets.layout import column, widget_in
from ui.widgets.numbers import amount, ends, user_quantity_text
from ui.widgets.reason import allow

NO_CELL = "Choose a cell"
WHY = "Click a cell, or go to it with the arrows, to see what it gives away."
EXPOSED = "Sensitive, and published by hand: everybody reads it"
NO_RECORDS = "Its records are not known: the table was read from a file."
WIDTH = 248


class CellCard(Card):
    """What is known of the chosen cell, and what its owner can do with it."""

    hide_wanted = Signal()
    publish_wanted = Signal()
    records_wanted = Signal()

    def __init__(self) -> None:
        super().__init__(NO_CELL)
        self.setFixedWidth(WIDTH)
        self.status, self.people = label(style="card_title", wraps=True), label(tone="text2", wraps=True)
        self.bar, self.largest = ContributionsBar(), label(style="caption", tone="text2", wraps=True)
        self.why = label(wraps=True)
        self.reader = label("What a reader of the published table can work out", tone="text2", wraps=True)
        self.interval, self.verdict = IntervalBar(), label(style="card_title", wraps=True)
        self.ends, self.needed = label(wraps=True), label(style="caption", tone="text2", wraps=True)
        self.publish, self.hide_cell = button("Always publish", small=True), button("Hide", small=True)
        self.records = button("Show records", small=True)
        self.publish.setToolTip("The cell is published whatever rules say (P)")
        self.hide_cell.setToolTip("The cell is hidden whatever rules say (S)")
        self.records.setToolTip("The records that contribute to the cell (Enter)")
        self.publish.clicked.connect(self.publish_wanted)
        self.hide_cell.clicked.connect(self.hide_wanted)
        self.records.clicked.connect(self.records_wanted)
        acts = QWidget()
        flow = FlowLayout(acts)
        for one in (self.publish, self.hide_cell, self.records):
            flow.addWidget(one)
        self._line = hairline()
        parts = (
            self.status,
            self.people,
            self.bar,
            self.largest,
            self.why,
            self._line,
            self.reader,
            self.interval,
        )
        self.body.addWidget(widget_in(column(*parts, self.ends, self.verdict, self.needed, spacing=6)))
        self.body.addWidget(acts)
        self.body.addStretch(1)
        self.show_cell(None, 1, can_show=False)

    def show_cell(self, found: CellExplanation | None, digits: int, *, can_show: bool, old: str = "") -> None:
        """Show what is known of a cell; None: none is chosen.

        Parameters
        ----------
        found, digits
            What is known, and digits after the point of its numbers.
        can_show
            Whether its records are known.
        old
            Why nothing can be decided of it now: it is one of the table as it was.
        """
        if found is None:
            self.set_title(NO_CELL)
            self.show_empty("", WHY)
            return
        self.show_content()
        self.set_title(in_user_locale(found.title))
        self.status.setText(found.status_title)
        risky = found.exposed or found.status is CellStatus.SENSITIVE
        _set_tone(self.status, "risk_text" if risky else "text2")
        value = amount(found.value, digits)
        words = sentence("{value} in all", value=value)
        if found.contributors:
            words = sentence("{people}, {value} in all", people=found.contributors, value=value)
        self.people.setText(in_user_locale(words))
        self._show_shares(found.shares, found.others)
        self.why.setText("\n".join(in_user_locale(one) for one in found.reasons))
        self.why.setVisible(bool(found.reasons))
        self._show_interval(found, digits)
        forced, always = found.status is CellStatus.FORCED, found.status is CellStatus.ALWAYS
        self.hide_cell.setText("Leave to the rules" if forced else "Hide")
        self.publish.setText("Leave to the rules" if always else "Always publish")
        for one in (self.hide_cell, self.publish):
            allow(one, old)
        allow(self.records, "" if can_show else NO_RECORDS)

    def _show_shares(self, shares: tuple[float, ...], others: float) -> None:
        """Show how much comes from the largest contributors."""
        self.bar.setVisible(bool(shares))
        self.largest.setVisible(bool(shares))
        if not shares:
            return
        texts = [user_quantity_text(Quantity(min(one, 1.0), SHARE)).text for one in shares]
        words = sentence("Largest {first}", first=texts[0])
        if len(texts) > 1:
            words = sentence("Largest {first}, second {second}", first=texts[0], second=texts[1])
        self.largest.setText(in_user_locale(words))
        self.bar.show_shares((*shares, others), in_user_locale(words))

    def _show_interval(self, found: CellExplanation, digits: int) -> None:
        known = found.low is not None and found.high is not None
        for one in (self._line, self.reader, self.interval):
            one.setVisible(known)
        self.ends.setVisible(known)
        if found.low is not None and found.high is not None:
            low, high = ends(found.low, found.high, digits)
            words = in_user_locale(sentence("Between {low} and {high}", low=low, high=high))
            self.ends.setText(words)
            self.interval.show_interval(found.low, found.high, found.value, words, safe=found.enough)
        self.needed.setText(in_user_locale(found.needed))
        self.needed.setVisible(bool(found.needed))
        self.verdict.setVisible(known or found.exposed or not found.enough)
        self.verdict.setText(EXPOSED if found.exposed else "Wide enough" if found.enough else "Too narrow")
        _set_tone(self.verdict, "safe_text" if found.enough and not found.exposed else "risk_text")


def _set_tone(shown: QLabel, tone: str) -> None:
    """Give a label the colour of another token."""
    shown.setProperty("tone", tone)
    shown.style().polish(shown)
