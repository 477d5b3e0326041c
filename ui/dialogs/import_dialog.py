"""Import dialog: how a data file is read at the left, its first records at the right."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from PySide6.QtCore import QLocale, Qt, QTimer
from PySide6.QtWidgets import QWidget

from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, counted, sentence
from sdcdesk.io import FORMATS, FileOptions, Preview, detect, parts, preview
from sdcdesk.io.format import Format
from sdcdesk.io.large_file import large_file_text
from sdcdesk.io.options import PartOfFile
from ui.dialogs.counted_file_dialog import CountedFileDialog
from ui.dialogs.frame import LARGE, About, Dialog, FormSide, PreviewSide, beside
from ui.forms.form import ModelForm, Offers
from ui.look.locale import in_user_locale
from ui.look.theme import theme
from ui.models.preview_model import PreviewModel
from ui.session.computation import Computation, Computing, Failed, Ready, State
from ui.session.jobs import Jobs
from ui.session.navigator import Navigator
from ui.widgets.focus import bring_into_sight
from ui.widgets.layout import bordered, resize_within_screen
from ui.widgets.plain_table import DataTable
from ui.widgets.symbol_header import SymbolHeader
from ui.widgets.widest_text import widest_text

PREVIEW = "import"
"""Kind of the jobs that look at the file."""

TABLE_HEADER = 44
WIDEST, MEASURED = 240, 40
"""Pixels of the widest column of the preview, and its records that are measured."""

TYPING = 150
"""Milliseconds after the last key before the preview follows."""

WHERE_IT_IS = "Measure it where it is…"

UNCHANGED = "The file itself is only read, never changed."


class Found(NamedTuple):
    """What is known of a file before its records are read.

    Attributes
    ----------
    options
        How it is read.
    parts
        Words of its parts of which one is read, such as the sheets of a workbook, by what its option takes.
    """

    options: FileOptions
    parts: dict[str, str]


class ImportDialog(Dialog):
    """Finds out how a file is written, lets the user correct it, and shows what comes of it.

    Parameters
    ----------
    path
        The data file.
    jobs
        Where looking at the file runs: only its beginning is read for the preview.
    navigator
        Leads to manual pages from what is measured of a file where it is.
    parent
        The window.
    room
        Bytes of free memory; None: those of this machine.
    """

    def __init__(
        self,
        path: Path,
        jobs: Jobs,
        navigator: Navigator,
        parent: QWidget | None = None,
        *,
        room: int | None = None,
    ) -> None:
        super().__init__("Open a data file", "Open", parent)
        self._path, self._jobs, self._navigator, self._room = path, jobs, navigator, room
        resize_within_screen(self, *LARGE)
        self.form: ModelForm[FileOptions] | None = None
        self.model = PreviewModel()
        self.table = PreviewTable(self.model)
        self.preview = PreviewSide(bordered(self.table))
        told = FORMATS.of_file(path)
        self._format, self._is_tried = told or FORMATS.default, told is None
        self._side = FormSide(About("About reading", f"{self._format.reading} {UNCHANGED}".strip()))
        self._typing = QTimer(self, singleShot=True, interval=TYPING)
        self._typing.timeout.connect(self._preview)
        self._options: Computation[Found] = Computation(jobs, PREVIEW, self)
        self._records: Computation[Preview] = Computation(jobs, PREVIEW, self)
        self._options.changed.connect(self._on_options)
        self._records.changed.connect(self._on_records)
        self._is_led = False  # to its first field
        size = path.stat().st_size if path.is_file() else 0
        self.lay_out(beside(self._side, self.preview), _called(path, size, self._format, told))
        self._options.start(sentence("Looking at {name}", name=path.name), self._detect)

    def options(self) -> FileOptions:
        """Return how the file is to be read; nothing in it is left to be found."""
        return self._records.last.options if self._records.last else FileOptions()

    def measure_where_it_is(self) -> None:
        """Measure the file without loading it, by the options that are entered."""
        seen = self._records.last
        if seen is not None:
            options = self.options().changed(columns=(), sample=None, sample_seed=None)
            dialog = CountedFileDialog(self._path, options, seen.data, self._jobs, self._navigator, self)
            dialog.open()

    def done(self, result: int) -> None:
        """Close, and let go of what is under way."""
        self._typing.stop()
        self._records.drop()
        super().done(result)

    def _detect(self, progress: Progress) -> Found:
        known = FileOptions() if self._is_tried else FileOptions(format=self._format.name)
        return Found(detect(self._path, progress, options=known), parts(self._path, progress, options=known))

    def _on_options(self) -> None:
        """Ask for what was found; let the user say it where it cannot be found out."""
        state, form = self._options.state, self._format
        if isinstance(state, Failed) and self._path.is_file() and form.read_options is not None:
            self._show_form(form.read_options(format=form.name), {})
        self._show_state(state)
        if isinstance(state, Failed) and (shown := self.form) is not None:
            QTimer.singleShot(0, shown, lambda: self._lead(shown))  # nobody sees it before
        elif isinstance(state, Failed):
            self.cancel.setFocus(Qt.FocusReason.OtherFocusReason)
        if isinstance(state, Ready):
            self._show_form(*state.value)
            self._preview()

    def _show_form(self, options: FileOptions, parts: Mapping[str, str]) -> None:
        """Make the form of the format; fields that the user leaves alone follow what is found."""
        offers: Offers = {PartOfFile: parts}
        fields = options.form_options()
        self.form = ModelForm(type(options), model=options, fields=fields, offers=offers)
        if large_file_text(self._path, options, self._room):
            self.form.more.setChecked(True)  # where its columns are chosen
        self.form.edited.connect(self._on_edited)
        self._side.set_form(self.form)

    def _on_edited(self) -> None:
        self._records.become(Computing(self._records.last))
        self._typing.start()

    def _preview(self) -> None:
        """Show the first records as they are read with what is entered."""
        if self.form is None:
            return
        path, found = self._path, self.form.saved or FileOptions()
        try:
            # What was found is found again with what the user says, but for what takes the whole file.
            wanted = found.settled().changed(**self.form.touched())
        except SdcError as error:
            self._records.become(Failed(error))
            return
        self._records.start("Reading the first records", lambda p: preview(path, wanted, progress=p))

    def _on_records(self) -> None:
        state, form = self._records.state, self.form
        self._show_state(state)
        if form is None:
            return
        if isinstance(state, Ready):
            seen = state.value
            form.show_problem("", "")
            form.set_data(seen.data)
            form.fill(seen.options or {}, untouched=True)
            self._lead(form)
            only = set(seen.options.columns if seen.options else ())
            others = [name for name in seen.data.names if name not in only] if only else []
            self.model.set_data(seen.data.drop(others))
            self.table.fit()
            self.preview.note.setText(in_user_locale(_extent(seen, len(only))))
            if seen.hindrance is not None:
                self._say_above(seen.hindrance)
        elif isinstance(state, Failed):
            self._lead(form)

    def _say(self, error: SdcError) -> None:
        """Say what is wrong where it belongs, once: below its field where that is seen, else above."""
        form, field = self.form, error.field or ""
        if form is None or field not in form.made or not form.made[field].is_included:
            self._say_above(error)
            return
        if error.message.startswith(self._path.name):  # the name of the file keeps its first letter
            form.show_problem(field, in_user_locale(error.message))
        else:
            form.show_error(error)
        self.message_bar.hide()
        title = form.kind.model_fields[field].title or field
        self.allow(sentence("What stands below “{field}” hinders the file from being opened", field=title))

    def _say_above(self, error: SdcError) -> None:
        if self.form is not None:
            self.form.show_problem("", "")
        self.message_bar.show_error(error.message, holds=True)
        self.allow("The message above says why the file cannot be opened")

    def _lead(self, form: ModelForm[FileOptions]) -> None:
        """Begin with the first field, which was not there when the dialog was shown, or with the columns."""
        if not self._is_led and self.focusWidget() not in (self.cancel, self.filled):
            if form.more.isChecked() and "columns" in form.rows:
                form.editors["columns"].setFocus(Qt.FocusReason.OtherFocusReason)
                # As soon as it has its place; below the link where there is room for what is between.
                form.bring_up_rare()
                columns = form.editors["columns"]
                QTimer.singleShot(0, columns, lambda: bring_into_sight(columns))
            else:
                form.focus_first()
        self._is_led = True

    def _show_state(self, state: State[Any]) -> None:
        """Say what hinders the file from being opened."""
        self.preview.show_state(state)
        if isinstance(state, Failed):
            self._say(state.error)
        elif isinstance(state, Ready):
            self.message_bar.hide()
            if large := large_file_text(self._path, self.options(), self._room):
                act = WHERE_IT_IS if self._format.is_counted else ""
                self.message_bar.show_note(
                    in_user_locale(large), act, do=self.measure_where_it_is, holds=True
                )
            self.allow("")
        else:
            self.allow("The file is being looked at" if self.form is None else "The preview is being made")


def _extent(seen: Preview, chosen: int) -> Sentence:
    """Return how much of the file is shown; chosen: columns, 0 for all."""
    records = counted(len(seen.data), "record")
    if not chosen:
        return sentence("all {records}" if seen.whole else "the first {records}", records=records)
    words = "{n} of {columns} columns, all {records}"
    if not seen.whole:
        words = "{n} of {columns} columns, the first {records}"
    return sentence(words, records=records, n=chosen, columns=len(seen.data.names))


def _called(path: Path, size: int, form: Format, told: Format | None) -> str:
    """Return the name of the file and its size, and its format where its extension does not tell it."""
    own, shown = FORMATS.find(path), QLocale().formattedDataSize(size)
    if own is form or not path.is_file():
        return sentence("{name}, {size}", name=path.name, size=shown)
    words = "{name}, {size}; by its content its format is {title}"
    if told is None:
        words = "{name}, {size}; nothing tells its format, and it is tried as {title}"
    return sentence(words, name=path.name, size=shown, title=form.title)


class PreviewTable(DataTable):
    """Shows a few hundred records; nothing can be changed here."""

    def __init__(self, model: PreviewModel) -> None:
        super().__init__("First records", model)
        self._model = model
        self.setHorizontalHeader(SymbolHeader(self))
        self.horizontalHeader().setFixedHeight(TABLE_HEADER)

    def fit(self) -> None:
        """Give every column the room that its header and its first cells need."""
        metrics = theme().metrics("body")
        rows = range(min(self._model.rowCount(), MEASURED))
        for place in range(self._model.columnCount()):
            words = str(self._model.headerData(place, Qt.Orientation.Horizontal)).split("\n")
            head = max(metrics.horizontalAdvance(text) for text in words)
            widest = max(head, widest_text(self._model.text(row, place) for row in rows))
            self.setColumnWidth(place, min(widest + 24, WIDEST))
        self.fit_numbers(self._model.rowCount())
