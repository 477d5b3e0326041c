"""Limit dialog: one limit on a figure of a measure, for the shown scenario."""

from PySide6.QtWidgets import QWidget

from sdcdesk.core.limit import Limit
from sdcdesk.core.measure import Measure
from sdcdesk.document.limits import limit_text, usual_side
from sdcdesk.document.measure_commands import with_limit
from ui.dialogs.frame import AROUND, Dialog
from ui.forms.editors.limits import LimitRow
from ui.look.locale import user_locale
from ui.session.session import Session
from ui.session.shown_scenario import limit_hindrance, shown_scenario
from ui.widgets.label import label
from ui.widgets.layout import column, held, resize_within_screen

WIDTH = 760
"""Pixels in which the longest name of a figure is read."""


class LimitDialog(Dialog):
    """Asks for a figure of a measure, a side and a value.

    Parameters
    ----------
    limit
        What is chosen at first; its value is typed.
    scenario
        Name of the scenario that gets the limit.
    """

    def __init__(self, limit: Limit, scenario: str, parent: QWidget) -> None:
        super().__init__("Add limit", "Add limit", parent)
        self.row = LimitRow(limit, empty=True)
        self.row.remove.hide()
        self.row.edited.connect(self._check)
        self.error = label(tone="risk_text", wraps=True)
        content = held(column(self.row, self.error, margins=AROUND))
        words = f"In the scenario {scenario} the file is safe only while this is kept."
        self.lay_out(content, words)
        resize_within_screen(self, WIDTH, self.sizeHint().height())
        self.row.value.setFocus()
        self._check()

    def _check(self) -> None:
        try:
            nothing = "" if self.row.read() is not None else "Type a value."
            wrong = ""
        except ValueError as error:
            wrong = nothing = str(error)
        self.error.setText(wrong)
        self.allow(nothing)


def ask_for_limit(session: Session, kind: type[Measure], parent: QWidget) -> LimitDialog | None:
    """Ask for a limit on a figure of a measure; None: there is no scenario, or nothing to limit."""
    scenario = shown_scenario(session)
    if scenario is None or limit_hindrance(session, kind):
        return None
    figure = next(declared for declared in kind.declares if declared.better)
    first = Limit(measure=kind.name, figure=figure.name, side=usual_side(figure), value=0.0)
    dialog = LimitDialog(first, scenario.name, parent)

    def keep() -> None:
        limit, project = dialog.row.read(), session.project
        if limit is not None and project is not None:
            session.change(f"Limit {limit_text(limit, user_locale())}", with_limit(project, scenario, limit))

    dialog.accepted.connect(keep)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
    return dialog
