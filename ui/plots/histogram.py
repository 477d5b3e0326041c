"""Histogram of one variable in one file or in two: the outlines of the one over the bars of the other."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QKeyEvent

from sdcdesk.core.numbers.quantity import RECORDS
from sdcdesk.core.results.plot import Axis
from sdcdesk.core.results.plot_places import Marks, Places, decades
from sdcdesk.core.text.ticks import axis, inside, tick_labels
from sdcdesk.inspection.profile import Distribution
from sdcdesk.records.value_changes import NOTHING, Bars, ValueChange, side_by_side
from ui.forms.numbers import write_number
from ui.look.locale import in_user_locale, user_locale
from ui.look.theme import theme
from ui.plots.bars import draw_bars, draw_ground
from ui.plots.category_rows import CategoryRows
from ui.plots.chart import Chart
from ui.plots.export import Table, widget_drawing, widget_picture
from ui.widgets.label import ElidedLabel
from ui.widgets.layout import scrolled

STANDING = 12
"""Categories that stand side by side; more lie below one another, where each has room for its name."""

INSET = 0.04
"""Part of a bar that is left free at either side."""


class Histogram(Chart):
    """Bars of both files on one axis, also where one of them puts values together.

    Many categories, and those with a rest that would make the others flat, are rows that scroll. Its points
    are the wide bars; reading one names the narrow ones that stand in it. Bins stand side by side whatever
    their width, so the marks of an axis of numbers are placed between their edges.
    """

    def __init__(self, title: str) -> None:
        self._change, self._names = ValueChange(NOTHING, NOTHING), ("", "")
        self._edges, self._logarithmic, self._whole = np.zeros(0), False, False
        super().__init__(title, y_title="Records")
        self.rows = CategoryRows()
        self.rows.pointed.connect(self.set_current)
        self._below = ElidedLabel(style="caption", tone="text3")
        self.list = scrolled(self.rows)
        for part in (self.list, self._below):
            part.hide()
            self.layout().addWidget(part)  # type: ignore[union-attr]  # every chart has a layout

    @property
    def lies(self) -> bool:
        """Whether the bars are rows below one another."""
        change = self._change
        return change.named and (len(change.wide.labels) > STANDING or bool(change.others))

    def set_distribution(self, before: Distribution, after: Distribution | None = None) -> None:
        """Show a distribution, or two with the same bins."""
        edges = np.zeros(0) if before.edges is None else before.edges
        self._logarithmic, self._whole = before.scale == "logarithmic", before.whole
        # A bar of one whole number has it below its middle.
        single = before.whole and len(edges) > 1 and edges[-1] - edges[0] == len(edges) - 1
        self._edges = edges - 0.5 if single else edges
        if after is None:
            shown, names = ValueChange(NOTHING, side_by_side(before)), ("", "")
        else:
            shown, names = ValueChange(side_by_side(before), side_by_side(after)), ("original", "masked")
        self._set(replace(shown, named=before.categories is not None, others=before.others), names)

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

    def point_text(self, index: int) -> str:
        """Return the label of a place, and the records of both files there."""
        return in_user_locale(self._change.reading(index, self._names, user_locale()))

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
            return self.names(
                [*map(in_user_locale, wide.labels)], low, high, ((wide.left + wide.right) / 2).tolist()
            )
        bins = np.arange(len(edges))
        first, last = np.interp((low, high), bins, edges)
        if self._logarithmic and last >= 10 * first:
            marks = [10.0**power for power in decades(np.log10(first), np.log10(last))]
            words = [write_number(mark) for mark in marks]
        else:
            marks = inside(axis(first, last, whole=self._whole)[0], first, last)
            words = tick_labels(marks, user_locale())
        return list(zip(np.interp(marks, edges, bins).tolist(), words, strict=True))

    def set_title(self, x_title: str) -> None:
        """Give the axis another title."""
        super().set_title(x_title)
        self._below.setText(x_title)

    def set_current(self, index: int) -> None:
        """Read a bar; −1: none."""
        super().set_current(index)
        self.rows.set_current(self.current)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Go from row to row up and down, too."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0) if self.lies else 0
        if step:
            self.set_current(min(max(self.current + step, 0), self.count() - 1))
        else:
            super().keyPressEvent(event)
        if self.lies and self.current >= 0:
            row = self.rows.row_rect(self.current)
            self.list.ensureVisible(0, row.center().y(), 0, row.height())

    def picture(self) -> QImage:
        """Return the chart as an image, all rows of it."""
        return widget_picture(self.rows, *self.heads, legend=self.legend) if self.lies else super().picture()

    def drawing(self) -> bytes:
        """Return the chart as SVG, all rows of it."""
        return widget_drawing(self.rows, *self.heads, legend=self.legend) if self.lies else super().drawing()

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
        self.rows.show_change(change)
        self.plot.setVisible(not self.lies)
        self.list.setVisible(self.lies)
        self._below.setVisible(self.lies and bool(self._below.text()))

    def _on_screen(self, place: QPointF) -> QPoint:
        """Return where a place of the axes is, or the row that is read."""
        if not self.lies or self.current < 0:
            return super()._on_screen(place)
        row = self.rows.row_rect(self.current)
        return self.rows.mapTo(self, QPoint(row.center().x(), row.top()))

    def _both(self) -> tuple[Bars, Bars]:
        return self._change.before, self._change.after
