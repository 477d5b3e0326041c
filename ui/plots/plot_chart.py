"""Charts of plots of findings over numbers: curves, and points."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsEllipseItem, QGraphicsItem, QGraphicsPolygonItem

from sdcdesk.core.plot import Line, Plot, Series
from sdcdesk.core.table import Table
from sdcdesk.core.ticks import shown_labels
from ui.look.theme import theme
from ui.plots.chart import Chart
from ui.plots.export import SHARP
from ui.plots.export import Table as Rows
from ui.plots.places import Places, limit_words, numbers, read_out
from ui.plots.series_style import limit_pen, series_colour, series_pen
from ui.widgets.numbers import spoken

FAR = 2.0
"""A limit more than so many times above everything is said, not drawn: it would flatten the plot."""

INSET = 28
"""Pixels at the right, so that the last mark fits."""

MARK = 8.0
NEAR = 14.0
"""Pixels across a point, and from the pointer to a point that is meant."""

LABEL_PLACES = (0.86, 0.7, 0.55, 0.98, 0.4, 0.25)
"""Where along a curve its label may stand, as shares of the width; the first that is free."""


class PlotChart(Chart):
    """A plot over the rows of its table: what is common to curves and points.

    Parameters
    ----------
    declared, table
        The plot, and the table that it draws.
    lines
        Limits, besides those of the plot.
    """

    def __init__(self, declared: Plot, table: Table, lines: Sequence[Line] = ()) -> None:
        self.declared, self.data = declared, table
        self._lines = (*declared.lines, *lines)
        self._items: list[Any] = []
        self._sharp = 0.0
        place = table.column(declared.x.column)
        self._texts = table.texts(place) if place.unit is None else None
        across = np.arange(len(table), dtype=np.float64) if self._texts else numbers(table, place.name)
        seen = np.flatnonzero(np.isfinite(across))
        self._rows: np.ndarray = seen[np.argsort(across[seen], kind="stable")]
        self._xs = Places(declared.x, place.unit, across[seen])
        self._across = self._xs.all(across[self._rows])
        self._values = {name: numbers(table, name)[self._rows] for name in _columns(declared.series)}
        self._ys = self._height_places()
        self._up = {name: self._ys.all(values) for name, values in self._values.items()}
        super().__init__(declared.title, declared.x.title)
        self._fit_axes()
        # The last mark stands at the very end: half of it may stick out.
        self.plot.getAxis("bottom").setStyle(hideOverlappingLabels=INSET)
        self.plot.plotItem.layout.setContentsMargins(0, 6, INSET, 0)
        self.plot.plotItem.vb.sigResized.connect(lambda *_: self.repaint_items())
        self.setAccessibleDescription(self.summary())
        self.repaint_items()

    def summary(self) -> str:
        """Return the ends of the plot and its limits in words, for a screen reader."""
        ends = sorted({0, self.count() - 1}) if self.count() else []
        parts = [self.words(index).replace("\n", "; ").replace("\t", " ") for index in ends]
        return (
            spoken("; ".join([*parts, *(limit_words(line, self._ys.unit) for line in self._lines)]))
            or "No points"
        )

    # What a chart says of itself

    def count(self) -> int:
        """Return the number of rows that have a place."""
        return len(self._rows)

    def anchor(self, index: int) -> QPointF:
        """Return where a row is read: at its highest value."""
        up = [values[index] for values in self._up.values() if np.isfinite(values[index])]
        return QPointF(self._across[index], max(up, default=self._ys.low))

    def words(self, index: int) -> str:
        """Return what a row says: its place, and a line for each series."""
        return read_out(self.declared, self.data, self.position(index))

    def position(self, index: int) -> int:
        """Return where a row that can be read stands in the table."""
        return int(self._rows[index])

    def table(self) -> Rows:
        """Return the rows of the table with all digits."""
        return list(self.data.exact_rows())

    def x_marks(self, low: float, high: float) -> list[tuple[float, str]]:
        """Return the marks below the chart: numbers, or the labels that have room."""
        if self._texts is None:
            return self._xs.marks(low, high)
        metrics = QFontMetricsF(theme().font("caption"))

        def cut(text: str, pixels: float) -> str:
            return metrics.elidedText(text, Qt.TextElideMode.ElideRight, pixels)

        return shown_labels(self._texts, low, high, self.pixels(), metrics.horizontalAdvance, cut)

    def picture(self) -> QImage:
        """Return the chart as an image, its lines as wide as on the screen."""
        self._sharp = float(SHARP)
        image = super().picture()
        self._sharp = 0.0
        self.repaint_items()
        return image

    def repaint_items(self) -> None:
        """Draw the series, the limits, and what is read."""
        for item in self._items:
            self.plot.removeItem(item)
        self._items = []
        self._boxes: list[QRectF] = []
        self._draw_limits()
        self._draw_series()
        if 0 <= self.current < self.count():
            self._draw_reading()

    # What a kind of plot does

    def _draw_series(self) -> None:
        raise NotImplementedError

    def _draw_reading(self) -> None:
        raise NotImplementedError

    # Parts

    def _height_places(self) -> Places:
        up = np.concatenate([*self._values.values(), np.empty(0)])
        top = float(np.nanmax(up)) if np.isfinite(up).any() else 0.0
        self._near = tuple(line for line in self._lines if abs(line.value) <= FAR * abs(top))
        unit = self.declared.y.unit or next(
            (self.data.column(one.column).unit for one in self.declared.series), None
        )
        seen = [*up[np.isfinite(up)].tolist(), *(line.value for line in self._near)]
        return Places(self.declared.y, unit, seen, from_zero=self.declared.kind == "curves")

    def _fit_axes(self) -> None:
        xs, ys = self._xs, self._ys
        low, high = (xs.low, xs.high) if self._texts is None else (-0.5, max(self.count(), 1) - 0.5)
        self.set_ranges((low, high), (ys.low, ys.high), places=ys)

    def _draw_limits(self) -> None:
        right = self._x[1]
        for line in self._lines:
            words, near = limit_words(line, self._ys.unit), line in self._near
            height = self._ys.of(line.value) if near else self._y[1]
            if near:
                self._put(pg.InfiniteLine(height, angle=0, pen=limit_pen(self._ratio())), 20)
            box = self._label_box(words, right, height, below=not near)
            self._boxes.append(box)
            self._label(f"{words} ↑" if not near else words, right, height, "text", below=not near)

    def _label(
        self, words: str, x: float, y: float, tone: str, *, bold: bool = False, below: bool = False
    ) -> None:
        item = pg.TextItem(words, theme().colour(tone), anchor=(1, 0 if below else 1))
        item.setFont(_label_font(bold=bold))
        item.setPos(x, y)
        self._put(item, 40)

    def _label_box(self, words: str, x: float, y: float, *, below: bool = False) -> QRectF:
        """Return where a label would stand, in pixels of the plot."""
        metrics, box = QFontMetricsF(_label_font(bold=True)), self.plot.plotItem.vb
        corner = box.mapFromView(QPointF(x, y))
        width, height = metrics.horizontalAdvance(words) + 8, metrics.height() + 8
        return QRectF(corner.x() - width, corner.y() - (0 if below else height), width, height)

    def _put(self, item: Any, z: float) -> None:
        item.setZValue(z)
        self.plot.addItem(item, ignoreBounds=True)
        self._items.append(item)

    def _dot(self, x: float, y: float, series: Series, place: int) -> None:
        dot = QGraphicsEllipseItem(-MARK / 2, -MARK / 2, MARK, MARK)
        dot.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        hollow = series.role == "before"
        colour = series_colour(series, place)
        dot.setPen(QPen(colour if hollow else theme().colour("surface"), 1.2))
        dot.setBrush(theme().colour("surface") if hollow else colour)
        dot.setPos(x, y)
        self._put(dot, 30)

    def _ratio(self) -> float:
        return self._sharp or self.devicePixelRatioF()


class CurveChart(PlotChart):
    """Curves over one axis: before thin and grey, after blue, each with its name on it."""

    def nearest(self, place: QPointF) -> int:
        """Return the row below or above the pointer."""
        return int(np.abs(self._across - place.x()).argmin()) if self.count() else -1

    def _draw_series(self) -> None:
        for place, series in reversed(tuple(enumerate(self.declared.series))):
            if series.low and series.high:
                self._draw_band(place, series)
            there = np.isfinite(self._up[series.column])
            across, up = self._across[there], self._up[series.column][there]
            if len(across) == 1:
                self._dot(float(across[0]), float(up[0]), series, place)
            # Antialiased lines of one pixel and more: pyqtgraph's own shortcut for wide lines loses dashes.
            pen = series_pen(series, place, self._ratio())
            self._put(pg.PlotCurveItem(across, up, pen=pen, antialias=True), 10 - place)
            self._name(series, across, up)

    def _draw_band(self, place: int, series: Series) -> None:
        low, high = self._up[series.low], self._up[series.high]
        there = np.isfinite(low) & np.isfinite(high)
        across = self._across[there].tolist()
        edge = [*zip(across, high[there].tolist(), strict=True)]
        edge += reversed([*zip(across, low[there].tolist(), strict=True)])
        area = QGraphicsPolygonItem(QPolygonF([QPointF(x, y) for x, y in edge]))
        area.setPen(QPen(Qt.PenStyle.NoPen))
        area.setBrush(series_colour(series, place, 0.2))
        self._put(area, -100)

    def _name(self, series: Series, across: np.ndarray, up: np.ndarray) -> None:
        """Write the name of a curve on it, where neither another label nor another curve is."""
        if not len(across) or not series.title or len(self.declared.series) == 1:
            return
        low, high = self._x
        wanted = [low + share * (high - low) for share in LABEL_PLACES]
        spots = [(x, float(np.interp(x, across, up))) for x in wanted if across[0] <= x <= across[-1]]
        spots = spots or [(float(across[-1]), float(up[-1]))]
        sides = [(spot, below) for below in (False, True) for spot in spots]
        boxes = [self._label_box(series.title, *spot, below=below) for spot, below in sides]
        chosen = next((number for number, box in enumerate(boxes) if self._is_free(box, series)), 0)
        self._boxes.append(boxes[chosen])
        spot, below = sides[chosen]
        after = series.role == "after"
        self._label(series.title, *spot, "after" if after else "text2", bold=after, below=below)

    def _is_free(self, box: QRectF, series: Series) -> bool:
        """Return whether a label has its place for itself."""
        plot = self.plot.plotItem.vb
        if box.top() < 0 or box.left() < 0 or box.bottom() > plot.height():
            return False
        if any(box.intersects(other) for other in self._boxes):
            return False
        across = [plot.mapToView(QPointF(x, 0)).x() for x in (box.left(), box.center().x(), box.right())]
        for other in self.declared.series:
            there = np.isfinite(self._up[other.column])
            if other is series or not there.any():
                continue
            up = np.interp(across, self._across[there], self._up[other.column][there])
            heights = [plot.mapFromView(QPointF(0, y)).y() for y in up]
            if min(heights) < box.bottom() and max(heights) > box.top():
                return False
        return True

    def _draw_reading(self) -> None:
        """Draw a hairline and dots where values are read."""
        x = float(self._across[self.current])
        hairline = QPen(theme().colour("border_strong"), 1)
        hairline.setCosmetic(True)
        self._put(pg.InfiniteLine(x, angle=90, pen=hairline), -10)
        for place, series in enumerate(self.declared.series):
            y = float(self._up[series.column][self.current])
            if np.isfinite(y):
                self._dot(x, y, series, place)


class PointChart(PlotChart):
    """A point for each row."""

    def nearest(self, place: QPointF) -> int:
        """Return the point closest to the pointer, if it is near."""
        if not self.count():
            return -1
        box, up = self.plot.plotItem.vb, self._up[self.declared.series[0].column]
        width, height = box.viewPixelSize()
        apart = np.hypot((self._across - place.x()) / width, (up - place.y()) / height)
        apart[np.isnan(apart)] = np.inf
        found = int(apart.argmin())
        return found if apart[found] <= NEAR else -1

    def _draw_series(self) -> None:
        for place, series in enumerate(self.declared.series):
            up = self._up[series.column]
            there = np.isfinite(up)
            colour = series_colour(series, place)
            hollow = series.role == "before"
            edge = QPen(colour if hollow else theme().colour("surface"), 1.2)
            edge.setCosmetic(True)
            dots = pg.ScatterPlotItem(
                self._across[there],
                up[there],
                size=MARK,
                pen=edge,
                brush=theme().colour("surface") if hollow else colour,
            )
            self._put(dots, 10 - place)

    def _draw_reading(self) -> None:
        at = self.anchor(self.current)
        ring = QGraphicsEllipseItem(-MARK, -MARK, 2 * MARK, 2 * MARK)
        ring.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        ring.setPen(QPen(theme().colour("accent"), 2))
        ring.setPos(at)
        self._put(ring, 30)


def _columns(series: Sequence[Series]) -> list[str]:
    """Return all columns that series draw, each once."""
    return list(dict.fromkeys(name for one in series for name in (one.column, one.low, one.high) if name))


def _label_font(*, bold: bool) -> QFont:
    font = theme().font("caption")
    if bold:
        font.setWeight(QFont.Weight.DemiBold)
    return font
