"""List of a recipe's steps: drawn in two lines each, worked with mouse and keys."""

from typing import Literal

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFrame,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionButton,
    QStyleOptionViewItem,
)

from sdcdesk.release.step_effects import StepRow
from ui.look.icons import pixmap
from ui.look.theme import theme
from ui.models.recipe_model import RecipeModel

Zone = Literal["switch", "more", "row"]

SWITCH = 22
TEXT = 48
BOX = 16
MORE = 26
_AIR = 17
_MARK = 12
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


def zone(row: QRect, point: QPoint) -> Zone:
    """Return which part of a row a point lies in."""
    if row.left() + SWITCH - 4 <= point.x() < row.left() + TEXT - 4:
        return "switch"
    return "more" if point.x() >= row.right() - MORE else "row"


class RecipeDelegate(QStyledItemDelegate):
    """Two lines a step; the sentence of a failed one takes as many as it needs.

    Parameters
    ----------
    view
        The list; its width decides where a sentence wraps.
    """

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: N802
        """Return the height of a row."""
        row: StepRow = index.data(Qt.ItemDataRole.UserRole)
        title, words = QFontMetrics(theme().font("body")), QFontMetrics(theme().font("caption"))
        below = words.height()
        if row.error:
            width = self._view.viewport().width() - TEXT - MORE - _MARK - 4
            below = words.boundingRect(QRect(0, 0, width, 1000), _WRAPPED, row.error).height()
        return QSize(0, title.height() + below + _AIR)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw one row."""
        row: StepRow = index.data(Qt.ItemDataRole.UserRole)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint_ground(painter, rect, state)
        middle = rect.center().y() + 1
        painter.drawPixmap(rect.left() + 1, middle - 8, pixmap("grip", 16, "text3"))
        painter.drawPixmap(rect.right() - 20, middle - 8, pixmap("more", 16, "text2"))
        self._paint_switch(painter, QRect(rect.left() + SWITCH, middle - BOX // 2, BOX, BOX), on=row.on)
        self._paint_words(painter, rect, row)
        painter.restore()

    def _paint_switch(self, painter: QPainter, box: QRect, *, on: bool) -> None:
        option = QStyleOptionButton()
        option.rect = box
        option.state = QStyle.StateFlag.State_Enabled | (
            QStyle.StateFlag.State_On if on else QStyle.StateFlag.State_Off
        )
        primitive = QStyle.PrimitiveElement.PE_IndicatorItemViewItemCheck
        self._view.style().drawPrimitive(primitive, option, painter, self._view)

    def _paint_words(self, painter: QPainter, rect: QRect, row: StepRow) -> None:
        look = theme()
        left, width = rect.left() + TEXT, rect.width() - TEXT - MORE
        font = look.font("body")
        font.setStrikeOut(not row.on)
        metrics = QFontMetrics(font)
        painter.setFont(font)
        painter.setPen(look.colour("text" if row.on else "text3"))
        title = QRect(left, rect.top() + _AIR // 2, width, metrics.height())
        painter.drawText(title, _LEFT, metrics.elidedText(row.title, Qt.TextElideMode.ElideRight, width))
        painter.setFont(look.font("caption"))
        effect = QRect(left, title.bottom() + 1, width, rect.bottom() - title.bottom() - _AIR // 2)
        if row.error:
            painter.drawPixmap(left, effect.top() + 1, pixmap("triangle", _MARK, "risk_text"))
            painter.setPen(look.colour("risk_text"))
            painter.drawText(effect.adjusted(_MARK + 4, 0, 0, 4), _WRAPPED, row.error)
        else:
            _paint_effect(painter, effect, row)


def _paint_ground(painter: QPainter, rect: QRect, state: QStyle.StateFlag) -> None:
    look, box = theme(), QRectF(rect).adjusted(1, 1, -1, -1)
    ground = (
        "accent_soft"
        if state & QStyle.StateFlag.State_Selected
        else "sunken"
        if state & QStyle.StateFlag.State_MouseOver
        else ""
    )
    if ground:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour(ground))
        painter.drawRoundedRect(box, 4, 4)
    if state & QStyle.StateFlag.State_HasFocus:
        painter.setPen(QPen(look.colour("accent"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 4, 4)


def _paint_effect(painter: QPainter, rect: QRect, row: StepRow) -> None:
    """Draw the effect line; a risk that was raised has its mark and colour."""
    look, metrics = theme(), painter.fontMetrics()
    parts = [("▲ " if row.raised else "") + row.risk, row.loss]
    tones = ["risk_text" if row.raised else "text3", "text3"]
    left = rect.left()
    for place, (words, tone) in enumerate(zip(parts, tones, strict=True)):
        if not words:
            continue
        shown = words + ("," if place == 0 and row.loss and row.risk else "")
        room = rect.right() - left
        painter.setPen(look.colour(tone))
        box = QRect(left, rect.top(), room, metrics.height())
        painter.drawText(box, _LEFT, metrics.elidedText(shown, Qt.TextElideMode.ElideRight, room))
        left += metrics.horizontalAdvance(shown + " ")


class RecipeList(QListView):
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
        super().__init__()
        self._grabbed: tuple[int, QPoint] | None = None
        self._gap: int | None = None
        self.setModel(model)
        self.setItemDelegate(RecipeDelegate(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Steps of the recipe")
        for signal in (model.modelReset, model.dataChanged):
            signal.connect(self._fit)
        theme().changed.connect(self._fit)

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
        position, last = self.position, self.model().rowCount() - 1
        key, alt = Qt.Key(event.key()), event.modifiers() == Qt.KeyboardModifier.AltModifier
        if key == Qt.Key.Key_Escape and self._gap is not None:
            self._let_go()
        elif position < 0:
            super().keyPressEvent(event)
        elif alt and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            to = position + (1 if key == Qt.Key.Key_Down else -1)
            if 0 <= to <= last:
                self.move_wanted.emit(position, to)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.edit_wanted.emit(position)
        elif key == Qt.Key.Key_Space:
            self.switch_wanted.emit(position)
        elif key == Qt.Key.Key_Delete:
            self.remove_wanted.emit(position)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Choose a step; its switch and its "⋯" act at once."""
        super().mousePressEvent(event)
        point = event.position().toPoint()
        index = self.indexAt(point)
        if event.button() != Qt.MouseButton.LeftButton or not index.isValid():
            return
        part = zone(self.visualRect(index), point)
        if part == "switch":
            self.switch_wanted.emit(index.row())
        elif part == "more":
            self._open_menu(index.row())
        else:
            self._grabbed = index.row(), point

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Drag a step; a line shows where it would go."""
        point = event.position().toPoint()
        if self._grabbed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        far = (point - self._grabbed[1]).manhattanLength() >= QApplication.startDragDistance()
        if far or self._gap is not None:
            self._gap = self._gap_at(point.y())
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Drop the step."""
        super().mouseReleaseEvent(event)
        grabbed, gap = self._grabbed, self._gap
        self._let_go()
        if grabbed is not None and gap is not None:
            to = gap if gap <= grabbed[0] else gap - 1
            if to != grabbed[0]:
                self.move_wanted.emit(grabbed[0], to)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Edit the step."""
        point = event.position().toPoint()
        index = self.indexAt(point)
        if index.isValid() and zone(self.visualRect(index), point) == "row":
            self.edit_wanted.emit(index.row())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        """Open the menu of the step below the pointer, or of the chosen one."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        if index.isValid():
            self.setCurrentIndex(index)
            if by_key:
                self._open_menu(index.row())
            else:
                self.menu_wanted.emit(index.row(), event.globalPos())

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        """Show no row as hovered."""
        super().leaveEvent(event)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Draw the rows, and the line where a dragged one would go."""
        super().paintEvent(event)
        if self._gap is not None:
            painter = QPainter(self.viewport())
            painter.setPen(QPen(theme().colour("accent"), 2))
            y = max(self._edge(self._gap), 1)
            painter.drawLine(0, y, self.viewport().width(), y)

    def _open_menu(self, position: int) -> None:
        row = self.visualRect(self.model().index(position, 0))
        corner = QRect(row.right() - MORE, row.top(), MORE, row.height()).bottomLeft()
        self.menu_wanted.emit(position, self.viewport().mapToGlobal(corner))

    def _gap_at(self, y: int) -> int:
        """Return between which steps a height lies: 0 is above the first."""
        rows = [self.visualRect(self.model().index(row, 0)) for row in range(self.model().rowCount())]
        return sum(y > row.center().y() for row in rows)

    def _edge(self, gap: int) -> int:
        count = self.model().rowCount()
        row = self.visualRect(self.model().index(min(gap, count - 1), 0))
        return row.bottom() if gap == count else row.top()

    def _let_go(self) -> None:
        self._grabbed = self._gap = None
        self.unsetCursor()
        self.viewport().update()

    def _fit(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.updateGeometry()
