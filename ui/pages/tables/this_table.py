"""The tab of one table: builder, cells, the chosen cell and the audit."""

from PySide6 import QtGui
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QPushButton, QToolTip, QWidget

from sdcdesk.core.operations.display_names import display_names, text_with_display_names
from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.planned_table import PlannedTable
from sdcdesk.document.table_commands import CellChoice
from sdcdesk.release.table_result import TableResult
from sdcdesk.tables import CellSuppression, CellTable
from sdcdesk.tables.audit.cell_explanation import CellExplanation, cell_records, explain_cell
from ui.look.locale import in_user_locale
from ui.pages.page import Page
from ui.pages.tables.audit_card import RUNNING, AuditCard
from ui.pages.tables.builder import Builder, TableChooser
from ui.pages.tables.cell_card import NO_RECORDS, CellCard
from ui.pages.tables.cell_table_card import CellTableCard
from ui.pages.tables.commands import TableCommands
from ui.pages.tables.exporting import TableExporting
from ui.session.computation import Failed, Ready, Stopped
from ui.widgets.buttons import link
from ui.widgets.card import GAP
from ui.widgets.empty import EmptyState
from ui.widgets.layout import column, discard, row, widget_in
from ui.widgets.menus import Entry, context_menu
from ui.widgets.numbers import ends
from ui.widgets.reason import allow
from ui.widgets.what_is_this import explain

PROTECT, EXPORT, CHOOSE_RULES = "Protect table", "Export table", "Choose rules"
"""Acts of the filled button."""

NO_TABLE = "No table yet"
NONE_BY_HAND = "No cell of it is hidden or published by hand."
WHY = (
    "A table counts records or adds up a variable by the values of others. Choose what it is made of, and "
    "see which of its cells give somebody away."
)

ABOUT_TABLE = Explanation(
    "Cells of the table",
    "Each cell is the number of records, or the sum of a variable, with the codes of its row and its column; "
    "totals are sums of others. Sensitive cells (triangle) tell too much of one contributor by the rules; "
    "cells with a lock are hidden so that nobody works the sensitive ones out by subtraction.",
)
ABOUT_CELL = Explanation(
    "The chosen cell",
    "Its largest contributors, which rule calls it sensitive and why, and between which values somebody who "
    "reads the published table knows that it lies, computed exactly from all that is published.",
)
ABOUT_AUDIT = Explanation(
    "Audit",
    "Every hidden cell is bounded from below and from above by linear programming over all published cells, "
    "also with what a single contributor knows of himself. A table passes if each interval is as wide as the "
    "rules ask.",
)


