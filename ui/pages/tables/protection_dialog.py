"""Protection dialog: how a table is protected, with the form of each way."""

from typing import Any

from PySide6.QtWidgets import QComboBox, QStackedWidget, QWidget

from sdcdesk.core.data.described_frame import DescribedFrame
from sdcdesk.core.text.sentence import sentence
from sdcdesk.report.manual import opening_text
from sdcdesk.tables import PROTECTIONS, Protection
from ui.dialogs.frame import AROUND, Dialog
from ui.forms.form import ModelForm
from ui.forms.row import ROOMY
from ui.widgets.combo import ElidedCombo
from ui.widgets.label import label
from ui.widgets.layout import column, resize_within_screen, row, scrolled, widget_in

SIZE = 720, 560
TELLS = "Then the audit runs by itself. Both can be stopped."


class ProtectionDialog(Dialog):
    """Asks how a table, and those that are published together with it, are protected.

    Parameters
    ----------
    title
        What people call the table.
    data
        The table, which forms look at.
    protection
        How it is protected now; None: not yet.
    refused
        Whether nobody has judged the table by rules, which most ways need.
    """

    def __init__(
        self,
        title: str,
        data: DescribedFrame | None,
        protection: Protection | None,
        parent: QWidget | None = None,
        *,
        refused: bool = False,
    ) -> None:
        super().__init__("Protect table", "Protect table", parent)
        self._refused = refused
        self.kinds: list[type[Protection]] = list(PROTECTIONS)
        self.combo: QComboBox = ElidedCombo()
        self.combo.setAccessibleName("How it is protected")
        self.about, self.stack = label(tone="text2", wraps=True), QStackedWidget()
        self.forms: list[ModelForm[Any]] = []
        for kind in self.kinds:
            same = protection is not None and type(protection) is kind
            form: ModelForm[Any] = ModelForm(kind, data, protection if same else None, room=ROOMY)
            form.edited.connect(self.check)
            self.forms.append(form)
            self.stack.addWidget(form)
            self.combo.addItem(kind.title)
        if protection is not None:
            self.combo.setCurrentIndex(self.kinds.index(type(protection)))
        self.combo.currentIndexChanged.connect(self._show_kind)
        inside = column(row(self.combo, ...), self.about, self.stack, ..., margins=AROUND, spacing=12)
        self.lay_out(
            scrolled(widget_in(inside)), sentence("{title}: no sensitive cell can be worked out", title=title)
        )
        self.show_text(TELLS)
        resize_within_screen(self, *SIZE)
        self._show_kind(self.combo.currentIndex())

    def protection(self) -> Protection | None:
        """Return what is entered; None: something is missing."""
        found: Protection | None = self.read(self.forms[self.combo.currentIndex()])
        return found

    def check(self) -> None:
        """Say whether the table can be protected like that."""
        kind = self.kinds[self.combo.currentIndex()]
        if self.protection() is not None and self._refused and kind.needs_rules:
            self.allow("No rule has said which cells are sensitive; choose rules first.")

    def _show_kind(self, at: int) -> None:
        self.stack.setCurrentIndex(at)
        self.about.setText(opening_text(self.kinds[at]))
        self.check()
