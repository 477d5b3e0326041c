"""The stages of the work, one above the other; a page is made when its stage is first opened."""

from importlib import import_module
from typing import TYPE_CHECKING, cast

from PySide6.QtWidgets import QStackedWidget, QWidget

from ui.pages.page import Page
from ui.session.session import Session
from ui.widgets.actions import Actions

if TYPE_CHECKING:
    from ui.pages.data.page import DataPage
    from ui.pages.masking.page import MaskingPage
    from ui.pages.variables.page import VariablesPage

PAGES = {
    "data": "DataPage",
    "variables": "VariablesPage",
    "risk": "RiskPage",
    "masking": "MaskingPage",
    "loss": "LossPage",
}
"""Class of each stage's page; its file is called after the stage, and takes a while to import."""


class Stages(QStackedWidget):
    """The pages of all stages, and the welcome page for the time when nothing is open."""

    def __init__(self, session: Session, actions: Actions, welcome: QWidget) -> None:
        super().__init__()
        self._session, self._commands = session, actions
        self._pages: dict[str, Page] = {}
        self.addWidget(welcome)

    def page(self, stage: str) -> Page:
        """Return the page of a stage."""
        if stage not in self._pages:
            module = import_module(f"ui.pages.{stage}.page")
            page: Page = getattr(module, PAGES[stage])(self._session, self._commands)
            self._pages[stage] = page
            self.addWidget(page)
        return self._pages[stage]

    def data(self) -> "DataPage":
        """Return the data page."""
        return cast("DataPage", self.page("data"))

    def variables(self) -> "VariablesPage":
        """Return the variables page."""
        return cast("VariablesPage", self.page("variables"))

    def masking(self) -> "MaskingPage":
        """Return the masking page."""
        return cast("MaskingPage", self.page("masking"))

    def show_stage(self, stage: str) -> None:
        """Bring a stage to the front."""
        self.setCurrentWidget(self.page(stage))

    def current_page(self) -> Page | None:
        """Return the page that is seen; None while nothing is open."""
        page = self.currentWidget()
        return page if isinstance(page, Page) else None

    def hide_strips(self) -> None:
        """Take away messages about what was open before."""
        for page in self._pages.values():
            page.message_bar.hide()
