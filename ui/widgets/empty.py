"""Empty state of a page: what is missing, why, and one button that leads there."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy

from ui.look.locale import in_user_locale
from ui.look.theme import theme
from ui.widgets.buttons import button
from ui.widgets.label import label
from ui.widgets.layout import column


class EmptyState(QFrame):
    """A dashed frame with a bold line, one line of reason and at most one button.

    Parameters
    ----------
    title
        What is missing.
    why
        Why, and what will be here.
    act
        Words of the button; without them there is none.
    """

    acted = Signal()
    """The button was pressed."""

    def __init__(self, title: str, why: str = "", act: str = "") -> None:
        super().__init__()
        why = in_user_locale(why)
        self.setAccessibleName(title or why)
        self.setAccessibleDescription(why)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.button = button(act, small=True)
        self.button.clicked.connect(self.acted)
        words = [label(title, "card_title", wraps=True)] if title else []
        words += [label(why, tone="text2", wraps=True)] if why else []
        way = (*((6,) if act else ()), (self.button, Qt.AlignmentFlag.AlignLeft))
        column(*words, *way, spacing=4, margins=(16, 16, 16, 16), inside=self)
        self.button.setVisible(bool(act))  # not before it has its place: it would be a window
        theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the room for all lines at the width that there is: Qt gives it no more."""
        hint = super().sizeHint()
        return QSize(hint.width(), max(hint.height(), self.heightForWidth(self.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Have the room for other lines."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the frame: a style sheet's dashes are too fine to be told from dots."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(theme().colour("border_strong"), 1)
        pen.setDashPattern([3, 3])
        painter.setPen(pen)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
