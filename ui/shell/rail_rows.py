"""What the navigation rail lists."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

Mark = Literal["tick", "triangle", "ring", "arc", "none"]
Index = QModelIndex | QPersistentModelIndex

_MEANING = {
    "tick": "done",
    "triangle": "unsafe",
    "ring": "to do",
    "arc": "computing",
    "none": "not possible yet",
}


@dataclass(frozen=True, slots=True)
class RailRow:
    """One stage.

    Attributes
    ----------
    key
        Its name in the program, which is also that of its icon.
    name, state
        Its name and its state in words: "Risk", "Unsafe, 3.04 %".
    mark
        Done, unsafe, to do, computing, or nothing to say.
    possible
        Whether there is something to do already. A stage that is not possible yet still opens, and its page
        says what is missing.
    opens_group
        Whether a gap sets it off from the row above.
    """

    key: str
    name: str
    state: str
    mark: Mark = "ring"
    possible: bool = True
    opens_group: bool = False

    def words(self) -> str:
        """Return the row as a screen reader says it."""
        return f"{self.name}: {self.state}" if self.state else self.name

    def meaning(self) -> str:
        """Return what its mark says, in words."""
        return _MEANING[self.mark] if self.possible else _MEANING["none"]


class RailModel(QAbstractListModel):
    """The stages as a list model; each row is the `RailRow` of the user role."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[RailRow, ...] = ()

    @property
    def rows(self) -> tuple[RailRow, ...]:
        """The stages in order."""
        return self._rows

    def set_rows(self, rows: Sequence[RailRow]) -> None:
        """Show other stages, or other states of the same ones; then selection and focus stay."""
        same = [row.key for row in rows] == [row.key for row in self._rows]
        if same:
            self._rows = tuple(rows)
            self.dataChanged.emit(self.index(0), self.index(max(len(rows) - 1, 0)))
        else:
            self.beginResetModel()
            self._rows = tuple(rows)
            self.endResetModel()

    def place(self, key: str) -> int:
        """Return the place of a stage; −1 if there is none of this name."""
        return next((place for place, row in enumerate(self._rows) if row.key == key), -1)

    def rowCount(self, parent: Index | None = None) -> int:  # noqa: N802
        """Return the number of stages."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return name, words for screen readers, tooltip, or the whole row."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        answers = {
            Qt.ItemDataRole.DisplayRole: row.name,
            Qt.ItemDataRole.AccessibleTextRole: row.words(),
            Qt.ItemDataRole.AccessibleDescriptionRole: row.meaning(),
            Qt.ItemDataRole.ToolTipRole: row.words(),
            Qt.ItemDataRole.UserRole: row,
        }
        return answers.get(Qt.ItemDataRole(role))
