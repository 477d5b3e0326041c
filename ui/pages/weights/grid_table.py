"""The table of a weight matrix: sizes along its edges, few columns share the width, many scroll."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView

from ui.look.theme import theme
from ui.pages.weights.grid_model import WeightModel
from ui.pages.weights.words import column_words
from ui.plots.heat_header import HeatHeader
from ui.plots.heat_table import hide_corner

ROW = 38
COLUMN = 58
MOST_ROWS = 10
"""Rows that are seen at once; more scroll."""


class WeightTable(QTableView):
    """Shows the weights of a model; how cells are drawn is for its delegate.

    Parameters
    ----------
    name
        For screen readers.
    row
        Height of a row in pixels.
    """

    def __init__(self, name: str, row: int = ROW) -> None:
        super().__init__()
        self.grid = WeightModel()
        self._row = row
        self.setModel(self.grid)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalHeader(HeatHeader(Qt.Orientation.Horizontal))
        self.setVerticalHeader(HeatHeader(Qt.Orientation.Vertical))
        hide_corner(self)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(row)
        self.grid.modelReset.connect(self._fit)
        theme().changed.connect(self.viewport().update)
        self._fit()

    def _fit(self) -> None:
        """Share the width among few columns, and scroll many."""
        across, many = self.horizontalHeader(), self.grid.last >= MOST_ROWS
        across.setSectionResizeMode(QHeaderView.ResizeMode.Fixed if many else QHeaderView.ResizeMode.Stretch)
        last = self.grid.columnCount() - 1
        for column in range(last if many else 0):
            across.resizeSection(column, COLUMN)
        across.setSectionResizeMode(last, QHeaderView.ResizeMode.Fixed)
        words = QFontMetrics(theme().font("caption")).horizontalAdvance(column_words(last + 1, last))
        across.resizeSection(last, max(words + 8, COLUMN))
        rows = min(self.grid.rowCount(), MOST_ROWS)
        bar = self.horizontalScrollBar().sizeHint().height() if many else 0
        self.setFixedHeight(across.sizeHint().height() + rows * self._row + bar + 2)
        off, auto = Qt.ScrollBarPolicy.ScrollBarAlwaysOff, Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self.setHorizontalScrollBarPolicy(auto if many else off)
        self.setVerticalScrollBarPolicy(auto if many else off)