class ThisTable(QWidget):
    """What is seen of one table of the project.

    Parameters
    ----------
    page
        With the session and the header.
    rules, protect
        Buttons of the header.
    """

    def __init__(self, page: Page, rules: QPushButton, protect: QPushButton) -> None:
        super().__init__()
        self.page, self.session = page, page.session
        self.rules, self.protect = rules, protect
        self.commands = TableCommands(self.session, self)
        self.exporting = TableExporting(self.session, self)
        self.empty: EmptyState | None = None
        self.example = link("Open an example of tables…")
        self.example.clicked.connect(page.commands["open_example"].trigger)
        self.chooser = TableChooser(
            {"New table": self.commands.add, "Open a finished table…": self.commands.open_finished}
        )
        self.builder, self.card = Builder(), CellTableCard()
        self.cell_card, self.audit = CellCard(), AuditCard()
        top = row((self.card, 1), self.cell_card, spacing=GAP)
        self._content = widget_in(column(self.chooser, self.builder, top, self.audit, spacing=GAP))
        self._whole = column(self._content, inside=self)
        self._connect()

    # What is shown

    @property
    def planned(self) -> PlannedTable | None:
        """The table that is shown; None: the project has none."""
        return self.commands.planned

    @property
    def result(self) -> TableResult | None:
        """What is known of it; None: nothing yet."""
        planned = self.planned
        return None if planned is None else self.session.tabulating.result(planned.name)

    @property
    def table(self) -> CellTable | None:
        """The table as far as it is known; None: it was not built."""
        result = self.result
        return None if result is None else result.shown

    @property
    def is_old(self) -> bool:
        """Whether the cells that are shown are those of a table that was built of something else."""
        planned, result = self.planned, self.result
        if planned is None or result is None:
            return True
        return (result.planned.plan, result.planned.finished) != (planned.plan, planned.finished)

    def explanation(self, cell: int) -> CellExplanation | None:
        """Return what there is to say of a cell; None: there is no such cell."""
        table, result = self.table, self.result
        if table is None or result is None or not 0 <= cell < len(table):
            return None
        return explain_cell(table, cell, result.found, self.card.view.cells.digits)

    def refresh(self) -> None:
        """Show the session as it is now."""
        project, data, planned = self.session.project, self.session.data, self.planned
        self._show_empty(missing=planned is None)
        self._content.setVisible(planned is not None)
        if project is not None and data is not None and planned is not None:
            self.chooser.show_tables(project.tables, planned.name)
            self.builder.show_table(planned, data)
            self._show_result(planned)
        self._say_acts()

    def _show_result(self, planned: PlannedTable) -> None:
        result, tabulating = self.result, self.session.tabulating
        called = display_names(self.session.project.variables) if self.session.project else {}
        # While another one is computed, the cells and what they are called are those of the table before.
        shown = planned if result is None or result.built is None else result.planned
        words = text_with_display_names(shown.description, called)
        self.card.set_title(shown.title or in_user_locale(words))
        self.card.show_result(shown, result)
        built = result is not None and result.built is not None
        self.audit.setVisible(built and result is not None and result.error is None)
        self.cell_card.setVisible(built)
        failed = result is not None and result.error is not None and not built
        for card in (self.card, self.audit):
            card.show_state(tabulating.computation.state, tabulating.again)
        if isinstance(tabulating.computation.state, Stopped) and not tabulating.computation.state.by_user:
            self.card.show_empty("", "The table is built as soon as the file is read.")
        elif tabulating.is_running and not built:
            self.card.show_empty("", "Building the table…")
        if failed and result is not None and result.error is not None and not tabulating.is_running:
            self.card.show_empty("The table could not be built", self.session.labelled_message(result.error))
        if result is not None and built:
            stale, project = not isinstance(tabulating.computation.state, Ready), self.session.project
            with_file = project is not None and bool(project.recipe.active)
            self.audit.show_result(result, stale=stale, with_file=with_file)
        self._tell_error(result)
        self.show_cell()

    def _tell_error(self, result: TableResult | None) -> None:
        """Say above the table why it could not be judged or protected, while it is shown unprotected."""
        error = result.error if result is not None and result.built is not None else None
        self.card.show_problem("" if error is None else in_user_locale(self.session.labelled_message(error)))

    def show_cell(self) -> None:
        """Show what is known of the chosen cell."""
        result = self.result
        known = None if result is None or result.built is None else result.built.contributions
        can_show = known is not None and not known.are_given
        found, digits = self.explanation(self.card.view.chosen), self.card.view.cells.digits
        old = RUNNING if self.is_old else ""
        self.cell_card.show_cell(found, digits, can_show=can_show, old=old)

    def _show_empty(self, *, missing: bool) -> None:
        if missing and self.empty is None:
            self.empty = EmptyState(NO_TABLE, WHY, "Open a finished table…")
            self.empty.acted.connect(self.commands.open_finished)
            self._whole.insertWidget(0, self.empty)
            self._whole.insertWidget(1, self.example, alignment=Qt.AlignmentFlag.AlignLeft)
            self.example.show()
        elif not missing and self.empty is not None:
            discard(self.empty)
            self.empty = None
            self.example.hide()

    # What can be done

    def act(self) -> None:
        """Do what the filled button says."""
        words = self.page.header.filled.text()
        if self.planned is None:
            self.commands.add()
        elif words == CHOOSE_RULES:
            self.commands.ask_for_rules(self._judged())
        elif words == PROTECT:
            self.commands.ask_for_protection(self._judged())
        elif self.result is not None:
            self.exporting.export(self.result)

    def choose_cell(self, choice: CellChoice) -> None:
        """Hide a cell or always publish it; once more leaves it to the rules."""
        table, planned, cell = self.table, self.planned, self.card.view.chosen
        if table is not None and planned is not None and not self.is_old and 0 <= cell < len(table):
            chosen, codes = (planned.hidden if choice == "hidden" else planned.always), table.codes(cell)
            self.commands.decide(codes, "free" if codes in chosen else choice)

    def show_records(self) -> None:
        """Show the records of the chosen cell in the data view."""
        result, cell = self.result, self.card.view.chosen
        built = None if result is None else result.built
        if built is None or cell < 0 or not self.cell_card.records.isEnabled():
            return
        words = sentence("in the cell {cell}", cell=built.cell_text(cell))
        self.session.navigator.show_records(cell_records(built, cell), in_user_locale(words))

    def _judged(self) -> CellTable | None:
        result = self.result
        return None if result is None else result.judged or result.built

    def _say_acts(self) -> None:
        """Say what the next sensible act is, and why others cannot be done now."""
        header, planned, result = self.page.header, self.planned, self.result
        state = self.session.tabulating.computation.state
        why = RUNNING if self.session.tabulating.is_running else ""
        none = NO_TABLE if planned is None else ""
        allow(self.rules, none)
        protected = planned is not None and planned.protection is not None
        self.protect.setText("Protect again…" if protected else "Protect…")
        allow(self.protect, none)
        if planned is None:
            header.set_filled("New table")
            allow(header.filled, "" if self.session.data is not None else "Open a file first")
            return
        safe = result is not None and result.own_verdict.value == "safe"
        rules = bool(planned.rules) or (result is not None and result.own_verdict.value != "not assessed")
        words = EXPORT if protected or safe else PROTECT if rules else CHOOSE_RULES
        self.protect.setVisible(words != PROTECT)
        self.rules.setVisible(words != CHOOSE_RULES)
        header.set_filled(words)
        failed = isinstance(state, Failed) or result is None or result.table is None
        broken = "" if isinstance(state, Ready) and not failed else "It could not be computed."
        allow(header.filled, (why or broken) if words == EXPORT else "")

    # Connections

    def _connect(self) -> None:
        view, commands = self.card.view, self.commands
        commands.shown.connect(self.refresh)
        self.rules.clicked.connect(lambda: commands.ask_for_rules(self._judged()))
        self.protect.clicked.connect(lambda: commands.ask_for_protection(self._judged()))
        self.chooser.picked.connect(commands.show)
        self.chooser.more.clicked.connect(self._open_menu)
        self.builder.plan_changed.connect(commands.change_plan)
        self.builder.unit_changed.connect(lambda unit: commands.change(unit=unit))
        self.builder.more.clicked.connect(commands.edit)
        self.card.switched.connect(self.refresh)
        view.cell_chosen.connect(lambda _cell: self.show_cell())
        view.hide_wanted.connect(lambda _cell: self.choose_cell("hidden"))
        view.publish_wanted.connect(lambda _cell: self.choose_cell("always"))
        view.records_wanted.connect(lambda _cell: self.show_records())
        view.tip_wanted.connect(self._show_tip)
        view.menu_wanted.connect(self._open_cell_menu)
        self.cell_card.hide_wanted.connect(lambda: self.choose_cell("hidden"))
        self.cell_card.publish_wanted.connect(lambda: self.choose_cell("always"))
        self.cell_card.records_wanted.connect(self.show_records)
        self.audit.repair_wanted.connect(lambda: commands.repair(self.result))
        cards = ((self.card, ABOUT_TABLE), (self.cell_card, ABOUT_CELL), (self.audit, ABOUT_AUDIT))
        for card, about in cards:
            card.requested.connect(lambda card=card, about=about: explain(card.help, about))

    def _open_menu(self) -> None:
        commands, more = self.commands, self.chooser.more
        planned, project = self.planned, self.session.project
        several = project is not None and len(project.tables) > 1
        known = "" if self.result is not None and self.result.table is not None else RUNNING
        by_hand = planned is not None and bool(planned.hidden or planned.always)
        entries = (
            Entry("Edit…", commands.edit),
            Entry("Move up", lambda: commands.move(-1), "" if several else "There is no other table."),
            Entry("Move down", lambda: commands.move(1), "" if several else "There is no other table."),
            None,
            *self._edition_entries(),
            None,
            self.card.copying(),
            Entry("Export with the original values, for the owner…", self._export_internal, known),
            Entry("Leave all cells to the rules", commands.free_cells, "" if by_hand else NONE_BY_HAND),
            None,
            Entry("Remove", commands.remove, "" if planned is not None else NO_TABLE),
        )
        context_menu(self, *entries).popup(more.mapToGlobal(QPoint(0, more.height())))

    def _edition_entries(self) -> tuple[Entry, ...]:
        """Return what can be done with the table as it was published before."""
        planned, commands = self.planned, self.commands
        suppresses = planned is not None and isinstance(planned.protection, CellSuppression)
        why = "" if suppresses else "Only cell suppression prefers cells; protect the table by it first."
        choose = Entry("Prefer the hidden cells of the last edition…", commands.choose_last_edition, why)
        edition = None if planned is None else planned.last_edition
        if edition is None:
            return (choose,)
        forget = sentence("Forget the last edition ({file})", file=short(edition.file))
        return choose, Entry(in_user_locale(forget), lambda: commands.change(last_edition=None))

    def _export_internal(self) -> None:
        if self.result is not None:
            self.exporting.export(self.result, internal=True)

    def _open_cell_menu(self, place: QPoint) -> None:
        card, old = self.cell_card, RUNNING if self.is_old else ""
        unknown = "" if card.records.isEnabled() else NO_RECORDS
        acts = (
            Entry("\t".join((card.hide_cell.text(), "S")), lambda: self.choose_cell("hidden"), old),
            Entry("\t".join((card.publish.text(), "P")), lambda: self.choose_cell("always"), old),
            Entry("\t".join((card.records.text(), "Enter")), self.show_records, unknown),
            None,
            Entry("Copy\tCtrl+C", self.card.view.copy),
        )
        context_menu(self, *acts).popup(place)

    def _show_tip(self, cell: int, place: QPoint) -> None:
        found, digits = self.explanation(cell), self.card.view.cells.digits
        if found is None:
            return
        lines = [found.title, found.status_title]
        if found.contributors:
            lines.append(in_user_locale(found.contributors))
        if found.low is not None and found.high is not None:
            low, high = ends(found.low, found.high, digits)
            lines.append(
                in_user_locale(sentence("Readers know: between {low} and {high}", low=low, high=high))
            )
        text = "\n".join(lines)
        # Codes are text of the file, and no markup.
        QToolTip.showText(place, QtGui.Qt.convertFromPlainText(text), self.card.view)
