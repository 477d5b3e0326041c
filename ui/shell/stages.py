"""The stages of the work, one above the other; a page is made when its stage is first opened."""

from typing import TYPE_CHECKING, cast

from PySide6.QtWidgets import QStackedWidget, QWidget

from ui.pages.page import Page
from ui.pages.stages import STAGES
from ui.session.session import Session
from ui.widgets.actions import Actions

if TYPE_CHECKING:
    from ui.pages.data.page import DataPage
    from ui.pages.masking.page import MaskingPage
    from ui.pages.variables.page import VariablesPage


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
            declared = next(one for one in STAGES if one.key == stage)
            page = declared.page()(self._session, self._commands)
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
