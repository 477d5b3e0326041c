"""Alternatives map: loss to the right, risk upwards; nothing beats those on the stepped line in both."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent

from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.results.plot import Line
from sdcdesk.core.results.plot_places import Marks, limit_label
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.core.text.sentence import counted
from sdcdesk.document.measures import leading_figure
from sdcdesk.release.risk_loss_path import Address
from sdcdesk.search.alternatives.alternatives_map import Ends, Place, alternatives_plot
from sdcdesk.search.alternatives.axis_figures import figure_title
from ui.look.locale import in_user_locale, user_locale
from ui.look.theme import theme
from ui.plots.points import PointChart
from ui.plots.series_mark import is_hollow, mark_colour, mark_shape
from ui.plots.series_style import label_font

SIZE = 10.0
"""Pixels across a mark."""

CHOSEN, NOW = 2.0 * SIZE, 1.8 * SIZE
"""Pixels across the rings of the chosen alternative and of the recipe as it is."""

QUIET = 0.55
"""Opacity of what something else beats in both."""

AROUND = 0.03
"""Room at the ends of the first axis, as a share of it."""

ASIDE = 14.0
"""Pixels from the middle of a ring to its label."""

SHAPES = "●■▲○□△"
"""The marks of methods as signs, in their order."""

NOW_WORDS = "your recipe now"

USED_BY = "Enter: use as recipe. N: note."
"""What the keys do with an alternative."""


class AlternativesMap(PointChart):
    """A point for each alternative, in the shape and colour of its kind.

    What nothing beats in both is joined by a stepped line and stands out; where there are several draws, a
    cross says how far they spread. A dashed ring is the recipe as it is, a ring in the accent colour the
    alternative that is chosen. Arrows walk through the alternatives by loss and choose them.
    """

    place_chosen = Signal(int)
    """An alternative was chosen, by its number."""

    place_used = Signal(int)
    """An alternative is to become the recipe, by its number."""

    note_wanted = Signal(int)
    """A note on an alternative is wanted, by its number."""

    def __init__(self) -> None:
        self._places: tuple[Place, ...] = ()
        self._front: tuple[Place, ...] = ()
        self._marks: Mapping[int, int] = {}
        self._limit: Limit | None = None
        self._now: tuple[Quantity, Quantity] | None = None
        self._risk = Address("", *leading_figure(Concern.RISK))
        self._loss = Address("", *leading_figure(Concern.LOSS))
        self._falls, self._selected = True, -1
        super().__init__(*alternatives_plot((), self._risk, self._loss))
        self.chosen.connect(lambda index: self.place_chosen.emit(self._places[self.position(index)].number))

    def set_axes(
        self,
        risk: Address,
        loss: Address,
        limit: Limit | None,
        now: tuple[Quantity, Quantity] | None,
        *,
        falls: bool = True,
    ) -> None:
        """Say what the axes show, before alternatives are shown on them.

        Parameters
        ----------
        risk, loss
            The figures upwards and to the right.
        limit
            What is accepted of the risk; None: nothing is said.
        now
            Risk and loss of the recipe as it is; None: they are not known.
        falls
            Whether less of the loss is better.
        """
        self._risk, self._loss, self._limit, self._now, self._falls = risk, loss, limit, now, falls
        self.set_title(f"{figure_title(loss)} →")

    def set_places(self, places: Sequence[Place], shown: Collection[int], marks: Mapping[int, int]) -> None:
        """Show alternatives; the axes hold all of them, so that nothing moves as some are hidden.

        Parameters
        ----------
        places
            All alternatives that have both figures.
        shown
            Numbers of those that are seen.
        marks
            The number of its shape and colour, by kind.
        """
        self._places = tuple(place for place in places if place.number in shown)
        self._front = tuple(sorted((one for one in places if one.front), key=lambda one: one.right))
        self._marks = marks
        right = [*self._values(places, "loss"), *([self._now[1].value or 0] if self._now else [])]
        up = [*self._values(places, "risk"), *([self._now[0].value or 0] if self._now else [])]
        lines = (Line(self._limit.value, "limit"),) if self._limit is not None else ()
        self._take(*alternatives_plot(self._places, self._risk, self._loss, (_ends(up), _ends(right))), lines)
        read = self._number_of(self.current)
        self.show_all(self._span(), self._ys)
        self.set_current(self._index_of(read))

    def select(self, number: int) -> None:
        """Ring an alternative, by its number; −1: none."""
        if number != self._selected:
            self._selected = number
            self.repaint_items()

    def summary(self) -> str:
        """Return how many alternatives there are, and those that nothing beats, for a screen reader."""
        if not self._places:
            return "No points yet"
        front = self.rows_text(index for index in range(self.count()) if self._at(index).front)
        return "; ".join(filter(None, (in_user_locale(counted(self.count(), "alternative")), front)))

    def point_text(self, index: int) -> str:
        """Return words, method, loss and risk of an alternative."""
        place = self._at(index)
        limits = [] if self._limit is None else [self._limit.value]
        risk = quantity_text(place.risk, user_locale(), limits).text
        loss = quantity_text(place.loss, user_locale()).text
        lines = (
            in_user_locale(place.words),
            f"{figure_title(self._risk)}\t{risk}",
            f"{figure_title(self._loss)}\t{loss}",
        )
        return "\n".join(lines)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Walk and choose with arrows, use with Enter, note with N."""
        key, before = Qt.Key(event.key()), self.current
        if before < 0 and self._selected >= 0:
            self.set_current(self._index_of(self._selected))
        number = self._number_of(self.current)
        if number >= 0 and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.place_used.emit(number)
        elif number >= 0 and key == Qt.Key.Key_N and not event.modifiers():
            self.note_wanted.emit(number)
        else:
            super().keyPressEvent(event)
            if 0 <= self.current != before:
                self.place_chosen.emit(self._number_of(self.current))

    @property
    def heads(self) -> tuple[str, ...]:
        """The lines above its picture: what stands upwards, and which shape is which method."""
        titles = {place.kind: place.title for place in self._places}
        shapes = [f"{SHAPES[self._marks[kind] % len(SHAPES)]} {title}" for kind, title in titles.items()]
        return (self.declared.title, f"{figure_title(self._risk)} ↑", "   ".join(shapes))

    # Parts

    def _span(self) -> tuple[float, float]:
        """Return the ends of the axis, with room for the rings at them."""
        low, high = self._xs.rounded()
        aside = AROUND * (high - low)
        return low - aside, high + aside

    def x_marks(self, low: float, high: float) -> Marks:
        """Return the round losses below the map, none below the least that there can be."""
        least = min(self._xs.low, 0.0)
        return [mark for mark in super().x_marks(low, high) if mark[0] >= least]

    def _at(self, index: int) -> Place:
        return self._places[self.position(index)]

    def _number_of(self, index: int) -> int:
        return self._at(index).number if 0 <= index < self.count() else -1

    def _index_of(self, number: int) -> int:
        return next((index for index in range(self.count()) if self._at(index).number == number), -1)

    def _values(self, places: Sequence[Place], axis: str) -> list[float]:
        """Return all numbers that an axis has to hold."""
        found = []
        for place in places:
            ends = place.loss_ends if axis == "loss" else place.risk_ends
            found += [place.right if axis == "loss" else place.up, *(ends or ())]
        return found

    def _draw_limits(self) -> None:
        if self._limit is None or not self._places:
            return
        height, most = self._draw_within(self._limit), self._limit.side == "at most"
        for line in self._lines:
            words = limit_label(line, self._ys.unit, user_locale())
            self._write(words, self._along(height), (not most, most), "text")

    def _draw_series(self) -> None:
        self.plot.plotItem.vb.setBorder(pg.mkPen(theme().colour("grid"), width=self.ratio))
        self._draw_front()
        self._draw_crosses()
        for kind, mark in self._marks.items():
            for front in (False, True):
                self._draw_kind(kind, mark, front=front)
        self._draw_chosen()
        self._draw_now()

    def _draw_kind(self, kind: int, mark: int, *, front: bool) -> None:
        """Draw the marks of a kind: those on the front, or the others."""
        at = [n for n in range(self.count()) if self._at(n).kind == kind and self._at(n).front is front]
        if not at:
            return
        colour, hollow = mark_colour(mark, 1.0 if front else QUIET), is_hollow(mark)
        pen = pg.mkPen(colour, width=1.4 * self.ratio) if hollow else pg.mkPen(None)
        brush = theme().colour("surface", 0.6) if hollow else colour
        across, up = self._across[at], self._up["risk"][at]
        item = pg.ScatterPlotItem(across, up, size=SIZE, pen=pen, brush=brush, symbol=mark_shape(mark))
        self.put(item, 12 if front else 10)

    def _draw_front(self) -> None:
        """Draw the stepped line: what lies behind it is beaten in both."""
        if len(self._front) < 2:
            return
        across = self._xs.all(np.array([place.right for place in self._front]))
        up = self._ys.all(np.array([place.up for place in self._front]))
        pen = pg.mkPen(theme().colour("text"), width=1.4 * self.ratio)
        self.put(pg.PlotCurveItem(*self._steps(across, up), pen=pen), 5)

    def _steps(self, across: np.ndarray, up: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the corners of a stepped line through the points of a front.

        First to the right where less loss is better: what loses as much has at best this risk.
        """
        if self._falls:
            return np.repeat(across, 2)[1:], np.repeat(up, 2)[:-1]
        return np.repeat(across, 2)[:-1], np.repeat(up, 2)[1:]

    def _draw_chosen(self) -> None:
        """Draw the ring around the alternative that is chosen."""
        chosen = self._index_of(self._selected)
        if chosen >= 0:
            at, pen = self.anchor(chosen), pg.mkPen(theme().colour("accent"), width=2.2 * self.ratio)
            self.put(pg.ScatterPlotItem([at.x()], [at.y()], size=CHOSEN, pen=pen, brush=None), 25)

    def _draw_crosses(self) -> None:
        """Draw how far draws spread, as lines through the mean of each alternative."""
        across, up = [], []
        for index in range(self.count()):
            place, at = self._at(index), self.anchor(index)
            if place.loss_ends is not None:
                across += [*self._xs.all(np.array(place.loss_ends))]
                up += [at.y(), at.y()]
            if place.risk_ends is not None:
                across += [at.x(), at.x()]
                up += [*self._ys.all(np.array(place.risk_ends))]
        if across:
            pen = pg.mkPen(theme().colour("text3"), width=1.0 * self.ratio)
            self.put(pg.PlotCurveItem(np.array(across), np.array(up), pen=pen, connect="pairs"), 8)

    def _draw_now(self) -> None:
        """Draw a dashed ring, with its words where there is room, around the recipe as it is."""
        if self._now is None or self._now[0].value is None or self._now[1].value is None:
            return
        x, y = self._xs.place(float(self._now[1].value)), self._ys.place(float(self._now[0].value))
        pen = pg.mkPen(theme().colour("text"), width=1.6 * self.ratio, style=Qt.PenStyle.DashLine)
        self.put(pg.ScatterPlotItem([x], [y], size=NOW, pen=pen, brush=None), 26)
        wide, high = self.plot.plotItem.vb.viewPixelSize()
        width = QFontMetricsF(label_font(bold=True)).horizontalAdvance(NOW_WORDS) + 8
        below = y + high * (QFontMetricsF(label_font(bold=True)).height() / 2 + 4)
        right, left = (x + wide * (ASIDE + width), below), (x - wide * (ASIDE - 4), below)
        spots = [spot for spot in (right, left) if spot[0] <= self._x[1]] or [left]
        self._write(NOW_WORDS, spots, (True, False), "text2")

    def _draw_reading(self) -> None:
        """Ring what is read, unless it is the chosen one, which is ringed already."""
        if self._number_of(self.current) != self._selected:
            super()._draw_reading()


def _ends(values: Sequence[float | int]) -> Ends | None:
    return (float(min(values)), float(max(values))) if values else None
