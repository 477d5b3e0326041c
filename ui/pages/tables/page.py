"""Tables page: one table with its sensitive cells, its rules, its protection and its audit."""

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QAbstractButton, QMenu, QToolButton

from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.document.planned_table import PlannedTable
from sdcdesk.document.table_commands import (
    CellChoice,
)
from sdcdesk.release.table_result import TableResult
from sdcdesk.tables.audit.cell_explanation import explain_cell, narrow_cells
from ui.look.locale import in_user_locale
from ui.models.cells_model import CellsModel, Shown
from ui.pages.page import Page, Stage
from ui.pages.stage_tab import StageTabs
from ui.pages.tables.audit_card import AuditCard
from ui.pages.tables.cell_card import CellCard
from ui.pages.tables.cells_view import CellsView
from ui.pages.tables.commands import TableCommands
from ui.pages.tables.tabs import TABS, THIS_TABLE
from ui.session.computation import Failed, missing
from ui.session.session import Session
from ui.widgets.actions import Actions
from ui.widgets.buttons import button, icon_button
from ui.widgets.card import GAP, Card
from ui.widgets.combo import ElidedCombo
from ui.widgets.empty import EmptyState
from ui.widgets.label import ElidedLabel
from ui.widgets.layout import column, discard, row, widget_in
from ui.widgets.menus import Entry, fill
from ui.widgets.reason import allow
from ui.widgets.tabs import Segments
from ui.widgets.what_is_this import explain

WAYS: tuple[Shown, ...] = ("values", "published")
"""What the cells say, in the order of the switch."""

SIDE = 270
"""Pixels of the card of a cell."""

TALL = 330
"""Pixels of the table's cells."""

NONE_YET = (
    "No table yet",
    (
        "Choose rows, columns and values; sensitive cells are found, and hidden so that nobody can work them "
        "out."
    ),
    "Build a table…",
)

ABOUT = Explanation(
    "The table",
    "Cells that a rule finds sensitive are orange, cells that are hidden to protect them are hatched, and "
    "cells that you chose to hide or to publish are marked. Enter shows the records of a cell, S hides it "
    "and P publishes it always; once more leaves it to the rules.",
)

COMPUTING = "Wait until the table is computed."


