"""Tabs of all measures of a stage, each made when it is first opened."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QStackedWidget

from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.measure import Measure
from sdcdesk.document.measures import MEASURES
from ui.session.session import Session

if TYPE_CHECKING:
    from ui.results.measure_tab import MeasureTab


class MeasureTabs(QStackedWidget):
    """One tab for each measure of risk, or of loss, that is registered.

    Parameters
    ----------
    session
        What is shown.
    concern
        Risk or loss.
    """

    def __init__(self, session: Session, concern: Concern) -> None:
        super().__init__()
        self._session, self._concern = session, concern
        self._tabs: dict[type[Measure], MeasureTab] = {}

    @property
    def kinds(self) -> tuple[type[Measure], ...]:
        """The measures with a tab that are registered now."""
        return tuple(kind for kind in MEASURES if not kind.shared_tab and kind.concern == self._concern)

    @property
    def titles(self) -> tuple[str, ...]:
        """Titles of the tabs."""
        return tuple(kind.title for kind in self.kinds)

    def open(self, place: int) -> "MeasureTab":
        """Bring a tab to the front, by its place."""
        from ui.results.measure_tab import MeasureTab  # its charts: nothing waits for them at the start

        kind = self.kinds[place]
        if kind not in self._tabs:
            self._tabs[kind] = MeasureTab(self._session, kind)
            self.addWidget(self._tabs[kind])
        self.setCurrentWidget(self._tabs[kind])
        return self._tabs[kind]

    def refresh(self) -> None:
        """Show the session as it is now in the tab at the front."""
        for tab in self._tabs.values():
            if tab is self.currentWidget():
                tab.show_scenario()
