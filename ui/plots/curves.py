"""Curves over one axis: before thin and grey, after blue, each with its name on it."""

import numpy as np
import pyqtgraph as pg

from sdcdesk.core.results.plot import Series
from ui.look.theme import theme
from ui.plots.plot_chart import LABEL_PLACES, PlotChart
from ui.plots.series_style import series_colour, series_pen


class CurveChart(PlotChart):
    """A curve for each series, with a band around it where one is declared."""

    def _draw_series(self) -> None:
        for place, series in reversed(tuple(enumerate(self.declared.series))):
            if series.low and series.high:
                self._draw_band(place, series)
            across, up = self._points(series)
            if len(across) == 1:
                self._draw_points(across, up, series, place, 30)
            # Antialiased lines of one pixel and more: pyqtgraph's own shortcut for wide lines loses dashes.
            pen = series_pen(series, place, self.ratio)
            self.put(pg.PlotCurveItem(across, up, pen=pen, antialias=True), 10 - place)
            self._name(series, across, up)

    def _points(self, series: Series) -> tuple[np.ndarray, np.ndarray]:
        up = self._up[series.column]
        there = np.isfinite(up)
        return self._across[there], up[there]

    def _draw_band(self, place: int, series: Series) -> None:
        low, high = self._up[series.low], self._up[series.high]
        there = np.isfinite(low) & np.isfinite(high)
        edges = [pg.PlotCurveItem(self._across[there], up[there]) for up in (low, high)]
        self.put(pg.FillBetweenItem(*edges, brush=series_colour(series, place, 0.2)), -100)

    def _name(self, series: Series, across: np.ndarray, up: np.ndarray) -> None:
        """Write the name of a curve on it."""
        if not len(across) or not series.title or len(self.declared.series) == 1:
            return
        low, high = self._x
        wanted = [low + share * (high - low) for share in LABEL_PLACES]
        spots = [(x, float(np.interp(x, across, up))) for x in wanted if across[0] <= x <= across[-1]]
        spots = spots or [(float(across[-1]), float(up[-1]))]
        tone = "after" if series.role == "after" else "text2"
        self._write(series.title, spots, (False, True), tone, series)

    def _heights(self, low: float, high: float, series: Series) -> np.ndarray:
        across, up = self._points(series)
        return np.interp(np.linspace(low, high, 3), across, up) if len(across) else up

    def _draw_reading(self) -> None:
        """Draw a hairline and dots where values are read."""
        now = slice(self.current, self.current + 1)
        hairline = pg.mkPen(theme().colour("border_strong"), width=self.ratio)
        self.put(pg.InfiniteLine(self._across[self.current], angle=90, pen=hairline), -10)
        for place, series in enumerate(self.declared.series):
            up = self._up[series.column][now]
            if np.isfinite(up).all():
                self._draw_points(self._across[now], up, series, place, 30)
