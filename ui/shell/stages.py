"""Stages of the work, one above the other; a page is made when its stage is first opened."""

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS
from ui.dialogs.limit_dialog import ask_for_limit
from ui.look.incremental_work import IncrementalWork
from ui.pages.page import Page
from ui.pages.stages import STAGES
from ui.session.session import Session
from ui.widgets.actions import Actions

if TYPE_CHECKING:
    from ui.pages.data.page import DataPage
    from ui.pages.masking.page import MaskingPage
    from ui.pages.risk.page import RiskPage
    from ui.pages.variables.page import VariablesPage

LONG_IMPORTS = ("jinja2", "sdcdesk.report.html", "ui.dialogs.export_form", "ui.dialogs.export_dialog")
"""What dialogs would import while the user waits for them."""


class Stages(QStackedWidget):
    """The pages of all stages, and the welcome page for the time when nothing is open."""

    opened = Signal(str)
    """A stage was brought to the front, by its key."""

    def __init__(self, session: Session, actions: Actions, welcome: QWidget) -> None:
        super().__init__()
        self._session, self._commands = session, actions
        self._pages: dict[str, Page] = {}
        self._left: list[tuple[str, str]] = []
        self.addWidget(welcome)
        leads = session.navigator
        leads.stage_wanted.connect(self._lead_to)
        leads.records_wanted.connect(self._show_records)
        leads.figure_wanted.connect(self._show_figure)
        leads.step_wanted.connect(self.edit_step)
        leads.limit_wanted.connect(lambda limit: ask_for_limit(session, limit, self))
        leads.reduction_wanted.connect(self._reduce_risk)
        leads.coding_wanted.connect(lambda: self._masking().find_coding())
        leads.hierarchy_wanted.connect(lambda variable: self._masking().edit_hierarchy(variable))
        leads.method_wanted.connect(lambda method: self._masking().add_step(METHODS[method]))
        actions.on(
            add_step=lambda: self._masking().show_add_menu(), filled=self._do_filled, next_tab=self._next_tab
        )
        actions.on(back=self.go_back, set_limit=self._set_limit, find_coding=leads.find_coding)
        self._early, self._imports = IncrementalWork(self), _imports()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Go on with the imports: the window stands."""
        super().paintEvent(event)
        self._early.start(self._imports)

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
            left = self.place
            self._show(stage, tab)
            if left and left != self.place:
                self._left.append(left)
                self._allow_back()

    def _lead_to(self, stage: str, tab: str = "") -> None:
        """Open a stage; where it is seen already, the keyboard goes there, so that something is seen."""
        before = self.current_page()
        self.show_stage(stage, tab)
        page = self.current_page()
        if page is not None and page is before:
            page.begin()

    def current_page(self) -> Page | None:
        """Return the page that is seen; None while nothing is open."""
        page = self.currentWidget()
        return page if isinstance(page, Page) else None

    @property
    def place(self) -> tuple[str, str] | None:
        """The stage that is seen and the name of its tab; None while nothing is open."""
        page = self.current_page()
        if page is None:
            return None
        return page.stage.key, page.header.chosen_tab

    def unsay(self, words: str) -> None:
        """Take away a message that is true no longer."""
        for page in self._pages.values():
            page.message_bar.unsay(words)

    def forget(self) -> None:
        """Take away messages about what was open before, and the ways back there."""
        for page in self._pages.values():
            page.message_bar.hide()
        self.setCurrentIndex(0)
        self._left.clear()
        self._allow_back()

    def go_back(self) -> None:
        """Show the page and tab that were seen before the last jump."""
        if self._left:
            stage, tab = self._left.pop()
            self.page("data").message_bar.hide()
            self._show(stage, tab)

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

    def _reduce_risk(self) -> None:
        self.show_stage("risk")
        cast("RiskPage", self.page("risk")).reduce_risk()

    def _set_limit(self) -> None:
        """Ask for the limits of a scenario that has none, else of the one that is shown."""
        project = self._session.project
        if project is not None and project.unlimited:
            self._session.choose_scenario(project.unlimited)
        self._session.navigator.ask_for_limit()

    def _show_figure(self, measure: str, figure: str) -> None:
        """Open the tab in which a measure stands, and lead to one of its figures."""
        if measure in METHODS:
            self.show_stage("masking")
            return
        home = MEASURES[MEASURES[measure].shared_tab or measure]
        self._lead_to(home.concern.value, home.title)
        page = self.current_page()
        if page is not None and figure:
            page.measures.open(page.measures.kinds.index(home)).lead_to(figure, f"{measure}_{figure}")

    def _show_records(self, positions: object, words: str) -> None:
        left = self.current_page()
        self.show_stage("data")
        data = cast("DataPage", self.page("data"))
        data.show_records(positions, words)
        if left is not None and left is not data:
            words, back = (
                sentence("The page {title} led to these records.", title=left.stage.title),
                self._commands["back"],
            )
            data.message_bar.show_note(words, "Back", do=back.trigger)
            data.message_bar.button.setToolTip(
                sentence("Back ({shortcut})", shortcut=back.shortcut().toString())
            )

    def _show(self, stage: str, tab: str) -> None:
        page = self.page(stage)
        self.setCurrentWidget(page)
        self.opened.emit(stage)
        if tab:
            page.open_tab(tab)
        self._allow_back()

    def _allow_back(self) -> None:
        self._commands.allow("back", "" if self._left else "No page was left yet")

    def _do_filled(self) -> None:
        page = self.current_page()
        if page and page.filled.isVisible() and page.filled.isEnabled():
            page.filled.click()

    def _next_tab(self) -> None:
        page = self.current_page()
        if page and page.header.tabs.count():
            tabs = page.header.tabs
            tabs.setCurrentIndex((tabs.currentIndex() + 1) % tabs.count())


def _imports() -> Iterator[None]:
    """Import the pages, their tabs and what dialogs need one by one, before anybody waits for them."""
    for stage in STAGES:
        page = stage.page()
        yield
        for import_tab in page.tab_kinds.values():
            import_tab()
            yield
    for module in LONG_IMPORTS:
        import_module(module)
        yield
