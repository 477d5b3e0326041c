"""Search of actions: every action, and every page of the manual, by typing a few letters."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QListWidget, QListWidgetItem, QWidget

from ui.widgets.actions import Actions
from ui.widgets.layout import column

ROWS = 9
ROW = 30
WIDTH = 420


@dataclass(frozen=True, slots=True)
class Findable:
    """Something that can be found and done."""

    words: str
    where: str
    keys: str
    do: Callable[[], object]
    reason: str = ""
    """Why it cannot be done now."""


NOTHING = Findable("Nothing is called that", "", "", lambda: None, "try other words")


def findable_actions(actions: Actions) -> list[Findable]:
    """Return all actions of the window, with the reasons of those that cannot be done now."""
    return [
        Findable(
            action.text(),
            actions.menu(action),
            action.shortcut().toString(),
            action.trigger,
            "" if action.isEnabled() else action.toolTip(),
        )
        for action in actions
    ]


class FindAction(QFrame):
    """A list below the search field that follows what is typed.

    Parameters
    ----------
    field
        The search field; its keys move in the list.
    findable
        Asked for everything that can be found each time the list opens.
    """

    def __init__(self, field: QLineEdit, findable: Callable[[], list[Findable]], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._window = parent
        self._field, self._findable = field, findable
        self._entries: list[Findable] = []
        self.list = QListWidget(self)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setAccessibleName("Actions found")
        self.list.itemClicked.connect(lambda _item: self._do())
        column(self.list, margins=(4, 4, 4, 4), inside=self)
        field.textEdited.connect(lambda _text: self._follow())
        field.installEventFilter(self)
        self.hide()

    def open(self) -> None:
        """Put the focus into the field and show everything."""
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._field.selectAll()
        self._follow()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Let the keys of the field move in the list."""
        if event.type() == QEvent.Type.FocusOut:
            self.hide()
        elif event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._key(event.key())
        return super().eventFilter(watched, event)

    def _key(self, key: int) -> bool:
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        if key in steps:
            if self.isHidden():
                self._follow()
            row = self.list.currentRow() + steps[Qt.Key(key)]
            self.list.setCurrentRow(max(0, min(row, self.list.count() - 1)))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._do()
        elif key == Qt.Key.Key_Escape:
            self._close()
        else:
            return False
        return True

    def _follow(self) -> None:
        """Show what holds all the typed words."""
        wanted = self._field.text().lower().split()
        self._entries = [
            entry
            for entry in self._findable()
            if all(word in f"{entry.words} {entry.where}".lower() for word in wanted)
        ]
        self.list.clear()
        for entry in self._entries or [NOTHING]:
            item = QListWidgetItem("    ".join(filter(None, (entry.words, entry.keys, entry.reason))))
            item.setToolTip(entry.reason or entry.where)
            if entry.reason:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self._place()

    def _place(self) -> None:
        corner = self._field.mapTo(self._window, QPoint(self._field.width(), self._field.height() + 4))
        self.setGeometry(corner.x() - WIDTH, corner.y(), WIDTH, min(self.list.count(), ROWS) * ROW + 14)
        self.raise_()
        self.show()

    def _do(self) -> None:
        row = self.list.currentRow()
        if self.isVisible() and 0 <= row < len(self._entries) and not self._entries[row].reason:
            self._close()
            self._entries[row].do()

    def _close(self) -> None:
        self.hide()
        self._field.clear()
        self._field.clearFocus()
