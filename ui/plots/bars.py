"""Bars: before hollow on the left, after filled on the right; other series in colours of their own."""

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor

from sdcdesk.core.results.plot import Series
from ui.look.theme import theme
from ui.plots.axes import Axes
from ui.plots.plot_chart import PlotChart
from ui.plots.series_style import series_colour, series_pen

WIDTH = 0.86
"""Width of all bars of a place."""

WHISKER, BEAM = 1.4, 0.1
"""Pixels across the line of an interval, and the width of its ends in places of the axis."""


class BarChart(PlotChart):
    """A group of bars for each row, with an interval at their ends where one is declared.

    A value that is not finite has no bar and reads as a dash.
    """

    named = True

    def nearest(self, place: QPointF) -> int:
        """Return the place below or above the pointer."""
        index = round(place.x())
        return index if 0 <= index < self.count() else -1

    def _draw_series(self) -> None:
        bars = [series for series in self.declared.series if not series.curve]
        width = WIDTH / max(len(bars), 1)
        for place, series in enumerate(self.declared.series):
            if series.curve:
                self._draw_curve(place, series)
                continue
            left = self._across - WIDTH / 2 + place * width
            colour, hollow = series_colour(series, place), series.role == "before"
            draw_bars(self, left, left + width, self._up[series.column], colour, hollow=hollow)
            if series.low and series.high:
                self._draw_intervals(left + width / 2, series)

    def _draw_curve(self, place: int, series: Series) -> None:
        up = self._up[series.column]
        there = np.isfinite(up)
        across, up = self._across[there], up[there]
        pen = series_pen(series, place, self.ratio)
        self.put(pg.PlotCurveItem(across, up, pen=pen, antialias=True), 10)
        if len(up):
            # Beside its top, away from the bars below.
            top = int(up.argmax())
            self._write(
                series.title,
                [(float(across[top]), float(up[top])), *self._along(self.ends[1])],
                (False, True),
                "text2",
                series,
            )

    def _draw_intervals(self, across: np.ndarray, series: Series) -> None:
        up, low, high = (self._up[name] for name in (series.column, series.low, series.high))
        there = np.isfinite(up) & np.isfinite(low) & np.isfinite(high)
        pen = pg.mkPen(theme().colour("text"), width=WHISKER * self.ratio)
        up, low, high, across = up[there], low[there], high[there], across[there]
        self.put(pg.ErrorBarItem(x=across, y=up, top=high - up, bottom=up - low, beam=BEAM, pen=pen), 5)

    def _draw_reading(self) -> None:
        draw_ground(self, self.current - 0.5, self.current + 0.5)

    def _heights(self, low: float, high: float, series: Series) -> np.ndarray:
        return np.append(super()._heights(low - 0.5, high + 0.5, series), 0.0)

    def _tallest(self) -> int | None:
        # Names have no order by which one without a label could be told.
        if self.data.column(self.declared.x.column).unit is not None or not self.count():
            return None
        return int(np.nan_to_num(np.abs([*self._up.values()])).max(axis=0).argmax())


def draw_bars(
    chart: Axes, left: np.ndarray, right: np.ndarray, up: np.ndarray, colour: QColor, *, hollow: bool
) -> None:
    """Draw bars from zero, filled or as outlines, where they have a height."""
    there = np.isfinite(up) & (up != 0)
    pen = pg.mkPen(colour, width=1.2 * chart.ratio) if hollow else pg.mkPen(None)
    brush = pg.mkBrush(None) if hollow else pg.mkBrush(colour)
    bars = pg.BarGraphItem(x0=left[there], x1=right[there], height=up[there], pen=pen, brush=brush)
    chart.put(bars, int(hollow))


def draw_ground(chart: Axes, left: float, right: float) -> None:
    """Draw the ground below bars that are read."""
    low, high = chart.ends
    sunken = theme().colour("sunken")
    ground = pg.BarGraphItem(x0=[left], x1=[right], y0=low, y1=high, pen=pg.mkPen(None), brush=sunken)
    chart.put(ground, -2000)
