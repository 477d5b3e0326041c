"""Track that gauges share: scale, bars, diamonds, and a limit that can be moved."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from sdcdesk.core.limit import Side
from sdcdesk.core.quantity import SHARE, Unit
from ui.look.theme import theme
from ui.widgets.gauge_scale import snapped, step
from ui.widgets.painting import hatch

SIDE = 6
"""Pixels left and right of the track: half a diamond."""

GRIP = 6
"""Pixels beside the limit line that take hold of it."""

_Key = Qt.Key
_STEPS = {_Key.Key_Right: 1, _Key.Key_Up: 1, _Key.Key_Left: -1, _Key.Key_Down: -1}
_STEPS |= {_Key.Key_PageUp: 10, _Key.Key_PageDown: -10}


class GaugeTrack(QWidget):
    """A track from 0 to a round number, hatched beyond the limit.

    The limit can be moved with the mouse, and with the arrow and page keys; Enter or leaving commits it,
    Escape takes it back. Meanwhile the scale stands still.
    """

    limit_dragged = Signal(float)
    """The limit where it is now, in the unit of the figure, while it moves."""

    limit_chosen = Signal(float)
    """The limit that was committed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._end = 1.0
        self._unit: Unit = SHARE
        self._side: Side = "at most"
        self._limit: float | None = None
        self._committed: float | None = None
        self._moving = False
        self._movable = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    @property
    def end(self) -> float:
        """The number at which the scale ends."""
        return self._end

    @property
    def limit(self) -> float | None:
        """The limit that is shown, in the unit of the figure."""
        return self._limit

    def set_movable(self, *, movable: bool) -> None:
        """Let the user move the limit, or not."""
        self._movable = movable
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if movable else Qt.FocusPolicy.NoFocus)
        self.setMouseTracking(movable)

    def track(self) -> QRectF:
        """Return the rectangle of the track; each kind of gauge has its own height."""
        return QRectF(SIDE, 0, self.width() - 2 * SIDE, self.height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return room for the labels."""
        return QSize(200, self.sizeHint().height())

    def x_of(self, share: float) -> float:
        """Return where a share lies; one beyond the scale lies at its end, one not defined at its start."""
        track = self.track()
        return track.left() + track.width() * (min(share / self._end, 1.0) if share > 0 else 0.0)

    def share_at(self, x: float) -> float:
        """Return the round share nearest to a place."""
        track = self.track()
        return self._snapped((x - track.left()) / track.width() * self._end)

    def _set_scale(self, end: float, limit: float | None, unit: Unit = SHARE, side: Side = "at most") -> None:
        if not self._moving:
            self._end, self._limit, self._unit, self._side = end, limit, unit, side

    @property
    def _whole(self) -> bool:
        return self._unit.kind == "count"

    def _snapped(self, value: float) -> float:
        return snapped(value, self._end, whole=self._whole)

    # Painting

    def _paint_track(self, painter: QPainter) -> None:
        track = self.track()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().colour("sunken"))
        painter.drawRoundedRect(track, 2, 2)
        if self._limit is not None:
            beyond = QRectF(track)
            x = self.x_of(self._limit)
            beyond.setLeft(x) if self._side == "at most" else beyond.setRight(x)
            hatch(painter, beyond, theme().colour("risk", 0.35))

    def _paint_bar(self, painter: QPainter, low: float, high: float, row: QRectF, token: str) -> None:
        left, right = self.x_of(low), self.x_of(high)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().colour(token, 0.6))
        painter.drawRect(QRectF(left, row.top(), right - left, row.height()))

    def _paint_ends(self, painter: QPainter, low: float, high: float, row: QRectF, token: str) -> None:
        painter.setPen(QPen(theme().colour(token), 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        for share in (low, high):
            x = self.x_of(share)
            painter.drawLine(QPointF(x, row.top() - 3), QPointF(x, row.bottom() + 3))

    def _paint_limit(self, painter: QPainter, top: float, bottom: float) -> None:
        if self._limit is None:
            return
        x = self.x_of(self._limit)
        painter.setPen(QPen(theme().colour("text"), 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.drawLine(QPointF(x, top), QPointF(x, bottom))

    def _paint_diamond(self, painter: QPainter, share: float, y: float, fill: str, edge: str) -> None:
        x, across, up = self.x_of(share), 5.5, 6.5
        painter.setPen(QPen(theme().colour(edge), 1.25))
        painter.setBrush(theme().colour(fill))
        corners = (QPointF(x - across, y), QPointF(x, y - up), QPointF(x + across, y), QPointF(x, y + up))
        painter.drawPolygon(QPolygonF(list(corners)))

    def _paint_focus(self, painter: QPainter) -> None:
        if self.hasFocus():
            painter.setPen(QPen(theme().colour("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self.track().adjusted(-3, -3, 3, 3), 4, 4)

    # Moving the limit

    def _move_to(self, share: float) -> None:
        if not self._moving:
            self._moving, self._committed = True, self._limit
        if share != self._limit:
            self._limit = share
            self.update()
            self.limit_dragged.emit(share)

    def _commit(self) -> None:
        if self._moving:
            self._moving = False
            if self._limit is not None and self._limit != self._committed:
                self.limit_chosen.emit(self._limit)

    def _take_back(self) -> None:
        if self._moving and self._committed is not None:
            self._move_to(self._committed)
        self._moving = False

    def _near_limit(self, x: float) -> bool:
        return self._movable and self._limit is not None and abs(x - self.x_of(self._limit)) <= GRIP

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Take hold of the limit line."""
        if event.button() == Qt.MouseButton.LeftButton and self._near_limit(event.position().x()):
            self._moving, self._committed = True, self._limit
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Move the limit, or show that it can be."""
        x = event.position().x()
        if self._moving and event.buttons() & Qt.MouseButton.LeftButton:
            self._move_to(self.share_at(x))
        shape = Qt.CursorShape.SplitHCursor if self._near_limit(x) else Qt.CursorShape.ArrowCursor
        self.setCursor(shape)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Commit the limit."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._commit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Move, commit or take back the limit."""
        key = Qt.Key(event.key())
        if not self._movable or self._limit is None:
            super().keyPressEvent(event)
        elif key in _STEPS:
            self._move_to(self._snapped(self._limit + _STEPS[key] * step(self._end, whole=self._whole)))
        elif key in (_Key.Key_Return, _Key.Key_Enter) and self._moving:
            self._commit()
        elif key == _Key.Key_Escape and self._moving:
            self._take_back()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Show the focus."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Commit on leaving."""
        self._commit()
        super().focusOutEvent(event)
        self.update()
