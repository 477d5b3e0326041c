"""Keyboard focus: where Tab leads, and what becomes of it where a part goes away."""

from collections.abc import Iterator, Sequence
from functools import cmp_to_key

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QLayout, QRadioButton, QScrollArea, QWidget

Part = QWidget | QLayout


def tab_stops(whole: QWidget) -> Iterator[QWidget]:
    """Yield what Tab reaches in a part of the window, in the order in which it is laid out.

    Qt goes by the order in which widgets were made, but pages are made when they are first opened.
    """
    if not whole.isVisible() or not whole.isEnabled():
        return
    if whole.focusPolicy() & Qt.FocusPolicy.TabFocus and whole.focusProxy() is None:
        yield whole
    layout = whole.layout()
    held = set(_held(layout)) if layout else set()
    loose = [one for one in whole.children() if isinstance(one, QWidget) and one not in held]
    yield from _in_order([*([layout] if layout else ()), *(one for one in loose if not one.isWindow())])


def walk(window: QWidget, step: int) -> bool:
    """Give the keyboard to the stop after (1) or before (-1) the present one; return whether there is any."""
    stops, focus = list(tab_stops(window)), window.focusWidget()
    if not stops:
        return False
    # A part that holds stops, as a page does, is left to the first of them.
    first = next((n for n, stop in enumerate(stops) if focus is not None and focus.isAncestorOf(stop)), 0)
    here = stops.index(focus) if focus in stops else first - (step > 0)
    stop = stops[(here + step) % len(stops)]
    stop.setFocus(Qt.FocusReason.TabFocusReason if step > 0 else Qt.FocusReason.BacktabFocusReason)
    around = stop.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea):
            around.ensureWidgetVisible(stop)
        around = around.parentWidget()
    return True


def press_focused(window: QWidget, event: QKeyEvent) -> bool:
    """Press by Enter the button that has the keyboard, as Space does; return whether there is one.

    Boxes that are ticked are for Space alone.
    """
    button, enter = window.focusWidget(), event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    if not enter or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
        return False
    if not isinstance(button, QAbstractButton) or isinstance(button, QCheckBox | QRadioButton):
        return False
    if not event.isAutoRepeat():
        button.click()
    return True


def leave_focus(part: QWidget, whole: QWidget | None) -> None:
    """Give the keyboard of a part that goes away to the whole around it.

    Else Qt gives it to whatever comes next, such as *Undo*, which Space would press.
    """
    focus = part.window().focusWidget()
    if focus is not None and whole is not None and (part is focus or part.isAncestorOf(focus)):
        whole.setFocus(Qt.FocusReason.OtherFocusReason)


def _in_order(parts: Sequence[Part]) -> Iterator[QWidget]:
    for part in sorted(parts, key=cmp_to_key(_reading)):
        if isinstance(part, QWidget):
            yield from tab_stops(part)
        else:
            yield from _in_order(list(_items(part)))


def _reading(first: Part, second: Part) -> int:
    """Compare places as one reads: what is above comes first, in a row what is further left."""
    here, there = first.geometry(), second.geometry()
    if here.bottom() < there.top() or there.bottom() < here.top():
        return here.top() - there.top()
    return here.left() - there.left()


def _items(layout: QLayout) -> Iterator[Part]:
    for place in range(layout.count()):
        item = layout.itemAt(place)
        part = (item.widget() or item.layout()) if item else None
        if part is not None:
            yield part


def _held(layout: QLayout) -> Iterator[QWidget]:
    for part in _items(layout):
        if isinstance(part, QWidget):
            yield part
        else:
            yield from _held(part)
