"""Bars of a cell of a table: its largest contributors, and the interval that a reader works out."""

from collections.abc import Sequence
from math import isfinite

from PySide6.QtCore import QLineF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.look.theme import theme
from ui.widgets.painting import paint_box

HEIGHT, INTERVAL = 14, 8
"""Pixels of a bar of shares, and of one of an interval."""

BEYOND, TINY = 0.15, 1e-12
"""Share of the line beyond the interval, and the shortest line."""


class _Bar(QWidget):
    """A drawing that takes the width that there is.

    Parameters
    ----------
    height
        Pixels.
    """

    def __init__(self, height: int) -> None:
        super().__init__()
        self._height = height
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return a modest width."""
        return QSize(160, self._height)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the least width."""
        return QSize(80, self._height)


class ContributionsBar(_Bar):
    """How much of a cell comes from each of its largest contributors, and from the others."""

    def __init__(self) -> None:
        super().__init__(HEIGHT)
        self._shares: tuple[float, ...] = ()

    def show_shares(self, shares: Sequence[float], words: str) -> None:
        """Show shares (0…1) in falling order, and say them in words."""
        self._shares = tuple(shares)
        self.setAccessibleName(words)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the bar."""
        painter = QPainter(self)
        whole = QRectF(self.rect())
        paint_box(painter, whole, "sunken", 2)
        left, tones = whole.left(), ("risk", "before", "border_strong")
        for share, tone in zip(self._shares, tones, strict=False):
            width = whole.width() * min(max(share, 0.0), 1.0)
            painter.fillRect(
                QRectF(left, whole.top(), max(width - 1, 1.0), whole.height()), theme().colour(tone)
            )
            left += width


class IntervalBar(_Bar):
    """An interval on a line that begins at 0 or below, with the value in it."""

    def __init__(self) -> None:
        super().__init__(INTERVAL + 8)
        self._low, self._high = 0.0, 1.0
        self._value: float | None = None
        self._safe = True

    def show_interval(self, low: float, high: float, value: float | None, words: str, *, safe: bool) -> None:
        """Show an interval and, where it is known, the value in it; say it in words."""
        self._low, self._high, self._value, self._safe = low, high, value, safe
        self.setAccessibleName(words)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the line, the interval and the value."""
        painter = QPainter(self)
        value = self._low if self._value is None else self._value
        start = min(0.0, self._low if isfinite(self._low) else 2 * value)
        end = max(self._high if isfinite(self._high) else 2 * abs(value), value, start + TINY)
        end += (end - start) * BEYOND
        track = QRectF(0, 4, self.width(), INTERVAL)
        paint_box(painter, track, "sunken", 2)

        def at(number: float) -> float:
            return track.width() * (min(max(number, start), end) - start) / (end - start)

        width = max(at(self._high) - at(self._low), 2.0)
        tone = "safe" if self._safe else "risk"
        paint_box(painter, QRectF(at(self._low), track.top(), width, INTERVAL), tone, 2)
        if self._value is not None:
            painter.setPen(QPen(theme().colour("text"), 2))
            painter.drawLine(QLineF(at(value), track.top() - 4, at(value), track.bottom() + 4))
