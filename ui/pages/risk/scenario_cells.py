"""Cells of the table of scenarios, as they are drawn."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from sdcdesk.release.scenario_row import Column, ScenarioRow
from ui.look.theme import theme
from ui.pages.risk.scenario_model import ROW
from ui.widgets.badge import badge_size, paint_badge
from ui.widgets.painting import (
    LEFT,
    RIGHT,
    Index,
    RowDelegate,
    has_keyboard,
    paint_focus,
    paint_lines,
    paint_text,
)

PAD, HEIGHT, MOST = 8, 46, 260
"""Pixels beside a text, of a row, and of the widest text that makes its column wider."""


class ScenarioCells(RowDelegate):
    """Draws two lines: name and keys, figures with what they are of released records; and the badge."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802 - Qt's name
        """Return the room that a cell needs; that of the widest badge, so that no column moves with one."""
        row, column = index.data(ROW), Column(index.column())
        lines = (("card_title", row.text(column)), ("caption", row.beside(column)))
        wide = max(theme().metrics(style).horizontalAdvance(text) for style, text in lines)
        if column is Column.VERDICT:
            wide = badge_size("not assessed").width()
        return QSize(min(wide + 1, MOST) + 2 * PAD, HEIGHT)

    def draw(self, painter: QPainter, rect: QRect, index: Index, option: QStyleOptionViewItem) -> None:
        """Draw one cell."""
        row, column, focused = index.data(ROW), Column(index.column()), has_keyboard(option, index)
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme().colour("grid"))
        inner = rect.adjusted(PAD, 0, -PAD, -1)
        if column is Column.VERDICT:
            paint_badge(painter, inner, row.verdict)
        else:
            hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
            _paint_lines(painter, inner, row, column, asks=hovered or focused)
        if focused:
            paint_focus(painter, rect.adjusted(0, 0, 0, -1))


def _paint_lines(painter: QPainter, rect: QRect, row: ScenarioRow, column: Column, *, asks: bool) -> None:
    """Draw what a cell says, and below it, quietly, what it says beside; a figure can be asked for."""
    beside, side = row.beside(column), RIGHT if column.is_number else LEFT
    text, known = row.text(column), row.has_figure(column)
    if column is Column.WEIGHTS and theme().metrics("body").horizontalAdvance(text) > rect.width():
        paint_lines(painter, rect, text, "text")
        return
    bold = column is Column.KNOWN or (column is Column.WEIGHTED and known)
    quiet = text == "none" if column is Column.LIMIT else bool(column.figure) and not known
    heights = [theme().metrics(style).height() for style in ("card_title", "caption")]
    first = QRect(rect.left(), rect.center().y() - heights[0] // 2, rect.width(), heights[0])
    if beside:
        first.moveTop(rect.top() + (rect.height() - sum(heights)) // 2)
        below = QRect(rect.left(), first.bottom() + 1, rect.width(), heights[1])
        paint_text(painter, below, beside, "caption", "text3", side)
    style, tone = "card_title" if bold else "body", "text3" if quiet else "text"
    wide = paint_text(painter, first, text, style, tone, side)
    if known and (column is Column.WEIGHTED or asks):
        painter.setPen(QPen(theme().colour("text" if asks else "text3"), 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPoint(first.right() - wide, first.bottom()), first.bottomRight())
