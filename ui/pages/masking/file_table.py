"""A table that shows some columns of the two files side by side."""

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from ui.look.theme import theme
from ui.models.side_by_side_model import SideBySideModel
from ui.pages.masking.cells import SIDE, FileCell

ROW = 26
HEADER = 28
MEASURED = 60
"""Rows, spread over the file, by which the width of a column is chosen."""

NARROWEST, WIDEST = 40, 180


class FileTable(QTableView):
    """Shows columns of a `SideBySideModel`, one of them as wide as there is room."""

    def __init__(self, name: str, model: SideBySideModel, selection: QItemSelectionModel) -> None:
        super().__init__()
        self._stretched, self._least = -1, NARROWEST
        self.cell = FileCell(self)
        self.setAccessibleName(name)
        self.setModel(model)
        self.setSelectionModel(selection)
        self.setItemDelegate(self.cell)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        numbers = self.verticalHeader()
        numbers.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        numbers.setDefaultSectionSize(ROW)
        numbers.setHighlightSections(False)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setFixedHeight(HEADER)
        theme().changed.connect(self.viewport().update)

    def show_columns(self, columns: range, widths: dict[int, int], stretched: int = -1) -> None:
        """Show some columns of the model; one of them takes what room is left."""
        model, self._stretched = self.model(), stretched
        for column in range(model.columnCount()):
            self.setColumnHidden(column, column not in columns)
            if column in columns:
                self.setColumnWidth(column, widths[column])
        digits = QFontMetrics(theme().font("body")).horizontalAdvance("0" * len(str(model.rowCount())))
        self.verticalHeader().setFixedWidth(digits + 2 * SIDE)
        self._least = widths.get(stretched, NARROWEST)
        self._stretch()

    def wanted(self) -> int:
        """Return the width at which nothing has to be scrolled sideways."""
        columns = (n for n in range(self.model().columnCount()) if not self.isColumnHidden(n))
        others = sum(self.columnWidth(n) for n in columns if n != self._stretched)
        numbers = 0 if self.verticalHeader().isHidden() else self.verticalHeader().width()
        return numbers + others + (self._least if self._stretched >= 0 else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Give the room to one column."""
        super().resizeEvent(event)
        self._stretch()

    def _stretch(self) -> None:
        if not 0 <= self._stretched < self.model().columnCount():
            return
        shown = [n for n in range(self.model().columnCount()) if not self.isColumnHidden(n)]
        others = sum(self.columnWidth(n) for n in shown if n != self._stretched)
        self.setColumnWidth(self._stretched, max(self.viewport().width() - others, self._least))


def column_widths(model: SideBySideModel) -> dict[int, int]:
    """Return a width for each column that its name and its first cells fit in."""
    body, head = QFontMetrics(theme().font("body")), QFontMetrics(theme().font("table_header"))
    widths = {}
    for column in range(model.columnCount()):
        rows = range(0, model.rowCount(), max(model.rowCount() // MEASURED, 1))
        texts = (model.index(row, column).data() or "" for row in rows)
        name = model.headerData(column, Qt.Orientation.Horizontal)
        cells = max((body.horizontalAdvance(text) for text in texts), default=0)
        widest = max(cells, head.horizontalAdvance(name)) + 2 * SIDE + 2
        widths[column] = min(max(widest, NARROWEST), WIDEST)
    return widths
