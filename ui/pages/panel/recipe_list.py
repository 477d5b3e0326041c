"""List of a recipe's steps: drawn in a few lines each, worked with mouse and keys."""

from typing import Literal

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDropEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStyleOptionViewItem,
)

from sdcdesk.release.step_effects import StepRow
from ui.look.icons import pixmap
from ui.look.theme import theme
from ui.models.recipe_model import RecipeModel
from ui.widgets.painting import Index, RowDelegate, broken, fits, has_keyboard, paint_focus, paint_text
from ui.widgets.plain_list import PlainList

Zone = Literal["switch", "more", "row"]

SWITCH = 22
TEXT = 48
BOX = 16
MORE = 26
TITLE_LINES = 2
_AIR = 17
_MARK = 16
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop

_Key = Qt.Key


def zone(row: QRect, point: QPoint) -> Zone:
    """Return which part of a row a point lies in."""
    if row.left() + SWITCH - 4 <= point.x() < row.left() + TEXT - 4:
        return "switch"
    return "more" if point.x() >= row.right() - MORE else "row"


class RecipeDelegate(RowDelegate):
    """A step's title, its effect, and what it did to the values; the sentence of a failed one wraps.

    Parameters
    ----------
    view
        The list; its width decides where a sentence wraps.
    """

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        """Return the height of a row."""
        row: StepRow = index.data(Qt.ItemDataRole.UserRole)
        title, words = theme().metrics("body"), theme().metrics("caption")
        width = self._view.viewport().width() - TEXT - MORE
        # The line of the changes is kept free while they are computed: nothing jumps.
        below = words.height() * (1 + _needs_two_lines(row, width) + row.on)
        if row.error:
            below = words.boundingRect(QRect(0, 0, width - _MARK, 1000), _WRAPPED, row.error).height()
        return QSize(0, title.height() * len(_title_lines(row, width)) + below + _AIR)

    def draw(self, painter: QPainter, rect: QRect, index: Index, option: QStyleOptionViewItem) -> None:
        """Draw one row."""
        row: StepRow = index.data(Qt.ItemDataRole.UserRole)
        middle = rect.center().y() + 1
        if has_keyboard(option, index):
            paint_focus(painter, rect)
        painter.drawPixmap(rect.left() + 1, middle - 8, pixmap("grip", 16, "text3"))
        painter.drawPixmap(rect.right() - 20, middle - 8, pixmap("more", 16, "text2"))
        switch = QStyleOptionButton()
        switch.rect = QRect(rect.left() + SWITCH, middle - BOX // 2, BOX, BOX)
        on = QStyle.StateFlag.State_On if row.on else QStyle.StateFlag.State_Off
        switch.state = QStyle.StateFlag.State_Enabled | on
        primitive = QStyle.PrimitiveElement.PE_IndicatorItemViewItemCheck
        self._view.style().drawPrimitive(primitive, switch, painter, self._view)
        _paint_words(painter, rect.adjusted(TEXT, _AIR // 2, -MORE, -_AIR // 2), row)


def _paint_words(painter: QPainter, rect: QRect, row: StepRow) -> None:
    font = QFont(theme().font("body"))
    font.setStrikeOut(not row.on)
    line = QRect(rect.topLeft(), QSize(rect.width(), QFontMetrics(font).height()))
    for words in _title_lines(row, rect.width()):
        paint_text(painter, line, words, font, "text" if row.on else "text3")
        line.translate(0, line.height())
    below = QRect(line.left(), line.top(), rect.width(), rect.bottom() - line.top() + 1)
    if row.error:
        painter.drawPixmap(below.left(), below.top() + 1, pixmap("triangle", 12, "risk_text"))
        painter.setPen(theme().colour("risk_text"))
        painter.setFont(theme().font("caption"))
        painter.drawText(below.adjusted(_MARK, 0, 0, 4), _WRAPPED, row.error)
        return
    high = theme().metrics("caption").height()
    lower = high if _needs_two_lines(row, rect.width()) else 0
    below.setHeight(high)
    used = paint_text(painter, below, _risk(row), "caption", "risk_text" if row.raised else "text3")
    place = below.translated(0, lower) if lower else below.adjusted(used, 0, 0, 0)
    paint_text(painter, place, row.loss, "caption", "text3")
    paint_text(painter, below.translated(0, lower + high), row.changes, "caption", "text3")


def _title_lines(row: StepRow, width: int) -> list[str]:
    """Return the title on at most two lines; names are cut before what the step does to them is."""
    font = theme().font("body")
    titles = (row.title, *row.shorter_titles)
    words = next((words for words in titles if fits(words, font, width, TITLE_LINES)), titles[-1])
    return broken(words, font, width, TITLE_LINES)


def _risk(row: StepRow) -> str:
    """Return the words of the risk: one that was raised has its mark."""
    return ("▲ " if row.raised else "") + row.risk + (", " if row.risk and row.loss else "")


def _needs_two_lines(row: StepRow, width: int) -> bool:
    """Return whether the loss goes below the risk: numbers are never cut."""
    words = "" if row.error or not row.risk else _risk(row) + row.loss
    return theme().metrics("caption").horizontalAdvance(words) > width


class RecipeList(PlainList):
    """Rows of steps, as high as they need. Positions count from 0."""

    edit_wanted = Signal(int)
    """A step should be edited."""

    switch_wanted = Signal(int)
    """A step should be switched on or off."""

    remove_wanted = Signal(int)
    """A step should be removed."""

    move_wanted = Signal(int, int)
    """A step should go to another place."""

    menu_wanted = Signal(int, QPoint)
    """The menu of a step should open, at a place of the screen."""

    def __init__(self, model: RecipeModel) -> None:
        super().__init__("Steps of the recipe", model)
        self.setItemDelegate(RecipeDelegate(self))
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._acts = {
            _Key.Key_Return: self.edit_wanted,
            _Key.Key_Enter: self.edit_wanted,
            _Key.Key_Space: self.switch_wanted,
            _Key.Key_Delete: self.remove_wanted,
        }
        for signal in (model.modelReset, model.dataChanged, theme().changed):
            signal.connect(self._fit)

    @property
    def position(self) -> int:
        """The chosen step; −1: none."""
        return self.currentIndex().row()

    def select(self, position: int) -> None:
        """Choose a step; −1 chooses none."""
        self.setCurrentIndex(self.model().index(position, 0))

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the height of all rows."""
        return QSize(240, sum(self.sizeHintForRow(row) for row in range(self.model().rowCount())))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return the same height: the panel scrolls, not the list."""
        return QSize(120, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Give sentences that wrap otherwise their height."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Enter edits, Space switches, Delete removes, Alt with the arrows moves."""
        position, key = self.position, Qt.Key(event.key())
        to = position + {_Key.Key_Up: -1, _Key.Key_Down: 1}.get(key, 0)
        if position >= 0 and to != position and event.modifiers() == Qt.KeyboardModifier.AltModifier:
            self._move(position, to)
        elif position >= 0 and key in self._acts:
            self._acts[key].emit(position)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Choose a step, or begin to drag it; its switch and its "⋯" act at once."""
        index, part = self._at(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or part == "row":
            super().mousePressEvent(event)
            return
        self.select(index)
        if part == "switch":
            self.switch_wanted.emit(index)
        else:
            self._open_menu(index)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Edit the step."""
        position, part = self._at(event.position().toPoint())
        if position >= 0 and part == "row":
            self.edit_wanted.emit(position)

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        """Move the step that was dragged between two others."""
        y, position = event.position().y(), self.position
        rows = [self.visualRect(self.model().index(row, 0)) for row in range(self.model().rowCount())]
        above = sum(y > row.center().y() for row in rows)
        event.accept()
        self._move(position, above if above <= position else above - 1)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        """Open the menu of the step below the pointer, or of the chosen one."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        position = self.position if by_key else self._at(event.pos())[0]
        if position >= 0:
            self.select(position)
            self._open_menu(position, None if by_key else event.globalPos())

    def _at(self, point: QPoint) -> tuple[int, Zone]:
        """Return the step at a point, −1 where there is none, and the part of its row."""
        index = self.indexAt(point)
        return index.row(), zone(self.visualRect(index), point) if index.isValid() else "row"

    def _move(self, position: int, to: int) -> None:
        if to != position and 0 <= to < self.model().rowCount():
            self.move_wanted.emit(position, to)

    def _open_menu(self, position: int, place: QPoint | None = None) -> None:
        row = self.visualRect(self.model().index(position, 0))
        below = self.viewport().mapToGlobal(row.bottomRight() - QPoint(MORE, 0))
        self.menu_wanted.emit(position, place or below)

    def _fit(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.updateGeometry()
