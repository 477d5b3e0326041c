"""File editors: the name of a file to be written, in a folder that can be chosen, and its format."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from sdcdesk.core.text.sentence import capital, sentence
from sdcdesk.io.codebook.codebooks import CODEBOOKS, CodebookNames
from sdcdesk.io.formats import FORMATS, Writable
from sdcdesk.io.options import AUTO, PartOfFile
from ui.forms.editor import Editor
from ui.forms.editors.choices import ComboEditor, VariablesEditor
from ui.forms.editors.lines import LineEditor
from ui.forms.registry import FormParameter, edits
from ui.widgets.buttons import button
from ui.widgets.label import ElidedLabel
from ui.widgets.layout import column, row


class FileEditor(Editor):
    """A file name, and where it is.

    Parameters
    ----------
    title
        Of the dialog in which another place is chosen.
    filters
        Kinds of files that this dialog shows.
    """

    wide = True

    def __init__(self, title: str, filters: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title, self.filters, self.folder = title, filters, Path()
        self.line = QLineEdit(self)
        self.place = ElidedLabel("", "caption", "text3", Qt.TextElideMode.ElideMiddle)
        choose = button("Choose…")
        self.line.textEdited.connect(lambda _text: self._on_typed())
        choose.clicked.connect(self.choose)
        self.setFocusProxy(self.line)
        column(row((self.line, 1), choose), self.place, spacing=4, inside=self)

    def value(self) -> Any:
        """Return the file; None where no name was given."""
        name = self.line.text().strip()
        return self.folder / name if name else None

    def set_value(self, value: Any) -> None:
        """Show a file."""
        path = Path(value) if value else Path()
        self.folder = path.parent
        self.line.setText(path.name)
        self._show_place()

    def choose(self) -> None:
        """Let the user choose a place and a name; the form itself asks before anything is replaced."""
        options = QFileDialog.Option.DontConfirmOverwrite
        place = str(self.folder / self.line.text())
        chosen, _ = QFileDialog.getSaveFileName(self, self._title, place, self.filters, options=options)
        if chosen:
            self.set_value(Path(chosen))
            self.edited.emit()

    def _on_typed(self) -> None:
        """Take every key that changes the name, or the folder with it."""
        self._show_place()
        self.edited.emit()

    def _show_place(self) -> None:
        """Say in which folder the file is, which may be typed with its name."""
        name = self.line.text().strip()
        path = self.folder / (name or "name")
        is_known = bool(name) or self.folder != Path()
        self.place.setText(sentence("in {parent}", parent=str(path.absolute().parent)) if is_known else "")


@edits(Writable)
def _format(_parameter: FormParameter) -> Editor:
    return ComboEditor({form.name: form.title for form in FORMATS.writable})


@edits(CodebookNames)
def _codebooks(_parameter: FormParameter) -> Editor:
    return VariablesEditor([form.name for form in CODEBOOKS], {form.name: form.title for form in CODEBOOKS})


@edits(PartOfFile)
def _part(parameter: FormParameter) -> Editor:
    parts = parameter.offers.get(PartOfFile, {})
    if parts:
        shown = {part: capital(words) if part == AUTO else words for part, words in parts.items()}
        return ComboEditor(shown, inside=parts)
    return LineEditor(
        parameter.how.empty, lambda text: text or AUTO, lambda part: "" if part == AUTO else part
    )


@edits(Path)
def _file(parameter: FormParameter) -> Editor:
    return FileEditor(parameter.info.title or "Choose a file")
