"""A weight matrix as a small picture."""

from math import isfinite

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from sdcdesk.risk import WeightMatrix
from ui.look.theme import theme
from ui.pages.weights.grid_model import LARGEST
from ui.pages.weights.words import rounded, weight_text
from ui.plots.heat_cell import paint_heat, paint_impossible

CELL, GAP = 34, 1
SIZES = 4


class SmallGrid(QWidget):
    """Shows the weights of groups of up to four; what cannot happen is hatched."""

    def __init__(self, matrix: WeightMatrix) -> None:
        super().__init__()
        sizes = list(range(1, SIZES + 1))
        self._structure = matrix.structure
        self._values: list[list[float]] = matrix.at([[size] for size in sizes], [sizes]).tolist()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        rows = "; ".join(" ".join(map(weight_text, row)) for row in self._values)
        self.setAccessibleName(f"{matrix.title}: weights of groups of up to {SIZES}, row by row: {rows}")
        theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the room for the cells."""
        side = SIZES * CELL
        return QSize(side, side)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the cells."""
        painter = QPainter(self)
        top = max(value for row in self._values for value in row if isfinite(value))
        for i, row in enumerate(self._values):
            for j, weight in enumerate(row):
                cell = QRectF(j * CELL, i * CELL, CELL - GAP, CELL - GAP)
                if (self._structure == "sampling" and i > j) or (self._structure == "merging" and i < j):
                    paint_impossible(painter, cell)
                else:
                    text = rounded(weight_text(weight), 2)
                    share = LARGEST * weight / top
                    paint_heat(painter, cell, "risk", share, text, "card_title" if share else "caption")
