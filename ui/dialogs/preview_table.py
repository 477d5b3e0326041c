"""The table of a preview: all columns as wide as their first cells need."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from ui.look.theme import theme
from ui.models.preview_model import PreviewModel

ROW = 26
HEADER = 44
WIDEST = 240
MEASURED = 40


class PreviewTable(QTableView):
    """Shows a few hundred records; nothing can be changed here."""

    def __init__(self, model: PreviewModel) -> None:
        super().__init__()
        self._model = model
        self.setModel(model)
        self.setAccessibleName("First records")
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        header, rows = self.horizontalHeader(), self.verticalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setFixedHeight(HEADER)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(ROW)

    def fit(self) -> None:
        """Give every column the room that its header and its first cells need."""
        metrics = QFontMetrics(theme().font("body"))
        rows = range(min(self._model.rowCount(), MEASURED))
        for column in range(self._model.columnCount()):
            words = str(self._model.headerData(column, Qt.Orientation.Horizontal)).split("\n")
            cells = (str(self._model.data(self._model.index(row, column))) for row in rows)
            widest = max(metrics.horizontalAdvance(text) for text in (*words, *cells))
            self.setColumnWidth(column, min(widest + 24, WIDEST))
