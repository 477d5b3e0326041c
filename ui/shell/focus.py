"""Moving the keyboard focus from one part of the window to the next."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def walk(parts: Sequence[QWidget], focus: QWidget | None, step: int) -> None:
    """Give the focus to the part after (1) or before (-1) the one that has it.

    Parameters
    ----------
    parts
        The parts in the order of the walk; hidden ones, and those without a control, are passed over.
    focus
        The widget that has the focus now.
    step
        1 or -1.
    """
    reachable = [(part, taker) for part in parts if part.isVisible() and (taker := _taker(part))]
    if not reachable:
        return
    held = [
        n for n, (part, _) in enumerate(reachable) if focus and (part is focus or part.isAncestorOf(focus))
    ]
    here = held[0] if held else -step
    reachable[(here + step) % len(reachable)][1].setFocus(Qt.FocusReason.TabFocusReason)


def _taker(part: QWidget) -> QWidget | None:
    """Return the first widget of a part that takes the focus from the Tab key."""
    for widget in (part, *part.findChildren(QWidget)):
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible() and widget.isEnabled():
            return widget
    return None
