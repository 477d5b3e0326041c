"""Controls that the mouse wheel changes only once they were clicked: else it scrolls their page."""

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QComboBox, QSlider, QSpinBox, QTabBar, QWidget

if TYPE_CHECKING:
    _Control = QWidget
else:
    _Control = object  # the class of Qt stands beside it

_STILL_THERE = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
"""Why the keyboard leaves a control that is in use all the same: a menu is open, another window is seen."""


class _ScrollsUntilClicked(_Control):
    """A control that leaves the wheel to its page, unless it was clicked and is in use since.

    A control is clicked until the keyboard goes elsewhere. Having the keyboard alone is not enough, for a
    form gives it to its first field. A filter of all events of the program would guard controls of Qt, too,
    and takes a third of the time in which a form is made.
    """

    _clicked = False

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        # Else the wheel would take the keyboard out of the field that is being filled in.
        if self.focusPolicy() is Qt.FocusPolicy.WheelFocus:
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the wheel, or leave it to what lies around."""
        if self._clicked:
            super().wheelEvent(event)
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Note the click."""
        self._clicked = True
        super().mousePressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Note a click into the line that is a part of the control."""
        self._clicked = self._clicked or event.reason() is Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Forget the click, unless the keyboard comes back: a combo gives it to its list."""
        in_use = event.reason() in _STILL_THERE or QApplication.activePopupWidget() is not None
        self._clicked = self._clicked and in_use
        super().focusOutEvent(event)


class WheelSafeCombo(_ScrollsUntilClicked, QComboBox):
    """Combo box that the wheel changes only once it was clicked."""


class WheelSafeSpinBox(_ScrollsUntilClicked, QSpinBox):
    """Field of a whole number that the wheel changes only once it was clicked."""


class WheelSafeSlider(_ScrollsUntilClicked, QSlider):
    """Slider that the wheel changes only once it was clicked."""


class WheelSafeTabs(QTabBar):
    """Tabs that are never turned: to click one was all that was wanted of it."""

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Leave the wheel to the page."""
        event.ignore()
