"""Dialog that says what a table is made of."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QWidget

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import SdcError
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.tables import TablePlan
from ui.dialogs.frame import AROUND, Dialog
from ui.forms.form import ModelForm
from ui.widgets.layout import column, resize_within_screen, scrolled, widget_in

WIDTH, HEIGHT = 560, 620

WHAT = "Totals are made by themselves. Who contributes to a cell is kept for the rules."


class PlanDialog(Dialog):
    """Asks for rows, columns and values of a table, and for weights, holdings and filters.

    Parameters
    ----------
    data
        The file that it is built from.
    plan
        As it is; None: a new one.
    hierarchies
        Those of the project, by name.
    """

    def __init__(
        self,
        data: Microdata,
        plan: TablePlan | None,
        hierarchies: Mapping[str, Hierarchy],
        parent: QWidget | None = None,
    ) -> None:
        title, act = (
            ("Build a table", "Build table") if plan is None else ("Change the table", "Change table")
        )
        super().__init__(title, act, parent)
        self.plan: TablePlan | None = None
        offers: dict[type, Mapping[str, Any]] = {Hierarchy: dict(hierarchies)}
        self.form = ModelForm(TablePlan, data, plan, offers=offers)
        self.form.edited.connect(self._judge)
        self.lay_out(scrolled(widget_in(column(self.form, ..., margins=AROUND))), WHAT)
        resize_within_screen(self, WIDTH, HEIGHT)
        self._judge()

    def act(self) -> None:
        """Take the plan as it was entered."""
        try:
            self.plan = self.form.model()
        except SdcError:
            return
        self.accept()

    def _judge(self) -> None:
        try:
            self.form.entered()
        except SdcError:
            self.allow(
                "Choose the variables of the rows." if not self.form.touched() else "Mend what is marked."
            )
            return
        self.allow("")
