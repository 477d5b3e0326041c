"""Number editors: a number is typed, or chosen from given stops by a slider beside it."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QBoxLayout, QWidget

from sdcdesk.core.text.sentence import sentence
from ui.forms.editor import Editor
from ui.forms.editors.lines import NARROW, LineEditor, if_any
from ui.forms.numbers import read_finite, read_number, read_whole, write_field, write_number
from ui.forms.registry import FormParameter, edits
from ui.widgets.wheel import WheelSafeSlider

WIDTH = 148
"""Pixels of the slider."""

PAGE = 6
"""Stops that a click beside the handle moves it."""


class SliderEditor(LineEditor):
    """A field for a number, and a slider that writes one of some stops into it.

    Parameters
    ----------
    hint
        What stands in the empty field.
    stops
        The numbers of the slider, ascending; any other can be typed.
    """

    def __init__(self, hint: str, stops: Sequence[float]) -> None:
        super().__init__(
            hint, if_any(read_number), write_field, display=write_number, width=NARROW, measured=True
        )
        self.stops = tuple(stops)
        self.slider = WheelSafeSlider(Qt.Orientation.Horizontal, self)
        self.slider.setRange(0, len(self.stops) - 1)
        self.slider.setPageStep(PAGE)
        self.slider.setFixedWidth(WIDTH)
        line = self.layout()
        if isinstance(line, QBoxLayout):
            line.setDirection(QBoxLayout.Direction.LeftToRight)
            line.setSpacing(8)
            line.addWidget(self.slider)
        self.slider.valueChanged.connect(self._choose)
        self.line.textChanged.connect(self._follow)

    def controls(self) -> Sequence[QWidget]:
        """Return field and slider."""
        return [self.line, self.slider]

    def set_name(self, name: str, explanation: str) -> None:
        """Tell screen readers what is edited here, and which of both is the slider."""
        super().set_name(name, explanation)
        self.slider.setAccessibleName(sentence("{name}, slider", name=name))

    def _choose(self, place: int) -> None:
        self.line.setText(write_field(self.stops[place]))
        self.edited.emit()

    def _follow(self, text: str) -> None:
        """Move the slider to the stop that is nearest to what was written."""
        number: Any = read_finite(text)
        if number is None:
            return
        above = min(bisect_left(self.stops, number), len(self.stops) - 1)
        below = max(above - 1, 0)
        nearer = below if number - self.stops[below] < self.stops[above] - number else above
        with QSignalBlocker(self.slider):
            self.slider.setValue(nearer)


@edits(int, float)
def _number(parameter: FormParameter) -> Editor:
    how, whole = parameter.how, parameter.kind is int
    if how.stops:
        return SliderEditor(how.empty, how.stops)
    read = if_any(read_whole if whole else read_number)
    return LineEditor(how.empty, read, write_field, display=write_number, width=NARROW, measured=not whole)
