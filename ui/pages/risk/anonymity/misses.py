"""The card that says what k-anonymity and the weighted risk each leave out."""

from functools import partial

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from sdcdesk.core.assessment import Assessment
from sdcdesk.risk.anonymity.weighted_risk import AnonymityAndRisk
from ui.pages.risk.anonymity import words as say
from ui.pages.risk.anonymity.facts import FACTS, SOURCE, explained, rows_of_fact
from ui.widgets.card import Card
from ui.widgets.fact import Fact
from ui.widgets.label import hairline, label
from ui.widgets.numbers import count
from ui.widgets.what_is_this import Explanation, explain

ABOUT = Explanation(
    "What each answer misses",
    "k-anonymity looks at the smallest group of the masked file and nothing else. The weighted risk looks at "
    "all groups, before and after, but is a mean, and depends on weights that somebody chose. Neither knows "
    "confidential values. So both are worth reading.",
    source=SOURCE,
)

OF_K = ("above", "before", "samples", "attribute")
OF_RISK = ("one", "alone", "weightless", "choice")


class MissesCard(Card):
    """Two columns of facts with this file's figures."""

    records_wanted = Signal(object, str)
    """Positions of original records (int64) should be shown, and why, in words."""

    def __init__(self) -> None:
        super().__init__("What each answer misses")
        self._found: AnonymityAndRisk | None = None
        self._after: Assessment | None = None
        self.facts = {name: Fact(words) for name, words in FACTS.items()}
        self._titles = [label(style="card_title", wraps=True) for _ in range(2)]
        columns = QHBoxLayout()
        columns.setSpacing(16)
        for place, names in enumerate((OF_K, OF_RISK)):
            if place:
                columns.addWidget(hairline(vertical=True))
            column = QVBoxLayout()
            column.setSpacing(10)
            column.addWidget(self._titles[place])
            for name in names:
                column.addWidget(self.facts[name])
            column.addStretch()
            columns.addLayout(column, 1)
        self.body.addLayout(columns)
        for name, fact in self.facts.items():
            fact.figure.asked.connect(partial(self._explain, name))
        self.asked.connect(lambda: explain(self.help, ABOUT))

    def show_comparison(self, found: AnonymityAndRisk, after: Assessment, limit: float | None) -> None:
        """Show what was found; `limit` is the scenario's on DR_W, as a share."""
        self._found, self._after = found, after
        risk = say.risk(found.missed_by_risk.dr_weighted, limit)
        k = found.after.smallest
        self._titles[0].setText("k does not say" if k is None else f"k = {count(k)} does not say")
        self._titles[1].setText(f"DR_W = {risk} does not say")
        missed, blind = found.missed_by_anonymity, found.missed_by_risk
        shown = {
            "above": (say.risk(missed.dr_max), say.how_far_above(found)),
            "before": (count(missed.were_alone), say.how_small_before(found)),
            "samples": (count(found.matching.beyond), say.samples(found)),
            "attribute": say.attribute(found),
            "one": say.most_of_one(found),
            "alone": (count(blind.alone), say.alone(found, limit)),
            "weightless": (count(blind.weightless), say.weightless(found)),
            "choice": say.owners_choice(found),
        }
        for name, (value, words) in shown.items():
            self.facts[name].show_fact(value, words)

    def show_records(self, name: str) -> None:
        """Show the records that a fact counts."""
        if self._found is None or self._after is None:
            return
        rows, words = rows_of_fact(name, self._found, self._after)
        self.records_wanted.emit(np.asarray(rows, dtype=np.int64), words)

    def _explain(self, name: str) -> None:
        if self._found is None or self._after is None:
            return
        anchor = self.facts[name].figure
        popover = explain(anchor, explained(name, self._found, self._after))
        popover.link_chosen.connect(lambda _key: self.show_records(name), Qt.ConnectionType.QueuedConnection)
