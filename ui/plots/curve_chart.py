"""Risk against the share of records that are released: lines, bands, a limit, labels at the ends."""

from collections.abc import Sequence
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QImage, QKeyEvent, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsEllipseItem, QGraphicsItem, QGraphicsPolygonItem

from sdcdesk.core.ticks import axis, inside
from ui.look.theme import theme
from ui.plots.chart import Chart
from ui.plots.curve import Curve, curve_table, short_percent
from ui.plots.curve_style import MARK, WIDTH, curve_colour, curve_pen
from ui.plots.end_labels import EndLabel, EndLabels
from ui.plots.export import SHARP, Table
from ui.widgets.numbers import percent, percent_brief, spoken, tick_words

FAINT, NARROW = 0.2, 0.35
"""Opacity of a band: what lies below remains visible; narrow ones along their lines are a little stronger."""

FAR = 2.0
"""A limit more than so many times above all curves is said, not drawn."""

X_TITLE = "share of records released (sampling factor)"


class CurveChart(Chart):
    """Several series over the share of records that are released, in percent.

    Each has a line of DR_W, a band, and a label at its end. Left and right go along a series, up and down to
    the next one. Zooming follows the curves: what is seen of them fills the height.
    """

    def __init__(self, title: str, x_title: str = X_TITLE) -> None:
        self._curves: tuple[Curve, ...] = ()
        self._starts: tuple[int, ...] = ()
        self._limit: tuple[float, str] | None = None
        self._items: list[Any] = []
        self._reading: list[Any] = []
        self._drawn: tuple[Any, ...] = ()
        self._sharp = 0.0
        self.labels = EndLabels()
        super().__init__(title, x_title)
        item = self.plot.plotItem
        # The last mark stands at the very end: half of it may stick out.
        item.getAxis("bottom").setStyle(hideOverlappingLabels=24)
        self.labels.attach(item)
        item.vb.sigXRangeChanged.connect(lambda *_: self._fit())
        self.set_curves((), None)

    def set_curves(self, curves: Sequence[Curve], limit: tuple[float, str] | None = None) -> None:
        """Show series.

        Parameters
        ----------
        curves
            The first is the most important.
        limit
            A share of risk, and what it is called: (0.02, "limit on DR_W").
        """
        read = self._read_point()
        same = [(c.name, c.shares) for c in curves] == [(c.name, c.shares) for c in self._curves]
        self._curves, self._limit = tuple(curves), limit
        sizes = [len(curve.records) for curve in curves]
        self._starts = tuple(sum(sizes[:place]) for place in range(len(sizes)))
        seen = self.view()
        self.set_ranges((0.0, 100.0), (0.0, self._top(0.0, 1.0)))
        if same and curves:
            # Other numbers of the same curves: what the user zoomed to stays.
            self.plot.plotItem.vb.setXRange(*seen, padding=0)
        self._fit()
        self.set_current(self._point(*read) if same and read else -1)
        self.setAccessibleDescription(self.summary())
        self.repaint_items()

    def curves(self) -> tuple[Curve, ...]:
        """Return the series that are shown."""
        return self._curves

    def series(self, index: int) -> tuple[int, int]:
        """Return which series a point belongs to, and its place in it."""
        series = max(place for place, start in enumerate(self._starts) if start <= index)
        return series, index - self._starts[series]

    def read(self, series: int, place: int) -> None:
        """Read a point of a series."""
        if 0 <= series < len(self._curves) and 0 <= place < len(self._curves[series].records):
            self.set_current(self._point(series, place))

    def summary(self) -> str:
        """Return the ends of all series in words, for a screen reader."""
        parts = [f"{curve.name}: {curve.words(len(curve.records) - 1)}" for curve in self._curves]
        if self._limit is not None:
            parts.append(f"{self._limit[1]} {percent(self._limit[0])}")
        return spoken("; ".join(parts)) or "No curves yet"

    # What a chart says of itself

    def count(self) -> int:
        """Return the number of points of all series."""
        return sum(len(curve.records) for curve in self._curves)

    def anchor(self, index: int) -> QPointF:
        """Return where a point stands: at DR_W."""
        series, place = self.series(index)
        curve = self._curves[series]
        return QPointF(100 * curve.shares[place], 100 * curve.shown(place))

    def words(self, index: int) -> str:
        """Return the name of the series where there are several, and what the point says."""
        series, place = self.series(index)
        words = self._curves[series].words(place)
        return words if len(self._curves) == 1 else f"{self._curves[series].name}\n{words}"

    def nearest(self, place: QPointF) -> int:
        """Return the point below or above the pointer, of the series whose line or band is nearest."""
        best, least = -1, float("inf")
        for number, curve in enumerate(self._curves):
            if not curve.records:
                continue
            at = min(range(len(curve.shares)), key=lambda point: abs(100 * curve.shares[point] - place.x()))
            distance = abs(100 * curve.shown(at) - place.y())
            if distance < least:
                best, least = self._point(number, at), distance
        return best

    def table(self) -> Table:
        """Return one row for each point of each series, all numbers at full precision."""
        return curve_table(self._curves)

    def x_marks(self, low: float, high: float) -> list[tuple[float, str]]:
        """Return marks in percent; the last one says so."""
        marks = inside(axis(low, high)[0], low, high)
        words = tick_words(marks)
        return [
            (mark, f"{word} %" if place == len(marks) - 1 else word)
            for place, (mark, word) in enumerate(zip(marks, words, strict=True))
        ]

    def y_words(self, marks: list[float]) -> list[str]:
        """Return marks in percent."""
        return [f"{word} %" for word in tick_words(marks)]

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Go along a series, or to the next one."""
        now = self._read_point()
        if now is None or not self._curves:
            super().keyPressEvent(event)
            return
        series, place = now
        last = len(self._curves[series].records) - 1
        ways = {
            Qt.Key.Key_Left: (series, max(place - 1, 0)),
            Qt.Key.Key_Right: (series, min(place + 1, last)),
            Qt.Key.Key_Home: (series, 0),
            Qt.Key.Key_End: (series, last),
            Qt.Key.Key_Up: (max(series - 1, 0), place),
            Qt.Key.Key_Down: (min(series + 1, len(self._curves) - 1), place),
        }
        key = Qt.Key(event.key())
        if key in ways:
            wanted, at = ways[key]
            self.read(wanted, min(at, len(self._curves[wanted].records) - 1))
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the size in the overview."""
        return QSize(560, 240)

    def picture(self) -> QImage:
        """Return the chart as an image, its lines as wide as on the screen."""
        self._sharp = float(SHARP)
        image = super().picture()
        self._sharp = 0.0
        self.repaint_items()
        return image

    def repaint_items(self) -> None:
        """Draw the curves where they or the theme are others, and the point that is read."""
        wanted = (self._curves, self._limit, theme().tokens, self._ratio())
        if self._drawn != wanted:
            self._drawn = wanted
            self._remove(self._items)
            for curve in reversed(self._curves):
                self._draw_bands(curve)
            for curve in reversed(self._curves):
                self._draw_lines(curve)
            self._draw_limit()
            self._set_labels()
        self._remove(self._reading)
        if self.current >= 0:
            self._draw_reading()

    # Parts

    def _draw_bands(self, curve: Curve) -> None:
        nothing = QPen(Qt.PenStyle.NoPen)
        edge = QPen(curve_colour(curve.style, 0.5), 1)
        edge.setCosmetic(True)
        for band in curve.bands:
            there = [QPointF(100 * x, 100 * y) for x, y in zip(band.shares, band.high, strict=True)]
            back = [QPointF(100 * x, 100 * y) for x, y in zip(band.shares, band.low, strict=True)]
            area = QGraphicsPolygonItem(QPolygonF([*there, *reversed(back)]))
            area.setPen(nothing)
            area.setBrush(curve_colour(curve.style, NARROW if curve.edged else FAINT))
            self._put(self._items, area, -100)
            if not curve.edged:
                for ends in (there, back):
                    self._line([p.x() for p in ends], [p.y() for p in ends], edge, -50)

    def _draw_lines(self, curve: Curve) -> None:
        across = [100 * share for share in curve.shares]
        if curve.edged:
            for values in (curve.minimal, curve.maximal):
                self._line(
                    across, [100 * value for value in values], curve_pen(curve.style, 1.2 * self._ratio()), 0
                )
        if curve.weighted:
            self._line(
                across,
                [100 * value for value in curve.weighted],
                curve_pen(curve.style, WIDTH * self._ratio()),
                10,
            )

    def _draw_limit(self) -> None:
        if self._limit is None or not self._is_near(self._limit[0], 0.0, 1.0):
            return
        dashes = QPen(theme().colour("text"), 1.2 * self._ratio(), Qt.PenStyle.DashLine)
        dashes.setCosmetic(True)
        self._put(self._items, pg.InfiniteLine(100 * self._limit[0], angle=0, pen=dashes), 20)

    def _draw_reading(self) -> None:
        """Draw a hairline and dots where values are read."""
        series, place = self.series(self.current)
        curve, look = self._curves[series], theme()
        hairline = QPen(look.colour("border_strong"), 1)
        hairline.setCosmetic(True)
        x = 100 * curve.shares[place]
        self._put(self._reading, pg.InfiniteLine(x, angle=90, pen=hairline), -10)
        read = [curve.minimal[place], curve.maximal[place], *(v[place] for v in [curve.weighted] if v)]
        for value in read:
            dot = QGraphicsEllipseItem(-MARK / 2, -MARK / 2, MARK, MARK)
            dot.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
            dot.setPen(QPen(look.colour("surface"), 1))
            dot.setBrush(curve_colour(curve.style))
            dot.setPos(x, 100 * value)
            self._put(self._reading, dot, 30)

    def _line(self, x: list[float], y: list[float], pen: QPen, z: float) -> None:
        # Antialiased lines of one pixel and more: pyqtgraph's own shortcut for wide lines loses dashes.
        self._put(self._items, pg.PlotCurveItem(x, y, pen=pen, antialias=True), z)

    def _put(self, kept: list[Any], item: Any, z: float) -> None:
        item.setZValue(z)
        self.plot.addItem(item, ignoreBounds=True)
        kept.append(item)

    def _remove(self, items: list[Any]) -> None:
        for item in items:
            self.plot.removeItem(item)
        items.clear()

    def _fit(self) -> None:
        """Give what is seen of the curves the whole height, and set the labels at its end."""
        low, high = self.view()
        marks, bottom, top = axis(0.0, 100 * self._top(low / 100, high / 100))
        self._y = bottom, top + 0.02 * (top - bottom)
        box = self.plot.plotItem.vb
        box.setLimits(yMin=None, yMax=None)
        box.setYRange(*self._y, padding=0)
        self._grid.set_marks(marks, (0.0, 100.0))
        words = self.y_words(marks)
        self.plot.getAxis("left").setTicks([list(zip(marks, words, strict=True))])
        self._set_labels()

    def _top(self, low: float, high: float) -> float:
        """Return the highest share that is drawn between two shares of the records."""
        top = max((curve.top(low, high) for curve in self._curves), default=0.0)
        if self._limit is not None and self._is_near(self._limit[0], low, high):
            top = max(top, self._limit[0])
        return top or 0.01

    def _is_near(self, limit: float, low: float, high: float) -> bool:
        """Return whether a limit can be drawn beside the curves without flattening them."""
        top = max((curve.top(low, high) for curve in self._curves), default=0.0)
        return limit <= FAR * top

    def _set_labels(self) -> None:
        low, high = (edge / 100 for edge in self.view())
        labels = [_end_label(curve, high) for curve in self._curves if curve.records]
        if self._limit is not None:
            value, name = self._limit
            near = self._is_near(value, low, high)
            words = f"{name} {short_percent(value)}{'' if near else ' ↑'}"
            labels.append(EndLabel(100 * value, (words,)))
        self.labels.set_labels(labels)

    def _ratio(self) -> float:
        """Return how many pixels of the device one of ours has: pens that do not scale count the former."""
        return self._sharp or self.devicePixelRatioF()

    def _point(self, series: int, place: int) -> int:
        return self._starts[series] + place

    def _read_point(self) -> tuple[int, int] | None:
        return self.series(self.current) if self.current >= 0 and self._curves else None


def _end_label(curve: Curve, share: float) -> EndLabel:
    """Return the label for what is seen of a curve: its last point at or before a share."""
    place = curve.last(share)
    ends = f"{percent_brief(curve.minimal[place])} to {percent_brief(curve.maximal[place])}"
    middle = f"{percent_brief(curve.weighted[place])} weighted" if curve.weighted else "weights do not fit"
    return EndLabel(100 * curve.shown(place), (curve.name, middle, ends), curve.style)
