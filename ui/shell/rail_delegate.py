"""Draws the rows of the navigation rail, wide or narrow."""

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from ui.look.icons import pixmap
from ui.look.theme import theme
from ui.shell.rail_rows import RailRow

PITCH = 54
CARD = 52
GROUP_GAP = 12
_MARK_ROLES = {"tick": "safe_text", "triangle": "risk_text", "ring": "text3", "arc": "accent"}
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_CENTRE = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter


class RailDelegate(QStyledItemDelegate):
    """Icon, name, state in words and state mark; narrow, the name stands below the icon."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.compact = False
        self.turn = 0
        """Angle of the arc that says "computing", in degrees."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: N802
        """Return the height of a row, with the gap above its group."""
        row: RailRow = index.data(Qt.ItemDataRole.UserRole)
        words = (
            QFontMetrics(theme().font("card_title")).height() + QFontMetrics(theme().font("caption")).height()
        )
        pitch = max(PITCH, words + 16)
        return QSize(0, pitch + (GROUP_GAP if row.opens_group else 0))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw one row."""
        row: RailRow = index.data(Qt.ItemDataRole.UserRole)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        side = 3 if self.compact else 8
        card = rect.adjusted(side, GROUP_GAP if row.opens_group else 0, -side, -(PITCH - CARD))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        self._paint_ground(painter, card, state, chosen=chosen)
        if self.compact:
            self._paint_narrow(painter, card, row, chosen=chosen)
        else:
            self._paint_wide(painter, card, row, chosen=chosen)
        painter.restore()

    def _paint_ground(self, painter: QPainter, card: QRect, state: QStyle.StateFlag, *, chosen: bool) -> None:
        look, box = theme(), QRectF(card).adjusted(0.5, 0.5, -0.5, -0.5)
        if chosen:
            painter.setPen(QPen(look.colour("border"), 1))
            painter.setBrush(look.colour("surface"))
            painter.drawRoundedRect(box, 6, 6)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.colour("accent"))
            painter.drawRoundedRect(QRectF(card.left(), card.center().y() - 15, 3, 32), 1.5, 1.5)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.colour("surface", 0.5))
            painter.drawRoundedRect(box, 6, 6)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(look.colour("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)

    def _paint_wide(self, painter: QPainter, card: QRect, row: RailRow, *, chosen: bool) -> None:
        look, quiet = theme(), not row.possible
        middle = card.center().y() + 1
        icon = "accent" if chosen else "text3" if quiet else "text2"
        painter.drawPixmap(card.left() + 11, middle - 9, pixmap(row.key, 18, icon))
        right = card.right() - 10
        self._paint_mark(painter, QRect(right - 13, middle - 8, 14, 14), row)
        left, width = card.left() + 40, right - 20 - card.left() - 40
        name, words = QFontMetrics(look.font("card_title")), QFontMetrics(look.font("caption"))
        top = middle - (name.height() + words.height()) // 2
        painter.setFont(look.font("card_title"))
        painter.setPen(look.colour("text3" if quiet else "text"))
        box = QRect(left, top, width, name.height())
        painter.drawText(box, _LEFT, name.elidedText(row.name, Qt.TextElideMode.ElideRight, width))
        # The state may run below the mark: it is a line lower.
        width = right - left + 4
        painter.setFont(look.font("caption"))
        painter.setPen(look.colour("text3" if quiet else "text2"))
        box = QRect(left, box.bottom() + 1, width, words.height())
        painter.drawText(box, _LEFT, words.elidedText(row.state, Qt.TextElideMode.ElideRight, width))

    def _paint_narrow(self, painter: QPainter, card: QRect, row: RailRow, *, chosen: bool) -> None:
        look, quiet = theme(), not row.possible
        icon = "accent" if chosen else "text3" if quiet else "text2"
        centre = card.center().x() + 1
        painter.drawPixmap(centre - 9, card.top() + 8, pixmap(row.key, 18, icon))
        self._paint_mark(painter, QRect(centre + 10, card.top() + 5, 12, 12), row)
        font = look.font("caption")
        words = QFontMetrics(font).elidedText(row.name, Qt.TextElideMode.ElideRight, card.width() + 2)
        painter.setFont(font)
        painter.setPen(look.colour("text3" if quiet else "text"))
        painter.drawText(QRect(card.left() - 1, card.top() + 28, card.width() + 2, 20), _CENTRE, words)

    def _paint_mark(self, painter: QPainter, rect: QRect, row: RailRow) -> None:
        if row.mark == "none" or not row.possible:
            return
        mark = pixmap(row.mark, rect.width(), _MARK_ROLES[row.mark])
        if row.mark != "arc":
            painter.drawPixmap(rect.topLeft(), mark)
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(QPointF(rect.left() + rect.width() / 2, rect.top() + rect.height() / 2))
        painter.rotate(self.turn)
        painter.drawPixmap(QPointF(-rect.width() / 2, -rect.height() / 2), mark)
        painter.restore()
