"""Suggestion map: recipes that were tried, the front of those that nothing beats, and how it has grown."""

from collections.abc import Collection

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt

from ui.look.theme import theme
from ui.plots.alternatives_map import AlternativesMap

BEATEN, BEST = 6.0, 9.0
"""Pixels across a recipe that another one beats in both, and across one of the front."""

PALE = 0.28
"""Opacity of what is beaten."""


class SuggestionMap(AlternativesMap):
    """Recipes by loss and risk; those that are new are hollow, and the front of a minute ago is dotted."""

    def __init__(self) -> None:
        self._new: Collection[int] = ()
        self._before: tuple[tuple[float, float], ...] = ()
        super().__init__()

    def set_growth(self, new: Collection[int], before: tuple[tuple[float, float], ...]) -> None:
        """Say what is new, before recipes are shown.

        Parameters
        ----------
        new
            Numbers of the recipes that were found within the last minute.
        before
            Loss and risk of the recipes of the front before that, by ascending loss.
        """
        self._new, self._before = new, before

    def _draw_series(self) -> None:
        self.plot.plotItem.vb.setBorder(pg.mkPen(theme().colour("grid"), width=self.ratio))
        self._draw_old_front()
        self._draw_front()
        front = np.array([self._at(index).front for index in range(self.count())], bool)
        new = np.array([self._at(index).number in self._new for index in range(self.count())], bool)
        none, blue = pg.mkPen(None), theme().colour("after")
        self._draw_marks(~front, BEATEN, none, theme().colour("text3", PALE), 8)
        self._draw_marks(front & ~new, BEST, none, blue, 12)
        outline = pg.mkPen(blue, width=1.6 * self.ratio)
        self._draw_marks(front & new, BEST, outline, theme().colour("surface"), 12)
        self._draw_chosen()

    def _draw_marks(self, which: np.ndarray, size: float, pen: object, brush: object, height: int) -> None:
        if which.any():
            across, up = self._across[which], self._up["risk"][which]
            self.put(pg.ScatterPlotItem(across, up, size=size, pen=pen, brush=brush), height)

    def _draw_old_front(self) -> None:
        if len(self._before) < 2:
            return
        losses, risks = np.array(self._before).T
        across, up = self._xs.all(losses), self._ys.all(risks)
        pen = pg.mkPen(theme().colour("text3"), width=1.2 * self.ratio, style=Qt.PenStyle.DotLine)
        self.put(pg.PlotCurveItem(*self._steps(across, up), pen=pen), 4)
