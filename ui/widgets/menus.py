"""Menus: what can be done to a thing, and why it cannot be done now."""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import QMenu, QWidget, QWidgetAction

from ui.widgets.label import label
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
    checked
        Whether it is ticked; None where it has no box.
    icon
        What stands before it.
    """

    text: str
    act: Callable[[], object]
    reason: str = ""
    checked: bool | None = None
    icon: QIcon | None = None


def add_entry(menu: QMenu, entry: Entry) -> QAction:
    """Add an entry to a menu and return it."""
    action = menu.addAction(entry.icon or QIcon(), entry.text)
    action.triggered.connect(lambda _checked=False: entry.act())
    if entry.checked is not None:
        action.setCheckable(True)
        action.setChecked(entry.checked)
    if entry.reason:
        disable(action, entry.reason)
    return action


def add_heading(menu: QMenu, words: str) -> None:
    """Add a line of words above the entries that follow; Qt's own sections show none in our style."""
    action, heading = QWidgetAction(menu), label(words, "table_header", "text3")
    heading.setContentsMargins(12, 8, 12, 3)
    action.setDefaultWidget(heading)
    action.setText(words)
    action.setEnabled(False)
    menu.addAction(action)


def fill(menu: QMenu, *entries: Entry | None) -> None:
    """Put these entries into a menu, in place of others; None is a line between entries."""
    menu.clear()
    menu.setToolTipsVisible(True)
    for entry in entries:
        if entry is None:
            menu.addSeparator()
        else:
            add_entry(menu, entry)


def context_menu(owner: QWidget, *entries: Entry | None) -> QMenu:
    """Return a menu that is gone once it is closed; see `fill`."""
    menu = QMenu(owner)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    fill(menu, *entries)
    return menu


def open_above(menu: QMenu, widget: QWidget) -> None:
    """Open a menu above a widget that stands at the foot of the window."""
    menu.popup(widget.mapToGlobal(QPoint(0, -menu.sizeHint().height())))
