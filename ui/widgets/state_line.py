"""State line: how what stands below it stands, in one line with one action."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame

from ui.widgets.buttons import link
from ui.widgets.label import ElidedLabel, IconLabel
from ui.widgets.layout import row

LINE = 30


class StateLine(QFrame):
    """Says how the figures below it stand, with one action; its height never changes."""

    acted = Signal()
    """The action was chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("stateLine")
        self.setFixedHeight(LINE)
        self._mark, self._words, self.act = IconLabel("info", 15), ElidedLabel(tone="text2"), link("")
        self.act.clicked.connect(self.acted)
        row(self._mark, (self._words, 1), self.act, margins=(8, 0, 8, 0), inside=self)

    def show_text(self, words: str, icon: str = "info", act: str = "") -> None:
        """Say something, and offer an action."""
        self._mark.set_icon(icon)
        self._mark.setVisible(bool(words))
        self._words.setText(words)
        self.act.setText(act)
        self.act.setVisible(bool(act))
        self.setAccessibleName(words)

    def text(self) -> str:
        """Return what it says."""
        return self._words.text()
