"""Kinds of buttons: outlined, filled, text, and those that are only an icon."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QPushButton, QToolButton

from sdcdesk.core.text.sentence import sentence
from ui.look.icons import set_icon


def button(text: str, icon: str = "", *, small: bool = False) -> QPushButton:
    """Return an outlined button, 30 or 26 pixels high."""
    made = QPushButton(text)
    made.setProperty("small", small)
    if icon:
        set_icon(made, icon, "text")
        made.setIconSize(QSize(18, 18))
    return made


def filled_button(text: str, icon: str = "") -> QPushButton:
    """Return the one filled button of a view."""
    made = button(text)
    made.setProperty("filled", True)
    if icon:
        set_icon(made, icon, "ink_light")
    return made


def text_button(text: str, icon: str = "") -> QPushButton:
    """Return a button that is only words, 26 pixels high."""
    made = button(text, small=True)
    made.setFlat(True)
    if icon:
        set_icon(made, icon, "accent")
        made.setIconSize(QSize(16, 16))
    return made


def link(text: str) -> QPushButton:
    """Return a text button that starts flush with the words above it."""
    made = text_button(text)
    made.setProperty("inline", True)
    return made


def chip(text: str, *, on: bool = False) -> QPushButton:
    """Return a switch of a view, such as "Shade groups", with a tick while it is on."""
    made = button(text, small=True)
    made.setProperty("chip", True)
    made.setCheckable(True)
    made.setIconSize(QSize(14, 14))
    made.toggled.connect(lambda ticked: set_icon(made, "tick" if ticked else "", "text2"))
    made.setChecked(on)
    return made


def icon_button(icon: str, words: str, size: int = 16, role: str = "text2") -> QToolButton:
    """Return a button without a word on it: its words are tooltip and accessible name."""
    made = QToolButton()
    set_icon(made, icon, role)
    made.setIconSize(QSize(size, size))
    made.setAutoRaise(True)
    made.setToolTip(words)
    made.setAccessibleName(words)
    return made


def help_button(subject: str) -> QToolButton:
    """Return the "?" beside a title."""
    return icon_button("question", sentence("What is this: {subject}", subject=subject), 16, "text3")
