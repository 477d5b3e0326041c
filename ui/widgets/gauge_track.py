"""Track that gauges share: a scale with bars, diamonds and the limit, and the words below it."""

from collections.abc import Iterable
from math import isfinite

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from sdcdesk.core.numbers.quantity import SHARE, Quantity, Unit
from sdcdesk.core.results.limit import Limit, Side
from sdcdesk.core.text.quantity_text import limit_number_text
from sdcdesk.release.gauge_reading import Reading
from sdcdesk.release.gauge_scale import beside, scale_end
from ui.look.locale import user_locale
from ui.look.theme import theme
from ui.widgets.painting import LEFT, RIGHT, hatch, paint_box, paint_text

SIDE = 6
"""Pixels left and right of the track: half a diamond."""

AIR = 7
"""Pixels between the track and the words above and below it; the limit line takes them."""


class GaugeTrack(QWidget):
    """A track from 0 to a round number, hatched beyond the limit; a kind of gauge draws what lies on it.

    Attributes
    ----------
    end
        The number at which the scale ends.
    limit
        The limit that is shown, in the unit of the figure; None: there is none.
    """

    def __init__(self) -> None:
        super().__init__()
        self.end = 1.0
        self.limit: float | None = None
        self._unit: Unit = SHARE
        self._side: Side = "at most"
        self._quantity: Quantity | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def track(self) -> QRectF:
        """Return the rectangle of the track; each kind of gauge has its own height."""
        raise NotImplementedError

    def draw(self, painter: QPainter) -> None:
        """Draw what lies on the track."""
        raise NotImplementedError

    def limit_text(self) -> str:
        """Return the text below the limit line."""
        words = "limit" if self._side == "at most" else self._side
        if self.limit is None:
            return ""
        return f"{words} {limit_number_text(self.limit, self._unit, user_locale(), quantity=self._quantity)}"

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the height of the track and the words below it."""
        return QSize(280, round(self.track().bottom()) + AIR + theme().metrics("caption").height() + 1)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return room for the labels."""
        return QSize(200, self.sizeHint().height())

    def position(self, value: float) -> float:
        """Return where a number lies; one beyond the scale lies at its end, one not defined at its start."""
        track = self.track()
        return track.left() + track.width() * (min(value / self.end, 1.0) if value > 0 else 0.0)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the gauge."""
        painter, track = QPainter(self), self.track()
        paint_box(painter, track, "sunken", 2)
        if self.limit is not None:
            beyond, x = QRectF(track), self.position(self.limit)
            beyond.setLeft(x) if self._side == "at most" else beyond.setRight(x)
            hatch(painter, beyond, theme().colour("risk", 0.35))
        self.draw(painter)
        self._paint_words_below(painter)

    def _set_scale(self, readings: Iterable[Reading], limit: Limit | None) -> None:
        highest = max(readings, key=lambda each: each.high)
        self._unit = highest.quantity.unit
        self.limit, self._side = (limit.value, limit.side) if limit else (None, "at most")
        self._quantity = highest.quantity
        self.end = scale_end(highest.high, self.limit, self._unit)

    # Painting

    def _paint_bar(self, painter: QPainter, reading: Reading, row: QRectF, token: str) -> None:
        if isfinite(reading.value):
            left, right = self.position(reading.low), self.position(reading.high)
            painter.fillRect(QRectF(left, row.top(), right - left, row.height()), theme().colour(token, 0.6))

    def _paint_line(self, painter: QPainter, value: float, row: QRectF, beyond: float, token: str) -> None:
        """Draw a line across a row, so many pixels longer at both ends."""
        painter.setPen(QPen(theme().colour(token), 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        x = self.position(value)
        painter.drawLine(QPointF(x, row.top() - beyond), QPointF(x, row.bottom() + beyond))

    def _paint_diamond(self, painter: QPainter, value: float, y: float, fill: str, edge: str) -> None:
        if isfinite(value):
            x, across, up = self.position(value), 5.5, 6.5
            painter.setPen(QPen(theme().colour(edge), 1.25))
            painter.setBrush(theme().colour(fill))
            corners = [QPointF(x - across, y), QPointF(x, y - up), QPointF(x + across, y), QPointF(x, y + up)]
            painter.drawPolygon(QPolygonF(corners))

    def _paint_words_below(self, painter: QPainter) -> None:
        track = self.track()
        line = QRect(
            0, round(track.bottom()) + AIR, round(track.right()), theme().metrics("caption").height()
        )
        end = limit_number_text(self.end, self._unit, user_locale(), noun=False)
        room = line.right() - paint_text(painter, line, end, "caption", "text3", RIGHT) - 8
        if self.limit is not None:
            words = self.limit_text()
            width = theme().metrics("caption").horizontalAdvance(words)
            line.setLeft(round(beside(self.position(self.limit), width, 0, room)))
            paint_text(painter, line, words, "caption", "text", LEFT)
