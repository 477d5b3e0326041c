"""Editor of an input file: a data file that is chosen, and hashed on a worker thread."""

from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from sdcdesk.core.input_file import InputFile
from ui.forms.editor import Editor
from ui.forms.registry import Asked, edits
from ui.look.locale import worded
from ui.session.answer import Failed, Ready
from ui.session.computation import Computation
from ui.session.jobs import Jobs
from ui.widgets.buttons import button
from ui.widgets.file_filters import open_filter
from ui.widgets.label import label
from ui.widgets.layout import column, row

HASH = "hash"
"""Kind of the job that tells the content of a file from any other."""


class InputFileEditor(Editor):
    """The name of a data file, and where it is.

    Parameters
    ----------
    title
        Of the dialog in which it is chosen.
    """

    wide = True

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title, self._folder = title, Path()
        self._hashed: Computation[InputFile] = Computation(Jobs(self), HASH, self)
        self._hashed.changed.connect(self.edited)
        self.line = QLineEdit(self)
        self.line.setPlaceholderText("none chosen")
        self.place = label("", "caption", "text3")
        choose = button("Choose…")
        self.line.editingFinished.connect(self._take)
        choose.clicked.connect(self.choose)
        self.setFocusProxy(self.line)
        column(row((self.line, 1), choose), self.place, spacing=4, inside=self)

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
                raise ValueError(worded(error.message))
        raise ValueError(f"Reading {self.line.text().strip()}…")

    def set_value(self, value: InputFile | None) -> None:
        """Show a file."""
        self._hashed.drop()
        if value is not None:
            self._hashed.state = Ready(value)
        self._show(Path(value.path) if value else None)

    def words(self, value: InputFile) -> str:
        """Return the name of the file."""
        return value.name

    def choose(self) -> None:
        """Let the user choose a data file."""
        name, _ = QFileDialog.getOpenFileName(self, self._title, str(self._folder), open_filter())
        if name:
            self._read(Path(name))

    def _take(self) -> None:
        """Take what was typed: another name in the folder, or a whole path."""
        text = self.line.text().strip()
        known = self._hashed.found
        if text and (known is None or Path(known.path) != self._folder / text):
            self._read(self._folder / text)
        elif not text:
            self.edited.emit()

    def _read(self, path: Path) -> None:
        self._show(path)
        self._hashed.start(f"Reading {path.name}", partial(InputFile.chosen, path))

    def _show(self, path: Path | None) -> None:
        self._folder = path.parent if path else Path()
        self.line.setText(path.name if path else "")
        self.place.setText(f"in {path.parent}" if path else "")
        self.place.setToolTip(str(path.parent) if path else "")


@edits(InputFile)
def _input_file(asked: Asked) -> Editor:
    return InputFileEditor(asked.info.title or "Choose a data file")
