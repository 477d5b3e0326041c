"""Points: one for each row of the table and each series, before hollow and after filled."""

import numpy as np
from PySide6.QtCore import QPointF

from ui.plots.plot_chart import PlotChart

NEAR = 14.0
"""Pixels from the pointer to a point that is meant."""


class PointChart(PlotChart):
    """A point for each row."""

    from_zero = False

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
            self._draw_points(self._across[there], up[there], series, place, 10 - place)
