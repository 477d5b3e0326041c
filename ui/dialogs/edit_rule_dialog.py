"""Edit rule dialog: what must hold between the variables of every record."""

from PySide6.QtWidgets import QWidget

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.document.edit_rule_commands import with_rule, without_rule
from sdcdesk.masking.edit_rules.edit_rule import EditRule
from ui.dialogs.frame import AROUND, Dialog
from ui.forms.form import ModelForm
from ui.session.session import Session
from ui.widgets.buttons import button
from ui.widgets.layout import column, resize_within_screen, scrolled, widget_in

WIDTH, HEIGHT = 640, 480
"""Size of the dialog; what does not fit scrolls."""

ABOUT = "Every step reports the records that it makes break the rule; methods can be told to keep to it."


class EditRuleForm(ModelForm[EditRule]):
    """The fields of a rule, which fits the data and has a name of its own."""

    def __init__(self, session: Session, data: Microdata, rule: EditRule | None) -> None:
        rules = session.project.rules if session.project else ()
        self._file = data
        self._names = {each.name for each in rules if each != rule}
        super().__init__(EditRule, data, rule)

    def check(self, model: EditRule) -> None:
        """Refuse a name that another rule has, and what the values of the variables contradict."""
        if model.name in self._names:
            raise ParameterError("Another edit rule has this name.", "name")
        for condition in (model.when, model.then):
            if condition is not None:
                condition.check(self._file)


class EditRuleDialog(Dialog):
    """Asks for a rule, or changes or removes one."""

    def __init__(
        self, session: Session, data: Microdata, rule: EditRule | None, parent: QWidget | None = None
    ) -> None:
        title = "Change edit rule" if rule else "Add edit rule"
        super().__init__(title, "Save edit rule" if rule else title, parent)
        self.form = EditRuleForm(session, data, rule)
        self.remove = button("Remove edit rule")
        self.lay_out(scrolled(widget_in(column(self.form, margins=AROUND))), ABOUT, self.remove)
        self.remove.setVisible(rule is not None)
        resize_within_screen(self, WIDTH, HEIGHT)
        self.form.edited.connect(lambda: self.read(self.form))
        self.form.focus_first()
        self.read(self.form)


def edit_rule(session: Session, rule: EditRule | None, parent: QWidget) -> EditRuleDialog | None:
    """Ask for a rule of the project; None: no file is open."""
    project, data = session.project, session.data
    if project is None or data is None:
        return None
    dialog = EditRuleDialog(session, data, rule, parent)

    def keep() -> None:
        session.change(*with_rule(project, dialog.form.model(), rule.name if rule else ""))

    def remove() -> None:
        dialog.reject()
        if rule is not None:
            session.change(*without_rule(project, rule.name))

    dialog.accepted.connect(keep)
    dialog.remove.clicked.connect(remove)
    dialog.open()
    return dialog
