"""List of the entries of a level: drawn as boxes, dragged between levels, worked with keys."""

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QItemSelectionRange,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QStyle, QStyleOptionViewItem, QWidget

from ui.look.theme import Style, theme
from ui.models.level_model import ENTRIES, UNPLACED, Cell, LevelModel
from ui.widgets.painting import (
    RIGHT,
    Index,
    RowDelegate,
    has_keyboard,
    paint_focus,
    paint_frame,
    paint_text,
)
from ui.widgets.plain_list import PlainList

ROW = 32
GAP = 6
SIDE = 10
"""Pixels of a row, those between two boxes, and those between the edge of a box and its text."""

Where = Literal["into", "before", "after", "end", ""]
"""Where entries are dropped: on another one, beside it, or below all; empty: nowhere."""

_Key = Qt.Key


class EntryCell(RowDelegate):
    """An entry as a box with its text and, at the right, its records."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, QSize(60, ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the box alone: it has a ground of its own."""
        painter.save()
        self.draw(painter, QRect(option.rect), index, option)
        painter.restore()

    def draw(self, painter: QPainter, rect: QRect, index: Index, option: QStyleOptionViewItem) -> None:
        """Draw one entry."""
        colours, state = theme(), option.state
        if index.data(Cell.BEGINS):
            painter.setPen(QPen(colours.colour("border_strong"), 1))
            painter.drawLine(rect.left() + 2, rect.top(), rect.right() - 2, rect.top())
        selected = bool(state & QStyle.StateFlag.State_Selected)
        related, hovered = index.data(Cell.RELATED), state & QStyle.StateFlag.State_MouseOver
        ground = "accent_soft" if selected or related else "sunken" if hovered else "surface"
        if index.data(Cell.FOUND) and not selected:
            ground = "note_soft"
        box = QRectF(rect).adjusted(0.5, GAP / 2 + 0.5, -0.5, -GAP / 2 + 0.5)
        edge = colours.colour("accent" if selected else "border")
        paint_frame(painter, box, edge, colours.colour(ground))
        inner = rect.adjusted(SIDE, 0, -SIDE, 0)
        records = str(index.data(Cell.RECORDS))
        used = paint_text(painter, inner, records, "body", "text3", RIGHT) if records else 0
        words = inner.adjusted(0, 0, -used - (8 if used else 0), 0)
        style: Style = "card_title" if selected else "body"
        # Labels differ at their ends as often as at their beginnings.
        paint_text(painter, words, str(index.data()), style, mode=Qt.TextElideMode.ElideMiddle)
        if has_keyboard(option, index):
            paint_focus(painter, box)

    def updateEditorGeometry(  # noqa: N802 - Qt's name
        self, editor: QWidget, option: QStyleOptionViewItem, _index: Index
    ) -> None:
        """Put the field over the box."""
        editor.setGeometry(QRect(option.rect).adjusted(0, GAP // 2, 0, -GAP // 2))

    def setEditorData(self, editor: QWidget, index: Index) -> None:  # noqa: N802 - Qt's name
        """Let the user type over the text."""
        super().setEditorData(editor, index)
        if isinstance(editor, QLineEdit) and not editor.isModified():
            editor.setAccessibleName("Label")
            editor.selectAll()


class LevelList(PlainList):
    """The entries of one level; several can be chosen at once."""

    chosen = Signal()
    """Other entries are chosen, or the list has the keyboard now."""

    dropped = Signal(int, int, str)
    """Entries that were dragged should go somewhere: the level they are of, a row here, and where."""

    shift_wanted = Signal(int)
    """The chosen entries should go one place up (−1) or down (1)."""

    group_wanted = Signal()
    """The chosen entries should go into a group that the user names."""

    merge_wanted = Signal()
    """The chosen labels should be one."""

    remove_wanted = Signal()
    """The chosen entries should be taken out."""

    beside_wanted = Signal(int)
    """The keyboard should go to the narrower (−1) or wider (1) level."""

    menu_wanted = Signal(QPoint)
    """The menu of the chosen entries should open, at a place of the screen."""

    def __init__(self, model: LevelModel) -> None:
        super().__init__("", model)
        self.entries = model
        self._target: tuple[int, Where] = (-1, "")
        self.setItemDelegate(EntryCell(self))
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        trigger = QAbstractItemView.EditTrigger
        self.setEditTriggers(trigger.EditKeyPressed | trigger.DoubleClicked)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDragEnabled(True)
        self.setDropIndicatorShown(False)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.selectionModel().selectionChanged.connect(lambda *_: self.chosen.emit())
        self._acts = {
            _Key.Key_Delete: self.remove_wanted,
            _Key.Key_Insert: self.group_wanted,
        }

    @property
    def level(self) -> int:
        """The level whose entries it shows."""
        return self.entries.level

    def rows(self) -> list[int]:
        """Return the chosen rows, ascending."""
        # By ranges: each single index would cost a question to the model.
        ranges = self.selectionModel().selection().toList()
        return sorted({row for part in ranges for row in range(part.top(), part.bottom() + 1)})

    def texts(self) -> list[str]:
        """Return the chosen entries, in their order."""
        return [self.entries.texts[row] for row in self.rows()]

    def choose(self, texts: Sequence[str]) -> None:
        """Choose entries by their texts, and bring the first into view; those it lacks are passed over."""
        rows = sorted(row for text in texts if (row := self.entries.row(text)) >= 0)
        selection = QItemSelection()
        for first, last in _runs(rows):
            selection.append(QItemSelectionRange(self.entries.index(first), self.entries.index(last)))
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().select(selection, flags.ClearAndSelect)
        if rows:
            self.selectionModel().setCurrentIndex(self.entries.index(rows[0]), flags.NoUpdate)
            self.scrollTo(self.entries.index(rows[0]))

    def show_rows(self, rows: range) -> None:
        """Bring some rows into view, if they are not there: as many as there is room for."""
        first, last = (self.visualRect(self.entries.index(row)) for row in (rows[0], rows[-1]))
        if self.viewport().rect().contains(first) and self.viewport().rect().contains(last):
            return
        hint = QAbstractItemView.ScrollHint
        self.scrollTo(
            self.entries.index(rows[0]), hint.PositionAtTop if len(rows) > 1 else hint.PositionAtCenter
        )

    def edit_current(self) -> None:
        """Let the user type another text of the current label."""
        index = self.currentIndex()
        if index.isValid() and index.flags() & Qt.ItemFlag.ItemIsEditable:
            self.edit(index)

    # Keys and mouse

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Move with Alt and the arrows, rename with F2 or Enter, take out with Delete."""
        key, modifiers = Qt.Key(event.key()), event.modifiers()
        alone = not modifiers & ~Qt.KeyboardModifier.KeypadModifier
        step = {_Key.Key_Up: -1, _Key.Key_Down: 1}.get(key, 0)
        side = {_Key.Key_Left: -1, _Key.Key_Right: 1}.get(key, 0)
        if modifiers == Qt.KeyboardModifier.AltModifier and (step or key == _Key.Key_Right):
            if step:
                self.shift_wanted.emit(step)
            else:
                self.group_wanted.emit()
        elif modifiers == Qt.KeyboardModifier.ControlModifier and key == _Key.Key_M:
            self.merge_wanted.emit()
        elif alone and side:
            self.beside_wanted.emit(side)
        elif alone and key in self._acts:
            self._acts[key].emit()
        elif alone and key in (_Key.Key_Return, _Key.Key_Enter) and self._editing_is_off():
            self._on_enter()
        elif alone and key == _Key.Key_F2:  # on every platform
            self.edit_current()
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Edit the text of a label, or ask for the group of a value."""
        super().mouseDoubleClickEvent(event)
        if self.level <= 0 and self.indexAt(event.position().toPoint()).isValid():
            self.group_wanted.emit()

    def _editing_is_off(self) -> bool:
        return self.state() != QAbstractItemView.State.EditingState

    def _on_enter(self) -> None:
        """Edit what can be edited: the text of a label, the group of a value."""
        if self.level > 0:
            self.edit_current()
        else:
            self.group_wanted.emit()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        """Open the menu of the entry below the pointer, or of those that are chosen."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        current = self.visualRect(self.currentIndex())
        place = self.viewport().mapToGlobal(current.bottomLeft()) if by_key else event.globalPos()
        self.menu_wanted.emit(place)

    # Dragging

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        """Take entries of this hierarchy."""
        if self._dragged_level(event) is None:
            event.ignore()
        else:
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:  # noqa: N802
        """Show where what is dragged would go."""
        super().dragMoveEvent(event)  # it scrolls at the edges
        self._show_target(*self._place_of(event))
        if self._target[1]:
            event.acceptProposedAction()
        else:
            event.ignore()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:  # noqa: N802
        """Show no target any more."""
        super().dragLeaveEvent(event)
        self._show_target(-1, "")

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        """Ask for what was dragged to go where it was dropped."""
        level, (row, where) = self._dragged_level(event), self._place_of(event)
        self._show_target(-1, "")
        event.setDropAction(Qt.DropAction.IgnoreAction)  # nothing is removed by the view: it is shown anew
        event.accept()
        if level is not None and where:
            self.dropped.emit(level, row, where)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the entries, and where what is dragged would go."""
        super().paintEvent(event)
        row, where = self._target
        if not where:
            if self.hasFocus() and not self.currentIndex().isValid():
                paint_focus(QPainter(self.viewport()), self.viewport().rect())
            return
        painter, rect = QPainter(self.viewport()), self.visualRect(self.entries.index(max(row, 0)))
        if where == "end":
            rect = QRect(0, self._below(), self.viewport().width(), ROW)
        if where in ("into", "end"):
            paint_focus(painter, rect.adjusted(0, GAP // 2, 0, -GAP // 2))
        else:
            y = rect.top() if where == "before" else rect.bottom()
            painter.fillRect(QRect(rect.left(), y, rect.width(), 2), theme().colour("accent"))

    def _below(self) -> int:
        return len(self.entries.texts) * ROW - self.verticalScrollBar().value()

    def _dragged_level(self, event: QDropEvent) -> int | None:
        """Return the level of dragged entries; None: something else is dragged."""
        source = event.source()
        known = isinstance(source, LevelList) and source.window() is self.window()
        if not known or not event.mimeData().hasFormat(ENTRIES) or not self.entries.editable:
            return None
        return source.level if isinstance(source, LevelList) else None

    def _place_of(self, event: QDropEvent) -> tuple[int, Where]:
        """Return where dragged entries would go: a row, and how they stand to it."""
        level, point = self._dragged_level(event), event.position().toPoint()
        row = self.indexAt(point).row()
        if level is None or self.level == UNPLACED:
            return -1, ""
        if level == self.level:
            middle = self.visualRect(self.entries.index(row)).center().y()
            return (row, "before" if point.y() < middle else "after") if row >= 0 else (-1, "")
        if self.level == level + 1 or (level == UNPLACED and self.level == 1):
            if row >= 0:
                return row, "into"
            return (-1, "end") if self.level > 0 else (-1, "")
        return -1, ""

    def _show_target(self, row: int, where: Where) -> None:
        if (row, where) != self._target:
            self._target = (row, where)
            self.viewport().update()


def _runs(rows: Sequence[int]) -> list[tuple[int, int]]:
    """Return the first and last of each run of neighbours, of ascending rows."""
    starts = [row for at, row in enumerate(rows) if at == 0 or rows[at - 1] != row - 1]
    ends = [row for at, row in enumerate(rows) if at == len(rows) - 1 or rows[at + 1] != row + 1]
    return list(zip(starts, ends, strict=True))
