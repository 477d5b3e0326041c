"""What the signs of the grid mean."""

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.look.icons import pixmap
from ui.look.theme import theme
from ui.pages.weights.grid_model import LARGEST
from ui.pages.weights.words import rounded, weight_text
from ui.plots.heat_cell import paint_impossible

SWATCH = 14
STEPS = 6
LONGEST = 7
"""Characters of a weight that is written with all its digits."""

_GAP, _APART = 6, 18


class GridLegend(QWidget):
    """Hatch, scale of colours and lock, with their words."""

    def __init__(self) -> None:
        super().__init__()
        self._range = ""
        self.setFont(theme().font("caption"))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)
        self.set_top(0.0)

    def set_top(self, top: float) -> None:
        """Say how far the scale goes."""
        text = weight_text(top)
        self._range = f"0 to {text if len(text) <= LONGEST else rounded(text, 3)}"
        self.setAccessibleName(
            f"Hatched: cannot happen. Colours: {self._range}. Lock: fixed by its neighbours"
        )
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the height of one line."""
        return QSize(300, max(SWATCH, self.fontMetrics().height()) + 4)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the legend."""
        painter = QPainter(self)
        top = (self.height() - SWATCH) / 2
        paint_impossible(painter, QRectF(0, top, SWATCH, SWATCH))
        left = self._word(painter, SWATCH + _GAP, "cannot happen")
        for step in range(STEPS):
            colour = theme().heat("risk", LARGEST * step / (STEPS - 1))
            painter.fillRect(QRectF(left + step * SWATCH, top, SWATCH, SWATCH), colour)
        left = self._word(painter, left + STEPS * SWATCH + _GAP, self._range)
        painter.drawPixmap(QPoint(left, round(top)), pixmap("lock", SWATCH, "text2"))
        left += SWATCH + _GAP
        long, short = "fixed by its neighbours", "fixed"
        fits = left + self.fontMetrics().horizontalAdvance(long) <= self.width()
        self._word(painter, left, long if fits else short)

    def _word(self, painter: QPainter, left: int, word: str) -> int:
        """Write a word and return where the next sign stands."""
        painter.setPen(theme().colour("text2"))
        width = self.fontMetrics().horizontalAdvance(word)
        painter.drawText(QRectF(left, 0, width + 2, self.height()), Qt.AlignmentFlag.AlignVCenter, word)
        return left + width + _APART
