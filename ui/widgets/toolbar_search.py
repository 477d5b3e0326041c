"""Search field with its icon and, while it is empty, the keys that lead to it."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit

from ui.look.icons import set_icon
from ui.look.theme import theme


class SearchField(QLineEdit):
    """A line to search in.

    Parameters
    ----------
    placeholder
        What it finds ("Find an action"); also its accessible name.
    keys
        The shortcut that leads here, shown at the right: "Ctrl+K".
    """

    def __init__(self, placeholder: str, keys: str = "") -> None:
        super().__init__()
        self._keys = keys
        self.setProperty("search", True)
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(placeholder)
        self.setAccessibleDescription(keys)
        self.setClearButtonEnabled(True)
        glass = QAction(self)
        set_icon(glass, "search", "text3")
        self.addAction(glass, QLineEdit.ActionPosition.LeadingPosition)
        words, hint = self.fontMetrics(), theme().font("caption")
        room = words.horizontalAdvance(placeholder) + words.horizontalAdvance(keys) + 64
        self._hint = hint
        self.setMinimumWidth(room)
        self._wide = max(room, super().sizeHint().width())

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the same size with and without the button that clears it: nothing beside it moves."""
        return QSize(self._wide, super().sizeHint().height())

    def begin(self) -> None:
        """Let the user type over what was searched."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the keys over the empty field."""
        super().paintEvent(event)
        if self._keys and not self.text():
            painter = QPainter(self)
            painter.setFont(self._hint)
            painter.setPen(theme().colour("text3"))
            room = QRect(0, 0, self.width() - 10, self.height())
            painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self._keys)
