"""Section of the right panel: title, "?", a quiet note, an action, and what is below them."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from ui.widgets.busy import Veil
from ui.widgets.buttons import help_button
from ui.widgets.empty import EmptyState
from ui.widgets.label import ElidedLabel, label

SIDE = 16


class Section(QWidget):
    """A header with a body below it, which gives way to an empty state.

    Parameters
    ----------
    title
        Plain text.
    """

    asked = Signal()
    """The user wants to know what this part is."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.setAccessibleName(title)
        self.help = help_button(title)
        self.help.clicked.connect(self.asked)
        self.note = ElidedLabel(style="caption", tone="text3")
        self.header = QHBoxLayout()
        self.header.setSpacing(4)
        self.header.addWidget(label(title, "card_title"))
        self.header.addWidget(self.help)
        self.header.addStretch()
        self.header.addWidget(self.note)
        self.content = QWidget()
        self.body = QVBoxLayout(self.content)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(8)
        self._veil = Veil(self.content)
        self._empty: EmptyState | None = None
        self._below = QWidget()
        self._places = QVBoxLayout(self._below)
        self._places.setContentsMargins(0, 0, 0, 0)
        self._places.addWidget(self.content)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(SIDE, 10, SIDE, 12)
        rows.setSpacing(6)
        rows.addLayout(self.header)
        rows.addWidget(self._below)

    def show_empty(self, title: str, why: str = "", act: str = "") -> EmptyState:
        """Show what is missing instead of the content, and return that frame for its signal."""
        self._drop_empty()
        self._empty = EmptyState(title, why, act)
        if not title:
            # Words alone need no room above them.
            self._empty.findChildren(QLabel)[0].hide()
        self._places.addWidget(self._empty)
        self.content.hide()
        return self._empty

    def show_content(self) -> None:
        """Show the content again."""
        self._drop_empty()
        self.content.show()

    def set_body_shown(self, *, shown: bool) -> None:
        """Show what is below the header, or fold it away."""
        self._below.setVisible(shown)

    def set_stale(self, *, stale: bool) -> None:
        """Dim the content while it is computed again."""
        self._veil.set_drawn(drawn=stale)

    def _drop_empty(self) -> None:
        if self._empty is not None:
            self._places.removeWidget(self._empty)
            self._empty.hide()
            self._empty.deleteLater()
            self._empty = None
