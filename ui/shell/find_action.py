"""Search of actions: whatever can be done or shown, by typing a few letters."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QEvent, QItemSelectionModel, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QFrame, QLineEdit, QListView, QStyleOptionViewItem, QWidget

from ui.look.theme import theme
from ui.widgets.layout import column
from ui.widgets.painting import LEFT, RIGHT, ROOT, Index, RowDelegate, paint_text
from ui.widgets.typed import Typed

ROWS = 10
ROW, LONG_ROW = 30, 46
WIDTH = 560

SIDE, GAP = 10, 16
"""Pixels beside the words of a row, and between them and where they belong."""

BATCH = 100
"""Rows whose heights are asked for at once; the others follow while nothing else is to be done."""

ENTRY = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class Findable:
    """Something that can be found and done.

    Attributes
    ----------
    words
        What it is called.
    where
        What kind of thing it is, or where it stands.
    keys
        Its shortcut.
    do
        Does it, or leads to it.
    reason
        Why it cannot be done now; empty: it can.
    also
        Other names by which it is found.
    """

    words: str
    where: str
    keys: str
    do: Callable[[], object]
    reason: str = ""
    also: str = ""


NOTHING = Findable("Nothing is called that", "", "", lambda: None, "Try other words")


class _Found(QAbstractListModel):
    """What is found, which may be ten thousand variables."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.entries: Sequence[Findable] = ()

    def show(self, entries: Sequence[Findable]) -> None:
        """Show something else."""
        self.beginResetModel()
        self.entries = entries
        self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802 - Qt's name
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.entries)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let only what can be done be chosen."""
        return Qt.ItemFlag.NoItemFlags if self.entries[index.row()].reason else super().flags(index)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the words of an entry, all that there is to say of it, or the entry."""
        entry = self.entries[index.row()]
        if role == ENTRY:
            return entry
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.words
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(filter(None, (entry.words, entry.where, entry.keys, entry.reason)))
        return entry.reason or entry.words if role == Qt.ItemDataRole.ToolTipRole else None


class _Rows(RowDelegate):
    """Draws what is found, at the right where it stands or its keys, and below why it cannot be done."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802 - Qt's name
        """Return the room for one line, or for two."""
        entry: Findable = index.data(ENTRY)
        return QSize(0, LONG_ROW if entry.reason else ROW)

    def draw(self, painter: QPainter, rect: QRect, index: Index, _option: QStyleOptionViewItem) -> None:
        """Draw one row."""
        entry: Findable = index.data(ENTRY)
        line = rect.adjusted(SIDE, 0, -SIDE, 0)
        if entry.reason:
            below = line.adjusted(0, line.height() // 2, 0, -4)
            paint_text(painter, below, entry.reason, "caption", "note_text")
            line.setBottom(below.top())
            line.translate(0, 3)
        beside = " · ".join(filter(None, (entry.where, entry.keys)))
        width = min(theme().metrics("caption").horizontalAdvance(beside), line.width() // 2)
        middle, tone = Qt.TextElideMode.ElideMiddle, "text3" if entry.reason else "text"
        words = line.adjusted(0, 0, -width - GAP, 0)
        paint_text(painter, words, entry.words, "body", tone, LEFT, middle)
        right = QRect(line.right() - width, line.top(), width + 1, line.height())
        paint_text(painter, right, beside, "caption", "text3", RIGHT, middle)


class FindAction(QFrame):
    """A list below the search field that follows what is typed.

    Parameters
    ----------
    field
        The search field; its keys move in the list.
    findable
        Asked for everything that can be found each time the list opens, for that takes a moment.
    """

    def __init__(self, field: QLineEdit, findable: Callable[[], list[Findable]], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._window = parent
        self._field, self._findable = field, findable
        self._all: list[Findable] = []
        self._found = _Found(self)
        self.list = QListView(self)
        self.list.setModel(self._found)
        self.list.setLayoutMode(QListView.LayoutMode.Batched)
        self.list.setBatchSize(BATCH)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setAccessibleName("Actions found")
        self.list.setItemDelegate(_Rows(self.list))
        self.list.clicked.connect(lambda _index: self._do())
        column(self.list, margins=(4, 4, 4, 4), inside=self)
        field.textEdited.connect(lambda _text: self._follow())
        field.installEventFilter(self)
        self.hide()

    def open(self) -> None:
        """Put the focus into the field and show everything, as it can be done now."""
        self.hide()
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
        steps = {
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_PageDown: ROWS,
            Qt.Key.Key_PageUp: -ROWS,
        }
        if key in steps:
            if self.isHidden():
                self._follow()
            row = self.list.currentIndex().row() + steps[Qt.Key(key)]
            self._choose(max(0, min(row, self._found.rowCount() - 1)))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._do()
        elif key == Qt.Key.Key_Escape:
            self._close()
        else:
            return False
        return True

    def _follow(self) -> None:
        """Show what holds all the typed words: what is called so first, then what can be done now."""
        typed = self._field.text()
        if self.isHidden():
            self._all = self._findable()
        fit = Typed(typed).fit
        fits = [(fit(entry.words, entry.where, entry.also), entry) for entry in self._all]
        found = [(place, bool(entry.reason), entry) for place, entry in fits if place is not None]
        entries = [entry for *_, entry in sorted(found, key=lambda one: one[:2] if typed else ())]
        self._found.show(entries or [NOTHING])
        self._choose(0)
        self._place()

    def _choose(self, row: int) -> None:
        """Choose a row, also one that cannot be done: it says why."""
        index, flag = self._found.index(row), QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.list.selectionModel().setCurrentIndex(index, flag)

    def _place(self) -> None:
        corner = self._field.mapTo(self._window, QPoint(self._field.width(), self._field.height() + 4))
        heights = [self.list.sizeHintForRow(row) for row in range(min(self._found.rowCount(), ROWS))]
        room = self._window.height() - corner.y() - SIDE
        self.setGeometry(corner.x() - WIDTH, corner.y(), WIDTH, min(sum(heights) + 14, room))
        self.raise_()
        self.show()

    def _do(self) -> None:
        index = self.list.currentIndex()
        if self.isVisible() and index.isValid() and not self._found.entries[index.row()].reason:
            entry = self._found.entries[index.row()]
            self._close()
            entry.do()

    def _close(self) -> None:
        self.hide()
        self._field.clear()
        self._field.clearFocus()
