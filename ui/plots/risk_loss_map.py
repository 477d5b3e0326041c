"""Risk–loss map: where the file stands after every step, risk upwards and loss to the right."""

from collections.abc import Sequence
from math import hypot

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Signal
from PySide6.QtGui import QWheelEvent

from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.results.figure_address import FigureAddress
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.results.plot import Line, Series
from sdcdesk.core.results.plot_places import Marks
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.axes import axis_name
from sdcdesk.document.measures import leading_figure
from sdcdesk.release.risk_loss_map import Stop, loss_name, loss_text, map_plot
from ui.look.locale import user_locale
from ui.look.theme import theme
from ui.plots.path_mark import HEIGHT, PathMark, mark_width
from ui.plots.points import PointChart

DOT = "\N{MIDDLE DOT}"

EDGE = 2.0
"""Pixels between a mark and the edge of the map."""

MOST = 4
"""So many numbers in one mark are all written; of more, the first and the last."""


class RiskLossMap(PointChart):
    """Loss to the right, a limited figure upwards on a logarithmic scale, the part within the limit shaded.

    Points are numbered 0 (the original) to n and joined by a line; the last is filled. Points too close
    to be told apart share one mark ("3·4", of many "3–9"), which stays within the map. A figure of zero has
    a line of its own at the bottom.
    """

    step_chosen = Signal(int)
    """A step was chosen, by its number; 0 is the original."""

    def __init__(self) -> None:
        self._stops: tuple[Stop, ...] = ()
        self._limit: Limit | None = None
        self._name, self._selected = axis_name(leading_figure(Concern.RISK)), -1
        self._axis = leading_figure(Concern.LOSS)
        super().__init__(*map_plot((), self._name, self._axis))
        self.plot.plotItem.layout.setContentsMargins(0, 0, 0, 0)
        self.plot.plotItem.vb.setMouseEnabled(x=False, y=False)
        self.chosen.connect(lambda index: self.step_chosen.emit(self._stops[index].step))

    def set_path(
        self, stops: Sequence[Stop], limit: Limit | None, risk: FigureAddress, loss: FigureAddress
    ) -> None:
        """Show points of a figure of risk and one of loss, and the limit on the former."""
        self._stops, self._limit = tuple(stops), limit
        self._name, self._axis = axis_name(risk), loss
        lines: tuple[Line, ...] = ()
        if limit is not None:
            words = "limit: at most" if limit.side == "at most" else "limit: at least"
            lines = (Line(limit.value, words),)
        self._take(*map_plot(self._stops, self._name, loss), lines)
        self.show_all(self._span(), self._ys)

    def select(self, step: int) -> None:
        """Ring the mark of a step, by its number; −1: none."""
        if step != self._selected:
            self._selected = step
            self.repaint_items()

    def summary(self) -> str:
        """Return all points in words, for a screen reader."""
        return self.rows_text(range(self.count())) if self._stops else "No points yet"

    def marks(self) -> list[tuple[int, ...]]:
        """Return the points that share each mark."""
        wide, high = self.plot.plotItem.vb.viewPixelSize()
        groups: list[list[int]] = []
        for index in range(self.count()):
            away = self.anchor(index) - self.anchor(groups[-1][0] if groups else index)
            if groups and hypot(away.x() / wide, away.y() / high) < HEIGHT / 2:
                groups[-1].append(index)
            else:
                groups.append([index])
        return [tuple(group) for group in groups]

    def aside(self, group: Sequence[int]) -> float:
        """Return the pixels by which a mark leaves its point for the inside, near an edge of the map."""
        box = self.plot.plotItem.vb
        place = (self.anchor(group[0]).x() - box.viewRange()[0][0]) / box.viewPixelSize()[0]
        half = mark_width(self._numbers(group)) / 2 + EDGE
        return float(max(min(place, box.width() - half), half) - place)

    def point_text(self, index: int) -> str:
        """Return number, words, risk and loss of a point."""
        stop = self._stops[index]
        name = stop.words if stop.step == 0 else f"{stop.step}. {stop.words}"
        limits = [] if self._limit is None else [self._limit.value]
        figure = quantity_text(stop.figure, user_locale(), limits).text
        return sentence(
            "{name}: {risk} {figure}, {loss} {lost}",
            name=name,
            risk=self._name,
            figure=figure,
            loss=loss_name(self._axis),
            lost=loss_text(stop.loss, user_locale()),
        )

    def x_marks(self, low: float, high: float) -> Marks:
        """Return the round losses below the map."""
        least = min((stop.lost for stop in self._stops), default=0.0)
        return [mark for mark in super().x_marks(low, high) if mark[0] >= min(least, 0.0)]

    # Parts

    def _ordered(self, rows: np.ndarray, _across: np.ndarray) -> np.ndarray:
        """Return the rows in the order of the steps."""
        return rows

    def _zooms(self, _event: QWheelEvent) -> bool:
        """Leave the wheel to the panel: there is nothing to zoom."""
        return False

    def _span(self) -> tuple[float, float]:
        """Return the ends of the axis, with room for the marks at them."""
        (low, top), width = self._xs.rounded(), self.plot.plotItem.vb.width()
        low = min(low, 0.0)
        left, right = low - 0.06 * (top - low), top + 0.06 * (top - low)
        self.set_ranges((left, right), self._ys)
        for group in self.marks():
            half = mark_width(self._numbers(group)) / 2 + EDGE
            if half < width:
                right = max(right, left + (self._stops[group[0]].lost - left) / (1 - half / width))
        return left, right

    def _draw_limits(self) -> None:
        limit, (low, top) = self._limit, self.ends
        if limit is None or not self._stops:
            return
        self._draw_within(limit)
        most = limit.side == "at most"
        self._write("within the limit", self._along(low if most else top), (not most,), "safe_text")

    def _draw_series(self) -> None:
        self.plot.plotItem.vb.setBorder(pg.mkPen(theme().colour("grid"), width=self.ratio))
        pen = pg.mkPen(theme().colour("text2"), width=1.2 * self.ratio)
        self.put(pg.PlotCurveItem(self._across, self._up["risk"], pen=pen, antialias=True), 1)
        groups = self.marks()
        for number, group in enumerate(groups):
            ringed = self.current in group or self._selected in [self._stops[at].step for at in group]
            words, last = self._numbers(group), number == len(groups) - 1
            mark = PathMark(words, filled=last, ringed=ringed, aside=self.aside(group))
            mark.setPos(self.anchor(group[0]))
            self.put(mark, 10 + number)

    def _numbers(self, group: Sequence[int]) -> str:
        numbers = [str(self._stops[index].step) for index in group]
        return DOT.join(numbers) if len(numbers) <= MOST else f"{numbers[0]}–{numbers[-1]}"

    def _draw_reading(self) -> None:
        """Leave it to the marks, which are drawn with a ring."""

    def _heights(self, low: float, high: float, _series: Series) -> np.ndarray:
        """Return heights of the line: it may come by without a point."""
        order = np.argsort(self._across, kind="stable")
        places = np.linspace(low, high, 5)
        found: np.ndarray = np.interp(places, self._across[order], self._up["risk"][order], np.nan, np.nan)
        return found
