"""Keyboard focus of what goes away."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def leave_focus(part: QWidget, whole: QWidget | None) -> None:
    """Give the keyboard of a part that goes away to the whole around it.

    Else Qt gives it to whatever comes next, such as *Undo*, which Space would press.
    """
    focus = part.window().focusWidget()
    if focus is not None and whole is not None and (part is focus or part.isAncestorOf(focus)):
        whole.setFocus(Qt.FocusReason.OtherFocusReason)
