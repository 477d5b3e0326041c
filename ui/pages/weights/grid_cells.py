"""Cells of a weight matrix: how they are drawn in the grid, and in its legend."""

from math import isfinite

from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QLineEdit,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)

from sdcdesk.core.text.number_text import number_text
from sdcdesk.core.text.sentence import sentence
from sdcdesk.risk.weights.grid import Kind
from ui.look.icons import pixmap
from ui.look.locale import user_locale
from ui.look.theme import Style, theme
from ui.pages.weights.grid_editing import CellEditing
from ui.pages.weights.grid_model import FIXED, KIND, LARGEST, MARKED, RINGED, SHARE, WEIGHT
from ui.plots.heat_cell import paint_heat, paint_impossible, paint_ring
from ui.plots.heat_table import HeatView
from ui.widgets.label import IconLabel, label
from ui.widgets.layout import row
from ui.widgets.painting import FieldDelegate, Index, paint_corner, paint_text

GAP = 2
LOCK = 11

SWATCH, STEPS = 14, 6
LONGEST = 7
"""Characters of a weight that the legend writes with all its digits."""


class WeightCells(FieldDelegate):
    """Heat for weights, hatch for what cannot happen, dashes for larger groups, a lock for what is fixed.

    Parameters
    ----------
    view
        The table.
    editing
        Is asked while a weight is typed; None: cells are looked at only, and marked ones differ.
    """

    def __init__(self, view: HeatView, editing: CellEditing | None = None) -> None:
        super().__init__(view)
        self._view, self._editing = view, editing

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one cell."""
        painter.save()
        rect, kind = QRectF(QRect(option.rect)).adjusted(0, 0, -GAP, -GAP), index.data(KIND)
        if kind is Kind.IMPOSSIBLE:
            paint_impossible(painter, rect)
        else:
            self._paint_weight(painter, rect, index)
        if kind is Kind.TAIL:
            _paint_dashes(painter, rect)
        if index.data(FIXED):
            ink = theme().ink(theme().heat("risk", index.data(SHARE)))
            corner = QPoint(int(rect.right()) - LOCK - 3, int(rect.top()) + 3)
            painter.drawPixmap(corner, pixmap("lock", LOCK, ink))
        if index.data(RINGED):
            paint_ring(painter, rect, "risk_text")
        if self._view.shows_current and self._view.hasFocus() and self._view.currentIndex() == index:
            paint_ring(painter, rect, "accent")
        elif self._view.shows_current and option.state & QStyle.StateFlag.State_Selected:
            paint_ring(painter, rect, "accent", 1)
        painter.restore()

    def _paint_weight(self, painter: QPainter, rect: QRectF, index: Index) -> None:
        """Draw a weight; what moved stands on the ground of a selection, what differs has a corner."""
        share = float(index.data(SHARE))
        text, style = _fitting(index, int(rect.width()) - 4, "card_title" if share else "body")
        paint_heat(painter, rect, "risk", share, text, style)
        if index.data(MARKED) and self._editing is None:
            paint_corner(painter, rect)
        elif index.data(MARKED):
            painter.fillRect(rect, theme().colour("accent_soft"))
            paint_text(painter, rect.toRect(), text, style, side=Qt.AlignmentFlag.AlignCenter)

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, index: Index) -> QWidget:  # noqa: N802
        """Return the field in which a weight is typed."""
        field = QLineEdit(parent)
        field.setAlignment(Qt.AlignmentFlag.AlignCenter)
        field.setAccessibleName("Weight")
        field.setAccessibleDescription(str(index.data(Qt.ItemDataRole.AccessibleTextRole)))
        if self._editing is not None:
            self._editing.follow(field)
        return field

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


class GridLegend(QWidget):
    """Hatch, scale of colours and lock, with their meaning."""

    def __init__(self) -> None:
        super().__init__()
        self._range, fixed = label(style="caption", tone="text2"), label("fixed", "caption", "text2")
        fixed.setToolTip("Fixed by its neighbours")
        row(
            _Swatches(None),
            label("cannot happen", "caption", "text2"),
            12,
            _Swatches(*(LARGEST * step / (STEPS - 1) for step in range(STEPS))),
            self._range,
            12,
            IconLabel("lock", SWATCH),
            fixed,
            ...,
            spacing=6,
            inside=self,
        )
        self.set_top(0.0)

    def set_top(self, top: float) -> None:
        """Say how far the scale goes."""
        whole = number_text(top, user_locale())
        text = sentence(
            "0 to {whole}", whole=whole if len(whole) <= LONGEST else number_text(top, user_locale(), 3)
        )
        self._range.setText(text)
        self.setAccessibleName(
            sentence("Hatched: cannot happen. Colours: {text}. Lock: fixed by its neighbours", text=text)
        )


class _Swatches(QWidget):
    """Squares in the colours of some weights; None: hatched."""

    def __init__(self, *shares: float | None) -> None:
        super().__init__()
        self._shares = shares
        self.setFixedSize(SWATCH * len(shares), SWATCH)
        theme().changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the squares."""
        painter = QPainter(self)
        for place, share in enumerate(self._shares):
            rect = QRectF(place * SWATCH, 0, SWATCH, SWATCH)
            if share is None:
                paint_impossible(painter, rect)
            else:
                painter.fillRect(rect, theme().heat("risk", share))


def _fitting(index: Index, room: int, style: Style) -> tuple[str, Style]:
    """Return a weight as it fits into a cell: smaller or, where it must be, with fewer digits."""
    text, weight = str(index.data()), float(index.data(WEIGHT))
    if theme().metrics(style).horizontalAdvance(text) <= room or not isfinite(weight):
        return text, style
    small = theme().metrics("caption")
    shorter = [text, *(f"≈{number_text(weight, user_locale(), digits)}" for digits in (3, 2, 1))]
    return next((each for each in shorter if small.horizontalAdvance(each) <= room), shorter[-1]), "caption"


def _paint_dashes(painter: QPainter, rect: QRectF) -> None:
    pen = QPen(theme().colour("border_strong"), 1)
    pen.setDashPattern([3, 3])
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5))
