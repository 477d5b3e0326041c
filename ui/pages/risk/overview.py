"""Overview of the risk: all scenarios, and what the risk of the chosen one comes from."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from sdcdesk.core.data.variable import Role
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.release.scenario_row import ScenarioRow
from ui.pages.risk.reduction import ReductionCard
from ui.pages.risk.scenario_model import session_rows
from ui.pages.risk.scenarios import ScenariosCard
from ui.results.chart_card import ChartCard
from ui.session.computation import ABOVE, missing_and_why
from ui.session.navigator import edit_step_text
from ui.session.session import Session
from ui.widgets.card import GAP, Card
from ui.widgets.layout import column, discard

STRETCH = (13, 10)
"""Widths of the charts."""

BESIDE = 720
"""Pixels from which the charts stand side by side."""


class RiskOverview(QWidget):
    """Shows all scenarios and, of the chosen one, what its risk comes from."""

    described = Signal()
    """The variables are to be described."""

    added = Signal()
    """A scenario is to be added."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._displayed: Assessment | None = None
        self.scenarios, self.missing = ScenariosCard(session.navigator), Card("Where the risk comes from")
        self.charts: list[ChartCard] = []
        self.reduction = ReductionCard(session)
        self.scenarios.add.clicked.connect(self.added)
        self._places = QGridLayout()
        self._places.setSpacing(GAP)
        # The stretch takes what is left when the charts have all that they need.
        cards = (self.scenarios, self.reduction, self.missing)
        column(*cards, (self._places, 1000), ..., spacing=GAP, inside=self)

    def show_scenario(self, chosen: str) -> None:
        """Show the session as it is now, with one scenario chosen by its name."""
        session, rows = self._session, session_rows(self._session)
        if session.project is None or session.data is None:
            return
        if not rows:
            self._lead()
        else:
            self.scenarios.show_content()
            self.scenarios.show_rows(rows, chosen, session.project)
        self.scenarios.add.setVisible(bool(rows))
        self.reduction.follow()
        self._show_charts(next((row for row in rows if row.scenario.name == chosen), None))
        for card in (self.scenarios, *self.charts):
            card.set_loading(loading=session.is_stale and bool(rows))

    def knows_keys(self) -> bool:
        """Return whether any variable is known to an intruder."""
        data = self._session.data
        return data is not None and bool(data.named(Role.KEY))

    def _lead(self) -> None:
        """Say what is missing before there can be a risk."""
        if self.knows_keys():
            title, act, then = "No disclosure scenario yet", "Add scenario", self.added
            why = "Say what an intruder knows and how much risk is accepted, and the risk appears here."
        else:
            title, act, then = "No key variables yet", "Describe variables", self.described
            why = "Say which variables an intruder could know, and the risk appears here."
        self.scenarios.show_empty(title, why, act).acted.connect(then)

    def _show_charts(self, row: ScenarioRow | None) -> None:
        """Show the first charts of the chosen scenario, or why there are none."""
        after = row.after if row else None
        self.missing.setVisible(row is not None and after is None)
        if row is not None and after is None:
            self.missing.show_empty(*self._missing(row)).acted.connect(self._edit_failed)
        if after is self._displayed:
            return
        self._displayed = after
        discard(*self.charts)
        self.charts = []
        if after is None:
            return
        for plot in list(after.plots.values())[: len(STRETCH)]:
            card = ChartCard(plot, after.tables[plot.table], navigator=self._session.navigator)
            card.setMinimumHeight(300)
            card.setMaximumHeight(420)
            if card.exporter is not None:
                card.exporter.report_to(self._session)
            self.charts.append(card)
        self._place_charts()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Put the charts below one another where there is no room beside."""
        super().resizeEvent(event)
        self._place_charts()

    def _place_charts(self) -> None:
        beside = self.width() >= BESIDE
        for place, card in enumerate(self.charts):
            self._places.addWidget(card, *((0, place) if beside else (place, 0)))
            self._places.setColumnStretch(place, STRETCH[place] if beside or not place else 0)

    def _missing(self, row: ScenarioRow) -> tuple[str, str, str]:
        """Return why there is nothing to draw, and the act that leads on."""
        if row.checked and row.checked.error:
            return "This scenario cannot be assessed", "The sentence below the table says why.", ""
        results = self._session.results
        if results and results.run.failed is not None:
            number, stage = results.run.failed[0] + 1, results.run.failed[1]
            why = self._session.labelled_message(stage.error) if stage.error is not None else ""
            return results.failure, why, edit_step_text(number)
        short, why = missing_and_why(self._session.state)
        return short or "Counting groups…", why and f"{why} {ABOVE}", ""

    def _edit_failed(self) -> None:
        results = self._session.results
        if results is not None and results.failed_step:
            self._session.navigator.edit_step(results.failed_step - 1)
