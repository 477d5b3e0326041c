"""Rows of a dialog: a label, a field, a quiet note or what is wrong."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

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
