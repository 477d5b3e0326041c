"""Gauge of a limited figure: the disclosure risk surely, weighted and with guessing, or any other one."""

from math import isfinite

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from sdcdesk.core.limit import Limit
from sdcdesk.core.quantity import SHARE, Bound, Quantity
from sdcdesk.core.shown import limit_shown, shown
from ui.look.locale import user_locale
from ui.look.theme import theme
from ui.widgets.gauge_scale import Reading, beside, scale_end
from ui.widgets.gauge_track import SIDE, GaugeTrack
from ui.widgets.numbers import UNKNOWN, percent, percent_brief, spoken

THICK = 12
"""Height of the track in pixels."""

AIR = 7
"""Pixels between the track and the words above and below it; the limit line takes them."""


class Gauge(GaugeTrack):
    """A bar from the minimal to the maximal disclosure risk with a diamond at the weighted one.

    Another figure has a bar from 0 to its value, on a scale in its own unit. The value stands above the
    diamond, the limit below its line, and the value before masking is a hollow diamond, or a note at the
    right where it lies beyond the scale.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reading: Reading | None = None
        self._figure, self._name = Quantity(0.0, SHARE), ""
        self._before: float | None = None
        self._value_font, self._caption_font = theme().font("card_title"), theme().font("caption")
        self.clear()

    def set_values(
        self,
        minimal: float,
        weighted: float,
        maximal: float,
        limit: float | None,
        before: float | None = None,
        bound: Bound = Bound.EXACT,
    ) -> None:
        """Show a file's risk.

        Parameters
        ----------
        minimal, weighted, maximal
            DR_min, DR_W and DR_max of the masked file, as shares.
        limit
            The limit on DR_W, as a share; None if there is none.
        before
            DR_W of the original file, as a share.
        bound
            How DR_W stands to the true one.
        """
        self._reading, self._before = Reading(minimal, weighted, maximal), before
        self._figure, self._name = Quantity(weighted if isfinite(weighted) else 0.0, SHARE, bound), ""
        self._set_scale(scale_end(maximal, limit), limit)
        self.setAccessibleName("Disclosure risk")
        self._describe()
        self.update()

    def set_figure(self, name: str, figure: Quantity, limit: Limit, before: Quantity | None = None) -> None:
        """Show any other figure against its limit.

        Parameters
        ----------
        name
            Its name, in words.
        figure
            A defined number of the masked file.
        limit
            In the unit of the figure.
        before
            Of the original file.
        """
        value = float(figure.value or 0)
        self._reading, self._figure, self._name = Reading(0.0, value, value), figure, name
        self._before = None if before is None or before.value is None else float(before.value)
        self._set_scale(scale_end(value, limit.value, figure.unit), limit.value, figure.unit, limit.side)
        self.setAccessibleName(name)
        self._describe()
        self.update()

    def clear(self) -> None:
        """Show an empty track: nothing has been assessed."""
        self._reading = self._before = None
        self._name = ""
        self._set_scale(1.0, None)
        self.setAccessibleName("Disclosure risk")
        self.setAccessibleDescription("Not assessed")
        self.update()

    def value_text(self) -> str:
        """Return the text above the diamond."""
        if self._reading is None or not isfinite(self._reading.weighted):
            return UNKNOWN if self._reading else ""
        limits = [] if self.limit is None else [self.limit]
        return shown(self._figure, user_locale(), limits).text

    def limit_text(self) -> str:
        """Return the text below the limit line."""
        if self.limit is None:
            return ""
        if not self._name:
            return f"limit {limit_shown(self.limit, SHARE, user_locale())}"
        return f"{self._side} {limit_shown(self.limit, self._figure.unit, user_locale())}"

    def before_text(self) -> str:
        """Return the note of the value before masking; an arrow says that it lies beyond the scale."""
        if self._before is None:
            return ""
        return f"before {self._brief(self._before)}" + (" →" if self._before > self.end else "")

    def _brief(self, value: float) -> str:
        if self._unit.kind == "share":
            return percent_brief(value)
        exact = int(value) if self._whole else value
        return shown(Quantity(exact, self._unit), user_locale(), noun=False).text

    def track(self) -> QRectF:
        """Return the rectangle of the track."""
        top = QFontMetricsF(self._value_font).height() + AIR
        return QRectF(SIDE, top, self.width() - 2 * SIDE, THICK)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the height of track and words."""
        words = QFontMetricsF(self._value_font).height() + QFontMetricsF(self._caption_font).height()
        return QSize(280, round(words + 2 * AIR + THICK))

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the gauge."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_track(painter)
        if self._reading:
            track = self.track()
            low, weighted, high = self._reading
            row = track.adjusted(0, 2, 0, -2)
            if isfinite(low) and isfinite(high):
                self._paint_bar(painter, low, high, row, "risk")
                self._paint_ends(painter, low, high, row, "risk_text")
            self._paint_limit(painter, track.top() - 6, track.bottom() + 6)
            if self._before is not None and self._before <= self.end:
                self._paint_diamond(painter, self._before, track.center().y(), "surface", "before")
            if isfinite(weighted):
                self._paint_diamond(painter, weighted, track.center().y(), "text", "surface")
            self._paint_words_above(painter)
            self._paint_words_below(painter)
        self._paint_focus(painter)

    def _describe(self) -> None:
        reading, limit = self._reading, self.limit
        if reading is None:
            return
        words = [f"{self._name or 'Weighted risk'} {self.value_text()}"]
        if limit is not None:
            words.append(f"{self.limit_text()}, {self._relation(reading.weighted, limit)} the limit")
        if not self._name:
            words.append(f"surely {percent(reading.minimal)}, with guessing {percent(reading.maximal)}")
        if self._before is not None:
            words.append(f"before {self._brief(self._before)}")
        self.setAccessibleDescription(spoken("; ".join(words)))

    def _relation(self, value: float, limit: float) -> str:
        if self._side == "at least":
            return "within" if value >= limit else "below"
        return "within" if value <= limit else "above"

    def words_above(self) -> tuple[QRectF, QRectF]:
        """Return the places of the value and of the note of the risk before; an empty one is not drawn."""
        reading, bold = self._reading, QFontMetricsF(self._value_font)
        if reading is None:
            return QRectF(), QRectF()
        small, width = QFontMetricsF(self._caption_font), bold.horizontalAdvance(self.value_text())
        x, room, note = self.x_of(reading.weighted), float(self.width()), QRectF()
        at = beside(x, width, 0, room)
        if self._before is not None:
            long = small.horizontalAdvance(self.before_text())
            left = beside(self.x_of(self._before), long, 0, room)
            # The note gives way to the value, unless it is all there is of the risk before.
            if left >= at + width + 8 or left + long + 8 <= at or self._before > self.end:
                # Words above share the base line of the bold value.
                note = QRectF(left, bold.ascent() - small.ascent(), long + 2, small.height())
            if self._before > self.end:
                at = beside(x, width, 0, left - 8)
        return QRectF(at, 0, width + 2, bold.height()), note

    def _paint_words_above(self, painter: QPainter) -> None:
        value, note = self.words_above()
        parts = (
            (note, self._caption_font, "text3", self.before_text()),
            (value, self._value_font, "text", self.value_text()),
        )
        for place, font, token, words in parts:
            if not place.isEmpty():
                painter.setFont(font)
                painter.setPen(theme().colour(token))
                painter.drawText(place, Qt.AlignmentFlag.AlignLeft, words)

    def _paint_words_below(self, painter: QPainter) -> None:
        metrics = QFontMetricsF(self._caption_font)
        y = self.track().bottom() + AIR
        end = percent(self.end, 0) if self._unit.kind == "share" else self._brief(self.end)
        right = self.width() - SIDE - metrics.horizontalAdvance(end)
        self._write(painter, end, right, y, "text3")
        if self.limit is not None:
            width = metrics.horizontalAdvance(self.limit_text())
            self._write(
                painter, self.limit_text(), beside(self.x_of(self.limit), width, 0, right - 8), y, "text"
            )

    def _write(self, painter: QPainter, words: str, left: float, top: float, token: str) -> None:
        metrics = QFontMetricsF(self._caption_font)
        painter.setFont(self._caption_font)
        painter.setPen(theme().colour(token))
        rect = QRectF(left, top, metrics.horizontalAdvance(words) + 2, metrics.height())
        painter.drawText(rect, Qt.AlignmentFlag.AlignLeft, words)
