"""What all charts have in common: axes in the theme, reading by mouse and keyboard, zoom, export."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pyqtgraph as pg
from pyqtgraph.exporters import SVGExporter
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QContextMenuEvent,
    QFocusEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from ui.plots.export import SHARP, Exporter, Table
from ui.plots.grid import GridLines
from ui.plots.readout import Readout
from ui.plots.ticks import axis, inside, tick_words
from ui.theme import theme

RING = 2
"""Pixels around the chart in which the focus is drawn."""


class Chart(QWidget):
    """A chart without frame: horizontal grid lines, few marks, axis titles in words.

    Hovering reads values, the wheel zooms along x, dragging moves, a double-click shows everything again.
    With the keyboard's focus, arrows, Home and End go from point to point, and Enter chooses one. A kind of
    chart says what its points are by `count`, `anchor`, `words`, `nearest`, draws in `repaint` and gives its
    numbers in `table`.

    Parameters
    ----------
    title
        What it shows: its accessible name, and the name proposed for files.
    x_title, y_title
        Titles of the axes, in words; empty: none.
    """

    pointed = Signal(int)
    """Another point is read; −1: none."""

    chosen = Signal(int)
    """Enter was pressed on a point, or it was clicked."""

    saved = Signal(str)
    """A file was written, in words."""

    failed = Signal(object)
    """A `SdcError`: a file could not be written."""

    def __init__(self, title: str, x_title: str = "", y_title: str = "") -> None:
        super().__init__()
        self._titles = {"bottom": x_title, "left": y_title}
        self._x, self._y = (0.0, 1.0), (0.0, 1.0)
        self._current = -1
        self._grid = GridLines()
        self.setAccessibleName(title)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.plot: Any = pg.PlotWidget()
        self._prepare_plot()
        self._readout = Readout(self)
        self.exporter = Exporter(self, self, self.accessibleName)
        self.exporter.saved.connect(self.saved)
        self.exporter.failed.connect(self.failed)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(RING, RING, RING, RING)
        rows.addWidget(self.plot)
        theme().changed.connect(self._dress)
        self._dress()

    # What a kind of chart says of itself

    def count(self) -> int:
        """Return the number of points that can be read."""
        return 0

    def anchor(self, index: int) -> QPointF:
        """Return where a point stands, in the numbers of the axes."""
        raise NotImplementedError

    def words(self, index: int) -> str:
        """Return what a point says."""
        raise NotImplementedError

    def nearest(self, place: QPointF) -> int:
        """Return the point that is meant by a place, in the numbers of the axes; −1: none."""
        raise NotImplementedError

    def table(self) -> Table:
        """Return the numbers as rows of text, the header first."""
        raise NotImplementedError

    def repaint_items(self) -> None:
        """Draw the items in the colours of the theme; `current` is drawn as such."""

    def x_marks(self, low: float, high: float) -> list[tuple[float, str]]:
        """Return place and words of the marks below the chart when x runs from `low` to `high`."""
        marks = inside(axis(low, high)[0], low, high)
        return list(zip(marks, tick_words(marks), strict=True))

    def y_words(self, marks: list[float]) -> list[str]:
        """Return the words of the marks beside the chart."""
        return tick_words(marks)

    # Axes

    def set_titles(self, x_title: str, y_title: str = "") -> None:
        """Give the axes other titles."""
        self._titles = {"bottom": x_title, "left": y_title}
        self._dress()

    def set_ranges(self, x: tuple[float, float], y: tuple[float, float], *, whole: bool = False) -> None:
        """Say how far the axes go; y is extended to the next round numbers where they are near.

        Parameters
        ----------
        x, y
            Lower and upper end.
        whole
            y counts something.
        """
        marks, low, high = axis(*y, whole=whole)
        # Room for the uppermost line and for outlines at it.
        self._x, self._y = x, (low, high + 0.02 * (high - low))
        box = self.plot.plotItem.vb
        box.setLimits(xMin=None, xMax=None, yMin=None, yMax=None, minXRange=None)
        box.setRange(xRange=x, yRange=self._y, padding=0)
        box.setLimits(xMin=x[0], xMax=x[1], yMin=self._y[0], yMax=self._y[1], minXRange=(x[1] - x[0]) / 50)
        self._grid.set_marks(marks, x)
        words = self.y_words(marks)
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

    # Reading

    @property
    def current(self) -> int:
        """The point that is read; −1: none."""
        return self._current

    def set_current(self, index: int) -> None:
        """Read a point; −1: none."""
        if not 0 <= index < self.count():
            index = -1
        moved, self._current = index != self._current, index
        if index < 0:
            self._readout.hide()
        else:
            words = self.words(index)
            self.setAccessibleDescription(words)
            self._readout.say(words, self._on_screen(self.anchor(index)))
        if moved:
            self.repaint_items()
            self.pointed.emit(index)
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))

    def readout(self) -> str:
        """Return what the label reads; empty while it is hidden."""
        return "" if self._readout.isHidden() else self._readout.text()

    # Export

    def fill_menu(self, menu: QMenu) -> None:
        """Add Copy, PNG, SVG, CSV and *Show all* to a menu."""
        self.exporter.fill_menu(menu)
        menu.addSeparator()
        menu.addAction("Show everything again").triggered.connect(lambda: self.reset())

    def picture(self) -> QImage:
        """Return the chart as an image, twice as sharp as on the screen, without what is read."""
        image = QImage(self.plot.size() * SHARP, QImage.Format.Format_ARGB32)
        image.setDevicePixelRatio(SHARP)
        image.fill(theme().colour("surface"))
        with self._unread():
            painter = QPainter(image)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.plot.render(painter, QRectF(self.plot.rect()), self.plot.rect())
            painter.end()
        return image

    def drawing(self) -> bytes:
        """Return the chart as SVG, without what is read."""
        with self._unread():
            content: bytes = SVGExporter(self.plot.plotItem).export(toBytes=True)
        return content

    @contextmanager
    def _unread(self) -> Iterator[None]:
        read, self._current = self._current, -1
        self.repaint_items()
        yield
        self._current = read
        self.repaint_items()

    # Events

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Read on hover, and leave the wheel to the page where there is nothing to zoom out of."""
        kind = event.type()
        if kind == QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
            self._read_at(event)
        elif kind == QEvent.Type.MouseButtonDblClick:
            self.reset()
            return True
        elif kind == QEvent.Type.Leave and not self.hasFocus():
            self.set_current(-1)
        elif kind == QEvent.Type.Wheel and isinstance(event, QWheelEvent) and self._is_whole(event):
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Go from point to point, and choose one."""
        last, now = self.count() - 1, self._current
        places = {
            Qt.Key.Key_Left: max(now - 1, 0),
            Qt.Key.Key_Right: min(now + 1, last),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        key = Qt.Key(event.key())
        if key in places and last >= 0:
            self.set_current(places[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and now >= 0:
            self.chosen.emit(now)
        elif key == Qt.Key.Key_Escape and now >= 0:
            self.set_current(-1)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Read nothing any more."""
        super().focusOutEvent(event)
        self.set_current(-1)
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Show the focus."""
        super().focusInEvent(event)
        self.update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        """Offer the exports."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fill_menu(menu)
        menu.popup(event.globalPos())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the focus around the chart."""
        if self.hasFocus():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme().colour("accent"), RING))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return a modest size."""
        return QSize(360, 240)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return the least size at which it can be read."""
        return QSize(200, 150)

    # Parts

    def _prepare_plot(self) -> None:
        plot, item = self.plot, self.plot.plotItem
        plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        plot.setAntialiasing(True)
        item.setMenuEnabled(False)
        item.hideButtons()
        item.vb.setMouseEnabled(x=True, y=False)
        item.vb.sigXRangeChanged.connect(lambda *_: self._set_x_marks())
        item.vb.sigResized.connect(lambda *_: self._set_x_marks())
        for name in ("bottom", "left"):
            item.getAxis(name).setStyle(tickLength=0, tickAlpha=0, hideOverlappingLabels=False)
            item.getAxis(name).enableAutoSIPrefix(False)
        item.vb.addItem(self._grid, ignoreBounds=True)
        plot.viewport().installEventFilter(self)
        plot.scene().sigMouseClicked.connect(self._on_mouse_clicked)

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

    def _read_at(self, event: QMouseEvent) -> None:
        box = self.plot.plotItem.vb
        scene = self.plot.mapToScene(event.position().toPoint())
        dragged = event.buttons() != Qt.MouseButton.NoButton
        within = box.sceneBoundingRect().contains(scene) and not dragged
        self.set_current(self.nearest(box.mapSceneToView(scene)) if within else -1)

    def _on_mouse_clicked(self, click: Any) -> None:
        # Any: pyqtgraph's own event, which tells a click from the end of dragging.
        if click.button() == Qt.MouseButton.LeftButton and self._current >= 0:
            self.chosen.emit(self._current)

    def _is_whole(self, event: QWheelEvent) -> bool:
        low, high = self.view()
        shown = (high - low) >= (self._x[1] - self._x[0]) * (1 - 1e-9)
        return event.angleDelta().y() <= 0 and shown
