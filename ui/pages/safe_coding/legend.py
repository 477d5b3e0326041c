"""Legend of the coding map: what ground, thick edge and ring say."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.look.theme import theme
from ui.widgets.painting import LEFT, paint_frame, paint_text

WIDE, HIGH, GAP, APART = 16, 12, 6, 16
"""Pixels of a box, between it and its words, and between two entries."""

MEETS, FINEST, BEST = "meets the condition", "nothing finer does", "least loss"


class CodingLegend(QWidget):
    """Three small boxes with their words, for the header of a card."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(
            "A green box with a tick meets the condition; with a thick edge nothing finer does; with a ring "
            "it has the least loss"
        )
        theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room for boxes and words."""
        metrics = theme().metrics("caption")
        words = sum(WIDE + GAP + metrics.horizontalAdvance(each) + 2 for each in (MEETS, FINEST, BEST))
        return QSize(words + 2 * APART, max(metrics.height(), HIGH + 4))

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the entries."""
        painter, colours, left = QPainter(self), theme(), 1.0
        for words in (MEETS, FINEST, BEST):
            box = QRectF(left, (self.height() - HIGH) / 2, WIDE, HIGH)
            edge, width = ("accent", 2.0) if words == BEST else ("safe", 2.0 if words == FINEST else 1.0)
            inset = width / 2
            ground = colours.colour("surface" if words == BEST else "safe_soft")
            box = box.adjusted(inset, inset, -inset, -inset)
            paint_frame(painter, box, colours.colour(edge), ground, 3, width)
            left += WIDE + GAP
            room = theme().metrics("caption").horizontalAdvance(words) + 2
            place = QRectF(left, 0, room, self.height()).toRect()
            paint_text(painter, place, words, "caption", "text2", LEFT)
            left += room + APART
