"""Gauge of a dialog: the risk now, and with the change that is being made."""

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from sdcdesk.core.quantity import SHARE
from sdcdesk.core.shown import limit_shown
from ui.look.locale import user_locale
from ui.look.theme import theme
from ui.widgets.gauge_scale import Reading, beside, scale_end
from ui.widgets.gauge_track import SIDE, GaugeTrack
from ui.widgets.numbers import percent, percent_against, spoken

ROW = 8
GAP = 7
AIR = 6


class ChangeGauge(GaugeTrack):
    """Two bars on one track: grey is now, coloured is with this change."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._now: Reading | None = None
        self._changed: Reading | None = None
        self._fonts = {"now": theme().font("caption"), "with this change": theme().font("table_header")}
        self.setAccessibleName("Disclosure risk now and with this change")

    def set_values(self, now: Reading, changed: Reading | None, limit: float | None) -> None:
        """Show the risk now and with the change; None while the change is not yet assessed."""
        self._now, self._changed = now, changed
        self._set_scale(scale_end(max(now.maximal, changed.maximal if changed else 0.0), limit), limit)
        words = [f"Weighted risk now {percent_against(now.weighted, limit)}"]
        if changed:
            words.append(f"with this change {percent_against(changed.weighted, limit)}")
        if limit is not None:
            words.append(self.limit_text())
        self.setAccessibleDescription(spoken(", ".join(words)))
        self.update()

    def limit_text(self) -> str:
        """Return the text below the limit line."""
        if self.limit is None:
            return ""
        return f"limit {limit_shown(self.limit, SHARE, user_locale())}"

    def track(self) -> QRectF:
        """Return the rectangle of both rows; right of it stand their names."""
        names = max(QFontMetricsF(font).horizontalAdvance(name) for name, font in self._fonts.items())
        return QRectF(SIDE, AIR, self.width() - 2 * SIDE - names - 12, 2 * ROW + 2 * GAP)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the height of the rows and the words below them."""
        words = QFontMetricsF(self._fonts["now"]).height()
        return QSize(560, round(self.track().bottom() + AIR + words + 2))

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the gauge."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_track(painter)
        track = self.track()
        first = QRectF(track.left(), track.top() + GAP / 2, track.width(), ROW)
        second = first.translated(0, ROW + GAP)
        if self._now:
            self._paint_bar(painter, self._now.minimal, self._now.maximal, first, "before")
        if self._changed:
            self._paint_bar(painter, self._changed.minimal, self._changed.maximal, second, "risk")
        self._paint_limit(painter, track.top() - 4, track.bottom() + 4)
        if self._now:
            self._paint_diamond(painter, self._now.weighted, first.center().y(), "before", "surface")
        if self._changed:
            self._paint_diamond(painter, self._changed.weighted, second.center().y(), "text", "surface")
        self._write(painter, "now", first.center().y(), "text2")
        self._write(painter, "with this change", second.center().y(), "text")
        self._paint_words_below(painter)
        self._paint_focus(painter)

    def _write(self, painter: QPainter, name: str, y: float, token: str) -> None:
        metrics = QFontMetricsF(self._fonts[name])
        painter.setFont(self._fonts[name])
        painter.setPen(theme().colour(token))
        base = y + (metrics.ascent() - metrics.descent()) / 2
        painter.drawText(QPointF(self.track().right() + 12, base), name)

    def _paint_words_below(self, painter: QPainter) -> None:
        metrics = QFontMetricsF(self._fonts["now"])
        track, end, words = self.track(), percent(self.end, 0), self.limit_text()
        right = track.right() - metrics.horizontalAdvance(end)
        base = track.bottom() + AIR + metrics.ascent()
        painter.setFont(self._fonts["now"])
        painter.setPen(theme().colour("text3"))
        painter.drawText(QPointF(right, base), end)
        if self.limit is not None:
            painter.setPen(theme().colour("text"))
            left = beside(self.x_of(self.limit), metrics.horizontalAdvance(words), 0, right - 8)
            painter.drawText(QPointF(left, base), words)
