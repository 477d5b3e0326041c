"""Editor of an input file: a data file that is chosen or typed, and hashed on a worker thread."""

from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QFileDialog

from sdcdesk.core.files.input_file import InputFile
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.formats import open_filter
from ui.forms.editor import Editor
from ui.forms.editors.files import FileEditor
from ui.forms.registry import FormParameter, edits
from ui.look.locale import in_user_locale
from ui.session.computation import Computation, Failed, Ready
from ui.session.jobs import Jobs

HASH = "hash"
"""Kind of the job that tells the content of a file from any other."""


class InputFileEditor(FileEditor):
    """The name of a data file, and where it is.

    Parameters
    ----------
    title
        Of the dialog in which it is chosen.
    """

    def __init__(self, title: str) -> None:
        super().__init__(title, open_filter())
        self._hashed: Computation[InputFile] = Computation(Jobs(self), HASH, self)
        self._hashed.changed.connect(self.edited)
        self.line.editingFinished.connect(self._take)
        self.line.setPlaceholderText("none chosen")

    def value(self) -> InputFile | None:
        """Return the file with the content that it had when it was chosen; None where none was.

        Raises
        ------
        ValueError
            It is still being read, or cannot be.
        """
        if not self.line.text().strip():
            return None
        match self._hashed.state:
            case Ready(value=file):
                return file
            case Failed(error=error):
                raise ValueError(in_user_locale(error.message))
        raise ValueError(sentence("Reading {text}…", text=self.line.text().strip()))

    def set_value(self, value: Any) -> None:
        """Show a file."""
        self._hashed.drop()
        if value is not None:
            self._hashed.state = Ready(value)
        super().set_value(value.path if value else None)

    def value_text(self, value: InputFile) -> str:
        """Return the name of the file."""
        return value.name

    def begin(self) -> None:
        """Ask for the file at once: nobody knows its path by heart."""
        super().begin()
        self.choose()

    def choose(self) -> None:
        """Let the user choose a data file."""
        name, _ = QFileDialog.getOpenFileName(self, self._title, str(self.folder), self.filters)
        if name:
            self._read(Path(name))

    def _on_typed(self) -> None:
        """Leave half a name alone: it is read when it is finished."""

    def _take(self) -> None:
        """Take what was typed: another name in the folder, or a whole path."""
        text, known = self.line.text().strip(), self._hashed.last
        if not text:
            self.edited.emit()
        elif known is None or Path(known.path) != self.folder / text:
            self._read(self.folder / text)

    def _read(self, path: Path) -> None:
        super().set_value(path)
        self._hashed.start(sentence("Reading {name}", name=path.name), partial(InputFile.chosen, path))


@edits(InputFile)
def _input_file(parameter: FormParameter) -> Editor:
    return InputFileEditor(parameter.info.title or "Choose a data file")