class TablesPage(Page):
    """Shows one table of the project at a time; every change is one of the project and can be undone."""

    def __init__(self, session: Session, actions: Actions, stage: Stage) -> None:
        super().__init__(session, actions, stage)
        self.tabulating = session.tabulating
        self.name = ""
        self.cell = -1
        self.empty: EmptyState | None = None
        self.table_commands = TableCommands(session, self)
        self.rules = self.header.add_button("Rules…")
        self.protect = self.header.add_button("Protect again…")
        self.which = ElidedCombo()
        self.which.setAccessibleName("Table")
        self.about = ElidedLabel(tone="text2")
        self.change, self.add = button("Change…", small=True), button("Add", small=True)
        self.more = icon_button("more", "More about this table", 18)
        self.menu = QMenu(self.more)
        self.shown = Segments("What the cells say", ("With values", "As published"))
        self.model = CellsModel(self)
        self.view = CellsView(self.model)
        self.view.setMinimumHeight(TALL)
        self.cells_card = Card("Table", margin=0)
        self.cells_card.body.addWidget(self.view)
        self.cells_card.requested.connect(lambda: explain(self.cells_card.help, ABOUT))
        self.cell_card, self.audit = CellCard(), AuditCard()
        self.cell_card.setFixedWidth(SIDE)
        bar = row(self.which, self.change, self.add, self.more, (self.about, 1), self.shown, spacing=8)
        cells = row((self.cells_card, 1), self.cell_card, spacing=GAP)
        self._work = widget_in(column(bar, cells, self.audit, spacing=GAP))
        self.body.addWidget(self._work)
        self.body.addStretch()
        self.tabs = StageTabs(self, TABS)
        self._whole.addWidget(self.tabs, 1)
        self.header.set_tabs((THIS_TABLE, *TABS))
        self._connect()

    @property
    def filled(self) -> QAbstractButton:
        """The one filled button of what is seen."""
        own = self.tabs.current is None and self.empty is not None
        return self.empty.button if own and self.empty is not None else super().filled

    @property
    def planned(self) -> PlannedTable | None:
        """The table that is shown; None: there is none."""
        project = self.session.project
        tables = project.tables if project is not None else ()
        return next((one for one in tables if one.name == self.name), tables[0] if tables else None)

    @property
    def result(self) -> TableResult | None:
        """What became of the table that is shown; None: it is not known yet."""
        planned = self.planned
        return self.tabulating.result(planned.name) if planned is not None else None

    def show_tab(self) -> None:
        """Show the tab that is chosen."""
        shown = self.tabs.open(self.header.chosen_tab)
        self.centre.setVisible(shown is None)
        for each in (self.rules, self.protect):
            each.setVisible(shown is None)
        if shown is None:
            self.header.set_words(self.stage.title, self.stage.purpose)
            self.header.set_filled("")
        self.refresh()

    def refresh(self) -> None:
        """Show the session as it is now."""
        if self.tabs.current is not None:
            self.tabs.current.refresh()
            return
        planned = self.planned
        self._show_empty(shown=planned is None)
        if planned is None:
            self.header.set_filled("")
            self._allow(None)
            return
        self.name = planned.name
        self._show_names(planned)
        self._show_result(planned)
        self._allow(planned)

    # What is done

    def _act(self) -> None:
        """Do what the filled button says."""
        planned, result = self.planned, self.result
        if self.tabs.current is not None:
            self.tabs.current.act()
        elif planned is not None and not planned.rules and planned.finished is None:
            self.table_commands.choose_rules(planned, result)
        elif (
            result is not None
            and result.verdict is not Verdict.SAFE
            and planned is not None
            and planned.protection is None
        ):
            self.table_commands.choose_protection(planned)
        elif result is not None:
            self.table_commands.export(result)

    # What is shown

    def _connect(self) -> None:
        self.header.filled.clicked.connect(self._act)
        self.header.tab_chosen.connect(lambda _tab: self.show_tab())
        self.tabulating.changed.connect(self._on_session)
        self.table_commands.called.connect(self._show_called)
        self.rules.clicked.connect(lambda: self._of_table(self._choose_rules))
        self.protect.clicked.connect(lambda: self._of_table(self.table_commands.choose_protection))
        self.change.clicked.connect(lambda: self._of_table(self.table_commands.change))
        additions = QMenu(self.add)
        fill(
            additions,
            Entry("Build a table…", self.table_commands.build),
            Entry("Open a finished table…", self.table_commands.open_finished),
        )
        self.add.setMenu(additions)
        self.more.setMenu(self.menu)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.which.activated.connect(self._choose_table)
        self.shown.currentChanged.connect(lambda _way: self.refresh())
        self.view.chosen.connect(self._choose_cell)
        self.view.decided.connect(self._decide)
        self.view.activated.connect(lambda _index: self._show_records())
        self.cell_card.decided.connect(lambda choice: self._decide(self.cell, choice))
        self.cell_card.records_wanted.connect(self._show_records)
        self.audit.repair_wanted.connect(lambda: self._of_table(self.table_commands.repair))

    def _of_table(self, command: Callable[[PlannedTable], None]) -> None:
        if self.planned is not None:
            command(self.planned)

    def _choose_rules(self, planned: PlannedTable) -> None:
        self.table_commands.choose_rules(planned, self.result)

    def _decide(self, cell: int, choice: CellChoice) -> None:
        if self.planned is not None:
            self.table_commands.decide(self.planned, self.result, cell, choice)

    def _fill_menu(self) -> None:
        """Offer what else can be done with the table that is shown."""
        planned, project, result = self.planned, self.session.project, self.result
        if planned is None or project is None:
            return
        place, last, do = project.tables.index(planned), len(project.tables) - 1, self.table_commands
        alone = "" if last else "Add another table first."
        known = "" if result is not None and result.table is not None else COMPUTING
        fill(
            self.menu,
            Entry("Name and title…", partial(do.describe, planned)),
            Entry("Published together…", do.choose_together, alone),
            Entry("Move before", partial(do.move, planned, -1), "" if place else "It is the first one."),
            Entry("Move behind", partial(do.move, planned, 1), "" if place < last else "It is the last one."),
            None,
            Entry("Export with the original values, for the owner…", self._export_internal, known),
            None,
            Entry("Remove the table", partial(do.remove, planned)),
        )

    def _export_internal(self) -> None:
        if self.result is not None:
            self.table_commands.export(self.result, internal=True)

    def _show_called(self, name: str) -> None:
        self.name = name
        self.refresh()

    def _show_empty(self, *, shown: bool) -> None:
        if self.empty is not None and not shown:
            discard(self.empty)
            self.empty = None
        if shown and self.empty is None:
            self.empty = EmptyState(*NONE_YET)
            self.empty.acted.connect(self.table_commands.build)
            self.body.insertWidget(0, self.empty)
        self._work.setVisible(not shown)

    def _show_names(self, planned: PlannedTable) -> None:
        project = self.session.project
        names = [one.name for one in project.tables] if project is not None else []
        if [self.which.itemText(place) for place in range(self.which.count())] != names:
            self.which.clear()
            self.which.addItems(names)
        self.which.setCurrentIndex(names.index(planned.name))
        self.about.setText(in_user_locale(planned.description))

    def _show_result(self, planned: PlannedTable) -> None:
        state, result = self.tabulating.computation.state, self.result
        self.cells_card.set_loading(loading=self.tabulating.is_running)
        why = missing(state) if isinstance(state, Failed) or not self.tabulating.is_running else ""
        table = None if result is None else result.table or result.judged or result.built
        if result is None or table is None:
            told = (
                in_user_locale(result.error.message)
                if result is not None and result.error is not None
                else why
            )
            self._show_nothing(told or COMPUTING)
            return
        self.cells_card.show_content()
        self.cells_card.set_title(in_user_locale(planned.shown_title))
        cells = sentence(
            "{cells}; {sensitive} sensitive, {others} hidden to protect them",
            cells=counted(len(table), "cell"),
            sensitive=str(int(table.is_sensitive.sum())),
            others=str(int((table.is_hidden & ~table.is_sensitive).sum())),
        )
        self.cells_card.set_note(in_user_locale(cells))
        kept, way = self.cell, WAYS[self.shown.currentIndex()]
        self.model.show_table(table, narrow_cells(table, result.found), way)
        self.view.choose(kept if 0 <= kept < len(table) else -1)
        self.audit.show_result(result)

    def _show_nothing(self, why: str) -> None:
        self.cells_card.show_empty("There is no table to show", why)
        self.model.show_table(None, None, "values")
        self.cell_card.show_cell(None)
        self.audit.show_empty("Nothing was audited yet")

    def _choose_table(self, place: int) -> None:
        self.name, self.cell = self.which.itemText(place), -1
        self.refresh()

    def _choose_cell(self, cell: int) -> None:
        self.cell = cell
        result = self.result
        table = None if result is None else result.table or result.judged or result.built
        known = table is not None and 0 <= cell < len(table)
        found = result.found if result is not None else None
        self.cell_card.show_cell(explain_cell(table, cell, found) if known and table is not None else None)

    def _show_records(self) -> None:
        result = self.result
        if result is not None and result.built is not None and self.cell >= 0:
            found = explain_cell(result.built, self.cell)
            if len(found.rows):
                words = sentence("in the cell {cell}", cell=found.title)
                self.session.navigator.records_wanted.emit(found.rows, in_user_locale(words))

    def _allow(self, planned: PlannedTable | None) -> None:
        """Say of each button why it cannot be used now, and what the next act is."""
        none = "" if planned is not None else "Build a table first."
        for each in (self.rules, self.protect, self.more):
            allow(each, none)
        allow(self.change, none)
        if planned is None:
            return
        result = self.result
        self.protect.setVisible(planned.protection is not None)
        if not planned.rules and planned.finished is None:
            self.header.set_filled("Choose rules…")
            allow(self.header.filled)
        elif planned.protection is None and (result is None or result.verdict is not Verdict.SAFE):
            self.header.set_filled("Protect table…")
            allow(self.header.filled)
        else:
            self.header.set_filled("Export table…")
            allow(self.header.filled, "" if self.tabulating.holds(planned) else COMPUTING)
