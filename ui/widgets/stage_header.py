"""The header of a stage: what it is, what it is for, what to do, and its pages."""

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from ui.look.icons import set_icon
from ui.widgets.buttons import button, filled_button
from ui.widgets.label import ElidedLabel, label
from ui.widgets.tabs import INSET, TextTabs

HEIGHT = 66


class StageHeader(QWidget):
    """Title, one line of purpose, secondary buttons, the one filled button, and tabs below.

    Parameters
    ----------
    title
        The stage, or the page of it.
    purpose
        What it is for, in plain words.
    """

    tab_chosen = Signal(int)
    """Another page of the stage was chosen."""

    def __init__(self, title: str, purpose: str) -> None:
        super().__init__()
        self.setObjectName("stageHeader")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._title = label(title, "stage_title")
        self._purpose = ElidedLabel(purpose, tone="text2")
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(8)
        self.filled = filled_button("")
        self.filled.hide()
        self.tabs = TextTabs()
        self.tabs.hide()
        self.tabs.currentChanged.connect(self.tab_chosen)
        self._arrange()
        self.set_words(title, purpose)

    def set_words(self, title: str, purpose: str) -> None:
        """Show another title and purpose."""
        self._title.setText(title)
        self._purpose.setText(purpose)
        self.setAccessibleName(title)
        self.setAccessibleDescription(purpose)

    def add_button(self, text: str, icon: str = "") -> QPushButton:
        """Add a secondary button and return it."""
        made = button(text, icon)
        self._buttons.addWidget(made)
        return made

    def set_filled(self, text: str, icon: str = "") -> QPushButton:
        """Say what the next sensible act is and return its button; without words there is none."""
        self.filled.setText(text)
        self.filled.setVisible(bool(text))
        if icon:
            set_icon(self.filled, icon, "ink_light")
            self.filled.setIconSize(QSize(18, 18))
        return self.filled

    def set_tabs(self, names: tuple[str, ...]) -> None:
        """Show the pages of the stage; the first is chosen."""
        with QSignalBlocker(self):
            while self.tabs.count():
                self.tabs.removeTab(0)
            for name in names:
                self.tabs.addTab(name)
        self.tabs.setVisible(bool(names))

    def _arrange(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addStretch()
        words.addWidget(self._title)
        words.addWidget(self._purpose)
        words.addStretch()
        top = QWidget()
        top.setMinimumHeight(HEIGHT)
        line = QHBoxLayout(top)
        line.setContentsMargins(20, 4, 20, 0)
        line.setSpacing(8)
        line.addLayout(words, 1)
        line.addLayout(self._buttons)
        line.addWidget(self.filled)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 1)
        rows.setSpacing(0)
        rows.addWidget(top)
        pages = QHBoxLayout()
        pages.setContentsMargins(20 - INSET, 0, 20, 0)
        pages.addWidget(self.tabs)
        rows.addLayout(pages)
