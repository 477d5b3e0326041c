"""Rows of a dialog: a label, a field, a quiet note or what is wrong; and shares written in percent."""

from decimal import Decimal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from ui.forms.numbers import read_number, read_whole, write_number
from ui.widgets.label import label

LABELS = 118


class Row:
    """One row of a form.

    Parameters
    ----------
    grid
        Where it is put, below what is there.
    words
        The label.
    field
        The field.
    after
        What stands behind the field: a unit, a note.
    """

    def __init__(self, grid: QGridLayout, words: str, field: QWidget, after: str = "") -> None:
        self.field = field
        self._error = label(style="caption", tone="risk_text", wraps=True)
        self._error.hide()
        name = label(words, tone="text2", wraps=True)
        name.setBuddy(field)
        name.setFixedWidth(LABELS)
        name.setMinimumHeight(30)
        field.setAccessibleName(words)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(field, 0 if after else 1)
        if after:
            line.addWidget(label(after, tone="text3"), 1)
        place = QVBoxLayout()
        place.setSpacing(2)
        place.addLayout(line)
        place.addWidget(self._error)
        at = grid.rowCount()
        grid.addWidget(name, at, 0, Qt.AlignmentFlag.AlignTop)
        grid.addLayout(place, at, 1)

    @property
    def error(self) -> QLabel:
        """The sentence below the field."""
        return self._error

    def tell(self, sentence: str) -> None:
        """Say what is wrong; an empty sentence says that nothing is."""
        self._error.setText(sentence)
        self._error.setVisible(bool(sentence))
        self.field.setProperty("invalid", bool(sentence))
        self.field.setAccessibleDescription(sentence)
        self.field.style().polish(self.field)


def number_field(hint: str = "none") -> QLineEdit:
    """Return a field for one number."""
    field = QLineEdit()
    field.setPlaceholderText(hint)
    field.setFixedWidth(90)
    field.setAlignment(Qt.AlignmentFlag.AlignRight)
    return field


def percent_text(share: float | None) -> str:
    """Return a share as it is typed in percent, with all its digits."""
    return "" if share is None else write_number(float(Decimal(repr(share)) * 100))


def read_share(text: str) -> float | None:
    """Return the share that was typed in percent; None where nothing was.

    Raises
    ------
    ValueError
        It cannot be read, or is not between 0 and 100.
    """
    if not text.strip():
        return None
    percent = read_number(text)
    if not 0 <= percent <= 100:
        raise ValueError("Between 0 and 100 %, or nothing")
    # In decimals, as it was typed: 1.1 ÷ 100 in binary is not 0.011.
    return float(Decimal(repr(percent)) / 100)


def read_size(text: str) -> int | None:
    """Return the group size that was typed; None where nothing was.

    Raises
    ------
    ValueError
        It cannot be read, or is below 2.
    """
    if not text.strip():
        return None
    try:
        size = read_whole(text)
    except (ValueError, OverflowError):
        size = 0
    if size < 2:
        raise ValueError("A whole number, 2 or more")
    return size
