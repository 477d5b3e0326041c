"""Dialog of the protection: in which way a table is protected, with its parameters."""

from PySide6.QtWidgets import QWidget

from sdcdesk.core.running.errors import SdcError
from sdcdesk.tables import PROTECTIONS, Protection
from ui.dialogs.frame import AROUND, Dialog
from ui.forms.form import ModelForm
from ui.widgets.combo import ElidedCombo
from ui.widgets.label import label
from ui.widgets.layout import column, resize_within_screen, scrolled, widget_in

WIDTH, HEIGHT = 560, 520

WHAT = "The table is audited afterwards; what fails is named."


class ProtectDialog(Dialog):
    """Asks how a table is protected.

    Parameters
    ----------
    protection
        As it is; None: it is not protected yet.
    """

    def __init__(self, protection: Protection | None, parent: QWidget | None = None) -> None:
        super().__init__("Protect the table", "Protect table", parent)
        self.protection: Protection | None = None
        self.kinds = list(PROTECTIONS)
        self.combo = ElidedCombo()
        self.combo.setAccessibleName("Way of protection")
        for kind in self.kinds:
            self.combo.addItem(kind.title)
        self._about = label(style="caption", tone="text2", wraps=True)
        self.forms: list[ModelForm[Protection]] = [
            ModelForm(kind, model=protection if isinstance(protection, kind) else None) for kind in self.kinds
        ]
        names = [kind.name for kind in self.kinds]
        self.combo.setCurrentIndex(0 if protection is None else names.index(protection.name))
        self.combo.currentIndexChanged.connect(self._show_kind)
        content = widget_in(column(self.combo, self._about, *self.forms, ..., spacing=10, margins=AROUND))
        self.lay_out(scrolled(content), WHAT)
        resize_within_screen(self, WIDTH, HEIGHT)
        self._show_kind()

    def act(self) -> None:
        """Take the protection as it was entered."""
        try:
            self.protection = self.forms[self.combo.currentIndex()].model()
        except SdcError:
            return
        self.accept()

    def _show_kind(self, _place: int = 0) -> None:
        chosen = self.combo.currentIndex()
        self._about.setText((self.kinds[chosen].__doc__ or "").strip().split("\n")[0])
        for place, form in enumerate(self.forms):
            form.setVisible(place == chosen)
