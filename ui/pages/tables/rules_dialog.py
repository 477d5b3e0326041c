"""Rules dialog: which rules say what is sensitive, several at once, each with its own form."""

from functools import partial

from PySide6.QtWidgets import QMenu, QWidget

from sdcdesk.core.data.described_frame import DescribedFrame
from sdcdesk.core.text.sentence import sentence
from sdcdesk.report.manual import opening_text
from sdcdesk.tables import RULES, Rule
from ui.dialogs.frame import AROUND, Dialog
from ui.forms.form import ModelForm
from ui.forms.row import ROOMY
from ui.widgets.buttons import button, icon_button
from ui.widgets.label import hairline, label
from ui.widgets.layout import column, discard, resize_within_screen, row, scrolled, widget_in
from ui.widgets.menus import Entry, fill

NO_RULE = "Add a rule: without one nothing is sensitive."
UNCHANGED = "Nothing is changed yet."
SIZE = 720, 600


class RulesDialog(Dialog):
    """Asks for the rules of a table.

    Parameters
    ----------
    title
        What people call the table.
    data
        The table, which forms look at; None: it is not built yet.
    rules
        Its rules now.
    """

    def __init__(
        self, title: str, data: DescribedFrame | None, rules: tuple[Rule, ...], parent: QWidget | None = None
    ) -> None:
        super().__init__("Rules", "Save rules", parent)
        self._data, self._before = data, rules
        self.forms: list[tuple[QWidget, ModelForm[Rule]]] = []
        self.add = button("Add a rule")
        menu = QMenu(self.add)
        fill(menu, *(Entry(kind.title, partial(self.add_rule, kind)) for kind in RULES))
        self.add.setMenu(menu)
        self._list = column(spacing=12)
        inside = column(self._list, row(self.add, ...), ..., margins=AROUND)
        self._area = scrolled(widget_in(inside))
        self.lay_out(self._area, sentence("{title}: a cell is sensitive if one rule says so", title=title))
        for rule in rules:
            self._add(type(rule), rule)
        resize_within_screen(self, *SIZE)
        self.check()

    def rules(self) -> tuple[Rule, ...] | None:
        """Return the rules as they are entered; None: one of them cannot be."""
        found = [self.read(form) for _, form in self.forms]
        known = tuple(one for one in found if one is not None)
        return known if len(known) == len(found) else None

    def add_rule(self, kind: type[Rule]) -> None:
        """Add a rule of a kind, and give its form the keyboard."""
        form = self._add(kind, None)
        self.check()
        form.focus_first()

    def check(self) -> None:
        """Say whether the rules can be saved."""
        for _, form in self.forms:
            if self.read(form) is None:
                return
        rules = self.rules()
        self.allow(
            NO_RULE if not self.forms and not self._before else UNCHANGED if rules == self._before else ""
        )

    def _add(self, kind: type[Rule], rule: Rule | None) -> ModelForm[Rule]:
        form: ModelForm[Rule] = ModelForm(kind, self._data, rule, room=ROOMY)
        form.edited.connect(self.check)
        remove = icon_button("close", sentence("Remove the rule: {title}", title=kind.title))
        head = row((label(kind.title, "card_title"), 1), remove)
        about = label(opening_text(kind), tone="text2", wraps=True)
        part = widget_in(column(head, about, form, hairline(), spacing=6))
        remove.clicked.connect(lambda: self._remove(part))
        self.forms.append((part, form))
        self._list.addWidget(part)
        return form

    def _remove(self, part: QWidget) -> None:
        self.forms = [one for one in self.forms if one[0] is not part]
        discard(part)
        self.add.setFocus()
        self.check()
