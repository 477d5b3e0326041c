"""Ticking: what a user does in a list of variables with boxes."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from ui.forms.editors.tick_list import TickList


def texts(ticks: TickList) -> list[str]:
    """Return what the rows of a list show."""
    model = ticks.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def toggle(ticks: TickList, *words: str) -> None:
    """Go to the rows that show these words, and press space there."""
    shown = texts(ticks)
    for one in words:
        ticks.setCurrentIndex(ticks.model().index(shown.index(one), 0))
        QTest.keyClick(ticks, Qt.Key.Key_Space)
