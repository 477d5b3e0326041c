"""Line editors: numbers, text, lists, and texts of several lines."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Union, get_origin

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QCompleter, QLineEdit, QPlainTextEdit, QWidget

from sdcdesk.core.text.sentence import sentence
from ui.forms.editor import Editor
from ui.forms.editors.choices import ComboEditor, FlagEditor, begun
from ui.forms.numbers import (
    read_number,
    read_numbers,
    read_value,
    value_field,
    write_field,
)
from ui.forms.registry import FormParameter, edits

NARROW, BROAD = 96, 200
"""Pixels of a field for one number, and for one text."""

LONGEST = 280
"""Pixels that a text takes at least which takes the whole width."""


class LineEditor(Editor):
    """One line of text, which means a value.

    Parameters
    ----------
    hint
        What stands in the empty field.
    read, write
        Return what a text means, or raise `ValueError`, and how a value is written in the field.
    display
        Returns a value in a few words; as in the field where not given.
    width
        Pixels of the field; None: the whole width.
    measured
        Whether it holds a number in the unit of the variables, where it has no unit of its own.
    """

    def __init__(
        self,
        hint: str = "",
        read: Callable[[str], Any] = str,
        write: Callable[[Any], str] = str,
        *,
        display: Callable[[Any], str] | None = None,
        width: int | None = BROAD,
        measured: bool = False,
    ) -> None:
        super().__init__()
        self.wide, self.measured = width is None, measured
        self._read, self._write, self._display = read, write, display or write
        self.line = QLineEdit(self)
        self.line.setPlaceholderText(hint)
        self.line.textEdited.connect(lambda _text: self.edited.emit())
        self.hold(self.line, Qt.AlignmentFlag(0) if self.wide else Qt.AlignmentFlag.AlignLeft)
        self._displayed: tuple[str, Any] = ("", None)
        if width is None:
            self.needed = LONGEST
            self.line.setMinimumWidth(LONGEST)
        else:
            self.line.setFixedWidth(width)

    def value(self) -> Any:
        """Return what is written; a value that was shown and left alone comes back as it is."""
        text = self.line.text()
        shown, value = self._displayed
        return value if text == shown and value is not None else self._read(text)

    def set_value(self, value: Any) -> None:
        """Show a value."""
        self._displayed = ("" if value is None else self._write(value), value)
        self.line.setText(self._displayed[0])
        self.line.setCursorPosition(0)

    def value_text(self, value: Any) -> str:
        """Return the value."""
        return self._display(value)


class ValueEditor(LineEditor):
    """A value of a variable: one of its categories, else a number where it can be read as one, else text."""

    asks_categories = True

    def __init__(self, hint: str = "") -> None:
        super().__init__(hint, self._meant, value_field, width=NARROW, measured=True)
        self._categories: Mapping[str, Any] = {}

    def offer(self, categories: Mapping[str, Any]) -> None:
        """Propose the categories while typing."""
        self._categories = categories
        completer = QCompleter(list(categories), self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.activated.connect(lambda _text: self.edited.emit())
        self.line.setCompleter(completer)

    def _meant(self, text: str) -> Any:
        text = text.strip()
        return self._categories[text] if text in self._categories else read_value(text) if text else None


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


@edits(str)
def _text(parameter: FormParameter) -> Editor:
    how = parameter.how
    if how.choices:
        return ComboEditor(begun(how.choices), inside=how.choices)
    return TextEditor(how.empty) if how.long else LineEditor(how.empty, width=None if how.wide else BROAD)


@edits(tuple)
def _list(parameter: FormParameter) -> Editor:
    if get_origin(parameter.inside[0]) is tuple:
        return LineEditor(parameter.how.empty, _read_points, _written_points, width=None)
    numbers = parameter.inside[0] in (int, float)

    def write(entries: Sequence[Any]) -> str:
        return "; ".join(write_field(entry) if numbers else str(entry) for entry in entries)

    def read(text: str) -> list[Any]:
        return read_numbers(text) if numbers else [one for part in text.split(";") if (one := part.strip())]

    hint = parameter.how.empty or ("18; 40; 65" if numbers else "first; second")
    return LineEditor(hint, read, write, display=lambda entries: write(entries) or "empty", width=None)


@edits(Union)
def _value(parameter: FormParameter) -> Editor:
    if bool in parameter.inside:
        return FlagEditor(parameter.info.title or "")
    if set(parameter.inside) <= {int, float, str}:
        return ValueEditor(parameter.how.empty)
    raise TypeError(sentence("no editor for {kind}", kind=str(parameter.kind)))


def _read_points(text: str) -> list[list[float]]:
    """Return the numbers of each point; spaces stand between numbers, semicolons between points."""
    return [list(map(read_number, part.split())) for part in text.split(";") if part.strip()]


def _written_points(points: Sequence[Sequence[float]]) -> str:
    return "; ".join(" ".join(map(write_field, point)) for point in points)


def if_any(read: Callable[[str], Any]) -> Callable[[str], Any]:
    """Return how a field is read that may be empty."""
    return lambda text: read(text) if text.strip() else None
