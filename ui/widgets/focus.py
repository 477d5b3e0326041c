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
    # What is hidden has no stops: most of a window with many tabs is, and is not looked into.
    inside = [
        one for one in whole.children() if isinstance(one, QWidget) and one.isVisible() and not one.isWindow()
    ]
    layout = whole.layout()
    placed = set(_widgets(layout, inside)) if layout else set()
    parts = [*([layout] if layout else ()), *(one for one in inside if one not in placed)]
    yield from _in_order(parts, inside)


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
    bring_into_sight(stop)
    return True


def bring_into_sight(part: QWidget) -> None:
    """Scroll whatever it stands in so far that a part is seen."""
    around = part.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea):
            around.ensureWidgetVisible(part)
        around = around.parentWidget()


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


def _in_order(parts: Sequence[Part], inside: Sequence[QWidget]) -> Iterator[QWidget]:
    for part in sorted(parts, key=cmp_to_key(_reading)):
        if isinstance(part, QWidget):
            yield from tab_stops(part)
        else:
            yield from _in_order(_parts(part, inside), inside)


def _reading(first: Part, second: Part) -> int:
    """Compare places as one reads: what is above comes first, in a row what is further left."""
    here, there = first.geometry(), second.geometry()
    if here.bottom() < there.top() or there.bottom() < here.top():
        return here.top() - there.top()
    return here.left() - there.left()


def _parts(layout: QLayout, inside: Sequence[QWidget]) -> list[Part]:
    """Return the layouts and widgets of a layout in their order.

    It is not asked for its items: of those that Qt deletes later PySide keeps what stood for them, and takes
    a widget that comes to the same place in memory for it.
    """
    layouts = [one for one in layout.children() if isinstance(one, QLayout)]
    widgets = [one for one in inside if layout.indexOf(one) >= 0]
    return sorted([*layouts, *widgets], key=layout.indexOf)


def _widgets(layout: QLayout, inside: Sequence[QWidget]) -> Iterator[QWidget]:
    for part in _parts(layout, inside):
        if isinstance(part, QWidget):
            yield part
        else:
            yield from _widgets(part, inside)
