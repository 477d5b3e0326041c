"""Chart of a declared plot: axes, limits, names and reading, whatever its kind."""

from collections.abc import Iterable, Sequence
from itertools import product

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetricsF

from sdcdesk.core.results.plot import Line, Plot, Series
from sdcdesk.core.results.plot_places import Marks, Places, cell_texts, limit_label, numbers, read_out
from sdcdesk.core.results.table import Table
from sdcdesk.core.text.ticks import OVERHANG
from ui.look.locale import in_user_locale, user_locale
from ui.look.theme import theme
from ui.plots.chart import Chart
from ui.plots.export import Table as Rows
from ui.plots.series_mark import is_hollow, mark_shape
from ui.plots.series_style import label_font, limit_pen, series_colour
from ui.widgets.numbers import aloud
from ui.widgets.symbols import with_symbols

FAR = 2.0
"""A limit more than so many times above everything is said, not drawn: it would flatten the plot."""

MARK = 8.0
"""Pixels across a point."""

LABEL_PLACES = (0.86, 0.7, 0.55, 0.98, 0.4, 0.25)
"""Where along a line its label may end, as shares of the width; the first that is free."""

NOTHING = "There is nothing to draw: none of the values is defined"

Spot = tuple[float, float]


class PlotChart(Chart):
    """A declared plot; a kind of plot draws its series and says what is near the pointer.

    Parameters
    ----------
    declared, table
        The plot, and the table that it draws.
    lines
        Limits, besides those of the plot.
    """

    named = False
    """Whether the rows stand side by side in their order, each with its name below it."""

    from_zero = True
    """Whether zero is always shown."""

    def __init__(self, declared: Plot, table: Table, lines: Sequence[Line] = ()) -> None:
        self._take(declared, table, lines)
        super().__init__(declared.title, declared.x.title)
        if self._texts is not None:
            self.plot.plotItem.layout.setContentsMargins(0, 6, OVERHANG, 0)
        self.plot.plotItem.vb.sigResized.connect(lambda *_: self.repaint_items())
        self.show_all(self._span(), self._ys)

    # What a chart says of itself

    @property
    def heads(self) -> tuple[str, ...]:
        """The lines above its picture: its title, and that of the upright axis."""
        return tuple(title for title in (self.declared.title, self.declared.y.title) if title)

    def summary(self) -> str:
        """Return the ends of the plot and its limits in words, for a screen reader."""
        if not self._has_values:
            return NOTHING
        return self.rows_text(sorted({0, self.count() - 1}) if self.count() else ())

    def rows_text(self, rows: Iterable[int]) -> str:
        """Return rows and limits in words."""
        parts = [self.point_text(index).replace("\n", "; ").replace("\t", " ") for index in rows]
        limits = [limit_label(line, self._ys.unit, user_locale()) for line in self._lines]
        return aloud("; ".join([*parts, *limits]))

    def count(self) -> int:
        """Return the number of rows that have a place."""
        return len(self._rows)

    def anchor(self, index: int) -> QPointF:
        """Return where a row is read: at its highest value."""
        up = [values[index] for values in self._up.values() if np.isfinite(values[index])]
        return QPointF(self._across[index], max(up, default=self._ys.low))

    def point_text(self, index: int) -> str:
        """Return what a row says: its place, and a line for each series."""
        return in_user_locale(read_out(self.declared, self.data, self.position(index), user_locale()))

    def position(self, index: int) -> int:
        """Return where a row that can be read stands in the table."""
        return int(self._rows[index])

    def table(self) -> Rows:
        """Return the rows of the table with all digits."""
        return list(self.data.exact_rows())

    def nearest(self, place: QPointF) -> int:
        """Return the row below or above the pointer."""
        return int(np.abs(self._across - place.x()).argmin()) if self.count() else -1

    def x_marks(self, low: float, high: float) -> Marks:
        """Return the marks below the chart: numbers, or the names that have room."""
        if self._texts is None:
            return self._xs.marks(low, high)
        return self.names(self._texts, low, high, (), self._tallest())

    def draw(self) -> None:
        """Draw the series, the limits, and what is read."""
        self._boxes: list[QRectF] = []
        self._draw_limits()
        if not self._has_values:
            self._show_empty()
        self._draw_series()
        ringed = self.declared.ringed
        if ringed is not None and ringed in self._rows:
            self._draw_ring(int(np.flatnonzero(self._rows == ringed)[0]), "risk_text")
        if 0 <= self.current < self.count():
            self._draw_reading()

    # What a kind of plot does

    def _draw_series(self) -> None:
        raise NotImplementedError

    def _draw_reading(self) -> None:
        self._draw_ring(self.current, "accent")

    def _heights(self, low: float, high: float, series: Series) -> np.ndarray:
        """Return heights between which a series is drawn over a part of the axis."""
        up = self._up[series.column]
        found: np.ndarray = up[np.isfinite(up) & (self._across >= low) & (self._across <= high)]
        return found

    # Parts

    @property
    def _has_values(self) -> bool:
        return any(np.isfinite(values).any() for values in self._up.values())

    def _show_empty(self) -> None:
        """Say in the middle why the axes are bare."""
        item = pg.TextItem(NOTHING, theme().colour("text2"), anchor=(0.5, 0.5))
        item.setFont(label_font(bold=False))
        item.setPos(sum(self._x) / 2, sum(self.ends) / 2)
        self.put(item, 15)

    def _take(self, declared: Plot, table: Table, lines: Sequence[Line]) -> None:
        """Find the places of all rows."""
        self.declared, self.data, self._lines = declared, table, (*declared.lines, *lines)
        place = table.column(declared.x.column)
        stands = self.named or place.unit is None
        names = cell_texts(table, place, locale=user_locale(), noun=False) if stands else None
        self._texts = names and [in_user_locale(name) for name in names]
        across = np.arange(len(table), dtype=np.float64) if stands else numbers(table, place.name)
        seen = np.flatnonzero(np.isfinite(across))
        self._rows = self._ordered(seen, across)
        self._xs = Places(declared.x, place.unit, across[seen], user_locale())
        self._across = self._xs.all(across[self._rows]) if not stands else across
        drawn = [name for one in declared.series for name in (one.column, one.low, one.high) if name]
        values = {name: numbers(table, name)[self._rows] for name in drawn}
        self._ys = self._height_places(np.concatenate([*values.values(), np.empty(0)]))
        self._up = {name: self._ys.all(found) for name, found in values.items()}

    def _ordered(self, rows: np.ndarray, across: np.ndarray) -> np.ndarray:
        """Return rows in the order in which they are read: from left to right."""
        found: np.ndarray = rows[np.argsort(across[rows], kind="stable")]
        return found

    def _height_places(self, up: np.ndarray) -> Places:
        up = up[np.isfinite(up)]
        top = float(up.max(initial=0.0))
        declared, log = self.declared, self.declared.y.scale == "log"
        self._near = tuple(line for line in self._lines if log or abs(line.value) <= FAR * abs(top))
        unit = declared.y.unit or next((self.data.column(one.column).unit for one in declared.series), None)
        seen = [*up.tolist(), *(line.value for line in self._near)]
        return Places(declared.y, unit, seen, user_locale(), from_zero=self.from_zero)

    def _span(self) -> Spot:
        """Return the ends of the first axis."""
        return (self._xs.low, self._xs.high) if self._texts is None else (-0.5, max(self.count(), 1) - 0.5)

    def _along(self, height: float) -> list[Spot]:
        """Return where labels may end at a height, at the right first."""
        low, high = self._x
        return [(low + share * (high - low), height) for share in (1.0, *LABEL_PLACES)]

    def _tallest(self) -> int | None:
        """Return the row of the tallest bar where only its name tells it from others."""
        return None

    def _draw_limits(self) -> None:
        for line in self._lines:
            words, near = limit_label(line, self._ys.unit, user_locale()), line in self._near
            height = self._ys.place(line.value) if near else self.ends[1]
            if near:
                self.put(pg.InfiniteLine(height, angle=0, pen=limit_pen(self.ratio)), 20)
            sides = (False, True) if near else (True,)
            self._write(words if near else f"{words} ↑", self._along(height), sides, "text")

    def _write(
        self,
        words: str,
        spots: Sequence[Spot],
        sides: Sequence[bool],
        tone: str,
        own: Series | None = None,
    ) -> None:
        """Write words at the first spot, above it or below, where neither another label nor a series is."""
        bold = tone == "after"
        found = [
            (spot, below, self._label_box(words, spot, below=below)) for below, spot in product(sides, spots)
        ]
        chosen = next((each for each in found if self._is_free(each[2], own)), None)
        apart = (each for each in found if not any(each[2].intersects(other) for other in self._boxes))
        (x, y), below, box = chosen or next(apart, found[0])
        self._boxes.append(box)
        # On a ground of its own where it cannot but lie over what is drawn.
        ground = None if chosen else theme().colour("surface", 0.85)
        anchor = (1, 0 if below else 1)
        item = pg.TextItem("", theme().colour(tone), with_symbols(words), anchor, fill=ground)
        item.setFont(label_font(bold=bold))
        item.setPos(x, y)
        self.put(item, 15)

    def _label_box(self, words: str, spot: Spot, *, below: bool) -> QRectF:
        """Return where a label would stand, in pixels of the plot."""
        metrics, corner = (
            QFontMetricsF(label_font(bold=True)),
            self.plot.plotItem.vb.mapFromView(QPointF(*spot)),
        )
        width, height = metrics.horizontalAdvance(words) + 8, metrics.height() + 8
        return QRectF(corner.x() - width, corner.y() - (0 if below else height), width, height)

    def _is_free(self, box: QRectF, own: Series | None) -> bool:
        """Return whether a label has its place for itself, but for the series that it names."""
        plot = self.plot.plotItem.vb
        if box.top() < 0 or box.left() < 0 or box.bottom() > plot.height():
            return False
        if any(box.intersects(other) for other in self._boxes):
            return False
        low, high = (plot.mapToView(QPointF(x, 0)).x() for x in (box.left(), box.right()))
        for series in self.declared.series:
            heights = [plot.mapFromView(QPointF(0, y)).y() for y in self._heights(low, high, series)]
            if series is not own and heights and min(heights) < box.bottom() and max(heights) > box.top():
                return False
        return True

    def _draw_ring(self, index: int, tone: str) -> None:
        at, pen = self.anchor(index), pg.mkPen(theme().colour(tone), width=2 * self.ratio)
        self.put(pg.ScatterPlotItem([at.x()], [at.y()], size=2 * MARK, pen=pen, brush=None), 30)

    def _draw_points(
        self,
        across: np.ndarray,
        up: np.ndarray,
        series: Series,
        place: int,
        z: float,
        *,
        shaped: bool = False,
    ) -> None:
        colour, surface = series_colour(series, place), theme().colour("surface")
        hollow = is_hollow(place) if shaped else series.role == "before"
        edge = pg.mkPen(colour if hollow else surface, width=1.2 * self.ratio)
        brush, shape = surface if hollow else colour, mark_shape(place) if shaped else "o"
        self.put(pg.ScatterPlotItem(across, up, size=MARK, pen=edge, brush=brush, symbol=shape), z)
