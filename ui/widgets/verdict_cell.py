"""Verdict cell: the badge of a verdict in a row of a table."""

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from sdcdesk.core.results.limit import Verdict
from ui.widgets.badge import paint_badge
from ui.widgets.painting import Index, RowDelegate, paint_text

PAD = 8


class VerdictCell(RowDelegate):
    """Draws the badge of a verdict, or what stands in its place."""

    def draw(self, painter: QPainter, rect: QRect, index: Index, _option: QStyleOptionViewItem) -> None:
        """Draw the badge at the left."""
        verdict, room = str(index.data() or ""), rect.adjusted(PAD, 0, -PAD, 0)
        if verdict.lower() in tuple(Verdict):
            paint_badge(painter, room, verdict.lower())
        else:
            paint_text(painter, room, verdict, "caption", "text3")
