"""Card: a titled part of a page, and its states."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QMenu, QPushButton, QToolButton, QWidget

from sdcdesk.core.text.sentence import sentence
from ui.session.computation import ABOVE, AGAIN, Computing, State, missing_and_why
from ui.widgets.busy import BusyBar, Veil
from ui.widgets.buttons import help_button, icon_button, text_button
from ui.widgets.empty import EmptyState
from ui.widgets.focus import leave_focus
from ui.widgets.label import ElidedLabel
from ui.widgets.layout import column, discard, row, widget_in

HEADER = 38

NOTE = 96
"""Pixels that a note keeps beside a long title, at most."""

GAP = 12
"""Pixels between two cards."""


class Card(QFrame):
    """A frame with a header and a body.

    The header has the title, "?", a quiet note, text actions at the right and, once it holds something, a
    menu "⋯". The body keeps its content while it is computed again, and gives way to an empty state.

    Parameters
    ----------
    title
        Plain text.
    margin
        Pixels between frame and body; 0 for tables, which go to the edge.
    framed
        Whether it has a frame; the parts of the panel have lines between them instead.
    """

    requested = Signal()
    """The user wants to know what this is."""

    def __init__(self, title: str, margin: int = 12, *, framed: bool = True) -> None:
        super().__init__()
        self.setObjectName("card" if framed else "")
        self.setAccessibleName(title)
        self._title = ElidedLabel(title, "card_title", mode=Qt.TextElideMode.ElideMiddle)
        self.note = ElidedLabel(style="caption", tone="text3")
        self.help = help_button(title)
        self.help.clicked.connect(self.requested)
        self._menu = QMenu(self)
        self._more = self._more_button(title)
        self._actions = row()
        self.content = QWidget()
        margins = (margin, 0 if margin == 0 else 4, margin, margin)
        self.body = column(margins=margins, inside=self.content)
        self.empty: EmptyState | None = None
        self._holder = QWidget()
        self._holder.hide()
        self._place = column(..., margins=(margin or 12, 4, margin or 12, 12), inside=self._holder)
        self._header = self._make_header(margin or 12)
        self.below = widget_in(column((self.content, 1), self._holder, spacing=0))
        column(self._header, (self.below, 1), spacing=0, margins=(1, 1, 1, 1), inside=self)
        self._veil = Veil(self.content)
        self._bar = BusyBar(self)

    def title(self) -> str:
        """Return the title."""
        return self._title.text()

    def set_title(self, title: str) -> None:
        """Give the card another title."""
        self._title.setText(title)
        self.setAccessibleName(title)
        self.help.setAccessibleName(sentence("What is this: {title}", title=title))
        self._more.setAccessibleName(sentence("More about: {title}", title=title))

    def set_note(self, note: str) -> None:
        """Show a quiet count or remark beside the title."""
        self.note.setText(note)
        self.note.setMinimumWidth(min(self.note.sizeHint().width(), NOTE))

    def add_action(self, text: str, icon: str = "") -> QPushButton:
        """Add a text button at the right of the header and return it."""
        action = text_button(text, icon)
        self._actions.addWidget(action)
        return action

    def add_to_header(self, widget: QWidget) -> None:
        """Add a legend, a badge or a figure at the right of the header."""
        self._actions.addWidget(widget)

    def menu(self) -> QMenu:
        """Return the menu behind "⋯", whose button appears with this call."""
        self._more.show()
        return self._menu

    def set_loading(self, *, loading: bool) -> None:
        """Dim the content while it is computed again; the bar follows if it takes long."""
        self._veil.set_drawn(drawn=loading and self.empty is None)
        self._bar.set_busy(busy=loading)
        self.setAccessibleDescription("Computing" if loading else "")

    def show_state(
        self, state: State[Any], again: Callable[[], object] | None = None, *, beside: bool = False
    ) -> None:
        """Show how the content stands: as it is, dimmed while it is computed, or why there is none.

        Parameters
        ----------
        state
            Of the content.
        again
            Computes it once more; None: that is offered at the top of the page.
        beside
            Whether the content stays where there is no result.
        """
        self.set_loading(loading=isinstance(state, Computing))
        title, why = missing_and_why(state)
        if not title:
            self.show_content()
        elif again is None:
            self.show_empty(title, f"{why} {ABOVE}", beside=beside)
        else:
            self.show_empty(title, why, AGAIN, beside=beside).acted.connect(again)

    def show_empty(self, title: str, why: str = "", act: str = "", *, beside: bool = False) -> EmptyState:
        """Show what is missing instead of the content or below it, and return that frame for its signal."""
        self._drop_empty()
        self.empty = EmptyState(title, why, act)
        self._place.insertWidget(0, self.empty)
        self._holder.show()
        self.content.setVisible(beside)
        return self.empty

    def show_content(self) -> None:
        """Show the content again."""
        self._drop_empty()
        self.content.show()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Keep the bar below the header."""
        super().resizeEvent(event)
        self._bar.setGeometry(1, self._header.geometry().bottom(), self.width() - 2, self._bar.height())

    def _drop_empty(self) -> None:
        if self.empty is not None:
            leave_focus(self.empty, self)
            discard(self.empty)
            self.empty = None
        self._holder.hide()

    def _more_button(self, title: str) -> QToolButton:
        more = icon_button("more", sentence("More about: {title}", title=title), 18)
        more.setToolTip("More")
        more.setMenu(self._menu)
        more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        more.hide()
        return more

    def _make_header(self, margin: int) -> QWidget:
        header = QWidget()
        header.setMinimumHeight(HEADER)
        words = (self._title, self.help, (self.note, 1))
        row(*words, self._actions, self._more, spacing=4, margins=(margin, 0, margin - 4, 0), inside=header)
        return header
