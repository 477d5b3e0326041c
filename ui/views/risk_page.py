"""The risk page: could someone be recognised in the masked file?"""

from typing import ClassVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from sdcdesk.project import Project
from sdcdesk.release import SAFE
from ui.actions import Actions
from ui.dialogs.scenario_dialog import ScenarioDialog
from ui.session import Session
from ui.views import risk_edits as edits
from ui.views.page import Page
from ui.views.release_words import worst
from ui.views.risk_overview import RiskOverview
from ui.views.risk_scenario_model import rows_of
from ui.views.risk_scenarios import BOTH, DESCRIBE

OVERVIEW = 0


class RiskPage(Page):
    """Shows the risk in every scenario, what it comes from, and changes scenarios and weights."""

    stage: ClassVar[str] = "risk"
    title: ClassVar[str] = "Risk"
    purpose: ClassVar[str] = "What an intruder could find out from the masked file"

    manual_wanted = Signal(str)
    """The manual page of an operation should open, by its name."""

    def __init__(self, session: Session, actions: Actions) -> None:
        super().__init__(session, actions)
        self._chosen = ""
        self.overview = RiskOverview(session)
        self.limits = self.header.add_button("Limits…")
        self.limits.clicked.connect(self.edit_scenario)
        self.header.filled.clicked.connect(self._go_on)
        self._next = "masking"
        self.body.addWidget(self.overview)
        self.body.addStretch()
        self._connect()

    @property
    def chosen(self) -> str:
        """Name of the scenario whose risk is shown; empty if there is none."""
        project, results = self.session.project, self.session.results
        names = [scenario.name for scenario in project.scenarios] if project else []
        if self._chosen in names:
            return self._chosen
        found = results.release.scenarios if results and results.release else ()
        name = found[worst(found)].scenario.name if found else ""
        return name if name in names else next(iter(names), "")

    def refresh(self) -> None:
        """Show the session as it is now."""
        self.overview.show_scenario(self.chosen)
        self._say_what_is_next()

    # What the user does

    def add_scenario(self) -> None:
        """Ask for a new scenario."""
        self._ask(None)

    def edit_scenario(self) -> None:
        """Ask for other values of the chosen scenario."""
        self._ask(self.chosen)

    def duplicate_scenario(self) -> None:
        """Copy the chosen scenario."""
        if self.session.project and self.chosen:
            name = self.chosen
            project, self._chosen = edits.duplicated(self.session.project, name)
            self.session.change(f"Duplicate scenario {name}", project)

    def remove_scenario(self) -> None:
        """Remove the chosen scenario."""
        if self.session.project and self.chosen:
            name = self.chosen
            self.session.change(f"Remove scenario {name}", edits.without_scenario(self.session.project, name))
