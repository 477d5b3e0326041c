"""Cells of the table of scenarios, as they are drawn."""

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QHeaderView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from ui.look.theme import Style, theme
from ui.models.rows import Index
from ui.pages.risk.scenario_model import FIGURES, ROW, TITLES, Column, Row
from ui.widgets.badge import badge_size, paint_badge

PAD = 8
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter

NUMBERS = (*FIGURES, Column.LIMIT)
"""Columns of numbers: they stand at the right."""


class ScenarioCells(QStyledItemDelegate):
    """Draws two lines: name and keys, figures with what they are of released records; and the badge."""

    def __init__(self, view: QTableView) -> None:
        super().__init__(view)
        self._view = view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one cell."""
        painter.save()
        rect, row, column = QRect(option.rect), index.data(ROW), Column(index.column())
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme().colour("accent_soft"))
        elif hovered:
            painter.fillRect(rect, theme().colour("sunken"))
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme().colour("grid"))
        focused = self._view.hasFocus() and self._view.currentIndex() == index
        inner = rect.adjusted(PAD, 0, -PAD, -1)
        if column is Column.VERDICT:
            paint_badge(painter, inner, row.verdict)
        else:
            _paint_lines(painter, inner, row, column, asks=hovered or focused)
        if focused:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme().colour("accent"), 2))
            painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -2), 4, 4)
        painter.restore()


def _paint_lines(painter: QPainter, rect: QRect, row: Row, column: Column, *, asks: bool) -> None:
    """Draw what a cell says, and below it, quietly, what it says beside."""
    beside, side = row.beside(column), RIGHT if column in NUMBERS else LEFT
    first, second = rect, QRect()
    if beside:
        upper, lower = (QFontMetrics(theme().font(style)).height() for style in ("card_title", "caption"))
        top = rect.top() + (rect.height() - upper - lower) // 2
        first = QRect(rect.left(), top, rect.width(), upper)
        second = QRect(rect.left(), top + upper, rect.width(), lower)
    if column in NUMBERS:
        _paint_number(painter, first, row, column, asks=asks)
    else:
        style: Style = "card_title" if column is Column.KNOWN else "body"
        _paint_text(painter, first, row.text(column), style, "text", side)
    if beside:
        _paint_text(painter, second, beside, "caption", "text3", side)


def _paint_number(painter: QPainter, rect: QRect, row: Row, column: Column, *, asks: bool) -> None:
    weighted, known = column is Column.WEIGHTED, column in FIGURES and row.value(column) is not None
    text = row.text(column)
    font = theme().font("card_title" if weighted and known else "body")
    quiet = (column in FIGURES and not known) or (column is Column.LIMIT and text == "none")
    painter.setFont(font)
    painter.setPen(theme().colour("text3" if quiet else "text"))
    painter.drawText(rect, RIGHT, text)
    if known and (weighted or asks):
        painter.setPen(QPen(theme().colour("text" if asks else "text3"), 1, Qt.PenStyle.DotLine))
        width, height = QFontMetrics(font).horizontalAdvance(text), QFontMetrics(font).height()
        base = rect.center().y() + height // 2
        painter.drawLine(QPoint(rect.right() - width, base), QPoint(rect.right(), base))


def _paint_text(
    painter: QPainter, rect: QRect, text: str, style: Style, tone: str, side: Qt.AlignmentFlag
) -> None:
    font = theme().font(style)
    painter.setFont(font)
    painter.setPen(theme().colour(tone))
    painter.drawText(
        rect, side, QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
    )


class ScenarioHeader(QHeaderView):
    """Titles with subscripts, which a header of Qt cannot draw."""

    def __init__(self, view: QTableView) -> None:
        super().__init__(Qt.Orientation.Horizontal, view)
        self.setSectionsClickable(False)
        self.setHighlightSections(False)
        self.setFixedHeight(28)
        theme().changed.connect(self.viewport().update)

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:  # noqa: N802, N803
        """Draw one title."""
        column = Column(logicalIndex)
        title, subscript = TITLES[column]
        painter.fillRect(rect, theme().colour("sunken"))
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme().colour("border"))
        painter.setPen(theme().colour("text2"))
        large, small = theme().font("table_header"), _small()
        below, width = QFontMetrics(small).horizontalAdvance(subscript), title_width(column)
        left = rect.right() - PAD - width if column in NUMBERS else rect.left() + PAD
        painter.setFont(large)
        room = min(width - below + 2, rect.right() - left)
        shown = QFontMetrics(large).elidedText(title, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRect(left, rect.top(), room, rect.height()), LEFT, shown)
        painter.setFont(small)
        painter.drawText(
            QRect(left + width - below, rect.top() + 4, below + 2, rect.height()), LEFT, subscript
        )


def title_width(column: Column) -> int:
    """Return the pixels that the title of a column takes."""
    title, subscript = TITLES[column]
    large = QFontMetrics(theme().font("table_header"))
    return large.horizontalAdvance(title) + QFontMetrics(_small()).horizontalAdvance(subscript) + 1


def column_width(column: Column, rows: tuple[Row, ...], most: int = 260) -> int:
    """Return the pixels that a column needs for its title and its cells."""
    if column is Column.VERDICT:
        wide = [badge_size("not assessed").width()]  # the widest: columns do not move with a verdict
    else:
        bold = column in (Column.WEIGHTED, Column.KNOWN)
        metrics = QFontMetrics(theme().font("card_title" if bold else "body"))
        wide = [min(metrics.horizontalAdvance(row.text(column)) + 1, most) for row in rows]
        quiet = QFontMetrics(theme().font("caption"))
        wide += [min(quiet.horizontalAdvance(row.beside(column)) + 1, most) for row in rows]
    return max([title_width(column), *wide]) + 2 * PAD


def _small() -> QFont:
    font = QFont(theme().font("table_header"))
    font.setPointSizeF(font.pointSizeF() * 0.8)
    return font
