"""Histogram of one variable in one file or in two: the outlines of the one over the bars of the other."""

import numpy as np
from PySide6.QtCore import QPointF

from sdcdesk.core.plot import Axis
from sdcdesk.core.plot_places import Marks, Places, decades
from sdcdesk.core.quantity import RECORDS
from sdcdesk.core.ticks import axis, inside, tick_words
from sdcdesk.inspection.profile import Distribution
from sdcdesk.records.value_changes import NOTHING, Bars, ValueChange, side_by_side
from ui.forms.numbers import write_number
from ui.look.locale import user_locale, worded
from ui.look.theme import theme
from ui.plots.bars import draw_bars, draw_ground
from ui.plots.chart import Chart
from ui.plots.export import Table

INSET = 0.04
"""Part of a bar that is left free at either side."""


class Histogram(Chart):
    """Bars of both files on one axis, also where one of them puts values together.

    Its points are the wide bars; reading one names the narrow ones that stand in it. Bins stand side by side
    whatever their width, so the marks of an axis of numbers are placed between their edges.
    """

    def __init__(self, title: str) -> None:
        self._change, self._names = ValueChange(NOTHING, NOTHING), ("", "")
        self._edges, self._logarithmic, self._whole = np.zeros(0), False, False
        super().__init__(title, y_title="Records")

    def set_distribution(self, before: Distribution, after: Distribution | None = None) -> None:
        """Show a distribution, or two with the same bins."""
        edges = np.zeros(0) if before.edges is None else before.edges
        self._logarithmic, self._whole = before.scale == "logarithmic", before.whole
        # A bar of one whole number has it below its middle.
        single = before.whole and len(edges) > 1 and edges[-1] - edges[0] == len(edges) - 1
        self._edges = edges - 0.5 if single else edges
        if after is None:
            self._set(ValueChange(NOTHING, side_by_side(before)), ("", ""))
        else:
            self._set(ValueChange(side_by_side(before), side_by_side(after)), ("original", "masked"))

    def set_change(self, change: ValueChange) -> None:
        """Show the values now, and those with a change of the recipe."""
        self._edges = np.zeros(0)
        self._set(change, ("now", "with this change"))

    def count(self) -> int:
        """Return the number of wide bars."""
        return len(self._change.wide.labels)

    def anchor(self, index: int) -> QPointF:
        """Return the upper end of the tallest bar at a place."""
        wide = self._change.wide
        counts = np.concatenate([bars.counts[wide.within(index, bars)] for bars in self._both()])
        return QPointF((wide.left[index] + wide.right[index]) / 2, counts.max(initial=0))

    def words(self, index: int) -> str:
        """Return the label of a place, and the records of both files there."""
        return worded(self._change.reading(index, self._names, user_locale()))

    def nearest(self, place: QPointF) -> int:
        """Return the wide bar below or above the pointer."""
        wide = self._change.wide
        found = np.flatnonzero((wide.left <= place.x()) & (place.x() < wide.right))
        return int(found[0]) if len(found) else -1

    def table(self) -> Table:
        """Return one row for each bar, with the records of the files that have it."""
        return self._change.table(self._names, user_locale())

    def x_marks(self, low: float, high: float) -> Marks:
        """Return round numbers below the bins, or the names that have room."""
        wide, edges = self._change.wide, self._edges
        if len(edges) < 2:
            return self.names([*map(worded, wide.labels)], low, high, ((wide.left + wide.right) / 2).tolist())
        bins = np.arange(len(edges))
        first, last = np.interp((low, high), bins, edges)
        if self._logarithmic and last >= 10 * first:
            marks = [10.0**power for power in decades(np.log10(first), np.log10(last))]
            words = [write_number(mark) for mark in marks]
        else:
            marks = inside(axis(first, last, whole=self._whole)[0], first, last)
            words = tick_words(marks, user_locale())
        return list(zip(np.interp(marks, edges, bins).tolist(), words, strict=True))

    def draw(self) -> None:
        """Draw the bars, and the ground below the place that is read."""
        for bars, inset, tone in zip(self._both(), (INSET, INSET / 2), ("text", "after"), strict=True):
            free = inset * (bars.right - bars.left)
            left, right, up = bars.left + free, bars.right - free, bars.counts
            draw_bars(self, left, right, up, theme().colour(tone), hollow=tone == "text")
        if self.current >= 0:
            draw_ground(self, self._change.wide.left[self.current], self._change.wide.right[self.current])

    def _set(self, change: ValueChange, names: tuple[str, str]) -> None:
        self._change, self._names = change, names
        counts = np.concatenate([bars.counts for bars in self._both()]).tolist()
        ys = Places(Axis("Records"), RECORDS, counts, user_locale(), from_zero=True)
        self.show_all((0.0, max(change.end, 1.0)), ys)

    def _both(self) -> tuple[Bars, Bars]:
        return self._change.before, self._change.after
