"""Commands of the tables: each is one change of the project that can be undone, or an export."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.fresh_name import fresh_name
from sdcdesk.document.planned_table import FinishedTable, PlannedTable
from sdcdesk.document.project import Project
from sdcdesk.document.table_commands import (
    CellChoice,
    begun_table,
    moved_table,
    with_cell_choice,
    with_changed_plan,
    with_changed_table,
    with_table,
    with_table_protection,
    with_table_rules,
    with_tables_together,
    without_table,
)
from sdcdesk.document.variable_commands import Change
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.release.table_export import TableFiles, export_tables, needs_reason, with_reason
from sdcdesk.release.table_result import TableResult
from sdcdesk.tables import CellSuppression, TablePlan
from ui.dialogs.frame import Dialog
from ui.look.locale import in_user_locale
from ui.pages.tables.model_dialog import Asked, ModelDialog
from ui.pages.tables.protect_dialog import ProtectDialog
from ui.pages.tables.reason_dialog import ReasonDialog
from ui.pages.tables.rules_dialog import RulesDialog
from ui.pages.tables.together_dialog import TogetherDialog
from ui.session.session import Session

FILES = "Tables (*.csv *.xlsx)"

EXPORT_JOB = "export table"

TOTALS = "Totals are made by themselves. Who contributes to a cell is kept for the rules."
FINISHED = "The file has one line for each cell, totals included; all other columns are dimensions."

DESCRIPTION = ("name", "title", "unit", "of")
"""Fields of a table that say what it is called and which file it shows."""

Opened = TypeVar("Opened", bound=Dialog)


class TableCommands(QObject):
    """What the page does to tables.

    Attributes
    ----------
    dialog
        The dialog that is open; None: there is none.
    """

    called = Signal(str)
    """A table is new, or has a new name: this one."""

    def __init__(self, session: Session, owner: QWidget) -> None:
        super().__init__(owner)
        self._session, self._owner = session, owner
        self.dialog: Dialog | None = None
        self._waiting: tuple[str, Path] | None = None
        session.tabulating.changed.connect(self._write_what_waited)

    # What is asked for

    def build(self) -> None:
        """Ask what a new table is made of."""

        def take(plan: TablePlan) -> None:
            if self._session.project is not None:
                self._add(begun_table(self._session.project, plan))

        self._ask_plan("Build a table", "Build table", None, take)

    def open_finished(self) -> None:
        """Ask for the file of a table that another program made."""

        def take(finished: FinishedTable) -> None:
            if self._session.project is not None:
                names = {one.name for one in self._session.project.tables}
                name = fresh_name(Path(finished.file.name).stem or "Table", names)
                self._add(PlannedTable(name=name, finished=finished))

        self._ask("Open a finished table", "Open table", FinishedTable, None, take, note=FINISHED)

    def change(self, planned: PlannedTable) -> None:
        """Ask what a table is made of, or how its file is read."""

        def take_plan(plan: TablePlan) -> None:
            changes = {name: getattr(plan, name) for name in TablePlan.model_fields}
            self.apply(lambda project: with_changed_plan(project, planned.name, **changes))

        def take_file(finished: FinishedTable) -> None:
            self.apply(lambda project: with_changed_table(project, planned.name, finished=finished))

        words = "Change the table", "Change table"
        if planned.finished is not None:
            self._ask(*words, FinishedTable, planned.finished, take_file, note=FINISHED)
        else:
            self._ask_plan(*words, planned.plan, take_plan)

    def describe(self, planned: PlannedTable) -> None:
        """Ask for the name, the title and the unit of a table."""
        fields = DESCRIPTION if planned.plan is not None else DESCRIPTION[:-1]

        def take(answer: PlannedTable) -> None:
            changes = {field: getattr(answer, field) for field in fields}
            if self.apply(lambda project: with_changed_table(project, planned.name, **changes)):
                self.called.emit(answer.name)

        self._ask("Name and title", "Change", PlannedTable, planned, take, fields=fields)

    def choose_rules(self, planned: PlannedTable, result: TableResult | None) -> None:
        """Ask which rules judge a table."""
        built = result.built if result is not None else None
        dialog = self._open(RulesDialog(planned.rules, built, self._owner.window()))

        def take() -> None:
            if dialog.rules is not None:
                rules = dialog.rules
                self.apply(lambda project: with_table_rules(project, planned.name, rules))

        dialog.accepted.connect(take)

    def choose_protection(self, planned: PlannedTable) -> None:
        """Ask how a table is protected."""
        dialog = self._open(ProtectDialog(planned.protection, self._owner.window()))

        def take() -> None:
            if dialog.protection is not None:
                how = dialog.protection
                self.apply(lambda project: with_table_protection(project, planned.name, how))

        dialog.accepted.connect(take)

    def choose_together(self) -> None:
        """Ask which tables are published together."""
        project = self._session.project
        if project is None:
            return
        dialog = self._open(TogetherDialog(project.tables, self._owner.window()))
        dialog.accepted.connect(
            lambda: self.apply(lambda project: with_tables_together(project, dialog.names()))
        )

    # What is done

    def apply(self, change: Callable[[Project], Change]) -> bool:
        """Change the project; what is refused is shown. Returns whether it was changed."""
        if self._session.project is None:
            return False
        try:
            self._session.change(*change(self._session.project))
        except SdcError as error:
            self._session.failed.emit(error)
            return False
        return True

    def decide(
        self, planned: PlannedTable, result: TableResult | None, cell: int, choice: CellChoice
    ) -> None:
        """Hide a cell, publish it always, or leave it to the rules."""
        table = result.built if result is not None else None
        if table is not None and cell >= 0:
            codes = table.codes(cell)
            self.apply(lambda project: with_cell_choice(project, planned.name, codes, choice))

    def repair(self, planned: PlannedTable) -> None:
        """Protect by hiding more cells, which is what mends a pattern."""
        self.apply(lambda project: with_table_protection(project, planned.name, CellSuppression()))

    def remove(self, planned: PlannedTable) -> None:
        """Take a table out of the project."""
        self.apply(lambda project: without_table(project, planned.name))

    def move(self, planned: PlannedTable, by: int) -> None:
        """Move a table in the order of the project."""
        self.apply(lambda project: moved_table(project, planned.name, project.tables.index(planned) + by))

    def export(self, result: TableResult, *, internal: bool = False) -> None:
        """Write a table; one that is not known to be safe asks for a reason first.

        Parameters
        ----------
        result
            What became of it.
        internal
            Whether the file holds the original values, for the owner alone.
        """
        if result.table is None:
            return
        if internal or not needs_reason(result) or result.planned.override:
            self._write(result, internal=internal)
            return
        why = " ".join(in_user_locale(one) for one in result.hindrances[:2])
        dialog = self._open(ReasonDialog(why, self._owner.window()))
        dialog.accepted.connect(lambda: self._give_reason(result, dialog.reason()))

    # What happens then

    def _open(self, dialog: Opened) -> Opened:
        self.dialog = dialog
        dialog.finished.connect(lambda _result: setattr(self, "dialog", None))
        dialog.open()
        return dialog

    def _ask(
        self,
        title: str,
        act: str,
        kind: type[Asked],
        model: Asked | None,
        take: Callable[[Asked], None],
        **how: Any,
    ) -> None:
        dialog = self._open(ModelDialog(title, act, kind, model, self._owner.window(), **how))

        def accept() -> None:
            if dialog.answer is not None:
                take(dialog.answer)

        dialog.accepted.connect(accept)

    def _ask_plan(
        self, title: str, act: str, plan: TablePlan | None, take: Callable[[TablePlan], None]
    ) -> None:
        data, project = self._session.data, self._session.project
        if data is not None and project is not None:
            offers = {Hierarchy: {one.name: one for one in project.hierarchies}}
            self._ask(title, act, TablePlan, plan, take, data=data, offers=offers, note=TOTALS)

    def _add(self, table: PlannedTable) -> None:
        if self.apply(lambda project: with_table(project, table)):
            self.called.emit(table.name)

    def _give_reason(self, result: TableResult, reason: str) -> None:
        """Record the reason; the table is written as soon as it is known again."""
        path = self._ask_path(result)
        if path is not None and self.apply(lambda project: with_reason(project, [result], reason)):
            self._waiting = result.planned.name, path
            self._write_what_waited()

    def _write_what_waited(self) -> None:
        project = self._session.project
        if self._waiting is None or project is None:
            return
        name, path = self._waiting
        planned = next((one for one in project.tables if one.name == name), None)
        result = self._session.tabulating.result(name)
        if planned is None:
            self._waiting = None
        elif result is not None and self._session.tabulating.holds(planned):
            self._waiting = None
            self._write_to(result, path, internal=False)

    def _ask_path(self, result: TableResult) -> Path | None:
        name, _ = QFileDialog.getSaveFileName(
            self._owner, "Export table", f"{result.planned.name}.csv", FILES
        )
        return Path(name) if name else None

    def _write(self, result: TableResult, *, internal: bool) -> None:
        path = self._ask_path(result)
        if path is not None:
            self._write_to(result, path, internal=internal)

    def _write_to(self, result: TableResult, path: Path, *, internal: bool) -> None:
        session = self._session
        # The dialog has asked whether a file that exists may be replaced; inputs never are.
        files = TableFiles(
            {result.planned.name: path}, internal=internal, replace=True, inputs=tuple(session.originals)
        )

        def write(_progress: Progress) -> tuple[str, ...]:
            return export_tables([result], files)

        def told(left_behind: tuple[str, ...]) -> None:
            words = (
                "Table exported with the original values: {name}" if internal else "Table exported: {name}"
            )
            session.done.emit(sentence(words, name=short(path.name)))
            for note in left_behind:
                session.notified.emit(note)

        session.jobs.start(EXPORT_JOB, "Exporting a table", write, told, session.failed.emit)
