"""Labels at the ends of lines, which never overlap and never leave the chart."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsWidget, QStyleOptionGraphicsItem, QWidget

from ui.look.theme import theme
from ui.plots.curve_style import MARK, paint_mark

WIDEST = 190
"""Pixels after which a label is cut."""

_LEAD, _GAP = 14, 4


@dataclass(frozen=True, slots=True)
class EndLabel:
    """What stands at the end of a line.

    Attributes
    ----------
    height
        Where the line ends, in the numbers of the axis.
    lines
        Its words, the most important first: where room is short the last ones are left out.
    style
        Of the series; −1: a limit, which has no mark.
    """

    height: float
    lines: tuple[str, ...]
    style: int = -1


def spread(wanted: Sequence[float], heights: Sequence[float], low: float, high: float) -> list[float]:
    """Return the tops of boxes as near as may be to where they are wanted, without overlap.

    Parameters
    ----------
    wanted
        Tops, in any order; boxes keep the order of their tops.
    heights
        Of the boxes; together they must fit between `low` and `high`.
    """
    order = sorted(range(len(wanted)), key=lambda box: wanted[box] + heights[box] / 2)
    tops = [0.0] * len(wanted)
    edge = low
    for box in order:
        tops[box] = max(wanted[box], edge)
        edge = tops[box] + heights[box]
    edge = high
    for box in reversed(order):
        tops[box] = min(tops[box], edge - heights[box])
        edge = tops[box]
    return tops


def lines_that_fit(labels: Sequence[EndLabel], line: float, room: float) -> list[int]:
    """Return how many lines of each label are shown: the longest lose their last ones first.

    Where not even one line each has room, labels at the end of the list get none.
    """
    shown = [len(label.lines) for label in labels]
    while sum(number * line + _GAP for number in shown if number) > room and any(shown):
        most = max(shown)
        last = max(place for place, number in enumerate(shown) if number == most)
        shown[last] -= 1
    return shown


class EndLabels(QGraphicsWidget):
    """The strip at the right of a plot in which labels stand beside the ends of their lines."""

    def __init__(self) -> None:
        super().__init__()
        self._box: Any = None
        self._labels: tuple[EndLabel, ...] = ()

    def attach(self, plot: Any) -> None:
        """Stand at the right of a plot, as high as what it shows."""
        self._box = plot.vb
        plot.layout.addItem(self, 2, 3)

    def set_labels(self, labels: Sequence[EndLabel]) -> None:
        """Show other labels; the strip is as wide as they need."""
        self._labels = tuple(labels)
        name, words = _fonts()
        widest = max(
            (
                QFontMetricsF(words if place else name).horizontalAdvance(line)
                for label in labels
                for place, line in enumerate(label.lines)
            ),
            default=0.0,
        )
        width = min(ceil(widest), WIDEST) + _LEAD + 4 if labels else 8
        self.setMinimumWidth(width)
        self.setMaximumWidth(width)
        self.update()

    def labels(self) -> tuple[EndLabel, ...]:
        """Return what is shown."""
        return self._labels

    def boxes(self) -> list[QRectF]:
        """Return where each label stands, in the strip; empty where there was no room for it."""
        line, room = self._line(), self.rect().height()
        shown = lines_that_fit(self._labels, line, room)
        heights = [number * line + _GAP if number else 0.0 for number in shown]
        placed = [place for place, number in enumerate(shown) if number]
        wanted = [self._end(self._labels[place].height) - heights[place] / 2 for place in placed]
        tops = spread(wanted, [heights[place] for place in placed], 0.0, room)
        boxes = [QRectF() for _ in self._labels]
        for place, top in zip(placed, tops, strict=True):
            boxes[place] = QRectF(_LEAD, top, self.rect().width() - _LEAD, heights[place])
        return boxes

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Draw marks, leaders and words."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for label, box in zip(self._labels, self.boxes(), strict=True):
            end = QPointF(MARK / 2, self._end(label.height))
            if not box.isEmpty():
                self._paint_leader(painter, end, box)
                self._paint_words(painter, label, box)
            if label.style >= 0:
                paint_mark(painter, end, label.style)

    def _paint_leader(self, painter: QPainter, end: QPointF, box: QRectF) -> None:
        """Draw a line from the end of the curve to a label that stands elsewhere."""
        middle = box.center().y()
        if abs(middle - end.y()) > 6:
            painter.setPen(QPen(theme().colour("border_strong"), 1))
            painter.drawLine(end, QPointF(_LEAD - 3, min(max(end.y(), box.top() + 6), box.bottom() - 6)))

    def _paint_words(self, painter: QPainter, label: EndLabel, box: QRectF) -> None:
        name, words = _fonts()
        line = self._line()
        limit = label.style < 0
        for place in range(round((box.height() - _GAP) / line)):
            first = place == 0 and not limit
            painter.setFont(name if first else words)
            # Of the other series the mark has the colour: not all are readable as words.
            tone = "risk_text" if first and label.style == 0 else "text" if first or limit else "text2"
            painter.setPen(theme().colour(tone))
            row = QRectF(box.left(), box.top() + _GAP / 2 + place * line, box.width(), line)
            cut = painter.fontMetrics().elidedText(
                label.lines[place], Qt.TextElideMode.ElideRight, int(row.width())
            )
            painter.drawText(row, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, cut)

    def _end(self, height: float) -> float:
        """Return where a height of the axis is in the strip, at most at its edges."""
        point = self.mapFromItem(self._box, self._box.mapFromView(QPointF(0.0, height)))
        return min(max(float(point.y()), 0.0), float(self.rect().height()))

    def _line(self) -> float:
        return QFontMetricsF(_fonts()[0]).height()


def _fonts() -> tuple[QFont, QFont]:
    words = theme().font("caption")
    name = QFont(words)
    name.setWeight(QFont.Weight.DemiBold)
    return name, words
