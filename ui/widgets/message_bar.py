"""Message bar below a stage header: an error or a note, and what to do about it."""

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QFrame

from ui.look.locale import in_user_locale
from ui.look.theme import Style
from ui.widgets.buttons import button, icon_button, text_button
from ui.widgets.focus import leave_focus
from ui.widgets.label import IconLabel, label
from ui.widgets.layout import column, row

_MARKS = {"error": ("triangle", "risk_text"), "note": ("info", "note_text")}


class MessageBar(QFrame):
    """Says what is wrong or worth knowing, with a button for it, details that fold, and a close button.

    It is hidden until something is to be said. Where two ways lead on, a second button stands in the place of
    the close button.

    Parameters
    ----------
    closable
        Whether it can be closed; else what it says holds until it is mended.
    style
        Type style of the words.
    """

    acted = Signal()
    """The button was pressed."""

    declined = Signal()
    """The second button was pressed."""

    closed = Signal()
    """The user closed the message bar."""

    def __init__(self, *, closable: bool = True, style: Style = "body") -> None:
        super().__init__()
        self.setObjectName("message_bar")
        self._closable = closable
        self._do: Callable[[], object] = self.acted.emit
        self._mark = IconLabel("info", 18, "note_text")
        self._mark.setMinimumHeight(26)  # as the buttons of its line
        self._words = label(style=style, wraps=True)
        self._message = ""
        self._details = label(style="caption", tone="text2", wraps=True)
        self._details.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.fold = text_button("Details", "chevron_right")
        self.fold.setCheckable(True)
        self.fold.toggled.connect(self._unfold)
        self.button = button("", small=True)
        self.button.clicked.connect(lambda: self._do())
        self.other = button("", small=True)
        self.other.clicked.connect(self.declined)
        self.close_button = icon_button("close", "Close this message", 14)
        self.close_button.clicked.connect(self._close)
        self._arrange()
        self.hide()

    def show_error(
        self,
        words: str,
        act: str = "",
        details: str = "",
        other: str = "",
        do: Callable[[], object] | None = None,
        *,
        holds: bool = False,
    ) -> None:
        """Say what is wrong, where, and what to do; `act` is the button that does it, `other` the second.

        The button does what `do` does, or emits `acted`. What `holds` until it is mended cannot be closed.
        """
        self._do = do or self.acted.emit
        self._show("error", words, act, details, other)
        self.close_button.setVisible(self.close_button.isVisibleTo(self) and not holds)

    def show_note(
        self,
        words: str,
        act: str = "",
        details: str = "",
        do: Callable[[], object] | None = None,
        *,
        holds: bool = False,
    ) -> None:
        """Say what is worth knowing; the button does as that of an error."""
        self._do = do or self.acted.emit
        self._show("note", words, act, details)
        self.close_button.setVisible(self.close_button.isVisibleTo(self) and not holds)

    def offer(self, act: str, do: Callable[[], object]) -> None:
        """Offer something against the error that is shown."""
        self._do = do
        self.button.setText(act)
        self.button.show()

    def unsay(self, words: str) -> None:
        """Hide if it says these words."""
        if self.shows(words):
            self.hide()

    def shows(self, words: str) -> bool:
        """Return whether it was given these words last, in whatever locale it shows them."""
        return self._message == words

    def setVisible(self, visible: bool) -> None:  # noqa: FBT001, N802 - Qt's name and argument
        """Leave the keyboard to the page where it goes away."""
        if not visible:
            leave_focus(self, self.parentWidget())
        super().setVisible(visible)

    def text(self) -> str:
        """Return what it says."""
        return self._words.text()

    def details(self) -> str:
        """Return what the fold hides."""
        return self._details.text()

    def _show(
        self, kind: Literal["error", "note"], words: str, act: str, details: str, other: str = ""
    ) -> None:
        self._message, words = words, in_user_locale(words)
        self.setProperty("kind", kind)
        self.style().polish(self)
        self._mark.set_icon(*_MARKS[kind])
        self._words.setText(words)
        self._words.setProperty("tone", "note_text" if kind == "note" else "text")
        self._words.style().polish(self._words)
        self._details.setText(details)
        self.fold.setVisible(bool(details))
        self.fold.setChecked(False)
        for one, text in ((self.button, act), (self.other, other)):
            one.setText(text)
            one.setVisible(bool(text))
        self.close_button.setVisible(self._closable and not other)
        self.setAccessibleName("Error" if kind == "error" else "Note")
        self.setAccessibleDescription(words)
        self.show()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def _unfold(self, unfolded: bool) -> None:  # noqa: FBT001 - the signal's own argument
        self._details.setVisible(unfolded)

    def _close(self) -> None:
        self.hide()
        self.closed.emit()

    def _arrange(self) -> None:
        top = Qt.AlignmentFlag.AlignTop
        controls = (self.fold, self.button, self.other, self.close_button)
        line = row((self._mark, top), (self._words, 1), *((control, top) for control in controls))
        column(line, self._details, spacing=4, margins=(12, 7, 7, 7), inside=self)
        self._details.setContentsMargins(26, 0, 0, 4)
        self._details.hide()
