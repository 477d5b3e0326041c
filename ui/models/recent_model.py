"""The projects that were open before, as a list model."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from ui.settings import Recent

Index = QModelIndex | QPersistentModelIndex


class RecentModel(QAbstractListModel):
    """Recent projects; each row is the `Recent` of the user role."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[Recent, ...] = ()

    def set_entries(self, entries: Sequence[Recent]) -> None:
        """Show these projects."""
        self.beginResetModel()
        self._entries = tuple(entries)
        self.endResetModel()

    def entry(self, index: Index) -> Recent:
        """Return the project of a row."""
        return self._entries[index.row()]

    def rowCount(self, parent: Index | None = None) -> int:  # noqa: N802 - Qt's name
        """Return the number of projects."""
        return 0 if parent is not None and parent.isValid() else len(self._entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the name, the words for screen readers, the full path, or the whole entry."""
        if not index.isValid():
            return None
        entry = self.entry(index)
        gone = "" if entry.exists else ", the file is gone"
        answers = {
            Qt.ItemDataRole.DisplayRole: entry.path.name,
            Qt.ItemDataRole.AccessibleTextRole: f"{entry.path.name}, {entry.verdict}{gone}",
            Qt.ItemDataRole.ToolTipRole: f"{entry.path}{gone}",
            Qt.ItemDataRole.UserRole: entry,
        }
        return answers.get(Qt.ItemDataRole(role))
