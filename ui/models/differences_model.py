"""Parts that two tables have in common and that a reader works out, as rows."""

from dataclasses import dataclass

import pandas as pd
from PySide6.QtCore import QAbstractTableModel, QObject, Qt

from sdcdesk.core.text.sentence import Sentence
from sdcdesk.release.table_result import TableResult
from ui.look.locale import in_user_locale
from ui.widgets.numbers import amount, count, decimal
from ui.widgets.painting import Index

COLUMNS = {
    "first": "First table",
    "second": "Second table",
    "value": "Value",
    "frequency": "Contributors",
    "lowest": "At least",
    "highest": "At most",
    "why": "Why",
}
"""Titles of the columns, by their names in the frame."""

TEXTS = ("first", "second", "why")


@dataclass(frozen=True)
class ComparedTables:
    """What two tables tell by subtraction.

    Attributes
    ----------
    parts
        How many parts they have in common.
    frame
        Those that are known too well, a row each.
    of
        The tables.
    notes
        How the tables were taken, and what was not judged.
    """

    parts: int
    frame: pd.DataFrame
    of: tuple[TableResult, TableResult]
    notes: tuple[Sentence, ...] = ()


class DifferencesModel(QAbstractTableModel):
    """A frame of differences, a row for each part that is too narrow."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._frame: pd.DataFrame | None = None

    def show_frame(self, frame: pd.DataFrame | None) -> None:
        """Show other rows; None: none."""
        if frame is self._frame:
            return
        self.beginResetModel()
        self._frame = frame
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:  # noqa: N802 - Qt's name
        """Return the number of parts."""
        return 0 if self._frame is None or (parent and parent.isValid()) else len(self._frame)

    def columnCount(self, parent: Index | None = None) -> int:  # noqa: N802 - Qt's name
        """Return the number of columns."""
        return 0 if parent and parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what is said of a part."""
        if self._frame is None or not index.isValid():
            return None
        name = [*COLUMNS][index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole and name not in TEXTS:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        value = self._frame[name].iloc[index.row()]
        if name in TEXTS:
            return in_user_locale(value if isinstance(value, str) else str(value))
        if pd.isna(value):
            return decimal(None)
        return count(int(value)) if name == "frequency" else amount(float(value))

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return the title of a column."""
        if role == Qt.ItemDataRole.DisplayRole and orientation is Qt.Orientation.Horizontal:
            return [*COLUMNS.values()][section]
        return None
