"""Points: one for each row of the table and each series, before hollow and after filled."""

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF

from sdcdesk.core.results.limit import Limit
from sdcdesk.core.results.plot_places import cell_texts
from ui.look.locale import in_user_locale, user_locale
from ui.look.theme import theme
from ui.plots.plot_chart import PlotChart
from ui.plots.series_style import limit_pen

NEAR = 14.0
"""Pixels from the pointer to a point that is meant."""


class PointChart(PlotChart):
    """A point for each row."""

    from_zero = False
    around = 0.02

    def nearest(self, place: QPointF) -> int:
        """Return the point closest to the pointer, if it is near; of several on one spot the last."""
        if not self.count():
            return -1
        width, height = self.plot.plotItem.vb.viewPixelSize()
        up = self._up[self.declared.series[0].column]
        apart = np.hypot((self._across - place.x()) / width, (up - place.y()) / height)[::-1].round(3)
        apart[np.isnan(apart)] = np.inf
        found = int(apart.argmin())
        return self.count() - 1 - found if apart[found] <= NEAR else -1

    def _draw_series(self) -> None:
        for place, series in enumerate(self.declared.series):
            up = self._up[series.column]
            there = np.isfinite(up)
            shaped = series.role == "value"  # before and after differ by their filling
            self._draw_points(self._across[there], up[there], series, place, 10 - place, shaped=shaped)

        self._draw_names()

    def _draw_names(self) -> None:
        """Name the highest points of the first series, at their right or at their left."""
        declared = self.declared
        if not declared.named or not self._has_values:
            return
        up = self._up[declared.series[0].column]
        texts = cell_texts(self.data, self.data.column(declared.label), locale=user_locale(), noun=False)
        width, _height = self.plot.plotItem.vb.viewPixelSize()
        highest = np.lexsort((self._across, -np.nan_to_num(up, nan=-np.inf)))[: declared.named]
        for at in highest.tolist():
            if not up[at] > self._ys.zero:
                continue
            words = in_user_locale(texts[self.position(at)])
            room = self._label_box(words, (0.0, 0.0), below=False).width()
            ends = [(self._across[at] + apart * width, up[at]) for apart in (room, -NEAR / 2)]
            self._write(words, ends, (False, True), "text2", declared.series[0])

    def _draw_within(self, limit: Limit) -> float:
        """Draw a limit on what stands upwards, and shade what keeps it; return where the line is."""
        low, top = self.ends
        # Without any room only the line of zero is within the limit.
        height = self._ys.place(limit.value) if limit.value > 0 else 2 * self._ys.zero - low
        within = (low, height) if limit.side == "at most" else (height, top)
        safe, none = theme().colour("safe_soft"), pg.mkPen(None)
        area = pg.LinearRegionItem(within, "horizontal", brush=safe, pen=none, movable=False)
        self.put(area, -1500)
        self.put(pg.InfiniteLine(height, angle=0, pen=limit_pen(self.ratio)), 0)
        return height
