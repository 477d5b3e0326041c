"""Axes that all charts share: grid, marks, titles in words, zoom along x; all in the theme."""

import re
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPen, QShowEvent, QWheelEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sdcdesk.core.results.plot_places import Marks, Places
from sdcdesk.core.text.ticks import fitting_labels
from ui.look.theme import theme
from ui.widgets.symbols import with_symbols

RING = 2
"""Pixels around the chart in which the focus is drawn."""

INSET = 28
"""Pixels at the right, so that the last mark fits."""

APART = 6
"""Pixels above the marks, so that the first one stands clear of the lowest one at the left."""

WIDER = 200
"""Pixels by which marks at the left may be wider than the axis is for now."""

BELOW = 0.4
"""Lines of text that are kept free below the marks."""


class Axes(QWidget):
    """A plot without frame: horizontal grid lines, few marks, titles in words.

    The wheel zooms along x with Ctrl or after a click, else it is left to the page. Dragging moves, never
    beyond what there is to see.

    Parameters
    ----------
    x_title, y_title
        Titles of the axes, in words; empty: none.
    """

    around: ClassVar[float] = 0.0
    """Room at all edges, as a share of the axis, for marks that are wider than their place."""

    def __init__(self, x_title: str = "", y_title: str = "") -> None:
        super().__init__()
        self._titles = {"bottom": x_title, "left": y_title}
        self._x, self.ends, self.sharp = (0.0, 1.0), (0.0, 1.0), 0.0
        self._items: list[Any] = []
        self._due = self._clicked = False
        self._grid = pg.PlotCurveItem(connect="pairs", antialias=False)
        # Its own menu is never made: to make one and destroy it again has crashed inside the library.
        self.plot: Any = pg.PlotWidget(
            enableMenu=False, axisItems={"bottom": _Marks("bottom"), "left": _Heights("left")}
        )
        self._prepare_plot()
        rows = QVBoxLayout(self)
        rows.setContentsMargins(RING, RING, RING, RING)
        rows.addWidget(self.plot)
        theme().changed.connect(self._dress_if_seen)

    @property
    def ratio(self) -> float:
        """Pixels of the device for one of ours: pens that do not scale count the former."""
        return self.sharp or self.devicePixelRatioF()

    def draw(self) -> None:
        """Put the items of the chart into the plot, in the colours of the theme."""

    def x_marks(self, low: float, high: float) -> Marks:
        """Return place and words of the marks below the chart when x runs from `low` to `high`."""
        raise NotImplementedError

    def repaint_items(self) -> None:
        """Draw everything again when it is next seen: until then it is laid out many times."""
        self._due = True
        self.plot.viewport().update()

    def draw_due(self) -> None:
        """Draw what is to be drawn again."""
        if not self._due:
            return
        self._due = False
        for item in self._items:
            self.plot.removeItem(item)
        self._items = []
        self.draw()

    def put(self, item: Any, z: float) -> None:
        """Show an item until everything is drawn again."""
        item.setZValue(z)
        self.plot.addItem(item, ignoreBounds=True)
        self._items.append(item)

    def set_title(self, x_title: str) -> None:
        """Give the first axis another title."""
        self._titles["bottom"] = x_title
        self._dress()

    def set_ranges(self, x: tuple[float, float], ys: Places) -> None:
        """Say how far the axes go; y is extended to the next round numbers where they are near."""
        low, high = ys.rounded()
        marks = ys.marks(low, high)
        # Room for the uppermost line and for outlines at it, and for points at all edges.
        aside, below = self.around * (x[1] - x[0]), self.around * (high - low)
        x = x[0] - aside, x[1] + aside
        self._x, self.ends = x, (low - below, high + max(0.02 * (high - low), below))
        box = self.plot.plotItem.vb
        box.setLimits(xMin=None, xMax=None, yMin=None, yMax=None, minXRange=None)
        box.setRange(xRange=x, yRange=self.ends, padding=0)
        box.setLimits(
            xMin=x[0], xMax=x[1], yMin=self.ends[0], yMax=self.ends[1], minXRange=(x[1] - x[0]) / 50
        )
        self._grid.setData(np.tile(x, len(marks)), np.repeat([mark for mark, _ in marks], 2))
        self.plot.getAxis("left").setTicks([marks])
        self._set_x_marks()

    def names(
        self, texts: Sequence[str], low: float, high: float, at: Sequence[float], tallest: int | None = None
    ) -> Marks:
        """Return the names that have room below places of the axis, in two lines where one is too short."""
        metrics = QFontMetricsF(theme().font("caption"))

        def cut(text: str, pixels: float) -> str:
            if metrics.horizontalAdvance(text) <= pixels:
                return text
            words = re.split(r"(?<=[ _–-])|(?<=\.)(?!\d)", text)
            fit = [n for n in range(1, len(words)) if metrics.horizontalAdvance("".join(words[:n])) <= pixels]
            first, rest = "".join(words[: max(fit, default=1)]), "".join(words[max(fit, default=1) :])
            # The end of a name tells it apart as often as its beginning.
            middle = Qt.TextElideMode.ElideMiddle
            return "\n".join(metrics.elidedText(one, middle, pixels) for one in (first, rest) if one)

        pixels = self.plot.plotItem.vb.width()
        return fitting_labels(texts, low, high, pixels, metrics.horizontalAdvance, cut, tallest, at)

    def reset(self) -> None:
        """Show everything again."""
        self.plot.plotItem.vb.setRange(xRange=self._x, yRange=self.ends, padding=0)

    def view(self) -> tuple[float, float]:
        """Return the range of x that is seen."""
        low, high = self.plot.plotItem.vb.viewRange()[0]
        return float(low), float(high)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Be dressed as the theme is now."""
        super().showEvent(event)
        self._dress_if_seen()

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
        item.layout.setContentsMargins(0, 6, INSET, _below())
        item.vb.setMouseEnabled(x=True, y=False)
        item.vb.sigXRangeChanged.connect(lambda *_: self._set_x_marks())
        item.vb.sigResized.connect(lambda *_: self._set_x_marks())
        item.vb.sigResized.connect(lambda *_: self._fit_titles())
        for name in ("bottom", "left"):
            item.getAxis(name).setStyle(tickLength=0, tickAlpha=0, hideOverlappingLabels=False)
            item.getAxis(name).enableAutoSIPrefix(False)
        item.getAxis("bottom").setStyle(hideOverlappingLabels=INSET, tickTextOffset=APART)
        item.vb.addItem(self._grid, ignoreBounds=True)
        self._grid.setZValue(-1000)

    def _dress(self) -> None:
        """Take the colours and fonts of the theme."""
        colours, font = theme(), theme().font("caption")
        self._worn = colours.tokens
        self.plot.setBackground(colours.colour("surface"))
        for name, title in self._titles.items():
            side = self.plot.getAxis(name)
            side.setPen(QPen(Qt.PenStyle.NoPen))
            side.setTextPen(QPen(colours.colour("text3")))
            side.setTickFont(font)
            side.setLabel(title)
            side.label.setFont(font)
            side.label.setDefaultTextColor(colours.colour("text3"))
            side.showLabel(bool(title))
        self._fit_titles()
        self._set_x_marks()
        self._grid.setPen(pg.mkPen(colours.colour("grid"), width=self.ratio))
        self.repaint_items()

    def _fit_titles(self) -> None:
        """Write the titles of the axes, cut in the middle where they are longer than the axis."""
        box, metrics = self.plot.plotItem.vb, QFontMetricsF(theme().font("caption"))
        rooms = {"bottom": box.width(), "left": box.height()}
        for name, title in self._titles.items():
            words = metrics.elidedText(title, Qt.TextElideMode.ElideMiddle, rooms[name])
            side = self.plot.getAxis(name)
            side.label.setHtml(with_symbols(words))
            side.resizeEvent()  # by which the library puts the title into the middle

    def _dress_if_seen(self) -> None:
        """Take other colours now if it is seen, else when it is seen again."""
        if self.isVisible() and self._worn is not theme().tokens:
            self._dress()

    def _set_x_marks(self) -> None:
        self.plot.getAxis("bottom").setTicks([self.x_marks(*self.view())])

    def _on_screen(self, place: QPointF) -> QPoint:
        """Return where a place of the axes is within this widget."""
        scene = self.plot.plotItem.vb.mapViewToScene(place)
        point: QPoint = self.plot.viewport().mapTo(self, self.plot.mapFromScene(scene))
        return point

    def _zooms(self, event: QWheelEvent) -> bool:
        """Return whether the wheel is meant for the chart and has something to zoom."""
        low, high = self.view()
        whole = (high - low) >= (self._x[1] - self._x[0]) * (1 - 1e-9)
        meant = self._clicked or event.modifiers() & Qt.KeyboardModifier.ControlModifier
        return bool(meant) and not (event.angleDelta().y() <= 0 and whole)


class _Marks(pg.AxisItem):  # type: ignore[misc]
    """Marks below the chart. The library counts too little height for them and cuts what is lower.

    Without the tail of its comma 2,000 would be read as 2.
    """

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return where is painted."""
        rect: QRectF = super().boundingRect()
        return rect.adjusted(0, 0, 0, _below())


class _Heights(pg.AxisItem):  # type: ignore[misc]
    """Marks at the left, which leave room for the half of the first mark below the chart.

    The library leaves out what is wider than the axis, which follows its marks only after it was painted.
    """

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return where is painted."""
        rect: QRectF = super().boundingRect()
        return rect.adjusted(-WIDER, 0, 0, 0)

    def _updateWidth(self) -> None:  # noqa: N802 - the library's name
        super()._updateWidth()
        if self.isVisible():
            self.setFixedWidth(max(self.minimumWidth(), INSET))


def _below() -> float:
    """Return the pixels below the marks."""
    return BELOW * QFontMetricsF(theme().font("caption")).height()
