"""Export of a table from its page: asks for the file and, where it is not safe, for a recorded reason."""

import dataclasses
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.table_commands import planned_table
from sdcdesk.release.table_export import TableFiles, export_tables, needs_reason, with_reason
from sdcdesk.release.table_result import TableResult
from ui.look.locale import in_user_locale
from ui.pages.tables.plan_dialog import ReasonDialog
from ui.session.session import Session

FILES = "CSV (*.csv);;Excel (*.xlsx)"
JOB = "export_table"
"""Kind of the job that writes it."""

SHOWN = 5
"""Sentences on what is wrong that are shown."""


class TableExporting(QObject):
    """Writes a table as it is published.

    Parameters
    ----------
    session
        Whose table it is.
    owner
        Dialogs lie above it.
    """

    def __init__(self, session: Session, owner: QWidget) -> None:
        super().__init__(owner)
        self._session, self._owner = session, owner
        self.dialog: ReasonDialog | None = None

    def export(self, result: TableResult, *, internal: bool = False) -> None:
        """Ask for what is needed, and write the table; internal: with the original values, for its owner."""
        if internal or not needs_reason(result) or result.planned.override:
            self._ask_for_file(result, internal=internal)
            return
        told = [in_user_locale(str(one)) for one in result.hindrances[:SHOWN]]
        dialog = ReasonDialog("\n".join(told), self._owner.window())
        self.dialog = dialog
        dialog.finished.connect(lambda _result: setattr(self, "dialog", None))
        dialog.accepted.connect(lambda: self._record(result, dialog.reason()))
        dialog.open()

    def write(
        self, result: TableResult, target: Path, *, internal: bool = False, replace: bool = True
    ) -> None:
        """Write a table that may leave, or the one that its owner keeps.

        Parameters
        ----------
        result, target
            The table, and its file.
        internal
            Whether it has the original values, for its owner.
        replace
            Whether a file of that name may be replaced.
        """
        session = self._session
        targets, inputs = {result.planned.name: target}, tuple(session.originals)
        files = TableFiles(targets, internal=internal, replace=replace, inputs=inputs)

        def work(progress: Progress) -> tuple[str, ...]:
            return export_tables((result,), files, progress)

        def tell(left_behind: tuple[str, ...]) -> None:
            session.done.emit(sentence("Table written to {name}", name=short(target.name)))
            for note in left_behind:
                session.notified.emit(note)

        session.jobs.start(JOB, "Writing the table", work, tell, session.failed.emit)

    def _record(self, result: TableResult, reason: str) -> None:
        project = self._session.project
        if project is None:
            return
        self._session.change(*with_reason(project, (result,), reason))
        if self._session.project is not None:
            planned = planned_table(self._session.project, result.planned.name)
            self._ask_for_file(dataclasses.replace(result, planned=planned))

    def _ask_for_file(self, result: TableResult, *, internal: bool = False) -> None:
        name = result.planned.name
        proposed = f"{name}_internal.csv" if internal else f"{name}.csv"
        title = "Export table with original values" if internal else "Export table"
        name, kind = QFileDialog.getSaveFileName(self._owner, title, proposed, FILES)
        if name:
            chosen = Path(name)
            ending = ".xlsx" if "xlsx" in kind else ".csv"
            # The proposed name ends as the first kind does, and few people change it.
            proposed_of_other = chosen.name == proposed and ending != chosen.suffix
            bare = not chosen.suffix or proposed_of_other
            target = chosen.with_suffix(ending) if bare else chosen
            # The dialog has asked whether the chosen file is replaced, not the one with an ending.
            self.write(result, target, internal=internal, replace=target == chosen)
