"""Model of a recipe: its steps as rows."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt

from sdcdesk.release.step_effects import StepRow
from ui.models.rows import RowList
from ui.widgets.painting import Index


class RecipeModel(RowList[StepRow]):
    """Rows of a recipe for a list; `Qt.ItemDataRole.UserRole` gives the whole row."""

    def same(self, rows: Sequence[StepRow]) -> bool:
        """Return whether there are as many steps as before: then the list keeps its place."""
        return len(rows) == len(self.rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let rows be dragged between others."""
        moves = Qt.ItemFlag.ItemIsDragEnabled if index.isValid() else Qt.ItemFlag.ItemIsDropEnabled
        return super().flags(index) | moves

    def supportedDropActions(self) -> Qt.DropAction:  # noqa: N802 - Qt's name
        """Return that rows move."""
        return Qt.DropAction.MoveAction

    def answers(self, row: StepRow) -> Mapping[int, Any]:
        """Return the words of a row, and the row."""
        return {
            Qt.ItemDataRole.DisplayRole: row.title,
            Qt.ItemDataRole.UserRole: row,
            Qt.ItemDataRole.AccessibleTextRole: row.aloud,
            Qt.ItemDataRole.ToolTipRole: "\n".join((row.title, row.effect, *row.details, *row.notes)),
        }
