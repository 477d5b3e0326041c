"""Weights of keys: how much each counts in the loss that a coding is to have least of."""

from collections.abc import Mapping
from types import MappingProxyType

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from sdcdesk.core.text.sentence import sentence
from ui.forms.numbers import read_number, write_field
from ui.look.locale import in_user_locale
from ui.widgets.flow import FlowLayout
from ui.widgets.label import ElidedLabel, label
from ui.widgets.layout import discard, row, widget_in
from ui.widgets.reason import mark_invalid

USUAL = 1.0

FIELD, NAME = 48, 160
"""Pixels of a field, and of a name at most."""

NO_WEIGHT = "A weight is a number, 0 or more."
NONE_COUNTS = "Give at least one variable a weight above 0."


class KeyWeights(QWidget):
    """A field for each key; what is left at 1 counts like the others."""

    edited = Signal()
    """Another weight was typed."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, QLineEdit] = {}
        self.problem = ""
        self._keys: dict[str, str] = {}
        self._parts: list[QWidget] = []
        self._weights: dict[str, float] = {}
        self._line = FlowLayout(self, gap=12, centred=True)
        self._line.addWidget(label("Weight of each variable in the loss", tone="text2"))

    @property
    def weights(self) -> Mapping[str, float] | None:
        """The weights by name of the key, those of 1 left out; None where one cannot be."""
        if self.problem:
            return None
        return MappingProxyType({name: one for name, one in self._weights.items() if one != USUAL})

    def set_keys(self, keys: Mapping[str, str]) -> None:
        """Have fields for keys, by name with what they are called; those that stay keep their weight."""
        if dict(keys) == self._keys:
            return
        kept = {name: field.text() for name, field in self.fields.items()}
        self._keys = dict(keys)
        discard(*self._parts)
        self._parts, self.fields = [], {}
        for name, called in keys.items():
            self._add(name, called, kept.get(name, write_field(USUAL)))
        self._check()

    def set_weights(self, weights: Mapping[str, float]) -> None:
        """Show weights, without `edited`."""
        for name, field in self.fields.items():
            field.setText(write_field(weights.get(name, USUAL)))
        self._check()

    def _add(self, name: str, called: str, text: str) -> None:
        field = QLineEdit(text)
        field.setFixedWidth(FIELD)
        field.setAlignment(Qt.AlignmentFlag.AlignRight)
        field.setAccessibleName(sentence("Weight of {name}", name=called))
        field.textEdited.connect(lambda _text: self._on_edited())
        words = ElidedLabel(called, "caption", "text2", Qt.TextElideMode.ElideMiddle)
        words.setMaximumWidth(NAME)
        part = widget_in(row(words, field, spacing=6))
        self.fields[name] = field
        self._parts.append(part)
        self._line.addWidget(part)

    def _on_edited(self) -> None:
        self._check()
        self.edited.emit()

    def _check(self) -> None:
        found: dict[str, float] = {}
        for name, field in self.fields.items():
            try:
                found[name] = read_number(field.text())
            except ValueError:
                found[name] = -1.0
            mark_invalid(field, in_user_locale(NO_WEIGHT) if found[name] < 0 else "")
        wrong = NO_WEIGHT if any(one < 0 for one in found.values()) else ""
        self.problem = wrong or (NONE_COUNTS if found and not any(found.values()) else "")
        self._weights = found
