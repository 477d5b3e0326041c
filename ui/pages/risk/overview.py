"""The overview of the risk: scenarios, group sizes and classification matrix."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from sdcdesk.core.variable import Role
from ui.pages.risk.classification import ClassificationCard
from ui.pages.risk.groups import GroupsCard
from ui.pages.risk.scenario_model import Row, rows_of
from ui.pages.risk.scenarios import ScenariosCard
from ui.session.session import Session
from ui.widgets.card import GAP


class RiskOverview(QWidget):
    """Shows all scenarios and, of the chosen one, what its risk comes from."""

    described = Signal()
    """The variables are to be described."""

    added = Signal()
    """A scenario is to be added."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.scenarios, self.groups, self.classification = ScenariosCard(), GroupsCard(), ClassificationCard()
        self.scenarios.add.clicked.connect(self.added)
        charts = QGridLayout()
        charts.setSpacing(GAP)
        charts.addWidget(self.groups, 0, 0)
        charts.addWidget(self.classification, 0, 1)
        charts.setColumnStretch(0, 13)
        charts.setColumnStretch(1, 10)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(GAP)
        rows.addWidget(self.scenarios)
        rows.addLayout(charts, 1000)
        rows.addStretch(1)  # takes what is left when the charts have all that they need
        for card in (self.groups, self.classification):
            card.setMinimumHeight(300)
            card.setMaximumHeight(420)
        self.scenarios.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def show_scenario(self, chosen: str) -> None:
        """Show the session as it is now, with one scenario chosen by its name."""
        session, rows = self._session, rows_of(self._session)
        if session.project is None or session.data is None:
            return
        if not rows:
            self._lead()
        else:
            self.scenarios.show_content()
            self.scenarios.show_rows(rows, chosen, session.project)
        self.scenarios.add.setVisible(bool(rows))
        self._show_charts(next((row for row in rows if row.scenario.name == chosen), None))
        for card in (self.scenarios, self.groups, self.classification):
            card.set_loading(loading=session.is_stale and bool(rows))

    def knows_keys(self) -> bool:
        """Return whether any variable is known to an intruder."""
        data = self._session.data
        return data is not None and bool(data.named(Role.KEY))

    def _lead(self) -> None:
        """Say what is missing before there can be a risk."""
        if self.knows_keys():
            why = "Say what an intruder knows and how much risk is accepted, and the risk appears here."
            empty = self.scenarios.show_empty("No disclosure scenario yet", why, "Add scenario")
            empty.acted.connect(self.added)
        else:
            why = "Say which variables an intruder could know, and the risk appears here."
            empty = self.scenarios.show_empty("No key variables yet", why, "Describe variables")
            empty.acted.connect(self.described)

    def _show_charts(self, row: Row | None) -> None:
        for card in (self.groups, self.classification):
            card.setVisible(row is not None)
        after = row.checked.after if row and row.checked else None
        if row is None:
            return
        if after is None:
            title, why = self._missing(row)
            self.groups.show_empty(title, why)
            self.classification.show_empty(title, why)
            self.classification.set_note("")
            return
        self.groups.show_content()
        self.classification.show_content()
        self.groups.show_assessment(after, row.keys)
        self.classification.show_assessment(after)

    def _missing(self, row: Row) -> tuple[str, str]:
        """Return why there is nothing to draw."""
        if row.checked and row.checked.error:
            return "This scenario cannot be assessed", "The sentence below the table says why."
        results = self._session.results
        if results and results.release is None:
            return "There is no masked file", "A step of the recipe failed; mend it on the Masking page."
        return "Counting groups…", ""
