"""Line editors: numbers, text, lists, and texts of several lines."""

from collections.abc import Mapping
from typing import Any, Union

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QCompleter, QLineEdit, QPlainTextEdit, QWidget

from ui.forms.editor import Editor
from ui.forms.editors.choices import ComboEditor, FlagEditor, begun
from ui.forms.numbers import read_number, read_numbers, read_whole, write_field, write_number
from ui.forms.registry import Asked, edits

NARROW, BROAD = 96, 200
"""Pixels of a field for one number, and for one text."""


class LineEditor(Editor):
    """One line of text.

    Parameters
    ----------
    hint
        What stands in the empty field.
    wide
        Whether it takes the whole width.
    """

    width_wanted = BROAD

    def __init__(self, hint: str = "", parent: QWidget | None = None, *, wide: bool = False) -> None:
        super().__init__(parent)
        self.wide = self.wide or wide
        self.line = QLineEdit(self)
        self.line.setPlaceholderText(hint)
        self.line.textEdited.connect(lambda _text: self.edited.emit())
        self.hold(self.line, Qt.AlignmentFlag(0) if self.wide else Qt.AlignmentFlag.AlignLeft)
        self._shown: tuple[str, Any] = ("", None)
        if not self.wide:
            self.line.setFixedWidth(self.width_wanted)

    def value(self) -> Any:
        """Return what is written; a value that was shown and left alone comes back as it is."""
        text = self.line.text()
        shown, value = self._shown
        return value if text == shown and value is not None else self.read(text)

    def set_value(self, value: Any) -> None:
        """Show a value."""
        self._shown = ("" if value is None else self.written(value), value)
        self.line.setText(self._shown[0])
        self.line.setCursorPosition(0)

    def read(self, text: str) -> Any:
        """Return what a text means."""
        return text

    def written(self, value: Any) -> str:
        """Return how a value is written in the field."""
        return str(value)


class NumberEditor(LineEditor):
    """A number; an empty field is no number.

    Parameters
    ----------
    whole
        Whether only whole numbers are taken.
    hint
        What stands in the empty field.
    """

    width_wanted = NARROW

    def __init__(self, *, whole: bool, hint: str = "", parent: QWidget | None = None) -> None:
        super().__init__(hint, parent)
        self.measured = not whole
        self._read = read_whole if whole else read_number

    def read(self, text: str) -> Any:
        """Return the number; None where the field is empty."""
        return self._read(text) if text.strip() else None

    def written(self, value: Any) -> str:
        """Return a number in the user's locale."""
        return write_field(value)

    def words(self, value: Any) -> str:
        """Return the number."""
        return write_number(value)


class ListEditor(LineEditor):
    """Several numbers or texts, separated by semicolons.

    Parameters
    ----------
    numbers
        Whether the entries are numbers, which spaces may separate too.
    hint
        What stands in the empty field.
    """

    wide = True

    def __init__(self, *, numbers: bool, hint: str = "", parent: QWidget | None = None) -> None:
        super().__init__(hint or ("18; 40; 65" if numbers else "first; second"), parent)
        self._numbers = numbers

    def read(self, text: str) -> Any:
        """Return the entries as a list."""
        if self._numbers:
            return read_numbers(text)
        return [entry.strip() for entry in text.split(";") if entry.strip()]

    def written(self, value: Any) -> str:
        """Return the entries with semicolons between them."""
        return "; ".join(write_field(entry) if self._numbers else str(entry) for entry in value)

    def words(self, value: Any) -> str:
        """Return the entries, or nothing where there were none."""
        return self.written(value) or "empty"


class ValueEditor(LineEditor):
    """A value of a variable: one of its categories, else a number where it can be read as one, else text."""

    width_wanted = NARROW
    measured = True
    asks_categories = True

    def __init__(self, hint: str = "", parent: QWidget | None = None) -> None:
        super().__init__(hint, parent)
        self._categories: dict[str, Any] = {}

    def offer(self, categories: Mapping[str, Any]) -> None:
        """Propose the categories while typing."""
        self._categories = dict(categories)
        texts = list(categories)
        completer = QCompleter(texts, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.activated.connect(lambda _text: self.edited.emit())
        self.line.setCompleter(completer)

    def read(self, text: str) -> Any:
        """Return the value; None where the field is empty."""
        text = text.strip()
        if not text:
            return None
        if text in self._categories:
            return self._categories[text]
        try:
            return read_number(text)
        except ValueError:
            return text

    def written(self, value: Any) -> str:
        """Return a number in the user's locale, and a text as it is."""
        return str(value) if isinstance(value, str) else write_field(value)


class TextEditor(Editor):
    """A text of several lines.

    Parameters
    ----------
    hint
        What stands in the empty field.
    """

    wide = True

    def __init__(self, hint: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = QPlainTextEdit(self)
        self.text.setPlaceholderText(hint)
        self.text.setFixedHeight(60)
        self.text.setTabChangesFocus(True)
        self.text.textChanged.connect(self.edited)
        self.hold(self.text)

    def value(self) -> Any:
        """Return the text."""
        return self.text.toPlainText()

    def set_value(self, value: Any) -> None:
        """Show a text."""
        with QSignalBlocker(self.text):
            self.text.setPlainText(value or "")


@edits(int, float)
def _number(asked: Asked) -> Editor:
    return NumberEditor(whole=asked.kind is int, hint=asked.how.empty)


@edits(str)
def _text(asked: Asked) -> Editor:
    if asked.how.choices:
        return ComboEditor(begun(asked.how.choices))
    return TextEditor(asked.how.empty) if asked.how.long else LineEditor(asked.how.empty, wide=asked.how.wide)


@edits(tuple)
def _list(asked: Asked) -> Editor:
    return ListEditor(numbers=asked.inside[0] in (int, float), hint=asked.how.empty)


@edits(Union)
def _value(asked: Asked) -> Editor:
    if bool in asked.inside:
        return FlagEditor(asked.info.title or "")
    if set(asked.inside) <= {int, float, str}:
        return ValueEditor(asked.how.empty)
    raise TypeError(f"no editor for {asked.kind}")
