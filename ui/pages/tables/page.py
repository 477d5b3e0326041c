"""Tables page: one table with its sensitive cells, its rules, its protection and its audit."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtWidgets import QAbstractButton, QFileDialog

from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.document.planned_table import PlannedTable
from sdcdesk.document.project import Project
from sdcdesk.document.table_commands import (
    CellChoice,
    begun_table,
    with_cell_choice,
    with_changed_plan,
    with_table,
    with_table_protection,
    with_table_rules,
    without_table,
)
from sdcdesk.document.variable_commands import Change
from sdcdesk.release.table_export import TableFiles, export_tables, needs_reason, with_reason
from sdcdesk.release.table_result import TableResult
from sdcdesk.tables import CellSuppression
from sdcdesk.tables.audit.cell_explanation import explain_cell, narrow_cells
from ui.dialogs.frame import Dialog
from ui.look.locale import in_user_locale
from ui.models.cells_model import CellsModel, Shown
from ui.pages.page import Page, Stage
from ui.pages.stage_tab import StageTabs
from ui.pages.tables.audit_card import AuditCard
from ui.pages.tables.cell_card import CellCard
from ui.pages.tables.cells_view import CellsView
from ui.pages.tables.plan_dialog import PlanDialog
from ui.pages.tables.protect_dialog import ProtectDialog
from ui.pages.tables.reason_dialog import ReasonDialog
from ui.pages.tables.rules_dialog import RulesDialog
from ui.pages.tables.tabs import TABS, THIS_TABLE
from ui.session.computation import Failed, missing
from ui.session.session import Session
from ui.widgets.actions import Actions
from ui.widgets.buttons import button
from ui.widgets.card import GAP, Card
from ui.widgets.combo import ElidedCombo
from ui.widgets.empty import EmptyState
from ui.widgets.label import ElidedLabel
from ui.widgets.layout import column, discard, row, widget_in
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

Kind = TypeVar("Kind", bound=Dialog)

FILES = "Tables (*.csv *.xlsx)"

ABOUT = Explanation(
    "The table",
    "Cells that a rule finds sensitive are orange, cells that are hidden to protect them are hatched, and "
    "cells that you chose to hide or to publish are marked. Enter shows the records of a cell, S hides it "
    "and P publishes it always; once more leaves it to the rules.",
)

EXPORT_JOB = "export table"

COMPUTING = "Wait until the table is computed."


class TablesPage(Page):
    """Shows one table of the project at a time; every change is one of the project and can be undone."""

    def __init__(self, session: Session, actions: Actions, stage: Stage) -> None:
        super().__init__(session, actions, stage)
        self.tabulating = session.tabulating
        self.name = ""
        self.cell = -1
        self.empty: EmptyState | None = None
        self.dialog: Dialog | None = None
        self.rules = self.header.add_button("Rules…")
        self.protect = self.header.add_button("Protect again…")
        self.which = ElidedCombo()
        self.which.setAccessibleName("Table")
        self.about = ElidedLabel(tone="text2")
        self.change, self.add, self.remove = (
            button(words, small=True) for words in ("Change…", "Add…", "Remove")
        )
        self.shown = Segments("What the cells say", ("With values", "As published"))
        self.model = CellsModel(self)
        self.view = CellsView(self.model)
        self.view.setMinimumHeight(TALL)
        self.cells_card = Card("Table", margin=0)
        self.cells_card.body.addWidget(self.view)
        self.cells_card.requested.connect(lambda: explain(self.cells_card.help, ABOUT))
        self.cell_card, self.audit = CellCard(), AuditCard()
        self.cell_card.setFixedWidth(SIDE)
        bar = row(self.which, self.change, self.add, self.remove, (self.about, 1), self.shown, spacing=8)
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

    # What the user asks for

    def build(self) -> None:
        """Ask what a new table is made of."""
        data, project = self.session.data, self.session.project
        if data is None or project is None:
            return
        dialog = self._open(
            PlanDialog(data, None, {one.name: one for one in project.hierarchies}, self.window())
        )
        dialog.accepted.connect(lambda: self._add(dialog))

    def change_plan(self) -> None:
        """Ask what the table is made of."""
        data, project, planned = self.session.data, self.session.project, self.planned
        if data is None or project is None or planned is None or planned.plan is None:
            return
        known = {one.name: one for one in project.hierarchies}
        dialog = self._open(PlanDialog(data, planned.plan, known, self.window()))

        def take() -> None:
            if dialog.plan is not None and self.session.project is not None:
                changes = {name: getattr(dialog.plan, name) for name in type(dialog.plan).model_fields}
                self._change(lambda project: with_changed_plan(project, planned.name, **changes))

        dialog.accepted.connect(take)

    def choose_rules(self) -> None:
        """Ask which rules judge the table."""
        planned, result = self.planned, self.result
        if planned is None:
            return
        built = result.built if result is not None else None
        dialog = self._open(RulesDialog(planned.rules, built, self.window()))

        def take() -> None:
            if dialog.rules is not None:
                rules = dialog.rules
                self._change(lambda project: with_table_rules(project, planned.name, rules))

        dialog.accepted.connect(take)

    def choose_protection(self) -> None:
        """Ask how the table is protected."""
        planned = self.planned
        if planned is None:
            return
        dialog = self._open(ProtectDialog(planned.protection, self.window()))

        def take() -> None:
            if dialog.protection is not None:
                how = dialog.protection
                self._change(lambda project: with_table_protection(project, planned.name, how))

        dialog.accepted.connect(take)

    def decide(self, cell: int, choice: CellChoice) -> None:
        """Hide a cell, publish it always, or leave it to the rules."""
        planned, result = self.planned, self.result
        table = result.built if result is not None else None
        if planned is None or table is None or cell < 0:
            return
        codes = table.codes(cell)
        self._change(lambda project: with_cell_choice(project, planned.name, codes, choice))

    def export(self) -> None:
        """Write the table; one that is not known to be safe asks for a reason first."""
        result = self.result
        if result is None or result.table is None:
            return
        if needs_reason(result) and not result.planned.override:
            why = " ".join(in_user_locale(one) for one in result.hindrances[:2])
            dialog = self._open(ReasonDialog(why, self.window()))
            dialog.accepted.connect(lambda: self._give_reason(dialog.reason()))
            return
        self._write(result)

    # What happens then

    def _open(self, dialog: Kind) -> Kind:
        self.dialog = dialog
        dialog.finished.connect(lambda _result: setattr(self, "dialog", None))
        dialog.open()
        return dialog

    def _add(self, dialog: PlanDialog) -> None:
        project = self.session.project
        if dialog.plan is None or project is None:
            return
        table = begun_table(project, dialog.plan)
        self.name = table.name
        self._change(lambda project: with_table(project, table))

    def _change(self, change: Callable[[Project], Change]) -> None:
        if self.session.project is None:
            return
        try:
            self.session.change(*change(self.session.project))
        except SdcError as error:
            self.session.failed.emit(error)

    def _give_reason(self, reason: str) -> None:
        result = self.result
        if result is None:
            return
        self._change(lambda project: with_reason(project, [result], reason))
        self.session.notified.emit("The reason is recorded. Press Export table once more to write the file.")

    def _write(self, result: TableResult) -> None:
        name, _ = QFileDialog.getSaveFileName(self, "Export table", f"{result.planned.name}.csv", FILES)
        if not name:
            return
        path, session = Path(name), self.session
        # The dialog has asked whether a file that exists may be replaced; inputs never are.
        files = TableFiles({result.planned.name: path}, replace=True, inputs=tuple(session.originals))

        def write(_progress: Progress) -> tuple[str, ...]:
            return export_tables([result], files)

        def told(left_behind: tuple[str, ...]) -> None:
            session.done.emit(sentence("Table exported: {name}", name=short(path.name)))
            for words in left_behind:
                session.notified.emit(words)

        session.jobs.start(EXPORT_JOB, "Exporting a table", write, told, session.failed.emit)

    def _remove(self) -> None:
        planned = self.planned
        if planned is not None:
            self._change(lambda project: without_table(project, planned.name))

    def _repair(self) -> None:
        """Protect by hiding more cells, which is what mends a pattern."""
        planned = self.planned
        if planned is not None:
            how = CellSuppression()
            self._change(lambda project: with_table_protection(project, planned.name, how))

    def _act(self) -> None:
        """Do what the filled button says."""
        planned, result = self.planned, self.result
        if self.tabs.current is not None:
            self.tabs.current.act()
        elif planned is not None and not planned.rules and planned.finished is None:
            self.choose_rules()
        elif (
            result is not None
            and result.verdict is not Verdict.SAFE
            and planned is not None
            and planned.protection is None
        ):
            self.choose_protection()
        else:
            self.export()

    # What is shown

    def _connect(self) -> None:
        self.header.filled.clicked.connect(self._act)
        self.header.tab_chosen.connect(lambda _tab: self.show_tab())
        self.tabulating.changed.connect(self._on_session)
        self.rules.clicked.connect(self.choose_rules)
        self.protect.clicked.connect(self.choose_protection)
        self.change.clicked.connect(self.change_plan)
        self.add.clicked.connect(self.build)
        self.remove.clicked.connect(self._remove)
        self.which.activated.connect(self._choose_table)
        self.shown.currentChanged.connect(lambda _way: self.refresh())
        self.view.chosen.connect(self._choose_cell)
        self.view.decided.connect(self.decide)
        self.view.activated.connect(lambda _index: self._show_records())
        self.cell_card.decided.connect(lambda choice: self.decide(self.cell, choice))
        self.cell_card.records_wanted.connect(self._show_records)
        self.audit.repair_wanted.connect(self._repair)

    def _show_empty(self, *, shown: bool) -> None:
        if self.empty is not None and not shown:
            discard(self.empty)
            self.empty = None
        if shown and self.empty is None:
            self.empty = EmptyState(*NONE_YET)
            self.empty.acted.connect(self.build)
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
        for each in (self.rules, self.protect, self.remove):
            allow(each, none)
        built = planned is not None and planned.plan is not None
        allow(self.change, none or ("" if built else "It was read from a file."))
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
