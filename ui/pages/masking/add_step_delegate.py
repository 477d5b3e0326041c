"""How an entry of the menu of methods is drawn: its title, and one line what it is good for."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from ui.look.theme import theme

HEADING, ENTRY, REASON = "heading", "entry", "reason"

WORDS = Qt.ItemDataRole.UserRole
"""What a row is: a heading, an entry, or an entry that cannot be chosen and says why."""

SIDE = 10
ABOVE = 5


class AddStepDelegate(QStyledItemDelegate):
    """Draws headings and entries of two lines."""

    def sizeHint(  # noqa: N802 - Qt's name
        self, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Return the height of a row."""
        title, words = (QFontMetrics(font) for font in _fonts(index))
        width = title.horizontalAdvance(index.data()) + 2 * SIDE
        if index.data(WORDS) == HEADING:
            return QSize(width, title.height() + 3 * ABOVE)
        below = words.horizontalAdvance(index.data(Qt.ItemDataRole.StatusTipRole)) + 2 * SIDE
        return QSize(max(width, below) + 2, title.height() + words.height() + 2 * ABOVE)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw a row."""
        rect: QRect = option.rect
        kind, (title, words) = index.data(WORDS), _fonts(index)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme().colour("accent_soft"))
            painter.drawRoundedRect(rect, 4, 4)
        room = rect.adjusted(SIDE, 2 * ABOVE if kind == HEADING else ABOVE, -SIDE, -ABOVE)
        tokens = {HEADING: "text3", ENTRY: "text", REASON: "text3"}
        _write(painter, room, title, tokens[kind], index.data())
        if kind != HEADING:
            below = room.adjusted(0, QFontMetrics(title).height(), 0, 0)
            text = index.data(Qt.ItemDataRole.StatusTipRole)
            _write(painter, below, words, "note_text" if kind == REASON else "text2", text)


def _fonts(index: QModelIndex | QPersistentModelIndex) -> tuple[QFont, QFont]:
    heading = index.data(WORDS) == HEADING
    return theme().font("table_header" if heading else "card_title"), theme().font("caption")


def _write(painter: QPainter, room: QRect, font: QFont, token: str, text: str) -> None:
    painter.setFont(font)
    painter.setPen(theme().colour(token))
    shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
    painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, shown)
