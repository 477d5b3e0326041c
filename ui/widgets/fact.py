"""A fact: a figure, and beside it the sentence that says what follows from it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui.widgets.figure import FigureValue
from ui.widgets.label import label

VALUE = 72
"""Pixels for the figure, so that the sentences below one another begin in one place."""


class Fact(QWidget):
    """A figure that answers "what is this", with its sentence.

    Parameters
    ----------
    name
        What the figure is, in words.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self.figure = FigureValue(name)
        self.words = label(tone="text2", wraps=True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.words.setContentsMargins(0, 1, 0, 0)  # both on one line
        place = QWidget()
        place.setMinimumWidth(VALUE)
        held = QHBoxLayout(place)
        held.setContentsMargins(0, 0, 0, 0)
        held.addWidget(self.figure, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(12)
        line.addWidget(place, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self.words, 1)

    def show_fact(self, value: str, words: str) -> None:
        """Show a figure and its sentence."""
        self.figure.set_value(value)
        self.words.setText(words)
