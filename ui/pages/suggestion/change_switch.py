"""Switch of a kind of change."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from sdcdesk.core.text.sentence import sentence
from ui.widgets.buttons import chip


def change_switch(title: str, called: str, *, on: bool) -> QPushButton:
    """Return a switch of a kind of change.

    Parameters
    ----------
    title
        How people call the kind.
    called
        What it changes.
    on
        Whether it is on.
    """
    switch = chip(title, on=on)
    switch.setAccessibleName(sentence("{called}: {title}", called=called, title=title))
    switch.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return switch
