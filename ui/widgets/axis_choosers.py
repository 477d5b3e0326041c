"""Axis choosers: which figures of risk and loss a map shows, each beside the direction in which it does."""

from PySide6.QtWidgets import QComboBox, QGridLayout

from ui.widgets.label import label

UPWARDS, RIGHTWARDS = "Upwards", "To the right"
"""What is said of the axes, as the explanation of the map says it."""


def axis_choosers(risks: QComboBox, losses: QComboBox, *, beside: bool = False) -> QGridLayout:
    """Return the choices of both axes, below one another or beside one another."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(8)
    grid.setVerticalSpacing(4)
    for place, (direction, combo) in enumerate(((UPWARDS, risks), (RIGHTWARDS, losses))):
        caption = label(direction, "caption", "text2")
        caption.setBuddy(combo)
        line, first = (0, 2 * place) if beside else (place, 0)
        grid.addWidget(caption, line, first)
        grid.addWidget(combo, line, first + 1)
        grid.setColumnStretch(first + 1, 1)
    return grid
