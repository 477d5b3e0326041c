"""Figure that answers "what is this": dotted underline, click, Shift+F1."""

from typing import Literal

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QTextDocumentFragment
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from ui.look.theme import theme
from ui.widgets.label import rich_label
from ui.widgets.layout import column
from ui.widgets.numbers import UNKNOWN, spoken
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

    asked = Signal()
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
        self.clicked.connect(self.asked)
        theme().changed.connect(self.update)
        self.set_value(UNKNOWN)

    def set_value(self, value: str) -> None:
        """Show a value."""
        self.setText(value)
        self.setAccessibleName(f"{self._name}: {spoken(value)}")
        self.updateGeometry()

    def set_tone(self, tone: str) -> None:
        """Show the value in the colour of another token."""
        self._tone = tone
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the room for value and underline."""
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + 3, metrics.height() + 4)

    def event(self, event: QEvent) -> bool:
        """Take Shift+F1 before the window's own actions do."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and asks(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Answer Shift+F1 and Enter; Space is the button's own."""
        if asks(event) or event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.asked.emit()
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


class KeyFigure(QWidget):
    """A caption, which may hold a subscript, above a large value.

    Parameters
    ----------
    caption
        Rich text of our own words, such as "Surely DR<sub>min</sub>".
    tone
        Token of the value's colour.
    """

    asked = Signal()
    """The user wants to know what this is."""

    def __init__(self, caption: str, tone: str = "text") -> None:
        super().__init__()
        self.caption = rich_label(caption, "caption", "text3")
        # On one line where there is room, else wrapped.
        self._usual_width = self.caption.sizeHint().width()
        self.caption.setWordWrap(True)
        self.value = FigureValue(plain(caption), "dialog_title", tone)
        self.value.asked.connect(self.asked)
        column(self.caption, self.value, spacing=1, inside=self)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_value(self, value: str) -> None:
        """Show a value."""
        self.value.set_value(value)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the room for the caption on one line."""
        width = max(self._usual_width, self.value.sizeHint().width())
        return QSize(width, self.heightForWidth(width))
