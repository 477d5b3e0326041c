"""Editors that choose: yes or no, one of a few, one variable, several variables."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from ui.forms.editor import Editor

FEW = 4
"""Up to this many choices are all shown."""

ROWS = 5
"""Variables that the list shows at once."""


class FlagEditor(Editor):
    """Yes or no."""

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = QCheckBox(words, self)
        self.box.clicked.connect(lambda _checked: self.edited.emit())
        self.setFocusProxy(self.box)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.box)

    def value(self) -> Any:
        """Return whether the box is ticked."""
        return self.box.isChecked()

    def set_value(self, value: Any) -> None:
        """Tick the box or not."""
        self.box.setChecked(bool(value))


class RadioEditor(Editor):
    """One of a few, all shown."""

    def __init__(self, choices: Mapping[Any, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values = list(choices)
        self.group = QButtonGroup(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(6)
        for place, words in enumerate(choices.values()):
            button = QRadioButton(words, self)
            self.group.addButton(button, place)
            layout.addWidget(button)
        self.group.buttonClicked.connect(lambda _button: self.edited.emit())

    def value(self) -> Any:
        """Return the chosen value."""
        place = self.group.checkedId()
        return self._values[place] if place >= 0 else None

    def set_value(self, value: Any) -> None:
        """Choose a value."""
        if value in self._values:
            self.group.button(self._values.index(value)).setChecked(True)


class ComboEditor(Editor):
    """One of many."""

    def __init__(self, choices: Mapping[Any, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values = list(choices)
        self.combo = QComboBox(self)
        self.combo.addItems(list(choices.values()))
        self.combo.activated.connect(lambda _index: self.edited.emit())
        self.setFocusProxy(self.combo)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.combo, 1)

    def value(self) -> Any:
        """Return the chosen value; None where there is none to choose."""
        place = self.combo.currentIndex()
        return self._values[place] if place >= 0 else None

    def set_value(self, value: Any) -> None:
        """Choose a value; one that is not among the choices is added, so that nothing is lost."""
        if value is None:
            return
        if value not in self._values:
            self._values.append(value)
            self.combo.addItem(str(value))
        self.combo.setCurrentIndex(self._values.index(value))


class VariablesEditor(Editor):
    """Several variables, ticked in a list."""

    def __init__(self, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = QListWidget(self)
        for name in names:
            self._add(name)
        self.list.itemChanged.connect(lambda _item: self.edited.emit())
        self.setFocusProxy(self.list)
        self.list.setFixedHeight(28 * min(max(len(names), 2), ROWS) + 4)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.list)

    def value(self) -> Any:
        """Return the ticked variables, in the order of the list."""
        return [item.text() for item in self._items() if item.checkState() is Qt.CheckState.Checked]

    def set_value(self, value: Any) -> None:
        """Tick variables; one that is not in the list is added, so that nothing is lost."""
        wanted = tuple(value or ())
        self.list.blockSignals(True)
        present = {item.text() for item in self._items()}
        for name in wanted:
            if name not in present:
                self._add(name)
        for item in self._items():
            ticked = item.text() in wanted
            item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
        self.list.blockSignals(False)

    def _add(self, name: str) -> None:
        item = QListWidgetItem(name, self.list)
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Unchecked)

    def _items(self) -> list[QListWidgetItem]:
        return [self.list.item(row) for row in range(self.list.count())]
