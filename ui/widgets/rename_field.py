"""Field in which another name is typed, over the one of before; Escape keeps that."""

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget


class RenameField(QLineEdit):
    """Asks for another name in the place of the old one, and goes when it is left.

    Parameters
    ----------
    parent, place
        What it lies over, and where.
    name
        The name of before.
    accessible_name
        What is named, for screen readers.
    """

    named = Signal(str)
    """Another name was typed."""

    ended = Signal()
    """It goes, whatever was typed."""

    def __init__(self, parent: QWidget, place: QRect, name: str, accessible_name: str) -> None:
        super().__init__(name, parent)
        self._before = name
        self.setAccessibleName(accessible_name)
        self.setGeometry(place)
        self.selectAll()
        self.editingFinished.connect(self._end)
        self.show()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Give up with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.setText(self._before)
            self.clearFocus()
        else:
            super().keyPressEvent(event)

    def _end(self) -> None:
        self.editingFinished.disconnect(self._end)  # to hide it leaves it once more
        self.hide()
        self.deleteLater()
        self.ended.emit()
        if self.text().strip() != self._before:
            self.named.emit(self.text())
