"""Gauge of a limited figure: where it lies, where it lay before masking, and a limit that can be moved."""

from math import isfinite

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter

from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.results.limit import Limit, Standing, standing
from sdcdesk.core.text.sentence import sentence
from sdcdesk.release.gauge_reading import Reading
from sdcdesk.release.gauge_scale import beside, snapped, step
from ui.look.theme import theme
from ui.widgets.gauge_track import AIR, SIDE, GaugeTrack
from ui.widgets.numbers import aloud, user_quantity_text
from ui.widgets.painting import LEFT, RIGHT, paint_focus, paint_text

THICK = 12
"""Height of the track in pixels."""

GRIP = 6
"""Pixels beside the limit line that take hold of it."""

_Key = Qt.Key
_STEPS = {_Key.Key_Right: 1, _Key.Key_Up: 1, _Key.Key_Left: -1, _Key.Key_Down: -1}
_STEPS |= {_Key.Key_PageUp: 10, _Key.Key_PageDown: -10}


class Gauge(GaugeTrack):
    """A bar from the least to the most that a figure can be, with a diamond at its value.

    The value stands above the diamond, the limit below its line. The value before masking is a hollow diamond
    and a note at the right.

    The limit can be moved with the mouse, and with the arrow and page keys alone; Enter or leaving commits
    it, Escape takes it back. Meanwhile the scale stands still.
    """

    limit_dragged = Signal(float)
    """The limit where it is now, in the unit of the figure, while it moves."""

    limit_chosen = Signal(float)
    """The limit that was committed."""

    def __init__(self) -> None:
        super().__init__()
        self._reading: Reading | None = None
        self._committed: float | None = None
        self._moving = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.clear()

    def set_reading(self, reading: Reading, limit: Limit | None) -> None:
        """Show a figure of a file, and the limit on it."""
        self._reading = reading
        if not self._moving:
            self._set_scale([reading], limit)
        self.setAccessibleName(reading.title)
        self.setAccessibleDescription(aloud("; ".join(self._accessible_lines(reading, limit))))
        self.update()

    def clear(self) -> None:
        """Show an empty track: nothing has been assessed."""
        self._reading = self.limit = None
        self.setAccessibleName("Gauge")
        self.setAccessibleDescription("Not assessed")
        self.update()

    def value_text(self) -> str:
        """Return the text above the diamond."""
        if self._reading is None:
            return ""
        limits = [] if self.limit is None else [self.limit]
        return user_quantity_text(self._reading.quantity, limits).text

    def before_text(self) -> str:
        """Return the note of the value before masking; an arrow says that it lies beyond the scale."""
        before = self._reading.before if self._reading else None
        if before is None:
            return ""
        words = "before {value} →" if before > self.end else "before {value}"
        return sentence(words, value=self._number_text(before))

    def track(self) -> QRectF:
        """Return the rectangle of the track, below the value."""
        return QRectF(SIDE, theme().metrics("card_title").height() + AIR, self.width() - 2 * SIDE, THICK)

    def draw(self, painter: QPainter) -> None:
        """Draw the bar with its ends, the limit, the value, and that before masking."""
        reading, track = self._reading, self.track()
        if reading is not None:
            row, y = track.adjusted(0, 2, 0, -2), track.center().y()
            self._paint_bar(painter, reading, row, "risk")
            if isfinite(reading.value):
                for end in (reading.low, reading.high):
                    self._paint_line(painter, end, row, 3, "risk_text")
            if self.limit is not None:
                self._paint_line(painter, self.limit, track, 6, "text")
            if reading.before is not None and reading.before <= self.end:
                self._paint_diamond(painter, reading.before, y, "surface", "before")
            self._paint_diamond(painter, reading.value, y, "text", "surface")
            value, before = self.words_above()
            paint_text(painter, value, self.value_text(), "card_title", side=LEFT)
            paint_text(painter, before, self.before_text(), "caption", "text3", RIGHT)
        if self.hasFocus():
            paint_focus(painter, track.adjusted(-4, -4, 4, 4))

    def words_above(self) -> tuple[QRect, QRect]:
        """Return the places of the value, near its diamond, and of the note at the right."""
        line = QRect(0, 0, self.width() - SIDE, theme().metrics("card_title").height())
        note = theme().metrics("caption").horizontalAdvance(self.before_text())
        width = theme().metrics("card_title").horizontalAdvance(self.value_text()) + 1
        right = line.width() - note - (8 if note else 0)
        at = beside(self.position(self._reading.value) if self._reading else 0.0, width, 0, right)
        return QRect(round(at), 0, width, line.height()), line.adjusted(line.width() - note, 0, 0, 0)

    def _number_text(self, value: float) -> str:
        whole = self._unit.kind == "count"
        return user_quantity_text(Quantity(int(value) if whole else value, self._unit), noun=False).text

    def _accessible_lines(self, reading: Reading, limit: Limit | None) -> list[str]:
        """Return all that is drawn, in words."""
        words = [f"{reading.title} {self.value_text()}"]
        if limit is not None and self.limit is not None:
            kept = standing(reading.quantity, limit) is Standing.KEPT
            template = "{limit}, kept" if kept else "{limit}, not kept"
            words.append(sentence(template, limit=self.limit_text()))
        if reading.low:
            low, high = self._number_text(reading.low), self._number_text(reading.high)
            words.append(sentence("between {low} and {high}", low=low, high=high))
        return [*words, *filter(None, [self.before_text().removesuffix(" →")])]

    # Moving the limit

    def _move_to(self, place: float) -> None:
        """Move the limit to the round number nearest to a place on the scale."""
        limit = snapped(place, self.end, whole=self._unit.kind == "count")
        self._hold()
        if limit != self.limit:
            self.limit = limit
            self.update()
            self.limit_dragged.emit(limit)

    def _hold(self) -> None:
        if not self._moving:
            self._moving, self._committed = True, self.limit

    def _commit(self) -> None:
        moved, self._moving = self._moving, False
        if moved and self.limit is not None and self.limit != self._committed:
            self.limit_chosen.emit(self.limit)

    def _take_back(self) -> None:
        self._moving, self.limit = False, self._committed
        self.update()
        if self.limit is not None:
            self.limit_dragged.emit(self.limit)

    def _near_limit(self, event: QMouseEvent) -> bool:
        return self.limit is not None and abs(event.position().x() - self.position(self.limit)) <= GRIP

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Take hold of the limit line."""
        if event.button() == Qt.MouseButton.LeftButton and self._near_limit(event):
            self._hold()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Move the limit, or show that it can be."""
        if self._moving and event.buttons() & Qt.MouseButton.LeftButton:
            track = self.track()
            self._move_to((event.position().x() - track.left()) / track.width() * self.end)
        near = self._near_limit(event)
        self.setCursor(Qt.CursorShape.SplitHCursor if near else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Commit the limit."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._commit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Move, commit or take back the limit."""
        key = Qt.Key(event.key())
        alone = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if self.limit is not None and key in _STEPS and alone:
            by = step(self.end, whole=self._unit.kind == "count")
            self._move_to(self.limit + _STEPS[key] * by)
        elif self._moving and key in (_Key.Key_Return, _Key.Key_Enter):
            self._commit()
        elif self._moving and key == _Key.Key_Escape:
            self._take_back()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Commit on leaving."""
        self._commit()
        super().focusOutEvent(event)
