"""Axes that all charts share: grid, marks, titles in words, zoom along x; all in the theme."""

from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QPen, QWheelEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sdcdesk.core.ticks import axis, inside
from ui.look.theme import theme
from ui.plots.grid import GridLines
from ui.plots.places import Places
from ui.widgets.numbers import tick_words

RING = 2
"""Pixels around the chart in which the focus is drawn."""


class Axes(QWidget):
    """A plot without frame: horizontal grid lines, few marks, titles in words.

    The wheel zooms along x and dragging moves, never beyond what there is to see.

    Parameters
    ----------
    x_title, y_title
        Titles of the axes, in words; empty: none.
    """

    def __init__(self, x_title: str = "", y_title: str = "") -> None:
        super().__init__()
        self._titles = {"bottom": x_title, "left": y_title}
        self._x, self._y = (0.0, 1.0), (0.0, 1.0)
        self._grid = GridLines()
        # Its own menu is never made: to make one and destroy it again has crashed inside the library.
        self.plot: Any = pg.PlotWidget(enableMenu=False)
        self._prepare_plot()
        rows = QVBoxLayout(self)
        rows.setContentsMargins(RING, RING, RING, RING)
        rows.addWidget(self.plot)
        theme().changed.connect(self._dress)

    def repaint_items(self) -> None:
        """Draw the items in the colours of the theme; `current` is drawn as such."""

    def x_marks(self, low: float, high: float) -> list[tuple[float, str]]:
        """Return place and words of the marks below the chart when x runs from `low` to `high`."""
        marks = inside(axis(low, high)[0], low, high)
        return list(zip(marks, tick_words(marks), strict=True))

    def y_words(self, marks: list[float]) -> list[str]:
        """Return the words of the marks beside the chart."""
        return tick_words(marks)

    def set_titles(self, x_title: str, y_title: str = "") -> None:
        """Give the axes other titles."""
        self._titles = {"bottom": x_title, "left": y_title}
        self._dress()

    def set_ranges(
        self,
        x: tuple[float, float],
        y: tuple[float, float],
        *,
        whole: bool = False,
        places: Places | None = None,
    ) -> None:
        """Say how far the axes go; y is extended to the next round numbers where they are near.

        Parameters
        ----------
        x, y
            Lower and upper end.
        whole
            y counts something.
        places
            Writes the marks of y; numbers as they are where not given.
        """
        marks, low, high = axis(*y, whole=whole)
        if places is not None:
            if places.is_log:
                low, high = y
            found = places.marks(low, high)
            marks, words = [mark for mark, _ in found], [text for _, text in found]
        else:
            words = self.y_words(marks)
        # Room for the uppermost line and for outlines at it.
        self._x, self._y = x, (low, high + 0.02 * (high - low))
        box = self.plot.plotItem.vb
        box.setLimits(xMin=None, xMax=None, yMin=None, yMax=None, minXRange=None)
        box.setRange(xRange=x, yRange=self._y, padding=0)
        box.setLimits(xMin=x[0], xMax=x[1], yMin=self._y[0], yMax=self._y[1], minXRange=(x[1] - x[0]) / 50)
        self._grid.set_marks(marks, x)
        self.plot.getAxis("left").setTicks([list(zip(marks, words, strict=True))])
        self._set_x_marks()

    def reset(self) -> None:
        """Show everything again."""
        self.plot.plotItem.vb.setRange(xRange=self._x, yRange=self._y, padding=0)

    def view(self) -> tuple[float, float]:
        """Return the range of x that is seen."""
        low, high = self.plot.plotItem.vb.viewRange()[0]
        return float(low), float(high)

    def pixels(self) -> float:
        """Return the width of the chart between its axes."""
        return float(self.plot.plotItem.vb.width())

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return a modest size."""
        return QSize(360, 240)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return the least size at which it can be read."""
        return QSize(200, 150)

    def _prepare_plot(self) -> None:
        plot, item = self.plot, self.plot.plotItem
        plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        plot.setAntialiasing(True)
        item.hideButtons()
        item.vb.setMouseEnabled(x=True, y=False)
        item.vb.sigXRangeChanged.connect(lambda *_: self._set_x_marks())
        item.vb.sigResized.connect(lambda *_: self._set_x_marks())
        for name in ("bottom", "left"):
            item.getAxis(name).setStyle(tickLength=0, tickAlpha=0, hideOverlappingLabels=False)
            item.getAxis(name).enableAutoSIPrefix(False)
        item.vb.addItem(self._grid, ignoreBounds=True)

    def _dress(self) -> None:
        """Take the colours and fonts of the theme."""
        look, font = theme(), theme().font("caption")
        self.plot.setBackground(look.colour("surface"))
        for name, title in self._titles.items():
            side = self.plot.getAxis(name)
            side.setPen(QPen(Qt.PenStyle.NoPen))
            side.setTextPen(QPen(look.colour("text3")))
            side.setTickFont(font)
            side.setLabel(title)
            side.label.setFont(font)
            side.label.setDefaultTextColor(look.colour("text3"))
            side.label.setPlainText(title)
            side.showLabel(bool(title))
        self._set_x_marks()
        self._grid.update()
        self.repaint_items()

    def _set_x_marks(self) -> None:
        self.plot.getAxis("bottom").setTicks([self.x_marks(*self.view())])

    def _on_screen(self, place: QPointF) -> QPoint:
        """Return where a place of the axes is within this widget."""
        scene = self.plot.plotItem.vb.mapViewToScene(place)
        point: QPoint = self.plot.viewport().mapTo(self, self.plot.mapFromScene(scene))
        return point

    def _is_whole(self, event: QWheelEvent) -> bool:
        low, high = self.view()
        shown = (high - low) >= (self._x[1] - self._x[0]) * (1 - 1e-9)
        return event.angleDelta().y() <= 0 and shown
