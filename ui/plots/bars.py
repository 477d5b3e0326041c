"""Bars: before hollow on the left, after filled on the right."""

from collections.abc import Callable, Sequence
from math import isfinite

import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QFontMetricsF, QPen

from sdcdesk.core.ticks import shown_labels
from ui.look.theme import theme
from ui.plots.chart import Chart
from ui.plots.export import Table, plain_number
from ui.widgets.numbers import UNKNOWN, count, decimal

WIDTH = 0.43
"""Width of one of two bars, in places."""

OUTLINE = 1.2


def _number(value: float) -> str:
    return count(round(value)) if value == round(value) else decimal(value, 2)


class BarChart(Chart):
    """Bars of up to about 60 categories, of one file or of two.

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
        self._before: tuple[float, ...] = ()
        self._after: tuple[float, ...] | None = None
        self._names = ("original", "masked")
        self._number, self._overlaid = number, overlaid
        self._band = pg.BarGraphItem(x=[], height=[], width=1.0)
        self._hollow = pg.BarGraphItem(x=[], height=[], width=WIDTH)
        self._filled = pg.BarGraphItem(x=[], height=[], width=WIDTH)
        super().__init__(title, x_title, y_title)
        for item, level in ((self._band, -2000), (self._filled, 0), (self._hollow, 1)):
            self.plot.addItem(item)
            item.setZValue(level)

    def set_bars(
        self,
        labels: Sequence[str],
        before: Sequence[float],
        after: Sequence[float] | None = None,
        *,
        names: tuple[str, str] = ("original", "masked"),
        spoken: Sequence[str] = (),
    ) -> None:
        """Show bars.

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
        self._labels, self._spoken = tuple(labels), tuple(spoken) or tuple(labels)
        self._before = tuple(float(value) for value in before)
        self._after = None if after is None else tuple(float(value) for value in after)
        self._names = names
        values = [value for value in (*self._before, *(self._after or ())) if isfinite(value)]
        low, high = min(values, default=0.0), max(values, default=0.0)
        whole = all(value == round(value) for value in values)
        self.set_ranges((-0.5, max(len(labels), 1) - 0.5), (min(low, 0.0), max(high, 0.0)), whole=whole)
        self.setAccessibleDescription(self.summary())
        self.set_current(-1)
        self.repaint_items()

    def summary(self) -> str:
        """Return all values in words, for a screen reader."""
        return "; ".join(self.words(index) for index in range(self.count())) or "No data"

    def count(self) -> int:
        """Return the number of places."""
        return len(self._labels)

    def anchor(self, index: int) -> QPointF:
        """Return the upper end of the taller bar."""
        values = [value for value in self._values(index) if isfinite(value)]
        return QPointF(index, max(values, default=0.0))

    def words(self, index: int) -> str:
        """Return label and values."""
        numbers = [self._number(value) if isfinite(value) else UNKNOWN for value in self._values(index)]
        if self._after is None:
            return f"{self._spoken[index]}: {numbers[0]}"
        series = ", ".join(f"{name} {number}" for name, number in zip(self._names, numbers, strict=True))
        return f"{self._spoken[index]}: {series}"

    def nearest(self, place: QPointF) -> int:
        """Return the place below or above the pointer."""
        index = round(place.x())
        return index if 0 <= index < self.count() else -1

    def table(self) -> Table:
        """Return one row for each place."""
        after = self._after
        header = ["", self._names[0], self._names[1]] if after is not None else ["", self.accessibleName()]
        places = range(self.count())
        rows = [[self._labels[place], *map(plain_number, self._values(place))] for place in places]
        return [header, *rows]

    def x_marks(self, low: float, high: float) -> list[tuple[float, str]]:
        """Return the labels that have room."""
        metrics = QFontMetricsF(theme().font("caption"))

        def cut(text: str, pixels: float) -> str:
            return metrics.elidedText(text, Qt.TextElideMode.ElideRight, pixels)

        return shown_labels(self._labels, low, high, self.pixels(), metrics.horizontalAdvance, cut)

    def repaint_items(self) -> None:
        """Draw the bars, and the ground below the one that is read."""
        look = theme()
        outline = QPen(look.colour("text" if self._overlaid else "before"), OUTLINE)
        outline.setCosmetic(True)
        nothing = QPen(Qt.PenStyle.NoPen)
        after = self._before if self._after is None else self._after
        before = () if self._after is None else self._before
        pair = self._after is not None and not self._overlaid
        width = WIDTH if pair else 0.9 if self._overlaid else 2 * WIDTH
        shift = WIDTH / 2 if pair else 0.0
        self._put(self._filled, after, shift, width, nothing, QBrush(look.colour("after")))
        self._put(self._hollow, before, -shift, width, outline, QBrush(Qt.BrushStyle.NoBrush))
        read = [self.current] if self.current >= 0 else []
        low, high = self._y
        self._band.setOpts(
            x=read, y0=low, height=[high - low] * len(read), pen=nothing, brush=look.colour("sunken")
        )

    def _put(
        self,
        item: pg.BarGraphItem,
        values: Sequence[float],
        shift: float,
        width: float,
        pen: QPen,
        brush: QBrush,
    ) -> None:
        bars = [
            (place + shift, value) for place, value in enumerate(values) if isfinite(value) and value != 0
        ]
        item.setOpts(
            x=[place for place, _ in bars],
            height=[value for _, value in bars],
            width=width,
            pen=pen,
            brush=brush,
        )

    def _values(self, index: int) -> tuple[float, ...]:
        first = self._before[index]
        return (first,) if self._after is None else (first, self._after[index])
