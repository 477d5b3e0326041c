"""What a masking method is for, below its form."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from sdcdesk.core.operation import Method
from sdcdesk.report.manual import first_words
from ui.look.theme import theme
from ui.widgets.buttons import link
from ui.widgets.label import label

RADIUS = 6


class About(QFrame):
    """The first words of the manual page, and the way to all of it."""

    def __init__(self, kind: type[Method]) -> None:
        super().__init__()
        self.setAccessibleName(f"About {kind.title}")
        self.manual = link("Manual page, F1")
        self.text = label(first_words(kind), tone="text2", wraps=True)
        head = QHBoxLayout()
        head.addWidget(label("About this method", "card_title"), 1)
        head.addWidget(self.manual)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(14, 8, 14, 12)
        rows.setSpacing(2)
        rows.addLayout(head)
        rows.addWidget(self.text)
        theme().changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the ground."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().colour("window"))
        painter.drawRoundedRect(self.rect(), RADIUS, RADIUS)
