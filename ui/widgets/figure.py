"""Figure that answers "what is this": dotted underline, click, Shift+F1."""

from typing import Literal

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QTextDocumentFragment
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from ui.look.theme import theme
from ui.widgets.numbers import UNKNOWN, aloud
from ui.widgets.painting import LEFT, paint_focus


def plain(rich: str) -> str:
    """Return rich text without its marks, as a screen reader needs it."""
    return QTextDocumentFragment.fromHtml(rich).toPlainText()


class FigureValue(QAbstractButton):
    """A bold value with a dotted underline, to stand alone or within a sentence.

    Parameters
    ----------
    name
        What the value is, in words.
    style
        "dialog_title" for the figures that matter, "card_title" within a line of text.
    tone
        Token of the value's colour.
    """

    requested = Signal()
    """The user wants to know what this is."""

    def __init__(
        self,
        name: str,
        style: Literal["dialog_title", "card_title"] = "card_title",
        tone: str = "text",
    ) -> None:
        super().__init__()
        self._name, self._tone = name, tone
        self.setFont(theme().font(style))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleDescription("What is this: click or Shift+F1")
        self.setToolTip("What is this")
        self.clicked.connect(self.requested)
        theme().changed.connect(self.update)
        self.set_value(UNKNOWN)

    @property
    def name(self) -> str:
        """What the value is, in words."""
        return self._name

    def set_name(self, name: str) -> None:
        """Say what the next value is."""
        self._name = name

    def set_value(self, value: str) -> None:
        """Show a value."""
        self.setText(value)
        self.setAccessibleName(f"{self._name}: {aloud(value)}")
        self.updateGeometry()

    def set_tone(self, tone: str) -> None:
        """Show the value in the colour of another token."""
        self._tone = tone
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the room for value and underline."""
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + 3, metrics.height() + 4)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Answer Shift+F1 and Enter; Space is the button's own."""
        if asks(event) or event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.requested.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw value, underline and focus."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme().colour(self._tone if self.isEnabled() else "text3"))
        painter.drawText(self.rect().adjusted(1, 0, -1, -3), LEFT, self.text())
        painter.setPen(QPen(theme().colour("text" if self.underMouse() else "text3"), 1, Qt.PenStyle.DotLine))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.drawLine(0, self.height() - 2, self.width() - 1, self.height() - 2)
        if self.hasFocus():
            paint_focus(painter, self.rect(), 3)


def asks(event: QKeyEvent) -> bool:
    """Return whether a key asks what something is."""
    return event.key() == Qt.Key.Key_F1 and event.modifiers() == Qt.KeyboardModifier.ShiftModifier
