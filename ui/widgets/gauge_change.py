"""Gauge of a dialog: a limited figure now, and with the change that is being made."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from sdcdesk.core.results.limit import Limit
from sdcdesk.core.text.sentence import sentence
from sdcdesk.release.gauge_reading import Reading
from ui.look.theme import Style, theme
from ui.widgets.gauge_track import SIDE, GaugeTrack
from ui.widgets.numbers import aloud, user_quantity_text
from ui.widgets.painting import LEFT, paint_text

ROW = 8
GAP = 7
ABOVE = 6

_NAMES: dict[str, tuple[Style, str, str]] = {
    "now": ("caption", "text2", "before"),
    "with this change": ("table_header", "text", "risk"),
}
"""Each row with the style and colour of its name, and the colour of its bar."""


class ChangeGauge(GaugeTrack):
    """Two bars on one track: grey is now, coloured is with this change."""

    def __init__(self) -> None:
        super().__init__()
        self._readings: list[Reading] = []

    def set_readings(self, now: Reading, changed: Reading | None, limit: Limit | None) -> None:
        """Show a figure now and with the change; None while the change is not yet assessed."""
        self._readings = [now, changed] if changed else [now]
        self._set_scale(self._readings, limit)
        limits = [limit.value] if limit else []
        words = [
            f"{name} {user_quantity_text(each.quantity, limits).text}"
            for name, each in zip(_NAMES, self._readings, strict=False)
        ]
        self.setAccessibleName(sentence("{title}, now and with this change", title=now.title))
        self.setAccessibleDescription(aloud(", ".join([*words, *filter(None, [self.limit_text()])])))
        self.update()

    def track(self) -> QRectF:
        """Return the rectangle of both rows; right of it stand their names."""
        names = max(theme().metrics(style).horizontalAdvance(name) for name, (style, _, _) in _NAMES.items())
        return QRectF(SIDE, ABOVE, self.width() - 2 * SIDE - names - 12, 2 * (ROW + GAP))

    def draw(self, painter: QPainter) -> None:
        """Draw both bars and the limit, then the diamonds and the names of the rows."""
        track = self.track()
        first = QRectF(track.left(), track.top() + GAP / 2, track.width(), ROW)
        rows = [first, first.translated(0, ROW + GAP)]
        for each, row, (_, _, ink) in zip(self._readings, rows, _NAMES.values(), strict=False):
            self._paint_bar(painter, each, row, ink)
        if self.limit is not None:
            self._paint_line(painter, self.limit, track, 4, "text")
        for each, row, fill in zip(self._readings, rows, ("before", "text"), strict=False):
            self._paint_diamond(painter, each.value, row.center().y(), fill, "surface")
        for row, (name, (style, tone, _)) in zip(rows, _NAMES.items(), strict=True):
            place = row.adjusted(track.width() + 12, -GAP / 2, self.width(), GAP / 2)
            paint_text(painter, place.toRect(), name, style, tone, LEFT)
