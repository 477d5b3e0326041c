"""Reason dialog: why a table leaves although it is not known to be safe."""

from PySide6.QtWidgets import QWidget

from ui.dialogs.frame import AROUND, Dialog
from ui.forms.editors.lines import TextEditor
from ui.widgets.label import label
from ui.widgets.layout import column, resize_within_screen, widget_in

WIDTH, HEIGHT = 520, 320

NEEDED = "Give a reason in words; it is recorded in the project and in the report."


class ReasonDialog(Dialog):
    """Asks why a table is exported that fails its audit, or was not audited.

    Parameters
    ----------
    why
        What is wrong with it.
    """

    def __init__(self, why: str, parent: QWidget | None = None) -> None:
        super().__init__("This table is not known to be safe", "Export anyway", parent)
        self.editor = TextEditor("Why it is published nevertheless")
        self.editor.set_name("Reason", NEEDED)
        self.editor.edited.connect(self._judge)
        parts = (label(why, wraps=True), self.editor)
        self.lay_out(widget_in(column(*parts, ..., spacing=10, margins=AROUND)))
        resize_within_screen(self, WIDTH, HEIGHT)
        self._judge()
        self.editor.begin()

    def reason(self) -> str:
        """Return what was entered."""
        return str(self.editor.value()).strip()

    def _judge(self) -> None:
        self.allow("" if any(sign.isalnum() for sign in self.reason()) else NEEDED)
