"""Bars: before hollow on the left, after filled on the right; other series in colours of their own."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite

import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QFontMetricsF, QPen

from sdcdesk.core.plot import Line, Plot, Series
from sdcdesk.core.table import Table as Findings
from sdcdesk.core.ticks import shown_labels
from ui.look.theme import theme
from ui.plots.chart import Chart
from ui.plots.export import Table, plain_number
from ui.plots.places import Places, cell_text, limit_words, numbers, read_out
from ui.plots.series_style import limit_pen, series_colour
from ui.widgets.numbers import UNKNOWN, count, decimal, spoken

WIDTH = 0.86
"""Width of all bars of a place."""

OUTLINE = 1.2


def _number(value: float) -> str:
    return count(round(value)) if value == round(value) else decimal(value, 2)


@dataclass(frozen=True, slots=True)
class _Bars:
    """One series: what it is, and a value for each place."""

    series: Series
    values: tuple[float, ...]


class BarChart(Chart):
    """Bars of up to about 60 categories, of one series or of several.

    Before is a hollow outline, after is filled; one series alone is filled. Labels are cut or left out where
    they would touch. A value that is not finite has no bar and reads as a dash.

    Parameters
    ----------
    title, x_title, y_title
        See `Chart`.
    number
        How a value is written; whole numbers without a point where not given.
    overlaid
        Draws the outline of before over the bar of after, as histograms are compared, not beside it.
    """

    def __init__(
        self,
        title: str,
        x_title: str = "",
        y_title: str = "",
        *,
        number: Callable[[float], str] = _number,
        overlaid: bool = False,
    ) -> None:
        self._labels: tuple[str, ...] = ()
        self._spoken: tuple[str, ...] = ()
        self._bars: tuple[_Bars, ...] = ()
        self._lines: tuple[float, ...] = ()
        self._number, self._overlaid = number, overlaid
        self._named = False
        self._band = pg.BarGraphItem(x=[], height=[], width=1.0)
        self._items: list[pg.GraphicsObject] = []
        super().__init__(title, x_title, y_title)
        self.plot.addItem(self._band)
        self._band.setZValue(-2000)

    def set_bars(
        self,
        labels: Sequence[str],
        before: Sequence[float],
        after: Sequence[float] | None = None,
        *,
        names: tuple[str, str] = ("original", "masked"),
        spoken: Sequence[str] = (),
    ) -> None:
        """Show the bars of one file, or of two.

        Parameters
        ----------
        labels
            One for each place.
        before, after
            Values in the order of the labels; without `after`, `before` is the only series.
        names
            What the two series are.
        spoken
            Longer words for the labels when a bar is read: "alone" for "1".
        """
        first = Series("", names[0], "after" if after is None else "before")
        shown = (
            [(first, before)] if after is None else [(first, before), (Series("", names[1], "after"), after)]
        )
        self.set_series(labels, shown, spoken)

    def set_series(
        self,
        labels: Sequence[str],
        shown: Sequence[tuple[Series, Sequence[float]]],
        spoken: Sequence[str] = (),
    ) -> None:
        """Show a group of bars for each label, one of each series."""
        self._labels, self._spoken = tuple(labels), tuple(spoken) or tuple(labels)
        self._bars = tuple(_Bars(series, tuple(map(float, values))) for series, values in shown)
        values = [value for bars in self._bars for value in bars.values if isfinite(value)]
        low, high = min([*values, *self._lines], default=0.0), max([*values, *self._lines], default=0.0)
        self._set_height(min(low, 0.0), max(high, 0.0), whole=all(value == round(value) for value in values))
        self.setAccessibleDescription(self.summary())
        self.set_current(-1)
        self.repaint_items()

    def summary(self) -> str:
        """Return all values in words, for a screen reader."""
        parts = [self.words(index).replace("\n", ": ", 1) for index in range(self.count())]
        return "; ".join(part.replace("\n", ", ").replace("\t", " ") for part in parts) or "No data"

    def count(self) -> int:
        """Return the number of places."""
        return len(self._labels)

    def anchor(self, index: int) -> QPointF:
        """Return the upper end of the tallest bar."""
        values = [value for value in self._values(index) if isfinite(value)]
        return QPointF(index, max(values, default=0.0))

    def words(self, index: int) -> str:
        """Return label and values."""
        texts = [self._number(value) if isfinite(value) else UNKNOWN for value in self._values(index)]
        if len(texts) == 1:
            return f"{self._spoken[index]}: {texts[0]}"
        named = zip(self._bars, texts, strict=True)
        return f"{self._spoken[index]}: {', '.join(f'{bars.series.title} {text}' for bars, text in named)}"

    def nearest(self, place: QPointF) -> int:
        """Return the place below or above the pointer."""
        index = round(place.x())
        return index if 0 <= index < self.count() else -1

    def table(self) -> Table:
        """Return one row for each place."""
        titles = [bars.series.title for bars in self._bars]
        header = ["", *titles] if len(titles) > 1 else ["", self.accessibleName()]
        places = range(self.count())
        return [header, *([self._labels[place], *map(plain_number, self._values(place))] for place in places)]

    def x_marks(self, low: float, high: float) -> list[tuple[float, str]]:
        """Return the labels that have room."""
        metrics = QFontMetricsF(theme().font("caption"))

        def cut(text: str, pixels: float) -> str:
            return metrics.elidedText(text, Qt.TextElideMode.ElideRight, pixels)

        tallest = self._tallest() if self._named else None
        return shown_labels(self._labels, low, high, self.pixels(), metrics.horizontalAdvance, cut, tallest)

    def repaint_items(self) -> None:
        """Draw the bars, and the ground below the one that is read."""
        for item in self._items:
            self.plot.removeItem(item)
        self._items = []
        for place in range(len(self._bars)):
            self._draw(place)
        for line in self._lines:
            self._put(pg.InfiniteLine(line, angle=0, pen=limit_pen(self.devicePixelRatioF())), 2)
        read = [self.current] if self.current >= 0 else []
        low, high = self._y
        nothing, ground = QPen(Qt.PenStyle.NoPen), theme().colour("sunken")
        self._band.setOpts(x=read, y0=low, height=[high - low] * len(read), pen=nothing, brush=ground)

    def _draw(self, place: int) -> None:
        series, number = self._bars[place].series, len(self._bars)
        hollow = series.role == "before" and number > 1
        pen, brush = QPen(Qt.PenStyle.NoPen), QBrush(series_colour(series, place))
        if hollow:
            pen = QPen(theme().colour("text" if self._overlaid else "before"), OUTLINE)
            pen.setCosmetic(True)
            brush = QBrush(Qt.BrushStyle.NoBrush)
        width = 0.9 if self._overlaid else WIDTH / number
        shift = 0.0 if self._overlaid else (place - (number - 1) / 2) * width
        bars = [(at + shift, value) for at, value in enumerate(self._bars[place].values)]
        bars = [(at, value) for at, value in bars if isfinite(value) and value != 0]
        across, heights = [at for at, _ in bars], [value for _, value in bars]
        self._put(pg.BarGraphItem(x=across, height=heights, width=width, pen=pen, brush=brush), int(hollow))

    def _put(self, item: pg.GraphicsObject, z: float) -> None:
        item.setZValue(z)
        self.plot.addItem(item)
        self._items.append(item)

    def _set_height(self, low: float, high: float, *, whole: bool) -> None:
        self.set_ranges((-0.5, max(self.count(), 1) - 0.5), (low, high), whole=whole)

    def _tallest(self) -> int:
        def height(place: int) -> float:
            return max((abs(value) for value in self._values(place) if isfinite(value)), default=0.0)

        return max(range(self.count()), key=height, default=0)

    def _values(self, index: int) -> tuple[float, ...]:
        return tuple(bars.values[index] for bars in self._bars)


class PlotBars(BarChart):
    """The bars of a plot of findings: a group of bars for each row of its table.

    Parameters
    ----------
    declared, table
        The plot, and the table that it draws.
    lines
        Limits, besides those of the plot.
    """

    def __init__(self, declared: Plot, table: Findings, lines: Sequence[Line] = ()) -> None:
        self.declared, self.data = declared, table
        super().__init__(declared.title, declared.x.title)
        every = (*declared.lines, *lines)
        unit = declared.y.unit or table.column(declared.series[0].column).unit
        shown = [(one, numbers(table, one.column).tolist()) for one in declared.series]
        seen = [value for _, values in shown for value in values]
        self._heights = Places(declared.y, unit, [*seen, *(line.value for line in every)], from_zero=True)
        self._lines = tuple(self._heights.of(line.value) for line in every)
        column = table.column(declared.x.column)
        # Names have no order by which one without a label could be told.
        self._named = column.unit is None
        labels = [cell_text(table, column, row, noun=False) for row in range(len(table))]
        scaled = [(one, [self._heights.of(value) for value in values]) for one, values in shown]
        self.set_series(labels, scaled)
        for line in every:
            self.setAccessibleDescription(
                f"{self.accessibleDescription()}; {spoken(limit_words(line, unit))}"
            )

    def position(self, index: int) -> int:
        """Return where a row that can be read stands in the table."""
        return index

    def words(self, index: int) -> str:
        """Return what a row says: its place, and a line for each series."""
        return read_out(self.declared, self.data, index)

    def table(self) -> Table:
        """Return the rows of the table with all digits."""
        return list(self.data.exact_rows())

    def _set_height(self, low: float, high: float, *, whole: bool) -> None:
        places = self._heights
        ends = (min(places.low, low), max(places.high, high))
        self.set_ranges((-0.5, max(self.count(), 1) - 0.5), ends, whole=whole, places=places)
