"""Commands of the tables page: every edit is one change of the project that undo takes back."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from sdcdesk.core.operations.operation import fitting
from sdcdesk.core.operations.parameters import accepts
from sdcdesk.core.running.errors import DataError, SdcError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document import table_commands
from sdcdesk.document.fresh_name import fresh_name
from sdcdesk.document.planned_table import PlannedTable
from sdcdesk.document.table_commands import CellChoice
from sdcdesk.document.variable_commands import Change
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.release.table_result import TableResult
from sdcdesk.release.table_results import repaired
from sdcdesk.tables import CellTable, LastEdition, TablePlan, read_last_edition
from sdcdesk.tables.files.finished_columns import USUAL
from ui.models.table_figures import added_cells
from ui.pages.tables.plan_dialog import FinishedDialog, PlanDialog
from ui.pages.tables.protection_dialog import ProtectionDialog
from ui.pages.tables.rules_dialog import RulesDialog
from ui.session.session import Session

FILES = "Tables (*.csv *.txt *.xlsx)"

LAST_EDITION = "last_edition"
"""Kind of the job that reads the table as it was published before."""

REPAIR = "repair_table"
"""Kind of the job that repairs a table."""


class TableCommands(QObject):
    """Edits the tables of the project; one of them is shown.

    Parameters
    ----------
    session
        Whose project it is.
    owner
        Dialogs lie above its window.
    """

    shown = Signal()
    """Another table is shown."""

    def __init__(self, session: Session, owner: QWidget) -> None:
        super().__init__(owner)
        self._session, self._owner = session, owner
        self._name = ""
        self.dialog: QDialog | None = None

    @property
    def planned(self) -> PlannedTable | None:
        """The table that is shown; None: the project has none."""
        project = self._session.project
        if project is None or not project.tables:
            return None
        return next((one for one in project.tables if one.name == self._name), project.tables[0])

    def show(self, name: str) -> None:
        """Show another table of the project."""
        self._name = name
        self.shown.emit()

    def add(self) -> None:
        """Add a table that counts records by the first variable that can be a row."""
        project, data = self._session.project, self._session.data
        accepted = accepts(TablePlan.model_fields["rows"])
        names = fitting(accepted, data) if data is not None and accepted is not None else ()
        if project is None or not names:
            words = "The file has no variable that could be a row; describe one as categories first."
            self._session.failed.emit(DataError(sentence(words), "rows"))
            return
        table = table_commands.begun_table(project, TablePlan(rows=names[:1], columns=names[1:2]))
        self._add(table)

    def open_finished(self) -> None:
        """Ask for the file of a finished table, and add it."""
        project = self._session.project
        if project is None:
            return
        name = fresh_name(table_commands.UNNAMED, [one.name for one in project.tables])
        dialog = FinishedDialog(name, self._owner.window())
        dialog.accepted.connect(lambda: self._add(dialog.table()))
        self._open(dialog)

    def edit(self) -> None:
        """Ask for all that the shown table is made of."""
        project, data, planned = self._session.project, self._session.data, self.planned
        if project is None or data is None or planned is None:
            return
        taken = tuple(one.name for one in project.tables if one.name != planned.name)
        offers = {Hierarchy: {one.name: one for one in project.hierarchies}}
        dialog = PlanDialog(planned, data, taken, offers, self._owner.window())

        def save() -> None:
            table = dialog.table()
            if table is not None:
                fields = {name: getattr(table, name) for name in type(table).model_fields}
                changed = {name: value for name, value in fields.items() if value != getattr(planned, name)}
                self._name = table.name
                self._edit(lambda: table_commands.with_changed_table(project, planned.name, **changed))

        dialog.accepted.connect(save)
        self._open(dialog)

    def remove(self) -> None:
        """Remove the shown table."""
        planned, project = self.planned, self._session.project
        if planned is not None and project is not None:
            self._edit(lambda: table_commands.without_table(project, planned.name))

    def move(self, by: int) -> None:
        """Move the shown table up or down among the others."""
        planned, project = self.planned, self._session.project
        if planned is not None and project is not None:
            place = project.tables.index(planned) + by
            self._edit(lambda: table_commands.moved_table(project, planned.name, place))

    def change(self, **changes: Any) -> None:
        """Change fields of the shown table."""
        planned, project = self.planned, self._session.project
        if planned is not None and project is not None:
            self._edit(lambda: table_commands.with_changed_table(project, planned.name, **changes))

    def change_plan(self, changes: dict[str, Any]) -> None:
        """Change what the shown table is built of."""
        planned, project = self.planned, self._session.project
        if planned is not None and project is not None:
            self._edit(lambda: table_commands.with_changed_plan(project, planned.name, **changes))

    def decide(self, codes: tuple[str, ...], choice: CellChoice) -> None:
        """Decide what becomes of a cell."""
        planned, project = self.planned, self._session.project
        if planned is not None and project is not None:
            self._edit(lambda: table_commands.with_cell_choice(project, planned.name, codes, choice))

    def free_cells(self) -> None:
        """Take back what was decided of cells by hand."""
        self.change(hidden=(), always=())

    def ask_for_rules(self, table: CellTable | None) -> None:
        """Ask for the rules of the shown table, which forms may look at."""
        planned = self.planned
        if planned is None:
            return
        dialog = RulesDialog(planned.shown_title, table, planned.rules, self._owner.window())
        dialog.accepted.connect(lambda: self.change(rules=dialog.rules() or ()))
        self._open(dialog)

    def ask_for_protection(self, table: CellTable | None) -> None:
        """Ask how the shown table is protected."""
        planned = self.planned
        if planned is None:
            return
        unjudged = table is not None and table.sensitivity is None and not planned.rules
        title, window = planned.shown_title, self._owner.window()
        dialog = ProtectionDialog(title, table, planned.protection, window, refused=unjudged)

        def protect() -> None:
            project, protection = self._session.project, dialog.protection()
            if project is not None and protection is not None:
                change = table_commands.with_table_protection
                self._edit(lambda: change(project, planned.name, protection))

        dialog.accepted.connect(protect)
        self._open(dialog)

    def choose_last_edition(self) -> None:
        """Ask for the table as it was published before, and prefer the cells that it hides."""
        name, _ = QFileDialog.getOpenFileName(self._owner, "Open the last edition", "", FILES)
        if name:
            self.read_last_edition(Path(name))

    def read_last_edition(self, path: Path) -> None:
        """Let the shown table prefer the cells that a file hides; the project keeps their codes."""
        planned, session = self.planned, self._session
        if planned is None:
            return
        names = () if planned.plan is None else planned.plan.dimension_names
        columns = USUAL if planned.finished is None else planned.finished.columns

        def work(progress: Progress) -> LastEdition:
            return read_last_edition(path, names, columns=columns, progress=progress)

        def take(edition: LastEdition) -> None:
            project = session.project
            if project is not None and planned in project.tables:
                change = table_commands.with_changed_table
                self._edit(lambda: change(project, planned.name, last_edition=edition))

        session.jobs.start(LAST_EDITION, "Reading the last edition", work, take, session.failed.emit)

    def repair(self, result: TableResult | None) -> None:
        """Hide more cells of a table until its audit holds, in the background."""
        if result is None:
            return
        planned, session = result.planned, self._session

        def work(progress: Progress) -> TableResult:
            return repaired(result, progress)

        def take(found: TableResult) -> None:
            added, project = added_cells(result, found), session.project
            if project is not None and added and planned in project.tables:
                hidden = (*planned.hidden, *added)
                self._edit(lambda: table_commands.with_changed_table(project, planned.name, hidden=hidden))

        session.jobs.start(REPAIR, "Repairing the table", work, take, session.failed.emit)

    def _add(self, table: PlannedTable | None) -> None:
        project = self._session.project
        if project is not None and table is not None:
            self._name = table.name
            self._edit(lambda: table_commands.with_table(project, table))

    def _edit(self, change: Any) -> None:
        """Change the project; what cannot be is said above the page."""
        try:
            made: Change = change()
        except SdcError as error:
            self._session.failed.emit(error)
            self.shown.emit()  # controls show the table as it still is
            return
        self._session.change(*made)

    def _open(self, dialog: QDialog) -> None:
        self.dialog = dialog
        dialog.finished.connect(lambda _result: setattr(self, "dialog", None))
        dialog.open()
