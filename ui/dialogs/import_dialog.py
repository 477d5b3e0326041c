"""Import dialog: how a data file is read at the left, its first records at the right."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QLocale, Qt, QTimer
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QDialog, QWidget

from sdcdesk.core.errors import SdcError
from sdcdesk.core.progress import Progress
from sdcdesk.io import FORMATS, FileOptions, Preview, detect, preview
from ui.dialogs.frame import About, FormSide, beside, frame
from ui.forms.form import ModelForm
from ui.look.theme import theme
from ui.models.preview_model import PreviewModel
from ui.session.jobs import Jobs
from ui.widgets.busy import BusyBar, Veil
from ui.widgets.buttons import button, filled_button
from ui.widgets.label import label
from ui.widgets.layout import bordered, column, held, row
from ui.widgets.message_bar import MessageBar
from ui.widgets.numbers import count
from ui.widgets.plain_table import DataTable, widest_text
from ui.widgets.reason import disable, enable

SIZE = (1040, 700)

LOOK = "import"
"""Kind of the jobs that look at the file."""

TABLE_HEADER = 44
WIDEST, MEASURED = 240, 40
"""Pixels of the widest column of the preview, and its records that are measured."""

TYPING = 150
"""Milliseconds after the last key before the preview follows."""

ABOUT = (
    "A column becomes numbers only where every value is one and nothing is lost by it: codes such as 0481 "
    "stay text. Empty fields are missing. The file itself is only read, never changed."
)


class ImportDialog(QDialog):
    """Finds out how a file is written, lets the user correct it, and shows what comes of it.

    Parameters
    ----------
    path
        The data file.
    jobs
        Where looking at the file runs: only its beginning is read for the preview.
    parent
        The window.
    """

    def __init__(self, path: Path, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path, self._jobs = path, jobs
        self._shown = FileOptions()
        self._closed = False
        self.setWindowTitle("Open a data file")
        self.setModal(True)
        self.resize(*SIZE)
        self.form: ModelForm[FileOptions] | None = None
        self.model = PreviewModel()
        self.table = PreviewTable(self.model)
        self.message_bar = MessageBar()
        self.note = label(style="caption", tone="text3")
        self.cancel, self.open_button = button("Cancel"), filled_button("Open")
        self.cancel.clicked.connect(self.reject)
        self.open_button.clicked.connect(self.accept)
        self.open_button.setDefault(True)
        self._typing = QTimer(self, singleShot=True, interval=TYPING)
        self._typing.timeout.connect(self._look)
        self._side = FormSide(About("About reading", ABOUT))
        self._veil = Veil(self.table)
        self._bar = BusyBar(self)
        self._arrange()
        disable(self.open_button, "The file is being looked at")
        self._bar.set_busy(busy=True)
        self._start(f"Looking at {path.name}", self._detect, self._on_found, self._on_not_found)

    def options(self) -> FileOptions:
        """Return how the file is to be read; nothing in it is left to be found."""
        return self._shown

    def done(self, result: int) -> None:
        """Close, and let go of what is under way."""
        self._typing.stop()
        self._closed = True
        self._jobs.drop(LOOK)
        super().done(result)

    def _detect(self, progress: Progress) -> FileOptions:
        form = FORMATS.of(self._path) or FORMATS.default
        return detect(self._path, progress, options=FileOptions(format=form.name))

    def _show_form(self, found: FileOptions) -> None:
        """Make the form of the format; fields that the user leaves alone follow what is found."""
        self.form = ModelForm(type(found), model=found, fields=found.asked())
        self.form.edited.connect(self._on_edited)
        self._side.set_form(self.form)

    def _on_found(self, found: FileOptions) -> None:
        self._show_form(found)
        self._look()

    def _on_not_found(self, error: SdcError) -> None:
        """Let the user say how the file is to be read, where it cannot be found out."""
        form = FORMATS.of(self._path) or FORMATS.default
        if self._path.is_file() and form.read_options is not None:
            self._show_form(form.read_options(format=form.name))
        self._on_failed(error)

    def _on_edited(self) -> None:
        disable(self.open_button, "The preview is being made")
        self._veil.set_drawn(drawn=True)
        self._typing.start()

    def _look(self) -> None:
        """Show the first records as they are read with what is entered."""
        if self.form is None:
            return
        path, found = self._path, self.form.saved or FileOptions()
        try:
            # What was found is found again with what the user says, but for what takes the whole file.
            wanted = found.settled().changed(**self.form.touched())
        except SdcError as error:
            self._on_failed(error)
            return
        self._bar.set_busy(busy=True)
        self._start(
            "Reading the first records", lambda p: preview(path, wanted, progress=p), self._on_preview
        )

    def _on_preview(self, seen: Preview) -> None:
        self._shown = seen.options
        self._settle()
        self.message_bar.hide()
        if self.form is not None:
            self.form.show_problem("", "")
            self.form.set_data(seen.data)
            self.form.fill(seen.options, untouched=True)
        self.model.set_data(seen.data)
        self.table.fit()
        records = count(len(seen.data))
        self.note.setText(f"all {records} records" if seen.whole else f"the first {records} records")
        enable(self.open_button)

    def _on_failed(self, error: SdcError) -> None:
        self._settle()
        self._veil.set_drawn(drawn=self.model.rowCount() > 0)
        self.message_bar.show_error(error.message)
        if self.form is not None and error.field in self.form.rows:
            self.form.show_error(error)
        disable(self.open_button, error.message)

    def _settle(self) -> None:
        self._bar.set_busy(busy=False)
        self._veil.set_drawn(drawn=False)

    def _start(
        self,
        words: str,
        work: Callable[[Progress], Any],
        done: Callable[[Any], None],
        failed: Callable[[Any], None] | None = None,
    ) -> None:
        def unless_closed(take: Callable[[Any], None]) -> Callable[[Any], None]:
            return lambda answer: None if self._closed else take(answer)

        self._jobs.start(LOOK, words, work, unless_closed(done), unless_closed(failed or self._on_failed))

    def _arrange(self) -> None:
        head = row(label("Preview", "card_title"), (self.note, 1))
        parts = (head, self.message_bar, self._bar, (bordered(self.table), 1))
        right = held(column(*parts, margins=(20, 16, 20, 16)))
        size = self._path.stat().st_size if self._path.is_file() else 0
        words = f"{self._path.name}, {QLocale().formattedDataSize(size)}"
        frame(self, self.windowTitle(), words, beside(self._side, right), (self.cancel, self.open_button))


class PreviewTable(DataTable):
    """Shows a few hundred records; nothing can be changed here."""

    def __init__(self, model: PreviewModel) -> None:
        super().__init__("First records", model)
        self._model = model
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setFixedHeight(TABLE_HEADER)

    def fit(self) -> None:
        """Give every column the room that its header and its first cells need."""
        metrics = QFontMetrics(theme().font("body"))
        rows = range(min(self._model.rowCount(), MEASURED))
        for place in range(self._model.columnCount()):
            words = str(self._model.headerData(place, Qt.Orientation.Horizontal)).split("\n")
            head = max(metrics.horizontalAdvance(text) for text in words)
            widest = max(head, widest_text(self._model, place, rows))
            self.setColumnWidth(place, min(widest + 24, WIDEST))
