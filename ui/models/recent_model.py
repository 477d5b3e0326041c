"""The projects that were open before, as a list model."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt

from ui.models.rows import Index, RowList
from ui.session.settings import Recent


class RecentModel(RowList[Recent]):
    """Recent projects; each row is the `Recent` of the user role."""

    def entry(self, index: Index) -> Recent:
        """Return the project of a row."""
        return self.rows[index.row()]

    def answers(self, row: Recent) -> Mapping[int, Any]:
        """Return the name, the words for screen readers, the full path, and the whole entry."""
        gone = "" if row.exists else ", the file is gone"
        return {
            Qt.ItemDataRole.DisplayRole: row.path.name,
            Qt.ItemDataRole.AccessibleTextRole: f"{row.path.name}, {row.verdict}{gone}",
            Qt.ItemDataRole.ToolTipRole: f"{row.path}{gone}",
            Qt.ItemDataRole.UserRole: row,
        }
