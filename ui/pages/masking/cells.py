"""How a cell of the two files side by side is drawn: group band, changed mark, records left out."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from ui.look.theme import theme
from ui.models.side_by_side_model import BAND, CHANGED, OUT, SMALL
from ui.widgets.hatch import hatch

CORNER = 8
"""Sides of the triangle in a changed cell, in pixels."""

SIDE = 7
"""Pixels between the edge of a cell and its text."""

Role = Qt.ItemDataRole


class FileCell(QStyledItemDelegate):
    """Draws the cells of a view of `SideBySideModel`.

    Parameters
    ----------
    view
        The table.
    """

    def __init__(self, view: QTableView) -> None:
        super().__init__(view)
        self._view = view
        self.left_out = "left out"

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw a cell."""
        rect: QRect = option.rect
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if index.data(OUT):
            self._paint_left_out(painter, rect, selected=selected)
        else:
            changed = bool(index.data(CHANGED))
            token = "accent_soft" if changed or selected else "band" if index.data(BAND) else "surface"
            painter.fillRect(rect, theme().colour(token))
            self._paint_text(painter, rect, index, bold=selected and self._is_first(index))
            if changed:
                _paint_corner(painter, rect)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme().colour("accent"))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))

    def _paint_text(
        self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex, *, bold: bool
    ) -> None:
        text = index.data()
        if text is None:
            return
        small = bool(index.data(SMALL))
        font = index.data(Role.FontRole) or theme().font("card_title" if bold or small else "body")
        painter.setFont(font)
        painter.setPen(index.data(Role.ForegroundRole) or theme().colour("risk_text" if small else "text"))
        room = rect.adjusted(SIDE, 0, -SIDE, 0)
        right = bool(index.data(Role.TextAlignmentRole) & Qt.AlignmentFlag.AlignRight)
        if not right:
            text = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        painter.drawText(room, side | Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_left_out(self, painter: QPainter, rect: QRect, *, selected: bool) -> None:
        """Draw a part of the hatched row; its words run over as many cells as they need."""
        painter.fillRect(rect, theme().colour("accent_soft" if selected else "surface"))
        hatch(painter, QRectF(rect), theme().colour("sunken"))
        words = QRect(self._start() + SIDE, rect.top(), self._view.viewport().width(), rect.height())
        painter.save()
        painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
        painter.setFont(theme().font("body"))
        painter.setPen(theme().colour("text2"))
        painter.drawText(words, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self.left_out)
        painter.restore()

    def _start(self) -> int:
        header = self._view.horizontalHeader()
        shown = (column for column in range(header.count()) if not header.isSectionHidden(column))
        return min((header.sectionViewportPosition(column) for column in shown), default=0)

    def _is_first(self, index: QModelIndex | QPersistentModelIndex) -> bool:
        header = self._view.horizontalHeader()
        return header.sectionViewportPosition(index.column()) == self._start()


def _paint_corner(painter: QPainter, rect: QRect) -> None:
    right, top = rect.right() + 1.0, float(rect.top())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme().colour("after"))
    corners = [QPointF(right - CORNER, top), QPointF(right, top), QPointF(right, top + CORNER)]
    painter.drawPolygon(QPolygonF(corners))
    painter.restore()
