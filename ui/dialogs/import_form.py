"""How a data file is read: what was found, and what the user wants otherwise."""

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from sdcdesk.io import FileOptions, ReadOptions
from ui.widgets.label import ElidedLabel, label

LABELS = 118

_OTHER_ENCODINGS = {
    "cp1250": "Windows-1250 (Central European)",
    "cp1251": "Windows-1251 (Cyrillic)",
    "cp850": "DOS 850 (Western European)",
}

_CHOICES: dict[str, tuple[str, ...]] = {
    "delimiter": (",", ";", "\t", "|", " "),
    "encoding": ("utf-8", "cp1252", "iso8859-1", "utf-16", "utf-16-le", "utf-16-be", *_OTHER_ENCODINGS),
    "decimal": (".", ","),
    "quote": ('"', "'", ""),
}

_TITLES = {
    "delimiter": "Delimiter",
    "encoding": "Encoding",
    "decimal": "Decimal sign",
    "quote": "Quotation marks",
}

NOTE = 96
"""Pixels that a note beside a field takes at most."""

COLUMNS = 132
"""Height of the list of columns."""


class ImportForm(QWidget):
    """Fields of `ReadOptions`; those that the user did not touch follow what is found in the file."""

    edited = Signal()
    """The user changed something."""

    def __init__(self) -> None:
        super().__init__()
        self._chosen: dict[str, Any] = {}
        self.combos = {name: QComboBox() for name in _CHOICES}
        self._found: FileOptions = ReadOptions()
        self.notes = {name: ElidedLabel(style="caption", tone="text3") for name in (*_CHOICES, "header")}
        self.header = QCheckBox("Named in the first line")
        self.all_text = QCheckBox("All columns")
        self.columns = QListWidget()
        self.missing = QLineEdit()
        self.missing.setPlaceholderText("for example -9; NA")
        for name, combo in self.combos.items():
            combo.setAccessibleName(_TITLES[name])
            combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            for value in _CHOICES[name]:
                combo.addItem(_words(name, value), value)
            combo.activated.connect(lambda _place, name=name: self._choose(name))
        self.columns.setAccessibleName("Columns kept as text")
        self.missing.setAccessibleName("Codes for missing values")
        self.header.clicked.connect(lambda on: self._set("header", on))
        self.all_text.clicked.connect(lambda _on: self._on_all_text())
        self.columns.itemChanged.connect(lambda _item: self.edited.emit())
        self.missing.textEdited.connect(lambda _text: self.edited.emit())
        self._arrange()

    def set_csv(self, *, csv: bool) -> None:
        """Show all fields, or only those that apply to files that keep their own types."""
        for row in range(self._grid.rowCount() - 1):
            for column in range(2):
                item = self._grid.itemAtPosition(row, column)
                part = item.widget() if item else None
                if part is not None:
                    part.setVisible(csv)

    def chosen(self) -> dict[str, Any]:
        """Return the options that the user gave, as `ReadOptions` takes them."""
        ticked = tuple(item.text() for item in self._items() if item.checkState() is Qt.CheckState.Checked)
        codes = tuple(dict.fromkeys(code for code in map(str.strip, self.missing.text().split(";")) if code))
        return {**self._chosen, "text": ticked, "all_text": self.all_text.isChecked(), "missing": codes}

    def show_found(self, found: FileOptions, names: tuple[str, ...] | None = None) -> None:
        """Show how the file was read; fields that the user set stay as they are.

        Parameters
        ----------
        found
            Nothing in them is "auto", but where the file keeps its own types.
        names
            Its columns; None: nothing was read yet, and this is what the user's changes are told from.
        """
        for name, combo in self.combos.items():
            if name not in self._chosen and isinstance(found, ReadOptions):
                _show(combo, name, getattr(found, name))
        if "header" not in self._chosen:
            self.header.setChecked(getattr(found, "header", False) is True)
        if names is None:
            self._found = found
        else:
            self._show_names(names)

    def mark(self, field: str) -> None:
        """Mark the field that is wrong; empty: none."""
        for name, control in {**self.combos, "missing": self.missing}.items():
            control.setProperty("invalid", name == field)
            control.style().polish(control)

    def _choose(self, name: str) -> None:
        self._set(name, self.combos[name].currentData())

    def _set(self, name: str, value: object) -> None:
        self._chosen[name] = value
        before = getattr(self._found, name)
        was = ("was ticked" if before else "was not") if name == "header" else f"was {_words(name, before)}"
        self.notes[name].setText(was)
        self.notes[name].setVisible(value != before)
        self.edited.emit()

    def _on_all_text(self) -> None:
        self.columns.setEnabled(not self.all_text.isChecked())
        self.columns.setToolTip("All columns are kept as text" if self.all_text.isChecked() else "")
        self.edited.emit()

    def _show_names(self, names: tuple[str, ...]) -> None:
        if [item.text() for item in self._items()] == list(names):
            return
        ticked = self.chosen()["text"]
        self.columns.blockSignals(True)
        self.columns.clear()
        for name in names:
            item = QListWidgetItem(name, self.columns)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if name in ticked else Qt.CheckState.Unchecked)
        self.columns.blockSignals(False)

    def _items(self) -> list[QListWidgetItem]:
        return [self.columns.item(row) for row in range(self.columns.count())]

    def _arrange(self) -> None:
        grid = self._grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(8)
        grid.setColumnMinimumWidth(0, LABELS)
        grid.setColumnStretch(1, 1)
        for row, (name, combo) in enumerate(self.combos.items()):
            self._add(row, _TITLES[name], combo, self.notes[name])
        row = len(self.combos)
        self._add(row, "Column names", self.header, self.notes["header"])
        self._add(row + 1, "Keep as text", self.all_text, None)
        self.columns.setFixedHeight(COLUMNS)
        grid.addWidget(self.columns, row + 2, 1)
        self._add(row + 3, "Missing codes", self.missing, None)

    def _add(self, row: int, title: str, field: QWidget, note: QWidget | None) -> None:
        words = label(title, tone="text2")
        words.setBuddy(field)
        self._grid.addWidget(words, row, 0)
        self._grid.addWidget(field if note is None else _beside(field, note), row, 1)


def _words(name: str, value: str) -> str:
    """Return a value of an option in words, as the header of the data page says it."""
    words = _OTHER_ENCODINGS.get(value) or ReadOptions().changed(**{name: value}).words()[name]
    return words[:1].upper() + words[1:]


def _beside(field: QWidget, note: QWidget) -> QWidget:
    """Return a field with a note at its right that is hidden as long as there is nothing to note."""
    both = QWidget()
    line = QHBoxLayout(both)
    line.setContentsMargins(0, 0, 0, 0)
    line.addWidget(field, 1)
    line.addWidget(note)
    note.setMaximumWidth(NOTE)
    note.hide()
    return both


def _show(combo: QComboBox, name: str, value: str) -> None:
    """Choose a value; one that is not among the choices is added."""
    if combo.findData(value) < 0:
        combo.addItem(_words(name, value), value)
    combo.setCurrentIndex(combo.findData(value))
