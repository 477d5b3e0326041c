"""Note dialog: what somebody thinks of an alternative."""

from PySide6.QtWidgets import QWidget

from ui.dialogs.frame import AROUND, Dialog
from ui.forms.editors.lines import TextEditor
from ui.widgets.layout import column, resize_within_screen, widget_in

WIDTH, HEIGHT = 480, 250


class NoteDialog(Dialog):
    """Asks for a note; without words the note goes.

    Parameters
    ----------
    words
        What the alternative does.
    note
        What was noted before.
    """

    def __init__(self, words: str, note: str, parent: QWidget | None = None) -> None:
        super().__init__("Note on an alternative", "Save note", parent)
        self.editor = TextEditor("Why it is, or is not, the one to choose")
        self.editor.set_name("Note", "It belongs to the project, and stands wherever this alternative does.")
        self.editor.set_value(note)
        self.lay_out(widget_in(column(self.editor, ..., margins=AROUND)), words)
        resize_within_screen(self, WIDTH, HEIGHT)
        self.editor.begin()

    def note(self) -> str:
        """Return what is noted."""
        return str(self.editor.value()).strip()
