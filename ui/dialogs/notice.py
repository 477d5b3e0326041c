"""Notice: a few words in a dialog of their own, to be read, or to be answered in one of two ways."""

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from ui.dialogs.frame import AROUND, Dialog
from ui.widgets.buttons import button
from ui.widgets.label import label
from ui.widgets.layout import column, widget_in

OTHER = 2
"""Result where the second way was chosen; the others are those of Qt."""

WIDTH = 420


class Notice(Dialog):
    """Says something; Escape closes it.

    Parameters
    ----------
    title, words
        What is said.
    parent
        The window.
    act, other
        Words of the filled button, and of the second one, which stands apart; without that there is nothing
        to decide.
    cancels
        Whether it can be cancelled although there is one way only.
    """

    def __init__(
        self,
        title: str,
        words: str,
        parent: QWidget | None,
        act: str = "Close",
        other: str = "",
        *,
        cancels: bool = False,
    ) -> None:
        super().__init__(title, act, parent)
        self.other = button(other)
        self.other.clicked.connect(lambda: self.done(OTHER))
        self.lay_out(widget_in(column(label(words, wraps=True), margins=AROUND)), other=self.other)
        self.other.setVisible(bool(other))
        self.cancel.setVisible(bool(other) or cancels)
        # Bold words of the filled button are as wide as they will be only once it has its style.
        self.filled.ensurePolished()
        self.setFixedWidth(max(WIDTH, self.minimumSizeHint().width()))
        self.filled.setFocus()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Make room for all the words: Qt guesses from a width of its own."""
        super().showEvent(event)
        whole = self.layout()
        if whole is not None:
            self.setMinimumHeight(whole.totalHeightForWidth(WIDTH))
