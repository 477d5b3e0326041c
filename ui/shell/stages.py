"""Stages of the work, one above the other; a page is made when its stage is first opened."""

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from sdcdesk.report.export import Export
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

    opened = Signal(str)
    """A stage was brought to the front, by its key."""

    def __init__(self, session: Session, actions: Actions, welcome: QWidget) -> None:
        super().__init__()
        self._session, self._commands = session, actions
        self._pages: dict[str, Page] = {}
        self.addWidget(welcome)
        leads = session.navigator
        leads.stage_wanted.connect(self.show_stage)
        leads.records_wanted.connect(self._show_records)
        leads.step_wanted.connect(self.edit_step)
        actions.on(
            add_step=lambda: self._masking().show_add_menu(), filled=self._do_filled, next_tab=self._next_tab
        )

    def page(self, stage: str) -> Page:
        """Return the page of a stage."""
        if stage not in self._pages:
            declared = next(one for one in STAGES if one.key == stage)
            page = declared.page()(self._session, self._commands, declared)
            self._pages[stage] = page
            self.addWidget(page)
        return self._pages[stage]

    def show_stage(self, stage: str, tab: str = "") -> None:
        """Open a stage, and a tab of it by its title; the welcome page stays while nothing is open."""
        if self._session.data is not None:
            self.setCurrentWidget(self.page(stage))
            self.opened.emit(stage)
            if tab:
                self.page(stage).open_tab(tab)

    def current_page(self) -> Page | None:
        """Return the page that is seen; None while nothing is open."""
        page = self.currentWidget()
        return page if isinstance(page, Page) else None

    def show_written(self, export: Export) -> None:
        """Say which files were written."""
        page = self.current_page()
        if page:
            page.show_written(export)

    def hide_strips(self) -> None:
        """Take away messages about what was open before."""
        for page in self._pages.values():
            page.message_bar.hide()

    def edit_step(self, position: int) -> None:
        """Edit a step of the recipe, by its position from 0; −1: none is chosen."""
        if position >= 0:
            self._masking().edit_step(position)

    def show_variable(self, name: str) -> None:
        """Choose a variable where variables are described."""
        self.show_stage("variables")
        cast("VariablesPage", self.page("variables")).table.choose(name)

    def _masking(self) -> "MaskingPage":
        self.show_stage("masking")
        return cast("MaskingPage", self.page("masking"))

    def _show_records(self, positions: object, words: str) -> None:
        left = self.current_page()
        self.show_stage("data")
        data = cast("DataPage", self.page("data"))
        data.show_records(positions, words)
        if left is not None and left is not data:
            tabs = left.header.tabs
            place = left.stage.key, tabs.tabText(tabs.currentIndex())
            words = f"The page {left.stage.title} led to these records."
            data.message_bar.show_note(words, "Back", do=lambda: self._go_back(*place))

    def _go_back(self, stage: str, tab: str) -> None:
        self.page("data").message_bar.hide()
        self.show_stage(stage, tab)

    def _do_filled(self) -> None:
        page = self.current_page()
        if page and page.header.filled.isVisible() and page.header.filled.isEnabled():
            page.header.filled.click()

    def _next_tab(self) -> None:
        page = self.current_page()
        if page and page.header.tabs.count():
            tabs = page.header.tabs
            tabs.setCurrentIndex((tabs.currentIndex() + 1) % tabs.count())
