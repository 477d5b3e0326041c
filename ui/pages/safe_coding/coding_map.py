"""Coding map: the lattice drawn from the original at the left to the coarsest coding at the right."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsPathItem, QGraphicsScene, QGraphicsView, QSizePolicy

from sdcdesk.search.codings.lattice import Node
from ui.look.locale import in_user_locale
from ui.look.theme import theme
from ui.pages.safe_coding.coding_box import MARGIN as WORDS
from ui.pages.safe_coding.coding_box import CodingBox, CodingOnMap, box_height, lines_needed
from ui.pages.safe_coding.coding_cell import name_room
from ui.pages.safe_coding.coding_place import CodingPlace
from ui.pages.safe_coding.lattice_map import LatticeMap, Way
from ui.widgets.layout import discard
from ui.widgets.painting import CENTRE, paint_focus, paint_text

MOST = 60
"""Codings that are drawn; of more there is a list only."""

NARROWEST, WIDEST = 118, 220
"""Pixels from one column to the next."""

ACROSS, DOWN, MARGIN, HEAD = 12, 8, 6, 22
"""Pixels between boxes of two columns, and of one; around all boxes; and above them, for the titles."""

WAYS: dict[Qt.Key, Way] = {
    Qt.Key.Key_Left: "finer",
    Qt.Key.Key_Right: "coarser",
    Qt.Key.Key_Up: "above",
    Qt.Key.Key_Down: "below",
}


class CodingMap(QGraphicsView):
    """Boxes with words in columns, and lines from each coding to those that are one step coarser.

    A click chooses a coding, a double-click or Enter uses it; arrows go along the lines and within a column.
    """

    chosen = Signal(object)
    """Another coding was chosen, by its levels."""

    used = Signal(object)
    """A coding is to be used, by its levels."""

    menu_wanted = Signal(object)
    """The menu of the chosen coding is wanted, at a place on the screen."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Map of the codings")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setScene(QGraphicsScene(self))
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setViewportMargins(1, 0, 1, 0)
        self.layout_of: LatticeMap | None = None
        self.current: Node | None = None
        self._boxes: dict[Node, CodingBox] = {}
        self._places: dict[Node, CodingPlace] = {}
        self._lines = 1
        self._quiet, self._strong = QGraphicsPathItem(), QGraphicsPathItem()
        for item in (self._quiet, self._strong):
            item.setZValue(-1)
            self.scene().addItem(item)
        theme().changed.connect(self._dress)
        self._dress()

    def show_codings(self, heights: Sequence[int], codings: Sequence[CodingOnMap]) -> None:
        """Show a lattice, all of whose codings are given; the chosen one stays where it is among them."""
        for box in self._boxes.values():
            self.scene().removeItem(box)
        self.layout_of = LatticeMap(tuple(heights))
        self._lines = lines_needed(codings)
        self._boxes = {coding.node: CodingBox(coding, self._lines) for coding in codings}
        for box in self._boxes.values():
            self.scene().addItem(box)
        self._tell_screen_readers()
        if self.current not in self._boxes:
            self.current = None
        self._lay_out()
        self.set_current(self.current)

    def set_current(self, node: Node | None) -> None:
        """Choose a coding without a signal; None, or one that is not on the map: none."""
        moved, self.current = node != self.current, node if node in self._boxes else None
        for each, item in self._boxes.items():
            chosen = each == self.current
            keyboard = chosen and self.hasFocus()
            if (item.chosen, item.has_keyboard) != (chosen, keyboard):
                item.chosen, item.has_keyboard = chosen, keyboard
                item.update()
                self._places[each].setChecked(chosen)
        self._strong.setPath(self._lines_of_current())
        box = self._boxes.get(self.current) if self.current is not None else None
        self.setAccessibleDescription(box.coding.text() if box else "No coding is chosen")
        if box is not None and moved:
            self.ensureVisible(box.boundingRect(), 4, 4)
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))

    def has_room(self, width: int) -> bool:
        """Return whether a map of so many pixels shows half of every name at least."""
        room = round(self._pitch(width)) - ACROSS - 2 * WORDS
        levels = {level for box in self._boxes.values() for level in box.coding.levels}
        wanted = theme().metrics("table_header").horizontalAdvance
        return all(2 * name_room(room, level, "table_header") >= wanted(level[0]) for level in levels)

    def box(self, node: Node) -> CodingBox:
        """Return the box of a coding."""
        return self._boxes[node]

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room for all boxes, one below the other."""
        bar = self.horizontalScrollBar().sizeHint().height() if self._is_wide() else 0
        return QSize(NARROWEST * 4, self._height() + bar)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the height of all boxes: wide maps scroll sideways only."""
        return QSize(NARROWEST * 2, self.sizeHint().height())

    # Events

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Go along the lines, and use a coding with Enter."""
        layout, key = self.layout_of, Qt.Key(event.key())
        if layout is None or not self._boxes or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
            return
        first, last = layout.columns[0][0], layout.columns[-1][0]
        now = self.current if self.current is not None else first
        if key in WAYS:
            self._choose(layout.neighbour(now, WAYS[key]) if self.current is not None else first)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._choose(first if key == Qt.Key.Key_Home else last)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current is not None:
            self.used.emit(self.current)
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Choose the coding below the pointer."""
        node = self._node_at(event.position())
        if node is not None:
            self._choose(node)
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Use the coding below the pointer."""
        node = self._node_at(event.position())
        if node is not None:
            self.used.emit(node)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802 - Qt's name
        """Ask for the menu of the coding below the pointer, or of the chosen one."""
        if event.reason() is QContextMenuEvent.Reason.Mouse:
            node = self._node_at(QPointF(event.pos()))
            if node is None:
                return
            self._choose(node)
            self.menu_wanted.emit(event.globalPos())
        elif self.current is not None:
            place = self.mapFromScene(self._boxes[self.current].box().center())
            self.menu_wanted.emit(self.viewport().mapToGlobal(place))

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Leave the wheel to the page; sideways it scrolls a wide map."""
        if event.angleDelta().x() and not event.angleDelta().y():
            super().wheelEvent(event)
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Show where the keyboard is."""
        super().focusInEvent(event)
        self.set_current(self.current)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Show that it is elsewhere."""
        super().focusOutEvent(event)
        self.set_current(self.current)
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Share the width between the columns."""
        super().resizeEvent(event)
        self._lay_out()

    def scrollContentsBy(self, across: int, down: int) -> None:  # noqa: N802 - Qt's name
        """Keep what screen readers find where the boxes are."""
        super().scrollContentsBy(across, down)
        self._put_places()

    # Drawing

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:  # noqa: N802 - Qt's name
        """Write the titles of the columns."""
        painter.fillRect(rect, theme().colour("surface"))
        if self.layout_of is None:
            return
        pitch = self._pitch()
        for column in range(len(self.layout_of.columns)):
            place = QRectF(MARGIN + column * pitch, 0, pitch - ACROSS, HEAD).toRect()
            words = in_user_locale(self.layout_of.column_title(column))
            paint_text(painter, place, words, "caption", "text3", CENTRE)

    def drawForeground(self, painter: QPainter, _rect: QRectF | QRect) -> None:  # noqa: N802 - Qt's name
        """Draw the ring of the keyboard where no box shows it."""
        if self.hasFocus() and self.current is None:
            painter.resetTransform()
            paint_focus(painter, self.viewport().rect())

    # Parts

    def _choose(self, node: Node) -> None:
        if node != self.current:
            self.set_current(node)
            self.chosen.emit(node)

    def _node_at(self, place: QPointF) -> Node | None:
        at = self.mapToScene(place.toPoint())
        return next((node for node, box in self._boxes.items() if box.box().contains(at)), None)

    def _pitch(self, width: int = 0) -> float:
        columns = len(self.layout_of.columns) if self.layout_of else 1
        room = (width or self.viewport().width()) - 2 * MARGIN + ACROSS
        return min(max(room / columns, NARROWEST), WIDEST)

    def _is_wide(self) -> bool:
        columns = len(self.layout_of.columns) if self.layout_of else 1
        return columns * NARROWEST - ACROSS + 2 * MARGIN > self.viewport().width()

    def _height(self) -> int:
        rows = self.layout_of.highest if self.layout_of else 1
        return HEAD + 2 * MARGIN + rows * (box_height(self._lines) + DOWN) - DOWN

    def _lay_out(self) -> None:
        """Put every box in its place, and draw the lines anew."""
        layout = self.layout_of
        if layout is None:
            return
        pitch, height = self._pitch(), box_height(self._lines)
        middle = HEAD + (self._height() - HEAD) / 2
        for node, box in self._boxes.items():
            column, below = layout.place(node)
            top = middle + below * (height + DOWN) - height / 2
            box.set_box(QRectF(MARGIN + column * pitch, round(top), pitch - ACROSS, height))
        width = MARGIN * 2 + len(layout.columns) * pitch - ACROSS
        self.setSceneRect(0, 0, width, self._height())
        path = QPainterPath()
        for finer, wider in layout.edges:
            _join(path, self._boxes[finer].box(), self._boxes[wider].box())
        self._quiet.setPath(path)
        self._strong.setPath(self._lines_of_current())
        self._put_places()
        self.updateGeometry()

    def _tell_screen_readers(self) -> None:
        """Have a widget for each box."""
        for place in self._places.values():
            discard(place)
        self._places = {
            node: CodingPlace(self.viewport(), box.coding.text()) for node, box in self._boxes.items()
        }
        for node, place in self._places.items():
            place.setChecked(node == self.current)
            place.toggled.connect(partial(self._on_toggled, node))
            place.show()

    def _on_toggled(self, node: Node, checked: bool) -> None:  # noqa: FBT001 - Qt's signal
        """Choose what a screen reader checks; what is chosen stays so."""
        if checked != (node == self.current):
            self._choose(node)
            self._places[node].setChecked(node == self.current)

    def _put_places(self) -> None:
        for node, place in self._places.items():
            place.setGeometry(self.mapFromScene(self._boxes[node].box()).boundingRect())

    def _lines_of_current(self) -> QPainterPath:
        path, layout, node = QPainterPath(), self.layout_of, self.current
        if layout is None or node is None:
            return path
        for finer in layout.finer(node):
            _join(path, self._boxes[finer].box(), self._boxes[node].box())
        for wider in layout.coarser(node):
            _join(path, self._boxes[node].box(), self._boxes[wider].box())
        return path

    def _dress(self) -> None:
        self._quiet.setPen(QPen(theme().colour("border"), 1))
        self._strong.setPen(QPen(theme().colour("text"), 1.5))
        self.scene().update()


def _join(path: QPainterPath, left: QRectF, right: QRectF) -> None:
    """Add a line from the right of one box to the left of another one, bent where they stand apart."""
    line = QLineF(QPointF(left.right(), left.center().y()), QPointF(right.left(), right.center().y()))
    half = line.center().x()
    path.moveTo(line.p1())
    path.cubicTo(QPointF(half, line.y1()), QPointF(half, line.y2()), line.p2())
