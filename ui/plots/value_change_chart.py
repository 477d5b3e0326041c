"""Chart of value changes: outlines of the values with a change over the bars of those now."""

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QFontMetricsF, QPen

from sdcdesk.core.ticks import LONGEST
from sdcdesk.records.value_changes import Bars, ValueChange
from ui.look.theme import theme
from ui.plots.chart import Chart
from ui.plots.export import Table
from ui.widgets.numbers import count

INSET = 0.04
"""Part of a bar that is left free at either side."""

OUTLINE = 1.2
APART = 8.0
"""Pixels between two labels."""

OVERHANG = 4.0
"""Pixels that a label may stick out."""

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
        scale = self.pixels() / (high - low) if high > low else 0.0
        return _apart(self._change.wide, low, high, scale)

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
    there = bars.counts > 0
    left, width = bars.left[there], (bars.right - bars.left)[there]
    item.setOpts(
        x0=left + inset * width,
        width=width * (1 - 2 * inset),
        height=bars.counts[there].astype(np.float64),
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


def _apart(bars: Bars, low: float, high: float, scale: float) -> list[tuple[float, str]]:
    """Return every label that is seen, or every second, third…, so that none touches the next.

    Parameters
    ----------
    bars
        Their middles are where the labels stand.
    low, high
        The part of the axis that is seen.
    scale
        Pixels of a unit of the axis.
    """
    metrics = QFontMetricsF(theme().font("caption"))
    middles = (bars.left + bars.right) / 2
    texts = [metrics.elidedText(label, Qt.TextElideMode.ElideRight, LONGEST) for label in bars.labels]
    halves = np.array([metrics.horizontalAdvance(text) / 2 for text in texts])
    first, last = (middles - low) * scale - halves, (middles - low) * scale + halves
    seen = np.flatnonzero((first >= -OVERHANG) & (last <= (high - low) * scale + OVERHANG))
    for step in range(1, len(seen) + 1):
        places = seen[::step]
        if (first[places[1:]] - last[places[:-1]] >= APART).all():
            return [(float(middles[place]), texts[place]) for place in places]
    return []
