"""Draws the steps of a recipe: grip, switch, what the step does, what it gained and cost, and "⋯"."""

from typing import Literal

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionButton, QStyleOptionViewItem

from ui.look.icons import pixmap
from ui.look.theme import theme
from ui.models.recipe_model import StepRow

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
