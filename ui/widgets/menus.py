"""Menus: what can be done to a thing, and why it cannot be done now."""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from ui.widgets.reason import disable


class Entry(NamedTuple):
    """One entry of a menu.

    Attributes
    ----------
    text
        With the keys behind a tab.
    act
        What it does.
    reason
        Why it cannot be done now; empty where it can.
    """

    text: str
    act: Callable[[], object]
    reason: str = ""


def add_entry(menu: QMenu, entry: Entry) -> QAction:
    """Add an entry to a menu and return it."""
    action = menu.addAction(entry.text)
    action.triggered.connect(lambda _checked=False: entry.act())
    if entry.reason:
        disable(action, entry.reason)
    return action


def context_menu(owner: QWidget, *entries: Entry | None) -> QMenu:
    """Return a menu that is gone once it is closed; None is a line between entries."""
    menu = QMenu(owner)
    menu.setToolTipsVisible(True)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for entry in entries:
        if entry is None:
            menu.addSeparator()
        else:
            add_entry(menu, entry)
    return menu
