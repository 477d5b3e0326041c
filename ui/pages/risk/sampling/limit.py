"""The field for a limit on the expected risk, with what is wrong below it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from ui.forms.numbers import percent_text, read_share
from ui.widgets.figure import plain
from ui.widgets.label import label, rich_label

USUAL = 0.02
"""Where nobody has set a limit."""

FIELD = 78
"""Pixels of the field."""


class LimitField(QWidget):
    """A share in percent. It starts with a proposal, and comes back to it when it is emptied.

    Parameters
    ----------
    words
        Rich text of our own words before the field: "Expected DR<sub>W</sub> at most".
    """

    edited = Signal()
    """The user changed the limit; `value` is None while it cannot be read."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self._proposed, self._typed = USUAL, False
        self.line = QLineEdit()
        self.line.setFixedWidth(FIELD)
        self.line.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.line.setAccessibleName(plain(words))
        self.error = label("", "caption", "risk_text", wraps=True)
        self.error.hide()
        name = rich_label(words, tone="text2")
        name.setBuddy(self.line)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(name)
        line.addWidget(self.line)
        line.addStretch()
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(2)
        rows.addLayout(line)
        rows.addWidget(self.error)
        self.setFocusProxy(self.line)
        self._show()
        self.line.textEdited.connect(self._on_typed)
        self.line.editingFinished.connect(self._on_finished)

    @property
    def value(self) -> float | None:
        """The limit as a share; None while it cannot be read."""
        try:
            found = read_share(self.line.text())
        except ValueError:
            return None
        return self._proposed if found is None else found

    def propose(self, limit: float | None) -> None:
        """Start with a limit; what the user typed stays, and so does a field emptied to be typed into."""
        self._proposed = USUAL if limit is None else limit
        if not self._typed and self.line.text():
            self._show()

    def forget(self) -> None:
        """Show the proposal again: another file is open."""
        self._typed = False
        self._tell("")
        self._show()

    def _show(self) -> None:
        self.line.setText(f"{percent_text(self._proposed)} %")

    def _on_typed(self, text: str) -> None:
        self._typed = bool(text.strip())
        self._tell("" if self.value is not None else "Between 0 and 100 %")
        self.edited.emit()

    def _on_finished(self) -> None:
        limit = self.value
        if not self._typed:
            self._show()
        elif limit is not None:
            self.line.setText(f"{percent_text(limit)} %")

    def _tell(self, sentence: str) -> None:
        self.error.setText(sentence)
        self.error.setVisible(bool(sentence))
        self.line.setProperty("invalid", bool(sentence))
        self.line.setAccessibleDescription(sentence)
        self.line.style().polish(self.line)
