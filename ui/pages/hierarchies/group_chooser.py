"""Chooser of a group: the labels of a level, narrowed by typing, or a new one that is typed."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRect, QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from sdcdesk.core.text.sentence import sentence
from ui.look.locale import in_user_locale
from ui.widgets.label import label
from ui.widgets.layout import column
from ui.widgets.plain_list import PlainList
from ui.widgets.popover import Popover
from ui.widgets.toolbar_search import SearchField

WIDTH, ROWS = 280, 8
"""Pixels of the popover, and groups that are seen at once."""


class GroupChooser(Popover):
    """A field to type in, and below it the groups that fit and, last, the new one.

    Parameters
    ----------
    words
        What will be done: "Move 3 entries into".
    groups
        Labels that there are.
    may_be_new
        Whether a new group may be typed.
    """

    chosen = Signal(str)
    """A group, new or not."""

    def __init__(self, words: str, groups: Sequence[str], parent: QWidget, *, may_be_new: bool) -> None:
        super().__init__(in_user_locale(words), WIDTH, parent)
        self._groups, self._may_be_new = tuple(groups), may_be_new
        self.search = SearchField("Type a group, or a new one" if may_be_new else "Type a group")
        self._model = QStringListModel(self)
        self.list = PlainList("Groups", self._model)
        self.list.setUniformItemSizes(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setFixedHeight(ROWS * 26)
        self.list.clicked.connect(lambda index: self._choose(index.row()))
        self.search.textChanged.connect(lambda _text: self._narrow())
        self.search.installEventFilter(self)
        self.setFocusProxy(self.search)
        heading = label(words, "table_header", "text2", wraps=True)
        column(heading, self.search, self.list, margins=(12, 10, 12, 10), inside=self)
        self._narrow()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Let arrows and Enter work in the list while the field has the keyboard."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step:
            row = min(max(self.list.currentIndex().row() + step, 0), self._model.rowCount() - 1)
            self.list.setCurrentIndex(self._model.index(row, 0))
            return True
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.list.currentIndex().row())
            return True
        return False

    def show_below(self, anchor: QRect) -> None:
        """Show it beside a rectangle of the screen, with the keyboard in its field."""
        self.show_beside(anchor)
        self.search.setFocus(Qt.FocusReason.PopupFocusReason)

    def _narrow(self) -> None:
        """Show the groups that fit what is typed, those that begin so first, and the new one last."""
        typed = self.search.text().strip()
        wanted = typed.casefold()
        fitting = [group for group in self._groups if wanted in group.casefold()]
        fitting.sort(key=lambda group: not group.casefold().startswith(wanted))
        self._shown = fitting
        new = []
        if typed and self._may_be_new and typed not in self._groups:
            new = [in_user_locale(sentence("New group: {name}", name=typed))]
        self._model.setStringList([*fitting, *new])
        self.list.setCurrentIndex(self._model.index(0, 0))

    def _choose(self, row: int) -> None:
        if 0 <= row < self._model.rowCount():
            group = self._shown[row] if row < len(self._shown) else self.search.text().strip()
            self.close()
            self.chosen.emit(group)
