"""Kinds of buttons: outlined, filled, text, and those that are only an icon."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QToolButton

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


class ElidedButton(QPushButton):
    """A small outlined button whose words are cut in the middle where room is short; it forces no room.

    Parameters
    ----------
    text
        What it says.
    about
        What its tooltip says besides.
    """

    def __init__(self, text: str, about: str = "") -> None:
        super().__init__()
        self._whole, self._about = text, about
        self.setProperty("small", True)
        self.setAccessibleName(text)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._show_words(self.sizeHint().width())

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room for all words."""
        hint = super().sizeHint()
        return QSize(self._frame() + self.fontMetrics().horizontalAdvance(self._whole) + 2, hint.height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room for a few letters."""
        hint = self.sizeHint()
        return QSize(min(hint.width(), 12 * self.fontMetrics().averageCharWidth()), hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Be cut elsewhere, or not at all."""
        super().resizeEvent(event)
        self._show_words(self.width())

    def _frame(self) -> int:
        """Return the pixels around the words."""
        shown = self.text().replace("&&", "&")
        return max(0, super().sizeHint().width() - self.fontMetrics().horizontalAdvance(shown))

    def _show_words(self, width: int) -> None:
        room = width - self._frame()
        shown = self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideMiddle, room)
        if shown.replace("&", "&&") != self.text():
            self.setText(shown.replace("&", "&&"))
        cut = shown != self._whole
        self.setToolTip("\n".join(filter(None, (self._whole if cut else "", self._about))))


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
