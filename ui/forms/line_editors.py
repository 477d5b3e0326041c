"""Editors of one line: numbers, text, and lists of numbers."""

from typing import Any

from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QWidget

from ui.forms.editor import Editor
from ui.forms.numbers import read_number, read_whole, write_number


class LineEditor(Editor):
    """One line of text.

    Parameters
    ----------
    unit
        Written after the field.
    wide
        Whether the field takes all the room there is.
    """

    def __init__(self, unit: str = "", *, wide: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = QLineEdit(self)
        self.line.textEdited.connect(lambda _text: self.edited.emit())
        self.setFocusProxy(self.line)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.line, 1 if wide else 0)
        if not wide:
            self.line.setMaximumWidth(110)
            layout.addWidget(QLabel(unit, self))
            layout.addStretch(1)

    def value(self) -> Any:
        """Return the text."""
        return self.line.text()

    def set_value(self, value: Any) -> None:
        """Show a text."""
        self.line.setText("" if value is None else str(value))


class NumberEditor(LineEditor):
    """A number; an empty field is no number.

    Parameters
    ----------
    whole
        Whether only whole numbers are taken.
    """

    def __init__(self, unit: str = "", *, whole: bool, parent: QWidget | None = None) -> None:
        super().__init__(unit, parent=parent)
        self._read = read_whole if whole else read_number

    def value(self) -> Any:
        """Return the number; None where the field is empty."""
        text = self.line.text().strip()
        return self._read(text) if text else None

    def set_value(self, value: Any) -> None:
        """Show a number."""
        self.line.setText("" if value is None else write_number(value))


class ListEditor(LineEditor):
    """Several numbers or texts, separated by semicolons or spaces.

    Parameters
    ----------
    numbers
        Whether the entries are numbers; texts are separated by semicolons only.
    """

    def __init__(self, *, numbers: bool, parent: QWidget | None = None) -> None:
        super().__init__(wide=True, parent=parent)
        self._numbers = numbers
        self.line.setPlaceholderText("18; 40; 65" if numbers else "first; second")

    def value(self) -> Any:
        """Return the entries as a list."""
        text = self.line.text()
        if self._numbers:
            return [read_number(entry) for entry in text.replace(";", " ").split()]
        return [entry.strip() for entry in text.split(";") if entry.strip()]

    def set_value(self, value: Any) -> None:
        """Show the entries."""
        entries = [write_number(entry) if self._numbers else str(entry) for entry in value or ()]
        self.line.setText("; ".join(entries))


class ValueEditor(LineEditor):
    """A value of a variable: a number where it can be read as one, else a text."""

    def value(self) -> Any:
        """Return the value; None where the field is empty."""
        text = self.line.text().strip()
        if not text:
            return None
        try:
            return read_number(text)
        except ValueError:
            return text

    def set_value(self, value: Any) -> None:
        """Show a value."""
        self.line.setText(write_number(value) if isinstance(value, int | float) else str(value or ""))
