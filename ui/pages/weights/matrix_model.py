"""The weight matrices of a project with the risk that each gives, as Qt's views read them."""

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, Signal

from ui.release.matrix_commands import rules_text
from ui.widgets.numbers import percent, percent_against, spoken

Index = QModelIndex | QPersistentModelIndex

ENTRY = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class Entry:
    """One matrix.

    Attributes
    ----------
    name, note
        What it is called, and what it is for.
    weighted
        DR_W with it; None: not known, or not defined.
    minimal, maximal
        DR_min and DR_max of the file; None: not known.
    limit
        On DR_W, None: there is none.
    problem
        Why DR_W is not defined.
    rules
        How many rules it breaks.
    waits
        Whether DR_W may still arrive.
    """

    name: str
    note: str
    weighted: float | None
    minimal: float | None
    maximal: float | None
    limit: float | None
    problem: str = ""
    rules: int = 0
    waits: bool = False

    @property
    def value(self) -> str:
        """DR_W in words."""
        if self.rules:
            return rules_text(self.rules)
        if self.problem:
            return "not estimable"
        if self.weighted is None:
            return "…" if self.waits else "–"
        return percent_against(self.weighted, self.limit)

    @property
    def standing(self) -> str:
        """How DR_W stands to the limit, in words."""
        if self.weighted is None or self.limit is None:
            return ""
        return "within" if self.weighted <= self.limit else "above limit"

    @property
    def words(self) -> str:
        """Everything, for a screen reader and the tooltip."""
        if self.rules:
            return f"{self.name} {self.value}. {self.note}"
        message = f"{self.name}: weighted risk {spoken(self.value)}"
        if self.standing:
            message += f", {self.standing} {spoken(percent(self.limit))}"
        return ". ".join(part for part in (message, self.problem or self.note) if part)


class MatrixModel(QAbstractListModel):
    """The entries as Qt's views read them."""

    renamed = Signal(str, str)
    """A matrix should get another name: the old and the new one."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: tuple[Entry, ...] = ()

    def fill(self, entries: tuple[Entry, ...]) -> None:
        """Show other entries; where only risks changed, the selection stays."""
        if [entry.name for entry in entries] == [entry.name for entry in self.entries]:
            self.entries = entries
            self.dataChanged.emit(self.index(0), self.index(len(entries) - 1))
        else:
            self.beginResetModel()
            self.entries = entries
            self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802 - Qt's signature
        """Return the number of matrices."""
        return 0 if parent.isValid() else len(self.entries)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let names be edited."""
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return name, words or the entry."""
        if not index.isValid():
            return None
        entry = self.entries[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return entry.name
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return entry.words
        return entry if role == ENTRY else None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: N802
        """Ask for another name."""
        if role != Qt.ItemDataRole.EditRole or not index.isValid():
            return False
        old, new = self.entries[index.row()].name, str(value).strip()
        if new != old:
            self.renamed.emit(old, new)
        return True
