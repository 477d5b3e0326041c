"""Tried values: editors of several values of one parameter, of which each is tried."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, get_origin

from PySide6.QtWidgets import QCheckBox, QWidget

from sdcdesk.core.operations.parameters import accepts
from ui.forms.editor import Editor
from ui.forms.editors.choices import VariablesEditor, begun
from ui.forms.editors.lines import LineEditor
from ui.forms.editors.rows import EditedRow, RowsEditor
from ui.forms.number_series import read_series, written_series
from ui.forms.numbers import read_number, read_whole
from ui.forms.registry import FormParameter, editor_for
from ui.widgets.layout import column, row

SERIES = "2; 5; 10 to 50 by 10"
"""What stands in an empty field for numbers."""

Values = tuple[Any, ...]


class SeriesEditor(LineEditor):
    """Numbers and ranges of numbers, in one line."""

    def __init__(self, hint: str, read: Callable[[str], float], *, measured: bool = False) -> None:
        super().__init__(
            hint, lambda text: tuple(read_series(text, read)), written_series, width=None, measured=measured
        )

    def set_value(self, value: Any) -> None:
        """Show numbers."""
        super().set_value(tuple(one for one in value or () if one is not None) or None)


class TicksEditor(Editor):
    """A box for each choice.

    Parameters
    ----------
    choices
        Words for each value.
    """

    wide = True

    def __init__(self, choices: Mapping[Any, str]) -> None:
        super().__init__()
        self.boxes = {value: QCheckBox(words, self) for value, words in choices.items()}
        for box in self.boxes.values():
            box.clicked.connect(lambda _on: self.edited.emit())
        lines = [row(box, ...) for box in self.boxes.values()]
        column(*lines, spacing=4, margins=(0, 5, 0, 3), inside=self)
        self.setFocusProxy(next(iter(self.boxes.values())))

    def value(self) -> Values:
        """Return the ticked values."""
        return tuple(value for value, box in self.boxes.items() if box.isChecked())

    def set_value(self, value: Any) -> None:
        """Tick values."""
        for one, box in self.boxes.items():
            box.setChecked(one in (value or ()))

    def set_name(self, name: str, explanation: str) -> None:
        """Name the group, and in it every box."""
        super().set_name(name, explanation)
        for box in self.boxes.values():
            box.setAccessibleName(f"{name}: {box.text()}")
            box.setAccessibleDescription(explanation)

    def controls(self) -> Sequence[QWidget]:
        """Return nothing: every box says what it is."""
        return ()


class ValueRow(EditedRow):
    """One of the values, in the editor of its type."""

    def __init__(self, editor: Editor) -> None:
        super().__init__("Take this value out")
        self.editor = editor
        self.setFocusProxy(editor)
        editor.edited.connect(self.edited)
        row((editor, 1), self.remove, spacing=4, inside=self)

    def read(self) -> Any:
        """Return the value. Raises `ValueError` if it cannot be read."""
        return self.editor.value()

    def show_problem(self, *, invalid: bool) -> None:
        """Mark the value if it cannot be."""
        self.editor.set_invalid(invalid=invalid)


class ValueRows(RowsEditor[ValueRow]):
    """An editor of its type for each value."""

    def __init__(self, parameter: FormParameter) -> None:
        self._parameter, self._name = parameter, ("", "")
        variables = accepts(parameter.info) is not None
        super().__init__("Try other variables too" if variables else "Try another value")

    def new_row(self, part: Any) -> ValueRow:
        """Return the row of a value."""
        editor = editor_for(self._parameter)
        editor.set_name(*self._name)
        if part is not None:
            editor.set_value(part)
        return ValueRow(editor)

    def value(self) -> Values:
        """Return the values. Raises `ValueError` if one cannot be read."""
        return tuple(value for one in self.rows if (value := one.read()) is not None)

    def set_value(self, value: Any) -> None:
        """Show values."""
        self.show_parts(value or ())

    def set_name(self, name: str, explanation: str) -> None:
        """Tell screen readers what is edited here."""
        self._name = name, explanation
        self.add.setAccessibleName(f"{name}: {self.add.text()}")
        for one in self.rows:
            one.editor.set_name(name, explanation)
            one.remove.setAccessibleName(f"{name}: {one.remove.toolTip()}")


def tried_values_editor(parameter: FormParameter) -> Editor:
    """Return the editor of the values of a parameter that are tried, each in turn."""
    kind, choices = parameter.kind, parameter.how.choices
    if kind is bool:
        return TicksEditor({False: "no", True: "yes"})
    if choices or get_origin(kind) is Literal:
        return TicksEditor(begun(choices or {value: str(value) for value in parameter.inside}))
    if kind is int or kind is float:
        hint = parameter.how.empty or SERIES
        return SeriesEditor(hint, read_whole if kind is int else read_number, measured=kind is float)
    if accepts(parameter.info) is not None and kind is str:
        return VariablesEditor(parameter.variables, parameter.display_names)
    return ValueRows(parameter)
