"""How the cells of a weight matrix are drawn."""

from typing import Protocol

from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import (
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from ui.look.icons import pixmap
from ui.look.theme import Style, theme
from ui.pages.weights.grid_model import FIXED, KIND, MARKED, RINGED, SHARE, Index, Kind
from ui.pages.weights.words import rounded
from ui.plots.heat_cell import paint_heat, paint_impossible, paint_ring

GAP = 2
LOCK = 11
CORNER = 8


class Editing(Protocol):
    """What is asked while a weight is typed into a cell."""

    def follow(self, field: QLineEdit) -> None:
        """Watch what is typed into a field that opened in the current cell."""
        ...

    def commit(self, index: Index) -> None:
        """Ask for the weight in the open field, if it fits."""
        ...

    def handles(self, event: QEvent) -> bool:
        """Return whether an event in the open field was dealt with."""
        ...


class WeightCells(QStyledItemDelegate):
    """Heat for weights, hatch for what cannot happen, dashes for larger groups, a lock for what is fixed.

    Parameters
    ----------
    view
        The table.
    editing
        Is asked while a weight is typed; None: cells are looked at only, and marked ones differ.
    """

    def __init__(self, view: QTableView, editing: Editing | None = None) -> None:
        super().__init__(view)
        self._view, self._editing = view, editing
        self.shows_current = True

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one cell."""
        painter.save()
        rect, kind = QRectF(QRect(option.rect)).adjusted(0, 0, -GAP, -GAP), index.data(KIND)
        if kind is Kind.IMPOSSIBLE:
            paint_impossible(painter, rect)
        else:
            share = float(index.data(SHARE))
            text, style = _fitting(
                str(index.data()), int(rect.width()) - 4, "card_title" if share else "body"
            )
            paint_heat(painter, rect, "risk", share, text, style)
            if index.data(MARKED):
                self._paint_mark(painter, rect, text, style)
        if kind is Kind.TAIL:
            _paint_dashes(painter, rect)
        if index.data(FIXED):
            ink = theme().ink(theme().heat("risk", share))
            corner = QPoint(int(rect.right()) - LOCK - 3, int(rect.top()) + 3)
            painter.drawPixmap(corner, pixmap("lock", LOCK, ink))
        if index.data(RINGED):
            paint_ring(painter, rect, "risk_text")
        if self.shows_current and self._view.hasFocus() and self._view.currentIndex() == index:
            paint_ring(painter, rect, "accent")
        elif self.shows_current and option.state & QStyle.StateFlag.State_Selected:
            paint_ring(painter, rect, "accent", 1)
        painter.restore()

    def _paint_mark(self, painter: QPainter, rect: QRectF, text: str, style: Style) -> None:
        """Draw what moved on the ground of a selection, and what differs with a corner."""
        if self._editing is not None:
            painter.fillRect(rect, theme().colour("accent_soft"))
            painter.setPen(theme().colour("text"))
            painter.setFont(theme().font(style))
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
            return
        corner = rect.topRight()
        side, down = corner - QPointF(CORNER, 0), corner + QPointF(0, CORNER)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().colour("after"))
        painter.drawPolygon(QPolygonF([side, corner, down]))

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, index: Index) -> QWidget:  # noqa: N802
        """Return the field in which a weight is typed."""
        field = QLineEdit(parent)
        field.setAlignment(Qt.AlignmentFlag.AlignCenter)
        field.setAccessibleName("Weight")
        field.setAccessibleDescription(str(index.data(Qt.ItemDataRole.AccessibleTextRole)))
        if self._editing is not None:
            self._editing.follow(field)
        return field

    def setEditorData(self, editor: QWidget, index: Index) -> None:  # noqa: N802
        """Show the weight, but never over what is being typed: results may arrive meanwhile."""
        if not (isinstance(editor, QLineEdit) and editor.isModified()):
            super().setEditorData(editor, index)

    def setModelData(self, _editor: QWidget, _model: QAbstractItemModel, index: Index) -> None:  # noqa: N802
        """Ask for the weight; the model changes when the project does."""
        if self._editing is not None:
            self._editing.commit(index)

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:  # noqa: N802
        """Let no weight leave its field before it fits."""
        handled = self._editing is not None and self._editing.handles(event)
        return handled or super().eventFilter(editor, event)

    def updateEditorGeometry(  # noqa: N802
        self, editor: QWidget, option: QStyleOptionViewItem, _index: Index
    ) -> None:
        """Let the field fill the cell."""
        editor.setGeometry(QRect(option.rect).adjusted(0, 0, -GAP, -GAP))


def _fitting(text: str, room: int, style: Style) -> tuple[str, Style]:
    """Return a weight as it fits into a cell: smaller or, where it must be, with fewer digits."""
    if QFontMetrics(theme().font(style)).horizontalAdvance(text) <= room:
        return text, style
    metrics, number = QFontMetrics(theme().font("caption")), text.removeprefix("≤").strip()
    shorter = [text, *(f"≈{rounded(number, digits)}" for digits in (3, 2, 1))]
    return next((each for each in shorter if metrics.horizontalAdvance(each) <= room), shorter[-1]), "caption"


def _paint_dashes(painter: QPainter, rect: QRectF) -> None:
    pen = QPen(theme().colour("border_strong"), 1)
    pen.setDashPattern([3, 3])
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5))
