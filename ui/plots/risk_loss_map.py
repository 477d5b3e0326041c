"""Risk–loss map: where the file stands after every step, risk upwards and loss to the right."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPen
from PySide6.QtWidgets import QGraphicsRectItem

from sdcdesk.core.limit import Limit, Standing, standing
from sdcdesk.core.plot import Axis
from sdcdesk.core.quantity import Quantity
from sdcdesk.core.shown import limit_shown, shown
from sdcdesk.core.ticks import ticks
from sdcdesk.release.risk_loss_path import Address, PathPoint
from ui.look.locale import user_locale
from ui.look.theme import theme
from ui.plots.chart import Chart
from ui.plots.export import Table
from ui.plots.path_mark import HEIGHT, PathMark, mark_width
from ui.plots.places import Places
from ui.widgets.numbers import decimal, spoken

NEAR = 14.0
"""Pixels from the pointer within which a point is meant."""

DOT = "\N{MIDDLE DOT}"


@dataclass(frozen=True, slots=True)
class Stop:
    """One point of the path: number of the step (0: the original), its words, the figure, loss."""

    step: int
    words: str
    figure: Quantity
    loss: float

    @property
    def risk(self) -> float:
        """The figure as a number."""
        return float(self.figure.value or 0)


def stops(path: Sequence[PathPoint], address: Address, summaries: Sequence[str]) -> tuple[Stop, ...]:
    """Return the points of a figure; where it could not be assessed there is none.

    Parameters
    ----------
    path
        Points in order.
    address
        The figure.
    summaries
        Words of all steps.
    """
    found = []
    for point in path:
        figure = point.found.get(address)
        if figure is not None and figure.defined:
            words = "Original" if point.step == 0 else summaries[point.step - 1]
            found.append(Stop(point.step, words, figure, point.loss))
    return tuple(found)


class RiskLossMap(Chart):
    """Loss to the right, a limited figure upwards on a logarithmic scale, the part within the limit shaded.

    Points are numbered 0 (the original) to n and joined by a line; the last is filled. Points too close
    to be told apart share one mark ("3·4"). A figure of zero has a line of its own at the bottom.
    """

    step_chosen = Signal(int)
    """A step was chosen, by its number; 0 is the original."""

    def __init__(self, title: str = "Risk against loss") -> None:
        self._stops: tuple[Stop, ...] = ()
        self._limit: Limit | None = None
        self._name = "DR_W"
        self._selected = -1
        self._heights = Places(Axis("", scale="log"), None, ())
        self._items: list[Any] = []
        super().__init__(title, "Information loss →")
        box = self.plot.plotItem.vb
        box.setMouseEnabled(x=False, y=False)
        box.sigResized.connect(lambda *_: self.repaint_items())
        self.chosen.connect(lambda index: self.step_chosen.emit(self._stops[index].step))

    def set_path(self, found: Sequence[Stop], limit: Limit | None, name: str = "DR_W") -> None:
        """Show points of a figure with this name, and the limit on it."""
        self._stops, self._limit, self._name = tuple(found), limit, name
        self._set_axes()
        self.set_current(-1)
        self.setAccessibleDescription(self.summary())
        self.repaint_items()

    def select(self, step: int) -> None:
        """Ring the mark of a step, by its number; −1: none."""
        if step != self._selected:
            self._selected = step
            self.repaint_items()

    def summary(self) -> str:
        """Return all points in words, for a screen reader."""
        parts = [self.words(index) for index in range(self.count())]
        if self._limit is not None and self._stops:
            unit = self._stops[0].figure.unit
            parts.append(f"limit: {self._limit.side} {limit_shown(self._limit.value, unit, user_locale())}")
        return spoken("; ".join(parts)) or "No points yet"

    def marks(self) -> list[tuple[int, ...]]:
        """Return the numbers of the points that share each mark."""
        groups: list[list[Stop]] = []
        for stop in self._stops:
            if groups and self._apart(groups[-1][0], stop) < HEIGHT / 2:
                groups[-1].append(stop)
            else:
                groups.append([stop])
        return [tuple(stop.step for stop in group) for group in groups]

    # What a chart says of itself

    def count(self) -> int:
        """Return the number of points."""
        return len(self._stops)

    def anchor(self, index: int) -> QPointF:
        """Return where a point stands."""
        stop = self._stops[index]
        return QPointF(stop.loss, self._heights.of(stop.risk))

    def words(self, index: int) -> str:
        """Return number, words, risk and loss of a point."""
        stop = self._stops[index]
        name = stop.words if stop.step == 0 else f"{stop.step}. {stop.words}"
        limits = [] if self._limit is None else [self._limit.value]
        figure = shown(stop.figure, user_locale(), limits).text
        return f"{name}: {self._name} {figure}, loss {decimal(stop.loss, 1)}"

    def nearest(self, place: QPointF) -> int:
        """Return the point closest to a place, if it is near; of several on one spot the last."""
        here = self._pixels(place)
        distances = [hypot(*(here - self._pixels(self.anchor(i))).toTuple()) for i in range(self.count())]
        near = [index for index, distance in enumerate(distances) if distance <= NEAR]
        return min(near, key=lambda index: (round(distances[index], 3), -index)) if near else -1

    def table(self) -> Table:
        """Return one row for each point."""
        rows = [[str(s.step), s.words, repr(s.risk), repr(s.loss)] for s in self._stops]
        return [["step", "what", self._name, "information loss"], *rows]

    def repaint_items(self) -> None:
        """Draw area, limit, line and marks."""
        for item in self._items:
            self.plot.removeItem(item)
        self._items = []
        if not self._stops:
            return
        look = theme()
        self.plot.plotItem.vb.setBorder(QPen(look.colour("grid"), 1))
        if self._limit is not None:
            self._draw_limit(self._limit)
        places = [self.anchor(index) for index in range(self.count())]
        pen = QPen(look.colour("text2"), 1.2)
        pen.setCosmetic(True)
        across, up = [place.x() for place in places], [place.y() for place in places]
        self._put(pg.PlotCurveItem(across, up, pen=pen, antialias=True), 1)
        self._draw_marks()

    # Parts

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the size in the panel."""
        return QSize(288, 196)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Leave the wheel to the panel: there is nothing to zoom."""
        if event.type() == QEvent.Type.Wheel:
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    def _set_axes(self) -> None:
        """Give both axes their ranges and marks."""
        risks = [stop.risk for stop in self._stops] + ([] if self._limit is None else [self._limit.value])
        unit = self._stops[0].figure.unit if self._stops else None
        self._heights = Places(Axis("", scale="log"), unit, risks)
        loss = ticks(0.0, max((stop.loss for stop in self._stops), default=1.0))
        # Room for the marks at the ends, which the axes would cut.
        self._x = -0.06 * loss[-1], 1.06 * loss[-1]
        self._y = self._heights.low, self._heights.high
        box = self.plot.plotItem.vb
        box.setLimits(xMin=None, xMax=None, yMin=None, yMax=None)
        box.setRange(xRange=self._x, yRange=self._y, padding=0)
        self._make_room(box)
        marks = self._heights.marks(*self._y)
        self._grid.set_marks([mark for mark, _ in marks], self._x)
        self.plot.getAxis("left").setTicks([marks])
        self._set_x_marks()

    def _make_room(self, box: pg.ViewBox) -> None:
        """Let the axis go on where a mark that several points share would be cut at its end."""
        left, right = self._x
        losses = {stop.step: stop.loss for stop in self._stops}
        for group in self.marks():
            half, loss = mark_width(_words(group)) / 2 + 2, losses[group[0]]
            if half < box.width():
                right = max(right, left + (loss - left) / (1 - half / box.width()))
        self._x = left, right
        box.setRange(xRange=self._x, padding=0)

    def x_marks(self, low: float, high: float) -> list[tuple[float, str]]:
        """Return the round losses below the map."""
        return [mark for mark in super().x_marks(max(low, 0.0), high) if mark[0] >= 0]

    def _draw_limit(self, limit: Limit) -> None:
        look, (left, right), (low, top) = theme(), self._x, self._y
        most = limit.side == "at most"
        # Without any room only the line of zero is within the limit.
        height = self._heights.of(limit.value) if limit.value > 0 else 2 * self._heights.zero - low
        bottom, upper = (low, height) if most else (height, top)
        area = QGraphicsRectItem(QRectF(left, bottom, right - left, upper - bottom))
        area.setPen(QPen(Qt.PenStyle.NoPen))
        area.setBrush(look.colour("safe_soft"))
        self._put(area, -1500)
        dashes = QPen(look.colour("text"), 1.2, Qt.PenStyle.DashLine)
        dashes.setCosmetic(True)
        self._put(pg.InfiniteLine(height, angle=0, pen=dashes), 0)
        # On the side where no mark lies over the words.
        kept = {stop: standing(stop.figure, limit) is Standing.KEPT for stop in self._stops}
        within = [stop.loss for stop in self._stops if kept[stop]]
        at_left = max(within, default=0.0) > (left + right) / 2
        anchor = 0 if at_left else 1, 1 if most else 0
        words = pg.TextItem("within the limit", look.colour("safe_text"), anchor=anchor)
        words.setFont(look.font("caption"))
        words.setPos(left if at_left else right, low if most else top)
        self._put(words, -1)

    def _draw_marks(self) -> None:
        by_step = {stop.step: index for index, stop in enumerate(self._stops)}
        groups = self.marks()
        for number, group in enumerate(groups):
            mark = PathMark(
                _words(group),
                filled=number == len(groups) - 1,
                ringed=self._selected in group,
                read=self.current >= 0 and self._stops[self.current].step in group,
            )
            mark.setPos(self.anchor(by_step[group[0]]))
            self._put(mark, 10 + number)

    def _put(self, item: Any, z: float) -> None:
        item.setZValue(z)
        self.plot.addItem(item, ignoreBounds=True)
        self._items.append(item)

    def _pixels(self, place: QPointF) -> QPointF:
        scene: QPointF = self.plot.plotItem.vb.mapViewToScene(place)
        return scene

    def _apart(self, first: Stop, second: Stop) -> float:
        """Return how many pixels lie between two points."""
        places = [self._pixels(QPointF(stop.loss, self._heights.of(stop.risk))) for stop in (first, second)]
        return hypot(*(places[1] - places[0]).toTuple())


def _words(group: Sequence[int]) -> str:
    return DOT.join(str(step) for step in group)
