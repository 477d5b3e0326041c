"""The values of a variable now and with a change: outlines of the one over the bars of the other."""

from collections.abc import Iterable

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QFontMetricsF, QPen

from sdcdesk.value_change import Bars, ValueChange
from ui.plots.chart import Chart
from ui.plots.export import Table
from ui.plots.ticks import shown_labels
from ui.theme import theme
from ui.widgets.numbers import count

INSET = 0.04
"""Part of a bar that is left free at either side."""

OUTLINE = 1.2
APART = 10.0
"""Pixels between two labels."""

_NONE = Bars((), np.zeros(0), np.zeros(0), np.zeros(0, dtype=np.int64))


class ValueChangeChart(Chart):
    """Bars of both files on one axis, also where one of them puts values together.

    Its points are the wide bars; reading one names the narrow ones that stand in it.
    """

    def __init__(self, title: str) -> None:
        self._change = ValueChange(_NONE, _NONE)
        self._names = ("now", "with this change")
        self._band = pg.BarGraphItem(x0=[], height=[], width=1.0)
        self._hollow = pg.BarGraphItem(x0=[], height=[], width=1.0)
        self._filled = pg.BarGraphItem(x0=[], height=[], width=1.0)
        super().__init__(title, y_title="")
        for item, level in ((self._band, -2000), (self._filled, 0), (self._hollow, 1)):
            self.plot.addItem(item)
            item.setZValue(level)

    def set_change(self, change: ValueChange, names: tuple[str, str] = ("now", "with this change")) -> None:
        """Show the bars of two files, and what the files are called."""
        self._change, self._names = change, names
        high = max((int(bars.counts.max()) for bars in self._both() if len(bars.counts)), default=0)
        self.set_ranges((0.0, max(change.end, 1.0)), (0.0, float(high)), whole=True)
        self.setAccessibleDescription(self.summary())
        self.set_current(-1)
        self.repaint_items()

    def summary(self) -> str:
        """Return all values in words, for a screen reader."""
        return "; ".join(self.words(index) for index in range(self.count())) or "No data"

    def count(self) -> int:
        """Return the number of wide bars."""
        return len(self._change.wide.labels)

    def anchor(self, index: int) -> QPointF:
        """Return the upper end of the tallest bar at a place."""
        wide = self._change.wide
        inside = [bars.counts[_inside(bars, wide, index)] for bars in self._both()]
        top = max((int(counts.max()) for counts in inside if len(counts)), default=0)
        return QPointF((wide.left[index] + wide.right[index]) / 2, top)

    def words(self, index: int) -> str:
        """Return the label of a place, and the records of both files there."""
        wide = self._change.wide
        parts = [
            f"{name} {_listed(bars, np.flatnonzero(_inside(bars, wide, index)), wide.labels[index])}"
            for name, bars in zip(self._names, self._both(), strict=True)
            if len(bars.labels)
        ]
        return f"{wide.labels[index]}: {', '.join(parts)}"

    def nearest(self, place: QPointF) -> int:
        """Return the wide bar below or above the pointer."""
        wide = self._change.wide
        found = np.flatnonzero((wide.left <= place.x()) & (place.x() < wide.right))
        return int(found[0]) if len(found) else -1

    def table(self) -> Table:
        """Return one row for each bar of each file."""
        rows = [
            [name, label, str(int(records))]
            for name, bars in zip(self._names, self._both(), strict=True)
            for label, records in zip(bars.labels, bars.counts, strict=True)
        ]
        return [["file", "value", "records"], *rows]

    def x_marks(self, low: float, high: float) -> list[tuple[float, str]]:
        """Return the labels that have room, below the middles of the wide bars."""
        wide, metrics = self._change.wide, QFontMetricsF(theme().font("caption"))
        if not np.allclose(wide.right - wide.left, 1.0):
            pixels = self.pixels() / (high - low) if high > low else 0.0
            return list(_apart(wide, low, high, pixels, metrics))

        def cut(text: str, room: float) -> str:
            return metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)

        found = shown_labels(
            wide.labels, low - 0.5, high - 0.5, self.pixels(), metrics.horizontalAdvance, cut
        )
        return [(place + 0.5, words) for place, words in found]

    def repaint_items(self) -> None:
        """Draw the bars, and the ground below the place that is read."""
        look, change = theme(), self._change
        outline = QPen(look.colour("text"), OUTLINE)
        outline.setCosmetic(True)
        nothing = QPen(Qt.PenStyle.NoPen)
        _put(self._filled, change.after, 0.5 * INSET, nothing, QBrush(look.colour("after")))
        _put(self._hollow, change.before, INSET, outline, QBrush(Qt.BrushStyle.NoBrush))
        read = [self.current] if self.current >= 0 else []
        wide = change.wide
        self._band.setOpts(
            x0=wide.left[read],
            width=(wide.right - wide.left)[read],
            y0=self._y[0],
            height=[self._y[1] - self._y[0]] * len(read),
            pen=nothing,
            brush=look.colour("sunken"),
        )

    def _both(self) -> tuple[Bars, Bars]:
        return self._change.before, self._change.after


def _put(item: pg.BarGraphItem, bars: Bars, inset: float, pen: QPen, brush: QBrush) -> None:
    width = bars.right - bars.left
    item.setOpts(
        x0=bars.left + inset * width,
        width=width * (1 - 2 * inset),
        height=bars.counts.astype(np.float64),
        pen=pen,
        brush=brush,
    )


def _inside(bars: Bars, wide: Bars, index: int) -> np.ndarray:
    """Return which bars have their middle in a wide one."""
    middle = (bars.left + bars.right) / 2
    inside: np.ndarray = (wide.left[index] <= middle) & (middle < wide.right[index])
    return inside


def _listed(bars: Bars, places: np.ndarray, label: str) -> str:
    """Return the records of some bars: one number where they are one bar of the same name."""
    if len(places) == 1 and bars.labels[places[0]] == label:
        return count(int(bars.counts[places[0]]))
    listed = ", ".join(f"{bars.labels[place]} {count(int(bars.counts[place]))}" for place in places)
    return f"({listed})" if listed else count(0)


def _apart(
    bars: Bars, low: float, high: float, pixels: float, metrics: QFontMetricsF
) -> Iterable[tuple[float, str]]:
    """Yield the labels of bars of different width, each that does not touch the one before."""
    end = -np.inf
    for label, left, right in zip(bars.labels, bars.left, bars.right, strict=True):
        middle = float(left + right) / 2
        half = metrics.horizontalAdvance(label) / 2
        if low <= middle <= high and middle * pixels - half >= end:
            end = middle * pixels + half + APART
            yield middle, label
