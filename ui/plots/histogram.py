"""Histograms: the distribution of one variable, with the marks of its axis at round numbers."""

from bisect import bisect_right
from math import ceil, floor, log10

from sdcdesk.core.ticks import axis, inside
from sdcdesk.inspection.profile import Distribution
from ui.forms.numbers import write_number
from ui.plots.bars import BarChart
from ui.widgets.numbers import tick_words

MOST_DECADES = 6
"""Marks on a logarithmic axis."""


class Histogram(BarChart):
    """Bars of the bins or categories of a `Distribution`.

    Bins stand side by side whatever their width, so the marks of the axis are placed between their edges.
    """

    def __init__(self, title: str, y_title: str = "") -> None:
        self._edges: tuple[float, ...] = ()
        self._logarithmic = self._whole = False
        super().__init__(title, y_title=y_title, overlaid=True)

    def set_distribution(self, before: Distribution, after: Distribution | None = None) -> None:
        """Show a distribution, or two with the same bins."""
        edges = [] if before.edges is None else before.edges.tolist()
        self._logarithmic, self._whole = before.scale == "logarithmic", before.whole
        # A bar of one whole number has it below its middle.
        shift = 0.5 if before.whole and edges and edges[-1] - edges[0] == len(edges) - 1 else 0.0
        self._edges = tuple(edge - shift for edge in edges)
        self.set_bars(before.labels, before.counts.tolist(), after.counts.tolist() if after else None)

    def x_marks(self, low: float, high: float) -> list[tuple[float, str]]:
        """Return round numbers below the bins, or the categories."""
        if len(self._edges) < 2:
            return super().x_marks(low, high)
        first, last = self._value(low), self._value(high)
        marks = _decades(first, last) if self._logarithmic else []
        if len(marks) >= 2:
            return [(self._place(mark), write_number(mark)) for mark in marks]
        marks = inside(axis(first, last, whole=self._whole)[0], first, last)
        return [(self._place(mark), words) for mark, words in zip(marks, tick_words(marks), strict=True)]

    def _value(self, place: float) -> float:
        """Return the number at a place of the axis; a bin reaches half a place to either side."""
        edges = self._edges
        inner = min(max(place + 0.5, 0.0), len(edges) - 1.0)
        bin_ = min(int(inner), len(edges) - 2)
        return edges[bin_] + (inner - bin_) * (edges[bin_ + 1] - edges[bin_])

    def _place(self, value: float) -> float:
        """Return the place of a number on the axis."""
        edges = self._edges
        bin_ = min(max(bisect_right(edges, value) - 1, 0), len(edges) - 2)
        return bin_ - 0.5 + (value - edges[bin_]) / (edges[bin_ + 1] - edges[bin_])


def _decades(low: float, high: float) -> list[float]:
    """Return powers of ten within a range, every second or third where there are many."""
    first, last = ceil(log10(low) - 1e-9), floor(log10(high) + 1e-9)
    step = max(1, ceil((last - first + 1) / MOST_DECADES))
    return [10.0**power for power in range(first, last + 1, step)]
