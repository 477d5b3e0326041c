"""Coding place: one coding of the map as screen readers find it, where its box is drawn."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QRadioButton, QWidget


class CodingPlace(QRadioButton):
    """Says what a box shows and whether it is chosen; it draws nothing and takes neither mouse nor keyboard.

    Items of a scene are not known to screen readers, widgets are. A screen reader can check it, which emits
    `toggled`.

    Parameters
    ----------
    parent
        What the boxes are drawn on.
    text
        All that the box shows.
    """

    def __init__(self, parent: QWidget, text: str) -> None:
        super().__init__(parent)
        self.setAccessibleName(text)
        self.setAutoExclusive(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw nothing: the box is there."""
