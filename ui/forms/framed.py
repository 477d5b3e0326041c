"""Frame of a list or table among fields: like theirs, and in the accent while it has the focus."""

from PySide6.QtCore import QEvent, QObject, QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractItemView, QFrame, QSizePolicy, QWidget

from ui.look.theme import theme
from ui.widgets.layout import column

RADIUS = 4


class Framed(QWidget):
    """Holds a view and draws the frame that fields have."""

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__()
        self._view = view
        self._invalid = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.installEventFilter(self)
        column(view, margins=(2, 2, 2, 2), inside=self)
        theme().changed.connect(self.update)

    def set_invalid(self, *, invalid: bool) -> None:
        """Draw the frame of a field whose value is not accepted, or not."""
        self._invalid = invalid
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Follow the focus."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw ground and frame."""
        focused = self._view.hasFocus()
        token = "risk" if self._invalid else "accent" if focused else "border"
        width = 2 if focused else 1
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme().colour(token), width))
        painter.setBrush(theme().colour("surface"))
        edge = width / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(edge, edge, -edge, -edge), RADIUS, RADIUS)
