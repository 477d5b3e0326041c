"""The fields of an export: name and format of the file, identifiers, what else is written."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from sdcdesk.io import FORMATS as FILE_FORMATS
from sdcdesk.report.export import Plan, beside
from ui.widgets.buttons import button
from ui.widgets.label import label

LABELS = 118
LISTED = 12
"""Variables that are named; the others are counted."""

WORD = "identifiers"
"""What must be typed before identifiers leave."""

FORMATS: dict[str, Literal["csv", "parquet"]] = {"CSV": "csv", "Parquet": "parquet"}
DELIMITERS = {"Comma": ",", "Semicolon": ";", "Tab": "\t", "Vertical bar": "|"}
ENCODINGS = {
    "UTF-8": "utf-8",
    "UTF-8 with byte order mark": "utf-8-sig",
    "Windows-1252": "cp1252",
    "Latin-1": "latin-1",
}
DECIMALS: dict[str, Literal[".", ","]] = {"Point": ".", "Comma": ","}


class ExportForm(QWidget):
    """Fields that make a `Plan`.

    Parameters
    ----------
    leaving
        Names of the variables that leave.
    identifiers
        Names of those that leave only if they are ticked.
    """

    edited = Signal()
    """A field was changed."""

    def __init__(self, leaving: Sequence[str], identifiers: Sequence[str]) -> None:
        super().__init__()
        self.folder, self.name = Path(), QLineEdit()
        self.place = label("", "caption", "text3")
        self.choose = button("Choose…")
        self.format = _combo("Format", FORMATS)
        self.delimiter = _combo("Delimiter", DELIMITERS)
        self.encoding = _combo("Encoding", ENCODINGS)
        self.decimal = _combo("Decimal sign", DECIMALS)
        self.leaving = label(_listed(leaving), wraps=True)
        self.leaving.setToolTip("\n".join(leaving))
        self.identifiers = QStandardItemModel(self)
        self.list = _checklist(self.identifiers, identifiers)
        self.word = QLineEdit()
        self.word.setAccessibleName(f"Type the word {WORD}")
        self.word_words = label(
            f"Identifiers tell who people are. Type the word {WORD} to let them leave.", wraps=True
        )
        self.report = QCheckBox("The report for the disclosure board (HTML)")
        self.figures = QCheckBox("The figures (JSON)")
        self.replace = QCheckBox()
        self.reason = QPlainTextEdit()
        self.reason.setAccessibleName("Reason")
        self.reason.setPlaceholderText("Why it leaves although it is not known to be safe. This is recorded.")
        self.reason.setFixedHeight(60)
        self.reason.setTabChangesFocus(True)
        self.name_error = label("", "caption", "risk_text", wraps=True)
        self._grid = QGridLayout(self)
        self._arrange(named=bool(identifiers))
        self._connect()

    def set_target(self, path: Path) -> None:
        """Propose a file."""
        self.folder = path.parent
        self.name.setText(path.name)
        self.place.setText(f"in {path.parent}")
        self.place.setToolTip(str(path.parent))
        self._changed()

    def plan(self) -> Plan:
        """Return what the fields say."""
        name = self.name.text().strip()
        target = self.folder / name if name else None
        report, figures = beside(target) if target else (None, None)
        form = FORMATS[self.format.currentText()]
        signs = {
            "delimiter": DELIMITERS[self.delimiter.currentText()],
            "encoding": ENCODINGS[self.encoding.currentText()],
            "decimal": DECIMALS[self.decimal.currentText()],
        }
        return Plan(
            target=target,
            report=report if self.report.isChecked() else None,
            figures=figures if self.figures.isChecked() else None,
            format=form,
            options=signs if form == "csv" else {},
            kept=self._ticked(),
            reason=self.reason.toPlainText(),
            replace=self.replace.isChecked(),
        )

    def unconfirmed(self) -> str:
        """Return what must be done before identifiers leave; empty if nothing."""
        confirmed = not self._ticked() or self.word.text().strip().lower() == WORD
        return "" if confirmed else f"Type the word {WORD} to let them leave."

    def show_reason(self, *, wanted: bool) -> None:
        """Ask for a reason, or not."""
        for part in (self.reason, self._reason_label):
            part.setVisible(wanted)

    def show_name_error(self, words: str) -> None:
        """Say below the name what is wrong with it."""
        self.name.setProperty("invalid", bool(words))
        self.name.style().polish(self.name)
        self.name_error.setText(words)
        self.name_error.setVisible(bool(words))
        self.replace.setVisible(bool(self.plan().existing) and not words)

    def _ticked(self) -> tuple[str, ...]:
        items = [self.identifiers.item(row) for row in range(self.identifiers.rowCount())]
        return tuple(item.text() for item in items if item.checkState() is Qt.CheckState.Checked)

    def _changed(self) -> None:
        plan = self.plan()
        for control in (self.delimiter, self.encoding, self.decimal):
            control.setEnabled(plan.format == "csv")
            control.setToolTip("" if plan.format == "csv" else "A Parquet file has no such option")
        for part in (self.word, self.word_words):
            part.setVisible(bool(plan.kept))
        self.replace.setText(f"Replace {' and '.join(path.name for path in plan.existing)}")
        self.edited.emit()

    def _follow_format(self) -> None:
        """Give the name the ending of the format."""
        name = Path(self.name.text().strip())
        if name.suffix.lower() in (*(form.extensions[0] for form in FILE_FORMATS.writable), ""):
            ending = FILE_FORMATS[self.plan().format].extensions[0]
            self.name.setText(str(name.with_suffix(ending)) if name.name else "")
        self._changed()

    def _ask_for_name(self) -> None:
        kinds = "CSV (*.csv);;Parquet (*.parquet)"
        # The dialog itself asks before anything is replaced.
        options = QFileDialog.Option.DontConfirmOverwrite
        place = str(self.folder / self.name.text())
        chosen, _ = QFileDialog.getSaveFileName(self, "Export the masked file", place, kinds, options=options)
        if chosen:
            path = Path(chosen)
            if path.suffix.lower() == ".parquet":
                self.format.setCurrentText("Parquet")
            self.set_target(path)

    def _connect(self) -> None:
        self.choose.clicked.connect(self._ask_for_name)
        self.format.currentIndexChanged.connect(lambda _place: self._follow_format())
        for combo in (self.delimiter, self.encoding, self.decimal):
            combo.currentIndexChanged.connect(lambda _place: self._changed())
        for field in (self.name, self.word):
            field.textChanged.connect(lambda _text: self._changed())
        for box in (self.report, self.figures, self.replace):
            box.toggled.connect(lambda _ticked: self._changed())
        self.reason.textChanged.connect(self._changed)
        self.identifiers.itemChanged.connect(lambda _item: self._changed())

    def _arrange(self, *, named: bool) -> None:
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnMinimumWidth(0, LABELS)
        self._grid.setColumnStretch(1, 1)
        self.name.setAccessibleName("File name")
        name = _line(self.name, self.choose)
        self._reason_label = self._add("Reason", self.reason)
        self._add("File name", _column(name, self.place, self.name_error, self.replace))
        self._add("Format", _line(self.format, self.encoding))
        between, before = label("between fields,", tone="text2"), label("before decimals", tone="text2")
        self._add("Signs", _line(self.delimiter, between, self.decimal, before))
        self._add("Leaving", self.leaving)
        hint = label("Left out unless you tick them", "caption", "text3")
        if named:
            self._add("Identifiers", _column(hint, self.list, self.word_words, self.word))
        self._add("Also write", _column(self.report, self.figures))
        self.name_error.hide()

    def _add(self, words: str, field: QWidget) -> QWidget:
        row = self._grid.rowCount()
        name = label(words, tone="text2")
        name.setContentsMargins(0, 5, 0, 0)
        self._grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(field, row, 1)
        return name


def _combo(name: str, entries: Mapping[str, str]) -> QComboBox:
    made = QComboBox()
    made.setAccessibleName(name)
    made.addItems(list(entries))
    return made


def _checklist(model: QStandardItemModel, names: Sequence[str]) -> QListView:
    for name in names:
        item = QStandardItem(name)
        item.setFlags(
            Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable
        )
        item.setCheckState(Qt.CheckState.Unchecked)
        item.setToolTip("Left out; tick it to let it leave")
        model.appendRow(item)
    view = QListView()
    view.setModel(model)
    view.setAccessibleName("Identifiers that leave too")
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setFixedHeight(28 * min(max(len(names), 1), 4) + 4)
    return view


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    return ", ".join(names[:LISTED]) + more


def _line(*widgets: QWidget) -> QWidget:
    line = QWidget()
    parts = QHBoxLayout(line)
    parts.setContentsMargins(0, 0, 0, 0)
    parts.setSpacing(8)
    for number, widget in enumerate(widgets):
        parts.addWidget(widget, 1 if number == 0 and isinstance(widget, QLineEdit) else 0)
    if not isinstance(widgets[0], QLineEdit):
        parts.addStretch()
    return line


def _column(*widgets: QWidget) -> QWidget:
    column = QWidget()
    rows = QVBoxLayout(column)
    rows.setContentsMargins(0, 0, 0, 0)
    rows.setSpacing(4)
    for widget in widgets:
        rows.addWidget(widget)
    return column
