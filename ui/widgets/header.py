"""Header of a table that looks the same whatever is selected in it."""

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QHeaderView, QWidget


class Header(QHeaderView):
    """Titles above columns or numbers beside rows.

    Qt asks of each title that it draws whether all of its column, or row, is selected, for styles that draw
    it otherwise then: where everything is selected, it goes through thousands of rows for each of them.
    """

    def __init__(self, orientation: Qt.Orientation, parent: QWidget | None = None) -> None:
        super().__init__(orientation, parent)
        self.setHighlightSections(False)

    def setSelectionModel(self, selectionModel: QItemSelectionModel) -> None:  # noqa: N802, N803 - Qt's names
        """Know of no selection."""
