"""Limit dialog: one limit on a figure of a measure, for the shown scenario."""

from PySide6.QtWidgets import QWidget

from sdcdesk.core.limit import Limit
from sdcdesk.document.limits import limit_text
from sdcdesk.document.measure_commands import with_limit
from ui.dialogs.frame import AROUND, Dialog
from ui.forms.editors.limits import LimitRow
from ui.look.locale import user_locale
from ui.session.session import Session
from ui.session.shown_scenario import shown_scenario
from ui.widgets.buttons import button
from ui.widgets.label import label
from ui.widgets.layout import column, held, resize_within_screen

WIDTH = 760
"""Pixels in which the longest name of a figure is read."""


class LimitDialog(Dialog):
    """Asks for a figure of a measure, a side and a value.

    Parameters
    ----------
    limit
        What is chosen at first.
    scenario
        Name of the scenario that gets the limit.
    is_set
        Whether the scenario has this limit, so that it is changed or removed; else its value is typed.
    """

    def __init__(self, limit: Limit, scenario: str, parent: QWidget, *, is_set: bool) -> None:
        title = "Change limit" if is_set else "Add limit"
        super().__init__(title, "Save limit" if is_set else title, parent)
        self.row = LimitRow(limit, empty=not is_set)
        self.row.remove.hide()
        self.row.edited.connect(self._check)
        self.error = label(tone="risk_text", wraps=True)
        self.remove = button("Remove limit")
        self.remove.setVisible(is_set)
        content = held(column(self.row, self.error, margins=AROUND))
        words = f"In the scenario {scenario} the file is safe only while this is kept."
        self.lay_out(content, words, self.remove)
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


def ask_for_limit(session: Session, limit: Limit, parent: QWidget) -> LimitDialog | None:
    """Ask for another value of a limit of the shown scenario, or for a new limit; None: there is none."""
    scenario = shown_scenario(session)
    if scenario is None:
        return None
    old = limit if limit in scenario.limits else None
    dialog = LimitDialog(limit, scenario.name, parent, is_set=old is not None)

    def keep(new: Limit | None) -> None:
        if session.project is not None:
            words = limit_text(new or limit, user_locale())
            project = with_limit(session.project, scenario, new, old)
            session.change(f"Limit {words}" if new else f"Remove limit {words}", project)

    def remove() -> None:
        dialog.reject()
        keep(None)

    dialog.accepted.connect(lambda: keep(dialog.row.read()))
    dialog.remove.clicked.connect(remove)
    dialog.open()
    return dialog
