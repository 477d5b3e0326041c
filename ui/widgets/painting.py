"""Painting of rows and cells: what the delegates of lists and tables have in common."""

from math import isfinite

from PySide6.QtCore import (
    QEvent,
    QLineF,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QMouseEvent,
    QPainter,
    QPen,
    QPolygonF,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from ui.look.locale import in_user_locale
from ui.look.theme import Style, theme
from ui.widgets.symbols import has_symbols, paint_symbols, symbols_width

Index = QModelIndex | QPersistentModelIndex

ROOT = QModelIndex()
"""Stands above all rows."""

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter

CORNER = 8
"""Sides of the triangle in a cell that differs, in pixels."""


class FieldDelegate(QStyledItemDelegate):
    """Lets text be typed in a row or cell; results that arrive meanwhile leave it as it is."""

    def setEditorData(self, editor: QWidget, index: Index) -> None:  # noqa: N802 - Qt's name
        """Show what is there, but never over what is being typed."""
        if not (isinstance(editor, QLineEdit) and editor.isModified()):
            super().setEditorData(editor, index)


class RowDelegate(FieldDelegate):
    """Draws the ground of a row or cell, selected or under the mouse; a kind of row draws the rest.

    Parameters
    ----------
    parent
        The view.
    size
        Of a row; None: as the style has it.
    """

    def __init__(self, parent: QObject | None = None, size: QSize | None = None) -> None:
        super().__init__(parent)
        self._size = size

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802 - Qt's name
        """Return the size of a row."""
        return self._size or super().sizeHint(option, index)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the ground, then what is on it."""
        painter.save()
        paint_ground(painter, option)
        self.draw(painter, QRect(option.rect), index, option)
        painter.restore()

    def draw(self, painter: QPainter, rect: QRect, index: Index, option: QStyleOptionViewItem) -> None:
        """Draw what is on the ground."""
        raise NotImplementedError


def paint_ground(painter: QPainter, option: QStyleOptionViewItem) -> None:
    """Fill a row that is selected or under the mouse."""
    state: QStyle.StateFlag = option.state
    if state & QStyle.StateFlag.State_Selected:
        painter.fillRect(option.rect, theme().colour("accent_soft"))
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(option.rect, theme().colour("sunken"))


def clicked(event: QEvent, place: QRect) -> bool:
    """Return whether an event is a click of the left button at a place."""
    if not isinstance(event, QMouseEvent) or event.type() != QEvent.Type.MouseButtonRelease:
        return False
    return event.button() is Qt.MouseButton.LeftButton and place.contains(event.position().toPoint())


def has_keyboard(option: QStyleOptionViewItem, index: Index) -> bool:
    """Return whether the keyboard is in this row or cell."""
    view = option.widget
    return isinstance(view, QAbstractItemView) and view.hasFocus() and view.currentIndex() == index


def paint_text(
    painter: QPainter,
    rect: QRect,
    text: str,
    style: Style | QFont = "body",
    tone: str = "text",
    side: Qt.AlignmentFlag = LEFT,
    mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> int:
    """Write a text, cut where it has to be, and return the pixels that it takes.

    Parameters
    ----------
    painter, rect, text
        On what, where, and what.
    style, tone
        Type style or font, and token of the colour.
    side, mode
        Where it stands, and where it is cut.
    """
    colours = theme()
    if isinstance(style, QFont):
        font, metrics = style, QFontMetrics(style)
    else:
        font, metrics = colours.font(style), colours.metrics(style)
    if painter.font() != font:  # to look for its glyphs again takes as long as to draw the text
        painter.setFont(font)
    painter.setPen(colours.colour(tone))
    typeset = side in (LEFT, RIGHT) and has_symbols(text)
    width = symbols_width(text, font) if typeset else metrics.horizontalAdvance(text)
    if width > rect.width():
        text = metrics.elidedText(text, mode, rect.width())
        width = metrics.horizontalAdvance(text)
    if side in (LEFT, RIGHT) and has_symbols(text):
        return paint_symbols(painter, rect, text, right=side == RIGHT)
    painter.drawText(rect, side, text)
    return width


def fits(text: str, font: QFont, width: int, lines: int) -> bool:
    """Return whether a text has room on so many lines of so many pixels."""
    return len(broken(text, font, width, lines + 1)) <= lines


def broken(text: str, font: QFont, width: int, most: int) -> list[str]:
    """Return the lines of a text, the last with all that is left; a word longer than a line is broken."""
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    lines: list[str] = []
    start = 0
    while len(lines) < most - 1 and (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        lines.append(text[start : start + line.textLength()].strip())
        start += line.textLength()
    layout.endLayout()
    return [*lines, text[start:].strip()] if start < len(text) or not lines else lines


def paint_lines(painter: QPainter, rect: QRect, text: str, tone: str, lead: str = "") -> None:
    """Draw words on at most two lines in the middle of a place, the first ones bold and as a suggestion."""
    font = theme().font("caption")
    lead, text = in_user_locale(lead), in_user_locale(text)
    first = QTextLayout(lead + text, font)
    # A word that is longer than the line ends where that does, not in the next column.
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    first.setTextOption(option)
    first.setFormats([_lead_format(len(lead))] if lead else [])
    first.beginLayout()
    line = first.createLine()
    line.setLineWidth(rect.width())
    first.endLayout()
    rest = (lead + text)[line.textLength() :].strip()
    height = QFontMetrics(font).height()
    top = rect.center().y() - (height if rest else height / 2) + 1
    painter.setFont(font)
    painter.setPen(theme().colour(tone))
    line.draw(painter, QPointF(rect.left(), top))
    if rest:
        below = QRect(rect.left(), round(top) + height, rect.width(), height)
        paint_text(painter, below, rest, font, tone)


def _lead_format(length: int) -> QTextLayout.FormatRange:
    bold = QTextCharFormat()
    bold.setForeground(theme().colour("note_text"))
    bold.setFontWeight(QFont.Weight.DemiBold)
    spacing = QTextLayout.FormatRange()
    spacing.start, spacing.length, spacing.format = 0, length, bold
    return spacing


def paint_focus(painter: QPainter, rect: QRect | QRectF, radius: float = 4) -> None:
    """Draw the ring that says where the keyboard is."""
    paint_frame(
        painter, QRectF(rect).adjusted(1, 1, -1, -1), theme().colour("accent"), radius=radius, width=2
    )


def paint_frame(
    painter: QPainter,
    rect: QRect | QRectF,
    edge: QColor,
    ground: QColor | Qt.BrushStyle = Qt.BrushStyle.NoBrush,
    radius: float = 4,
    width: float = 1,
) -> None:
    """Draw a box with round corners and an edge."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(edge, width))
    painter.setBrush(ground)
    painter.drawRoundedRect(QRectF(rect), radius, radius)


def paint_box(painter: QPainter, rect: QRect | QRectF, tone: str, radius: float = 4) -> None:
    """Fill a box with round corners in a colour of the theme."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme().colour(tone))
    painter.drawRoundedRect(QRectF(rect), radius, radius)


def paint_corner(painter: QPainter, rect: QRect | QRectF) -> None:
    """Draw the triangle that says that a cell differs from its other side."""
    corner = QPointF(rect.x() + rect.width(), rect.y())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme().colour("after"))
    painter.drawPolygon(QPolygonF([corner - QPointF(CORNER, 0), corner, corner + QPointF(0, CORNER)]))
    painter.restore()


def hatch(painter: QPainter, rect: QRectF, colour: QColor, gap: float = 7.0, width: float = 1.75) -> None:
    """Draw lines from lower left to upper right over a rectangle.

    They start from one grid of the whole page, so that neighbouring parts join without a seam.
    """
    painter.save()
    painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, width))
    # All points of such a line have the same x + y.
    total = rect.left() + rect.top()
    total -= total % gap
    lines = []
    while total < rect.right() + rect.bottom():
        lines.append(QLineF(total - rect.bottom(), rect.bottom(), total - rect.top(), rect.top()))
        total += gap
    painter.drawLines(lines)
    painter.restore()


def paint_share(painter: QPainter, rect: QRectF, share: float, tone: str, radius: float = 2) -> None:
    """Draw a track with a bar on it, none for a share that is not defined."""
    painter.save()
    paint_box(painter, rect, "sunken", radius)
    part = min(max(share, 0.0), 1.0) if isfinite(share) else 0.0
    if part > 0:
        # A bar that is there is seen, however short.
        width = max(rect.width() * part, 2 * radius)
        paint_box(painter, QRectF(rect.left(), rect.top(), width, rect.height()), tone, radius)
    painter.restore()
