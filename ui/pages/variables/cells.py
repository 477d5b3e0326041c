"""How the cells of the grid of variables are drawn, and where they answer the mouse."""

from PySide6.QtCore import QAbstractItemModel, QEvent, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QMouseEvent, QPainter, QPen, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from ui.look.icons import pixmap
from ui.look.theme import theme
from ui.models.rows import Index
from ui.models.variables_model import ROW, Column, Row

PAD = 8
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class Cell(QStyledItemDelegate):
    """The ground that all cells have in common, with a word or a number on it."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the ground, the line below, and the content."""
        painter.save()
        rect = QRect(option.rect)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme().colour("accent_soft"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme().colour("sunken"))
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme().colour("grid"))
        self.draw(painter, rect.adjusted(PAD, 0, -PAD, -1), index, option)
        painter.restore()

    def draw(self, painter: QPainter, rect: QRect, index: Index, _option: QStyleOptionViewItem) -> None:
        """Draw the content of the cell."""
        painter.setFont(theme().font("body"))
        painter.setPen(theme().colour("text"))
        metrics = QFontMetrics(painter.font())
        shown = metrics.elidedText(str(index.data()), Qt.TextElideMode.ElideRight, rect.width())
        painter.drawText(rect, index.data(Qt.ItemDataRole.TextAlignmentRole), shown)


class NameCell(Cell):
    """The name, bold, and the unit; a bar at the left says where the keyboard is."""

    def draw(self, painter: QPainter, rect: QRect, index: Index, option: QStyleOptionViewItem) -> None:
        """Draw the name and, where there is room, the unit."""
        view = option.widget
        if isinstance(view, QTableView) and view.hasFocus() and view.currentIndex().row() == index.row():
            painter.fillRect(rect.left() - PAD, rect.top(), 3, rect.height(), theme().colour("accent"))
        variable = index.data(ROW).variable
        bold, plain = theme().font("card_title"), theme().font("body")
        name = QFontMetrics(bold).elidedText(variable.name, Qt.TextElideMode.ElideRight, rect.width())
        painter.setFont(bold)
        painter.setPen(theme().colour("text"))
        painter.drawText(rect, LEFT, name)
        beside = rect.adjusted(QFontMetrics(bold).horizontalAdvance(name) + 5, 0, 0, 0)
        if beside.width() > 20:
            unit = QFontMetrics(plain).elidedText(variable.unit, Qt.TextElideMode.ElideRight, beside.width())
            painter.setFont(plain)
            painter.setPen(theme().colour("text3"))
            painter.drawText(beside, LEFT, unit)


class WhyCell(Cell):
    """The reason of a role, a suggestion with *Accept*, or a contradiction with *Show*."""

    acted = Signal(object)
    """The word at the right of this `Row` was clicked."""

    def draw(self, painter: QPainter, rect: QRect, index: Index, option: QStyleOptionViewItem) -> None:
        """Draw up to two lines, and the word at the right."""
        row: Row = index.data(ROW)
        act = act_of(row)
        place = _act_rect(rect, act)
        if act:
            painter.setFont(theme().font("body"))
            painter.setPen(theme().colour("accent"))
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, act)
            if option.state & QStyle.StateFlag.State_HasFocus:
                paint_ring(painter, place.adjusted(-5, 6, 5, -6))
            rect = rect.adjusted(0, 0, -place.width() - 8, 0)
        if row.contradiction:
            mark = pixmap("triangle", 15, "risk_text")
            painter.drawPixmap(QPoint(rect.left(), rect.center().y() - 7), mark)
            _paint_lines(painter, rect.adjusted(20, 0, 0, 0), row.why, "risk_text")
        elif row.suggestion:
            _paint_lines(painter, rect, f" {row.suggestion.reason}", "text2", row.suggestion.words)
        else:
            _paint_lines(painter, rect, row.reason, "text2")

    def editorEvent(  # noqa: N802
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        """Act on a click at the word."""
        if event.type() == QEvent.Type.MouseButtonRelease and isinstance(event, QMouseEvent):
            row: Row = index.data(ROW)
            rect = QRect(option.rect).adjusted(PAD, 0, -PAD, 0)
            word = _act_rect(rect, act_of(row)).adjusted(-4, 0, PAD, 0)
            if event.button() is Qt.MouseButton.LeftButton and word.contains(event.position().toPoint()):
                self.acted.emit(row)
                return True
        return super().editorEvent(event, model, option, index)


def act_of(row: Row) -> str:
    """Return the word at the right of the last column; empty where there is nothing to do."""
    if row.contradiction:
        return "Show" if len(row.contradiction.rows) else ""
    return "Accept" if row.suggestion else ""


def paint_ring(painter: QPainter, rect: QRect, radius: float = 4) -> None:
    """Draw the ring that says where the keyboard is."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme().colour("accent"), 2))
    painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), radius, radius)


def is_focused(view: object, index: Index) -> bool:
    """Return whether the keyboard is in this cell."""
    return isinstance(view, QTableView) and view.hasFocus() and view.currentIndex() == index


def _act_rect(rect: QRect, act: str) -> QRect:
    width = QFontMetrics(theme().font("body")).horizontalAdvance(act) if act else 0
    return QRect(rect.right() - width, rect.top(), width + 1, rect.height())


def _paint_lines(painter: QPainter, rect: QRect, text: str, tone: str, lead: str = "") -> None:
    """Draw words on at most two lines in the middle of a cell, the first ones bold and as a suggestion."""
    font = theme().font("caption")
    first = QTextLayout(lead + text, font)
    first.setFormats([_lead_format(len(lead))] if lead else [])
    first.beginLayout()
    line = first.createLine()
    line.setLineWidth(rect.width())
    first.endLayout()
    rest = (lead + text)[line.textLength() :].strip()
    metrics = QFontMetrics(font)
    top = rect.center().y() - (metrics.height() if rest else metrics.height() / 2) + 1
    painter.setFont(font)
    painter.setPen(theme().colour(tone))
    line.draw(painter, QPointF(rect.left(), top))
    if rest:
        below = QRect(rect.left(), round(top) + metrics.height(), rect.width(), metrics.height())
        painter.drawText(below, LEFT, metrics.elidedText(rest, Qt.TextElideMode.ElideRight, rect.width()))


def _lead_format(length: int) -> QTextLayout.FormatRange:
    bold = QTextCharFormat()
    bold.setForeground(theme().colour("note_text"))
    bold.setFontWeight(QFont.Weight.DemiBold)
    made = QTextLayout.FormatRange()
    made.start, made.length, made.format = 0, length, bold
    return made


WIDTHS = {
    Column.VARIABLE: 142,
    Column.ROLE: 150,
    Column.SCALE: 112,
    Column.VALUES: 126,
    Column.DIFFERENT: 78,
    Column.MISSING: 70,
}
"""Pixels of the columns; the last one takes what is left."""
