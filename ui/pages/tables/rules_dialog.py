"""Dialog of the rules: which of them judge the cells of a table, each with its parameters."""

from collections.abc import Sequence

from PySide6.QtWidgets import QCheckBox, QWidget

from sdcdesk.core.running.errors import SdcError
from sdcdesk.tables import RULES, CellTable, Rule
from ui.dialogs.frame import AROUND, Dialog
from ui.forms.form import ModelForm
from ui.widgets.label import hairline, label
from ui.widgets.layout import column, resize_within_screen, scrolled, widget_in

WIDTH, HEIGHT = 560, 640

WHAT = "A cell is sensitive if one of the rules says so; the most that one of them asks for is required."

UNKNOWN = {
    "contributions": "This table does not tell its contributions.",
    "frequency": "This table does not tell how many contribute.",
}


class RuleChoice(QWidget):
    """A rule that can be switched on, with its form below it.

    Parameters
    ----------
    kind
        The rule.
    rule
        As it is; None: it is off.
    why
        Why it cannot judge the table; empty: it can.
    """

    def __init__(self, kind: type[Rule], rule: Rule | None, why: str) -> None:
        super().__init__()
        self.box = QCheckBox(kind.title)
        self.box.setChecked(rule is not None)
        first = (kind.__doc__ or "").strip().split("\n")[0]
        self.form: ModelForm[Rule] = ModelForm(kind, model=rule)
        self.form.setVisible(rule is not None)
        column(
            self.box,
            label(why or first, style="caption", tone="risk_text" if why else "text2", wraps=True),
            self.form,
            spacing=4,
            inside=self,
        )
        self.box.setEnabled(not why)
        self.box.setToolTip(why)
        self.box.toggled.connect(self.form.setVisible)

    def rule(self) -> Rule | None:
        """Return the rule as it was entered; None: it is off. Raises `SdcError` where a value is wrong."""
        return self.form.model() if self.box.isChecked() else None


class RulesDialog(Dialog):
    """Asks which rules judge a table.

    Parameters
    ----------
    rules
        As they are.
    table
        The table; None: it could not be built yet, and every rule can be chosen.
    """

    def __init__(self, rules: Sequence[Rule], table: CellTable | None, parent: QWidget | None = None) -> None:
        super().__init__("Rules", "Use rules", parent)
        self.rules: tuple[Rule, ...] | None = None
        known = {rule.name: rule for rule in rules}
        self.choices = [RuleChoice(kind, known.get(kind.name), _lacking(kind, table)) for kind in RULES]
        parts: list[QWidget] = []
        for choice in self.choices:
            parts += [choice, hairline()]
            choice.box.toggled.connect(lambda _on: self._judge())
        self.lay_out(scrolled(widget_in(column(*parts[:-1], ..., spacing=12, margins=AROUND))), WHAT)
        resize_within_screen(self, WIDTH, HEIGHT)
        self._judge()

    def act(self) -> None:
        """Take the rules as they were entered."""
        try:
            found = [choice.rule() for choice in self.choices]
        except SdcError:
            return
        self.rules = tuple(rule for rule in found if rule is not None)
        self.accept()

    def _judge(self) -> None:
        chosen = any(choice.box.isChecked() for choice in self.choices)
        self.allow("" if chosen else "Switch at least one rule on.")


def _lacking(kind: type[Rule], table: CellTable | None) -> str:
    if table is None:
        return ""
    if kind.needs == "contributions" and table.contributions is None:
        return UNKNOWN["contributions"]
    if kind.needs == "frequency" and table.frequency is None:
        return UNKNOWN["frequency"]
    return ""
