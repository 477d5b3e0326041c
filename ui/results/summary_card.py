"""Summary card: the figure that sums a section up, how it stands to its limit, and what else was counted."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QFrame

from sdcdesk.core.results.board_sentence import tightest
from sdcdesk.core.results.explanation import CHANGE_LIMIT
from sdcdesk.core.results.figure import Figure
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.text.sentence import sentence
from sdcdesk.release.gauge_reading import Reading
from ui.results.figures_strip import DisplayContext, FigureCell
from ui.widgets.buttons import link
from ui.widgets.gauge_track import SIDE, GaugeTrack
from ui.widgets.layout import column, row
from ui.widgets.numbers import aloud, user_quantity_text

THICK = 7
"""Height of the track in pixels."""


class IntervalGauge(GaugeTrack):
    """A narrow track with the interval of a figure: its upper end is what a limit judges.

    Parameters
    ----------
    figure
        With an interval.
    limit
        The limit on it; None: there is none.
    """

    def __init__(self, figure: Figure, limit: Limit | None) -> None:
        super().__init__()
        quantity = figure.quantity
        low, high = quantity.interval or (0.0, float(quantity.value or 0))
        self.reading = Reading(figure.title, quantity, low, high)
        self._set_scale([self.reading], limit)
        self.setAccessibleName(figure.title)
        self.setAccessibleDescription(aloud(f"{user_quantity_text(quantity).text}, {self.limit_text()}"))

    def track(self) -> QRectF:
        """Return the rectangle of the track."""
        return QRectF(SIDE, SIDE, self.width() - 2 * SIDE, THICK)

    def draw(self, painter: QPainter) -> None:
        """Draw the interval with its upper end, the limit, and the value."""
        track, reading = self.track(), self.reading
        self._paint_bar(painter, reading, track.adjusted(0, 1, 0, -1), "risk")
        self._paint_line(painter, reading.high, track, 1, "risk_text")
        if self.limit is not None:
            self._paint_line(painter, self.limit, track, 5, "text")
        self._paint_diamond(painter, reading.value, track.center().y(), "text", "surface")


class SummaryCard(QFrame):
    """The figures of a section below one another, the one that sums it up first, with its gauge.

    Parameters
    ----------
    figures
        Of the section.
    around
        Measure, limits and state.
    """

    def __init__(self, figures: Sequence[Figure], around: DisplayContext) -> None:
        super().__init__()
        self.setObjectName("card")
        self.cells = [FigureCell(figure, around) for figure in figures]
        first, *others = self.cells
        summary = figures[0]
        limit = tightest(summary, around.limits)
        self.gauge = IntervalGauge(summary, limit) if summary.quantity.defined else None
        gauge = [column(self.gauge, margins=(8, 0, 8, 8))] if self.gauge else []
        change = link(CHANGE_LIMIT)
        change.setAccessibleName(sentence("Change limit of {title}", title=summary.title))
        change.setVisible(limit is not None and around.state == "ready")
        change.clicked.connect(lambda: around.navigator.ask_for_limit(limit))
        foot = row(change, ..., margins=(14, 0, 14, 8))
        column(first, *gauge, *others, ..., foot, spacing=0, margins=(1, 1, 1, 1), inside=self)
