"""Tab in a screen: each stop has a name, is seen, shows the keyboard, and comes as one reads."""

from collections.abc import Hashable, Iterator

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLineEdit, QWidget

from ui.widgets.focus import tab_stops

MOST = 250
"""Stops of one screen."""


def words(widget: QWidget) -> str:
    """Return what a control is called; the field of a combo box is called as the box."""
    parent = widget.parent()
    if isinstance(widget, QLineEdit) and isinstance(parent, QComboBox):
        return parent.accessibleName()
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    return widget.accessibleName() or text or widget.toolTip()


def stops(window: QWidget, within: QWidget | None = None) -> Iterator[QWidget]:
    """Walk with Tab through a window, or through a part of it, from its first stop until one comes again."""
    seen: list[QWidget] = []
    if within is not None:
        within.setFocus()
    while len(seen) < MOST:
        at = window.focusWidget() or window
        QTest.keyClick(at, Qt.Key.Key_Tab)
        QApplication.processEvents()
        stop = window.focusWidget()
        assert stop is not None
        if stop in seen or (within is not None and seen and not within.isAncestorOf(stop)):
            return
        seen.append(stop)
        yield stop
    raise AssertionError("Tab never comes back")


def place(stop: QWidget) -> QRect:
    return QRect(stop.mapToGlobal(QPoint(0, 0)), stop.size())


def title(stop: QWidget) -> str:
    return words(stop) or f"a {type(stop).__name__} of {type(stop.parent()).__name__}"


def goes_back(before: QRect, after: QRect) -> bool:
    """Return whether a stop lies before the one from which Tab leads to it: above it, or left in its row."""
    middle = after.center()
    if middle.y() < before.top():
        return middle.x() < before.right()
    return middle.y() <= before.bottom() and middle.x() < before.left()


def ring_is_seen(stop: QWidget) -> bool:
    """Return whether a stop looks another way while it has the keyboard."""
    stop.activateWindow()
    stop.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    assert stop.hasFocus(), "the window is active"
    with_focus = stop.grab().toImage()
    stop.clearFocus()
    QApplication.processEvents()
    without = stop.grab().toImage()
    stop.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    return bool(with_focus != without)


class Rings:
    """What showed that it has the keyboard, one of each kind: the style sheet goes by kinds."""

    def __init__(self) -> None:
        self._seen: set[Hashable] = set()

    def shows(self, stop: QWidget) -> bool:
        """Return whether a stop shows the keyboard, or one of its kind did."""
        kind = self._kind(stop)
        if kind not in self._seen and not ring_is_seen(stop):
            return False
        self._seen.add(kind)
        return True

    def _kind(self, stop: QWidget) -> Hashable:
        names = [bytes(name).decode() for name in stop.dynamicPropertyNames() if not name.startsWith(b"_")]  # type: ignore[call-overload]
        properties = frozenset((name, str(stop.property(name))) for name in names)
        return type(stop), type(stop.parentWidget()), stop.objectName(), stop.styleSheet(), properties


def tab_complaints(window: QWidget, where: str, rings: Rings, within: QWidget | None = None) -> list[str]:
    """Walk through a screen, or a part of it, and return what somebody without a mouse would complain of."""
    found, before = [], None
    for stop in stops(window, within):
        if not words(stop):
            found.append(f"{where}: {title(stop)} has no name")
        if stop.visibleRegion().isEmpty():
            found.append(f"{where}: {title(stop)} is not seen")
        if not rings.shows(stop):
            found.append(f"{where}: {title(stop)} shows no focus")
        now = place(stop)
        back = before is not None and goes_back(place(before), now)
        if back and stop is not next(tab_stops(window)):
            found.append(f"{where}: {title(before)} leads back to {title(stop)}")
        before = stop
    return found
