"""Reasons of disabled controls: nothing is greyed without one."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

_KEPT = "tooltipWhenEnabled"


def disable(control: QWidget | QAction, reason: str) -> None:
    """Disable a control and say why: in its tooltip and to screen readers."""
    if control.property(_KEPT) is None:
        control.setProperty(_KEPT, control.toolTip())
    control.setEnabled(False)
    control.setToolTip(reason)
    if isinstance(control, QWidget):
        control.setAccessibleDescription(reason)


def enable(control: QWidget | QAction) -> None:
    """Enable a control again and give back its tooltip."""
    control.setEnabled(True)
    kept = control.property(_KEPT)
    if kept is None:
        return
    control.setToolTip(kept)
    control.setProperty(_KEPT, None)
    if isinstance(control, QWidget):
        control.setAccessibleDescription("")


def mark_invalid(field: QWidget, problem: str = "") -> None:
    """Frame a field whose value is not accepted, and say why to screen readers; empty: take that back."""
    field.setProperty("invalid", bool(problem))
    field.setAccessibleDescription(problem)
    field.style().polish(field)


def allow(control: QWidget | QAction, reason: str = "") -> None:
    """Enable a control or, where there is a reason why it cannot be used now, disable it with that."""
    if reason:
        disable(control, reason)
    else:
        enable(control)
