"""Chart: reading by mouse and keyboard, and export, which all charts share."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QContextMenuEvent,
    QFocusEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QMenu, QWidget

from sdcdesk.core.results.plot_places import Places
from ui.plots.axes import Axes
from ui.plots.export import SHARP, Exporter, Table, widget_drawing, widget_picture
from ui.plots.readout import Readout
from ui.widgets.menus import context_menu


class Chart(Axes):
    """Axes with points that can be read.

    Hovering reads values, the wheel zooms along x with Ctrl or after a click, dragging moves, a double-click
    shows everything again.
    With the keyboard's focus, arrows, Home and End go from point to point, and Enter chooses one. A kind of
    chart says what its points are by `count`, `anchor`, `words` and `nearest`, draws them in `draw`
    and gives its numbers in `table`.

    Parameters
    ----------
    title
        What it shows: its accessible name, and the name proposed for files.
    x_title, y_title
        Titles of the axes, in words; empty: none.
    """

    chosen = Signal(int)
    """Enter was pressed on a point, or it was clicked; twice where the first click offers."""

    offer = ""
    """What a first click offers: what the second one, or Enter, does; empty: one click does it."""

    def __init__(self, title: str, x_title: str = "", y_title: str = "") -> None:
        super().__init__(x_title, y_title)
        self._current = self._offered = -1
        self.setAccessibleName(title)
        self.legend: QWidget | None = None
        # The style sheet draws the focus around it.
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.readout = Readout(self)
        self.exporter = Exporter(self, self.accessibleName)
        self.plot.viewport().installEventFilter(self)
        self.plot.scene().sigMouseClicked.connect(self._on_mouse_clicked)
        self._dress()

    # What a kind of chart says of itself

    @property
    def heads(self) -> tuple[str, ...]:
        """The lines above its picture."""
        return (self.accessibleName(),)

    def count(self) -> int:
        """Return the number of points that can be read."""
        return 0

    def anchor(self, index: int) -> QPointF:
        """Return where a point stands, in the numbers of the axes."""
        raise NotImplementedError

    def point_text(self, index: int) -> str:
        """Return what a point says."""
        raise NotImplementedError

    def nearest(self, place: QPointF) -> int:
        """Return the point that is meant by a place, in the numbers of the axes; −1: none."""
        raise NotImplementedError

    def table(self) -> Table:
        """Return the numbers as rows of text, the header first."""
        raise NotImplementedError

    def summary(self) -> str:
        """Return the points in words, for a screen reader."""
        return "; ".join(self.point_text(index) for index in range(self.count())) or "No data"

    def show_all(self, x: tuple[float, float], ys: Places) -> None:
        """Show other numbers, on axes that hold them all."""
        self.set_ranges(x, ys)
        self.set_current(-1)
        self.setAccessibleDescription(self.summary())
        self.repaint_items()

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
        self._offered = -1 if moved else self._offered
        words = self.point_text(index) if index >= 0 else ""
        words += f"\n{self.offer}" if self._offered >= 0 else ""
        self.readout.show_text(words, self._on_screen(self.anchor(index)) if words else QPoint())
        if words:
            self.setAccessibleDescription(words.replace("\t", " "))
        if moved:
            self.repaint_items()
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))

    # Export

    def fill_menu(self, menu: QMenu) -> None:
        """Add Copy, PNG, SVG, CSV and *Show all* to a menu."""
        self.exporter.fill_menu(menu, self)
        menu.addSeparator()
        menu.addAction("Show everything again").triggered.connect(lambda: self.reset())

    def picture(self) -> QImage:
        """Return the chart as an image, its lines as wide as on the screen, without what is read."""
        with self._unread(SHARP):
            return widget_picture(self.plot, *self.heads, legend=self.legend)

    def drawing(self) -> bytes:
        """Return the chart as SVG, without what is read."""
        with self._unread(1.0):
            return widget_drawing(self.plot, *self.heads, legend=self.legend)

    @contextmanager
    def _unread(self, ratio: float) -> Iterator[None]:
        read, self._current, self.sharp = self._current, -1, ratio
        self._dress()
        self.draw_due()
        yield
        self._current, self.sharp = read, 0.0
        self._dress()

    # Events

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Draw what is due, read on hover, and leave the wheel to the page unless it is for the chart."""
        kind = event.type()
        if kind == QEvent.Type.Paint:
            self.draw_due()
        elif kind == QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
            self._read_at(event)
        elif kind == QEvent.Type.MouseButtonDblClick:
            if self._offered >= 0:
                self.chosen.emit(self._offered)
            else:
                self.reset()
            return True
        elif kind == QEvent.Type.Leave and not self.hasFocus():
            self.set_current(-1)
        elif kind == QEvent.Type.MouseButtonPress:
            self._clicked = True
        elif kind == QEvent.Type.Wheel and isinstance(event, QWheelEvent) and not self._zooms(event):
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
        """Read nothing any more, and leave the wheel to the page again."""
        super().focusOutEvent(event)
        self._clicked = False
        self.set_current(-1)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        """Offer the exports."""
        menu = context_menu(self)
        self.fill_menu(menu)
        menu.popup(event.globalPos())

    # Parts

    def _read_at(self, event: QMouseEvent) -> None:
        box = self.plot.plotItem.vb
        scene = self.plot.mapToScene(event.position().toPoint())
        dragged = event.buttons() != Qt.MouseButton.NoButton
        # The names below the chart mean the same as what stands above them.
        below = self.plot.getAxis("bottom").height()
        within = box.sceneBoundingRect().adjusted(0, 0, 0, below).contains(scene) and not dragged
        self.set_current(self.nearest(box.mapSceneToView(scene)) if within else -1)

    def _on_mouse_clicked(self, click: Any) -> None:
        # Any: pyqtgraph's own event, which tells a click from the end of dragging.
        if click.button() != Qt.MouseButton.LeftButton or self._current < 0:
            return
        if self.offer and self._offered != self._current:
            self._offered = self._current
            self.set_current(self._current)
        else:
            self.chosen.emit(self._current)
