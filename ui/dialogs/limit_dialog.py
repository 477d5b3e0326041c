"""Limits dialog: what is accepted in the shown scenario, of any figure of any measure."""

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from sdcdesk.core.results.limit import Limit
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.limits import limit_text
from sdcdesk.document.scenario import Scenario
from sdcdesk.document.scenario_commands import with_scenario
from ui.dialogs.frame import AROUND, Dialog
from ui.forms.editors.limits import LimitsEditor
from ui.look.locale import user_locale
from ui.session.current_scenario import current_scenario
from ui.session.session import Session
from ui.widgets.label import label
from ui.widgets.layout import column, resize_within_screen, scrolled, widget_in

WIDTH = 760
"""Pixels in which the longest name of a figure is read."""

LOWEST, HIGHEST, FRAME = 440, 700, 190
"""Heights of the dialog, with room for a few limits and at most, and pixels around them."""

UNCHANGED = "No limit is changed yet: type a value."


class LimitDialog(Dialog):
    """Asks for all limits of a scenario.

    Parameters
    ----------
    scenario
        Its limits are shown.
    limit
        The one that gets the keyboard; it is added, its value to be typed, where the scenario has no such
        limit. None: the first one.
    """

    def __init__(self, scenario: Scenario, limit: Limit | None, parent: QWidget) -> None:
        super().__init__("Limits", "Save limits", parent)
        self.scenario = scenario
        self.editor = LimitsEditor()
        self.editor.set_value(scenario.limits)
        self.row = self.editor.lead_to(limit)
        self.editor.edited.connect(self._check)
        self.error = label(tone="risk_text", wraps=True)
        self._area = scrolled(widget_in(column(self.editor, self.error, ..., margins=AROUND)))
        words = sentence(
            "In the scenario {name} the file is safe only while all of these are kept.", name=scenario.name
        )
        self.lay_out(self._area, words)
        height = min(max(self.editor.sizeHint().height() + FRAME, LOWEST), HIGHEST)
        resize_within_screen(self, WIDTH, height)
        self.row.begin()
        self._check()

    def limits(self) -> tuple[Limit, ...]:
        """Return the limits as they are typed. Raises `ValueError` where one cannot be."""
        found: tuple[Limit, ...] = self.editor.value()
        return found

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Bring the limit in view that has the keyboard."""
        super().showEvent(event)
        self._area.ensureWidgetVisible(self.row)

    def _check(self) -> None:
        try:
            wrong, same = "", self.limits() == self.scenario.limits
        except ValueError as error:
            wrong, same = str(error), False
        self.error.setText(wrong)
        self.editor.set_invalid(invalid=bool(wrong))
        self.allow(wrong or (UNCHANGED if same else ""))


def ask_for_limit(session: Session, limit: Limit | None, parent: QWidget) -> LimitDialog | None:
    """Ask for the limits of the shown scenario, beginning with one; None: there is no scenario.

    Parameters
    ----------
    session
        Its project gets the limits, with one undo.
    limit
        What the keyboard begins with; one that the scenario has, or a new one. None: the first.
    parent
        What the dialog lies over.
    """
    scenario = current_scenario(session)
    if scenario is None:
        return None
    dialog = LimitDialog(scenario, limit, parent)

    def keep() -> None:
        if session.project is not None:
            changed = scenario.changed(limits=dialog.limits())
            project = with_scenario(session.project, changed, replaces=scenario.name)
            session.change(_words(scenario, changed), project)

    dialog.accepted.connect(keep)
    dialog.open()
    return dialog


def _words(before: Scenario, after: Scenario) -> str:
    """Return what was done, for undo."""
    new = [limit for limit in after.limits if limit not in before.limits]
    gone = [limit for limit in before.limits if limit not in after.limits]
    if len(new) == 1 and len(gone) <= 1:
        return sentence("Limit {limit}", limit=limit_text(new[0], user_locale()))
    if len(gone) == 1 and not new:
        return sentence("Remove limit {limit}", limit=limit_text(gone[0], user_locale()))
    return sentence("Limits of the scenario {name}", name=after.name)
