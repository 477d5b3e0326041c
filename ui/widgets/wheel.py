"""Wheel guard: the mouse wheel scrolls pages, and changes nothing that was not clicked first."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QSlider, QTabBar, QWidget

TURNED = (QComboBox, QAbstractSpinBox, QSlider, QTabBar)
"""What Qt lets the wheel change wherever the pointer happens to be."""

CLICKED = "clickedForWheel"
"""Property of a control that was clicked and has been in use since."""

_PRESS, _WHEEL, _LEFT, _POLISH = (
    QEvent.Type.MouseButtonPress,
    QEvent.Type.Wheel,
    QEvent.Type.FocusOut,
    QEvent.Type.Polish,
)

_STILL_THERE = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
"""Why the keyboard leaves a control that is in use all the same: a menu is open, another window is seen."""


class WheelGuard(QObject):
    """Filter of all events of the program: turns of the wheel go to the page unless the control was clicked.

    A control is clicked until the keyboard goes elsewhere. Having the keyboard alone is not enough, for a
    form gives it to its first field. Tabs are never turned: to click one was all that was wanted of it.
    """

    def start(self, application: QApplication) -> None:
        """Guard all controls of a program, those that are made later, too."""
        application.installEventFilter(self)

    def stop(self, application: QApplication) -> None:
        """Guard none any more."""
        application.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Note clicks, and pass on the wheel of what was not clicked."""
        # Every event of the program comes by: what is of no concern leaves with the first comparisons.
        kind = event.type()
        if kind is not _WHEEL and kind is not _PRESS and kind is not _LEFT and kind is not _POLISH:
            return False
        control = _control(watched)
        if control is None:
            return False
        if kind is _WHEEL and not _is_clicked(control):
            event.ignore()  # Qt offers it to what lies around the control
            return True
        if kind is _PRESS:
            control.setProperty(CLICKED, True)
        elif kind is _LEFT and isinstance(event, QFocusEvent) and not _is_in_use(event):
            control.setProperty(CLICKED, False)
        elif kind is _POLISH and control.focusPolicy() is Qt.FocusPolicy.WheelFocus:
            # Else the wheel would take the keyboard out of the field that is being filled in.
            control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return False


def _control(watched: QObject) -> QWidget | None:
    """Return the control that an object is, or is a part of; a list that has opened is none."""
    part: object = watched
    # Of what Qt has deleted PySide may keep the name and give it to a parent that comes to the same place.
    while isinstance(part, QWidget) and not isinstance(part, TURNED):
        part = None if part.isWindow() else part.parentWidget()
    return part if isinstance(part, QWidget) else None


def _is_in_use(left: QFocusEvent) -> bool:
    """Return whether the keyboard comes back to what it leaves: a combo gives it to its list."""
    return left.reason() in _STILL_THERE or QApplication.activePopupWidget() is not None


def _is_clicked(control: QWidget) -> bool:
    return not isinstance(control, QTabBar) and bool(control.property(CLICKED))
