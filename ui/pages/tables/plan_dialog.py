"""Dialogs of a table: everything that it is made of, and the file of a finished one."""

from typing import Any

from PySide6.QtWidgets import QWidget

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import SdcError
from sdcdesk.document.planned_table import FinishedTable, PlannedTable
from sdcdesk.tables import TablePlan
from ui.dialogs.frame import AROUND, Dialog
from ui.forms.editors.lines import TextEditor
from ui.forms.form import ModelForm
from ui.forms.row import ROOMY
from ui.widgets.label import hairline, label
from ui.widgets.layout import column, resize_within_screen, scrolled, widget_in

SIZE = 720, 660


class PlanDialog(Dialog):
    """Asks for name, title, unit and file of a table, and for all that it is built of or read by.

    Parameters
    ----------
    table
        The table as it is.
    data
        The file that it is built from.
    offers
        What can be chosen besides variables, such as the hierarchies of the project.
    taken
        Names of the other tables.
    """

    def __init__(
        self,
        table: PlannedTable,
        data: Microdata,
        taken: tuple[str, ...] = (),
        offers: Any = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("Table", "Save table", parent)
        self._table, self._taken = table, taken
        fields = ("name", "title", "unit") if table.plan is None else ("name", "title", "unit", "of")
        self.head: ModelForm[PlannedTable] = ModelForm(PlannedTable, None, table, fields=fields, room=ROOMY)
        made = table.plan if table.plan is not None else table.finished
        kind: type[Any] = TablePlan if table.plan is not None else FinishedTable
        subject = data if table.plan is not None else None
        self.form: ModelForm[Any] = ModelForm(kind, subject, made, room=ROOMY, offers=offers)
        for one in (self.head, self.form):
            one.edited.connect(self._check)
        inside = column(self.head, hairline(), self.form, ..., spacing=12, margins=AROUND)
        self.lay_out(scrolled(widget_in(inside)))
        resize_within_screen(self, *SIZE)
        self._check()

    def table(self) -> PlannedTable | None:
        """Return the table as it is entered; None: something is missing."""
        head, made = self.read(self.head), self.read(self.form)
        if head is None or made is None:
            return None
        return head.changed(**{"plan" if self._table.plan is not None else "finished": made})

    def _check(self) -> None:
        if self.read(self.head) is None or self.read(self.form) is None:
            return
        table = self.table()
        if table is None:
            return
        if table.name in self._taken:
            self.allow("Another table has this name; choose another one.")
        elif table == self._table:
            self.allow("Nothing is changed yet.")


class FinishedDialog(Dialog):
    """Asks for the file of a table that another program made.

    Parameters
    ----------
    name
        What the project will find it by.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__("Open a finished table", "Add table", parent)
        self._name = name
        self.form: ModelForm[FinishedTable] = ModelForm(FinishedTable, None, None, room=ROOMY)
        self.form.edited.connect(self._check)
        self.lay_out(scrolled(widget_in(column(self.form, ..., margins=AROUND))))
        resize_within_screen(self, *SIZE)
        self._check()

    def table(self) -> PlannedTable | None:
        """Return the table; None: something is missing."""
        finished = self.read(self.form)
        if finished is None:
            return None
        try:
            return PlannedTable(name=self._name, finished=finished)
        except SdcError as error:
            self.allow(error.message)
            return None

    def _check(self) -> None:
        self.table()


class ReasonDialog(Dialog):
    """Asks why a table leaves although it is not known to be safe; the reason is recorded.

    Parameters
    ----------
    words
        What is wrong with it.
    """

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        super().__init__("Export although it is not safe", "Record the reason and export", parent)
        self.editor = TextEditor("Why it leaves nevertheless")
        self.editor.set_name("Reason", "It is recorded in the project and in its documents.")
        self.editor.edited.connect(self._check)
        about = label(words, wraps=True)
        caption = label(
            "Reason, which is recorded in the project and in its documents", tone="text2", wraps=True
        )
        self.lay_out(scrolled(widget_in(column(about, caption, self.editor, ..., margins=AROUND))))
        resize_within_screen(self, 560, 400)
        self.editor.begin()
        self._check()

    def reason(self) -> str:
        """Return what was typed."""
        return str(self.editor.value() or "").strip()

    def _check(self) -> None:
        written = any(sign.isalnum() for sign in self.reason())
        self.allow("" if written else "Give the reason in words.")
