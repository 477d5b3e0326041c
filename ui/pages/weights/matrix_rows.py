"""How the list of matrices is drawn: name and risk, note and standing, and a bar from surely to guessing."""

from math import isfinite

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QLineEdit, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from ui.look.theme import Style, theme
from ui.pages.weights.matrix_model import ENTRY, Entry, Index

HEIGHT = 64
SIDE = 10
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class MatrixRows(QStyledItemDelegate):
    """Draws one matrix in two lines and a bar."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:  # noqa: N802
        """Return the height of a row."""
        return QSize(120, HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one row."""
        entry = index.data(ENTRY)
        rect = QRect(option.rect)
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme().colour("accent_soft"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme().colour("sunken"))
        inner = rect.adjusted(SIDE, 6, -SIDE, 0)
        first = QRect(inner.left(), inner.top(), inner.width(), 20)
        second = first.translated(0, 20)
        ink = "risk_text" if entry.rules else "text"
        value = _write(painter, first, entry.value, "card_title", ink, RIGHT)
        _write(painter, first.adjusted(0, 0, -value - 8, 0), entry.name, "card_title", "text", LEFT)
        tone = "safe_text" if entry.standing == "within" else "risk_text"
        standing = _write(painter, second, entry.standing, "caption", tone, RIGHT)
        _write(painter, second.adjusted(0, 0, -standing - 8, 0), entry.note, "caption", "text3", LEFT)
        if entry.maximal is not None:
            _bar(painter, QRectF(inner.left(), second.bottom() + 5, inner.width(), 9), entry)
        if self._view.hasFocus() and self._view.currentIndex() == index:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme().colour("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), 4, 4)
        painter.restore()

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, _index: Index) -> QWidget:  # noqa: N802
        """Return the field in which a name is typed."""
        field = QLineEdit(parent)
        field.setAccessibleName("Name of the weight matrix")
        return field

    def updateEditorGeometry(  # noqa: N802
        self, editor: QWidget, option: QStyleOptionViewItem, _index: Index
    ) -> None:
        """Lay the field over the name."""
        rect = QRect(option.rect)
        editor.setGeometry(rect.left() + 2, rect.top() + 2, rect.width() - 4, 28)


def _write(painter: QPainter, rect: QRect, text: str, style: Style, tone: str, side: Qt.AlignmentFlag) -> int:
    """Write a text, cut where it has to be, and return the pixels that it takes."""
    font = theme().font(style)
    metrics = QFontMetrics(font)
    painter.setFont(font)
    painter.setPen(theme().colour(tone))
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
    painter.drawText(rect, side, shown)
    return metrics.horizontalAdvance(shown)


def _bar(painter: QPainter, rect: QRectF, entry: Entry) -> None:
    """Draw a bar from surely to guessing, the limit as a line, DR_W as a dot."""
    low, high = entry.minimal or 0.0, entry.maximal or 0.0
    limit, weighted = entry.limit, entry.weighted
    end = 1.3 * max(high, limit or 0.0) or 1.0
    track = QRectF(rect.left(), rect.center().y() - 2, rect.width(), 4)

    def x(share: float) -> float:
        return track.left() + track.width() * min(share / end, 1.0)

    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme().colour("sunken"))
    painter.drawRoundedRect(track, 2, 2)
    painter.setBrush(theme().heat("risk", 0.5))
    painter.drawRoundedRect(QRectF(x(low), track.top(), max(x(high) - x(low), 2), 4), 2, 2)
    if limit is not None:
        painter.fillRect(QRectF(x(limit) - 0.75, rect.top(), 1.5, rect.height()), theme().colour("text"))
    if weighted is not None and isfinite(weighted):
        painter.setBrush(theme().colour("text"))
        painter.drawEllipse(QPointF(x(weighted), rect.center().y()), 4, 4)
