"""Top bar: the menus, the project, undo and redo with their words, the search for actions."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QMenuBar, QSizePolicy, QWidget

from ui.session.session import Session
from ui.widgets.actions import Actions
from ui.widgets.buttons import button, icon_button
from ui.widgets.label import ElidedLabel, IconLabel, label
from ui.widgets.layout import row
from ui.widgets.toolbar_search import SearchField

HEIGHT = 40

LONGEST_NAME, LONGEST_LABEL, SHORTEST_LABEL = 200, 220, 60
"""Pixels of the project's name and of an undo label, at most, and what a label keeps in a narrow window."""


SEARCH, SHORT_SEARCH, NARROW = 220, 110, 1100
"""Pixels of the search, of it in a narrow window, and below which a window is one."""


class TopBar(QWidget):
    """Holds the menus, says which project is open and whether it is saved, and takes changes back."""

    def __init__(self, session: Session, actions: Actions) -> None:
        super().__init__()
        self._session, self._commands = session, actions
        self.setObjectName("topBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.menus = QMenuBar()
        self.menus.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        actions.fill(self.menus)
        self.menus.setMinimumWidth(self.menus.sizeHint().width())
        self.name = ElidedLabel("", "card_title", mode=Qt.TextElideMode.ElideMiddle)
        self.name.setMaximumWidth(LONGEST_NAME)
        self.state = label("", "body", "text2")
        self.undo = button("Undo", "undo")
        self.redo = icon_button("redo", "Redo", 16)
        actions.bind(self.undo, "undo")
        actions.bind(self.redo, "redo")
        self.search = SearchField("Find an action", "Ctrl+K")
        # A bar lower than its menus' words would hide them behind an arrow.
        self.setFixedHeight(max(HEIGHT, self.menus.sizeHint().height()) + 1)
        logo = (IconLabel("logo", 20, "accent_fill"), label("SDCDesk", "card_title"))
        state = (self.name, self.state, self.undo, self.redo, self.search)
        row(*logo, (self.menus, 1), *state, margins=(14, 0, 12, 1), inside=self)
        for signal in (session.opened, session.changed, session.computed):
            signal.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the session as it is now."""
        session = self._session
        there = session.project is not None
        for part in (self.name, self.state, self.undo, self.redo):
            part.setVisible(there)
        name = session.path.name if session.path else "Untitled project"
        self.name.setText(name)
        state = "saved" if session.is_saved else "not saved yet" if session.path is None else "not saved"
        self.state.setText(state)
        self._offer("undo", self.undo, session.history.undo_label)
        self._offer("redo", self.redo, session.history.redo_label)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Cut the undo label where room is short: menus and search stay whole."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Shorten the search and leave out whether it is saved, then cut the undo label."""
        narrow = self.width() < NARROW
        self.search.setFixedWidth(SHORT_SEARCH if narrow else SEARCH)
        self.search.setPlaceholderText("Find" if narrow else "Find an action")
        self.state.setVisible(self._session.project is not None and not narrow)
        self.name.setToolTip(f"{self.name.text()}, {self.state.text()}")
        full, metrics = self._commands["undo"].text(), self.undo.fontMetrics()
        self.undo.setText("")
        room = self.width() - self.sizeHint().width()
        pixels = min(max(room, SHORTEST_LABEL), LONGEST_LABEL)
        # What was changed stands at the beginning as often as at the end: "Undo: Age … into 5-year bands".
        shown = metrics.elidedText(full, Qt.TextElideMode.ElideMiddle, pixels)
        self.undo.setText(shown.replace("&", "&&"))

    def _offer(self, key: str, bound: QAbstractButton, words: str | None) -> None:
        action = self._commands[key]
        action.setText(f"{key.capitalize()}: {words}" if words else key.capitalize())
        nothing = "There is nothing to undo" if key == "undo" else "There is nothing to redo"
        self._commands.allow(key, "" if words else nothing)
        bound.setAccessibleName(action.text())
        if words:
            bound.setToolTip(f"{action.text()} ({action.shortcut().toString()})")
