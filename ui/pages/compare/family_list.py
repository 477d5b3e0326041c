"""Family list: the families of a grid, with how many alternatives each has or what is wrong with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QItemSelectionModel, QRect, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from ui.look.icons import pixmap
from ui.models.rows import RowList
from ui.widgets.menus import Entry, context_menu
from ui.widgets.painting import Index, RowDelegate, has_keyboard, paint_focus, paint_text
from ui.widgets.plain_list import PlainList

HEIGHT, SIDE, MARK = 46, 12, 18


@dataclass(frozen=True, slots=True)
class FamilyRow:
    """A family as it is listed.

    Attributes
    ----------
    title
        What it is called.
    words
        How many alternatives it has, or what is wrong.
    wrong
        Whether something is.
    """

    title: str
    words: str
    wrong: bool = False


class FamilyModel(RowList[FamilyRow]):
    """The families as Qt's views read them; where only words changed, the selection stays."""

    def same(self, rows: Sequence[FamilyRow]) -> bool:
        """Return whether there are as many families."""
        return len(rows) == len(self.rows)

    def answers(self, row: FamilyRow) -> Mapping[int, Any]:
        """Return title, words and the row."""
        aloud = f"{row.title}: {row.words}"
        return {
            Qt.ItemDataRole.DisplayRole: row.title,
            Qt.ItemDataRole.ToolTipRole: aloud,
            Qt.ItemDataRole.AccessibleTextRole: aloud,
            Qt.ItemDataRole.UserRole: row,
        }


class FamilyList(PlainList):
    """Chooses, moves (Alt with the arrows), copies and removes (Delete) families."""

    chosen = Signal(int)
    """Another family was chosen, by its place."""

    moved = Signal(int, int)
    """A family should go to another place."""

    copied = Signal(int)
    """A family should be there twice."""

    removed = Signal(int)
    """A family should go."""

    def __init__(self) -> None:
        self.families = FamilyModel()
        super().__init__("Methods that are compared", self.families)
        self.setItemDelegate(_FamilyCell(self, QSize(120, HEIGHT)))
        self.selectionModel().currentChanged.connect(
            lambda index, _before: self.chosen.emit(index.row()) if index.isValid() else None
        )

    def choose(self, place: int) -> None:
        """Choose a family by its place."""
        index = self.families.index(place)
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Move with Alt and the arrows, remove with Delete."""
        place, key = self.currentIndex().row(), Qt.Key(event.key())
        to = place + {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(key, 0)
        if place >= 0 and to != place and event.modifiers() == Qt.KeyboardModifier.AltModifier:
            if 0 <= to < len(self.families.rows):
                self.moved.emit(place, to)
        elif place >= 0 and key == Qt.Key.Key_Delete:
            self.removed.emit(place)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802 - Qt's name
        """Offer everything that a family can do."""
        place, last = self.currentIndex().row(), len(self.families.rows) - 1
        if place < 0:
            return
        context_menu(
            self,
            Entry("Duplicate", lambda: self.copied.emit(place)),
            Entry(
                "Move up\tAlt+Up",
                lambda: self.moved.emit(place, place - 1),
                "" if place > 0 else "It is the first.",
            ),
            Entry(
                "Move down\tAlt+Down",
                lambda: self.moved.emit(place, place + 1),
                "" if place < last else "It is the last.",
            ),
            Entry("Remove\tDelete", lambda: self.removed.emit(place)),
        ).popup(event.globalPos())


class _FamilyCell(RowDelegate):
    """Draws the title above the words; a triangle says that something is wrong."""

    def draw(self, painter: QPainter, rect: QRect, index: Index, option: QStyleOptionViewItem) -> None:
        """Draw one row."""
        row: FamilyRow = index.data(Qt.ItemDataRole.UserRole)
        if has_keyboard(option, index):
            paint_focus(painter, rect)
        first = QRect(rect.left() + SIDE, rect.top() + 5, rect.width() - 2 * SIDE, 18)
        paint_text(painter, first, row.title, "card_title")
        second = first.translated(0, 18)
        if row.wrong:
            painter.drawPixmap(second.left(), second.top() + 2, pixmap("triangle", 13, "risk_text"))
            second = second.adjusted(MARK, 0, 0, 0)
        paint_text(painter, second, row.words, "caption", "risk_text" if row.wrong else "text2")
