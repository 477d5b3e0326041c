"""Kinds of buttons: outlined, filled, text, and those that are only an icon."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QPushButton, QToolButton

from sdcdesk.core.text.sentence import sentence
from ui.look.icons import set_icon


def button(text: str, icon: str = "", *, small: bool = False) -> QPushButton:
    """Return an outlined button, 30 or 26 pixels high."""
    new = QPushButton(text)
    new.setProperty("small", small)
    if icon:
        set_icon(new, icon, "text")
        new.setIconSize(QSize(18, 18))
    return new


def filled_button(text: str, icon: str = "") -> QPushButton:
    """Return the one filled button of a view."""
    new = button(text)
    new.setProperty("filled", True)
    if icon:
        set_icon(new, icon, "ink_light")
    return new


def text_button(text: str, icon: str = "") -> QPushButton:
    """Return a button that is only words, 26 pixels high."""
    new = button(text, small=True)
    new.setFlat(True)
    if icon:
        set_icon(new, icon, "accent")
        new.setIconSize(QSize(16, 16))
    return new


def link(text: str) -> QPushButton:
    """Return a text button that starts flush with the words above it."""
    new = text_button(text)
    new.setProperty("inline", True)
    return new


def chip(text: str, *, on: bool = False) -> QPushButton:
    """Return a switch of a view, such as "Shade groups", with a tick while it is on."""
    new = button(text, small=True)
    new.setProperty("chip", True)
    new.setCheckable(True)
    new.setIconSize(QSize(14, 14))
    new.toggled.connect(lambda ticked: set_icon(new, "tick" if ticked else "", "text2"))
    new.setChecked(on)
    return new


def icon_button(icon: str, words: str, size: int = 16, role: str = "text2") -> QToolButton:
    """Return a button without a word on it: its words are tooltip and accessible name."""
    new = QToolButton()
    set_icon(new, icon, role)
    new.setIconSize(QSize(size, size))
    new.setAutoRaise(True)
    new.setToolTip(words)
    new.setAccessibleName(words)
    return new


def help_button(subject: str) -> QToolButton:
    """Return the "?" beside a title."""
    return icon_button("question", sentence("What is this: {subject}", subject=subject), 16, "text3")
