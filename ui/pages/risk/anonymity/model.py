"""The groups that are too small, as Qt's views read them."""

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont

from sdcdesk.inspection.profile.numbers import value_text
from sdcdesk.risk.anonymity.small_groups import SmallGroup, SmallGroups
from ui.look.theme import theme
from ui.models.rows import LEFT, RIGHT, Index, RowTable
from ui.widgets.numbers import count

MOST = 200
"""Groups that are listed."""

NAMED = 6
"""So many records of a group are named; the others are counted."""

MISSING = "missing"


class SmallGroupsModel(RowTable[SmallGroup]):
    """One column for each released key, then the sizes now and before, and which records these are."""

    def __init__(self) -> None:
        super().__init__()
        self.keys: tuple[str, ...] = ()

    def show_groups(self, groups: SmallGroups) -> None:
        """Show other groups."""
        self.beginResetModel()
        self.keys, self.rows = groups.keys, groups.listed
        self.titles = (*groups.keys, "Now", "Before", "Record" if not groups.grouped else "Records")
        self.endResetModel()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return text, its side, and how a missing value looks."""
        if not index.isValid():
            return None
        group, column = self.rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(group, column)
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{self.titles[column]}: {self._text(group, column)}"
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self.side(column)
        return self._missing_look(group, column, role)

    def side(self, column: int) -> Qt.AlignmentFlag:
        """Return where the words of a column stand: sizes at the right."""
        return RIGHT if column in (len(self.keys), len(self.keys) + 1) else LEFT

    def _text(self, group: SmallGroup, column: int) -> str:
        if column < len(self.keys):
            value = group.values[column]
            return MISSING if value is None else value_text(value)
        return (count(group.now), _before(group), _records(group))[column - len(self.keys)]

    def _missing_look(self, group: SmallGroup, column: int, role: int) -> Any:
        if column >= len(self.keys) or group.values[column] is not None:
            return None
        if role == Qt.ItemDataRole.FontRole:
            font = QFont(theme().font("body"))
            font.setItalic(True)
            return font
        return theme().colour("text2") if role == Qt.ItemDataRole.ForegroundRole else None


def _before(group: SmallGroup) -> str:
    low, high = count(group.before_smallest), count(group.before_largest)
    return low if low == high else f"{low}–{high}"


def _records(group: SmallGroup) -> str:
    """Return the numbers of the records in the original file, as people count them."""
    named = "; ".join(count(row + 1) for row in group.rows[:NAMED].tolist())
    others = len(group.rows) - NAMED
    return f"{named} and {count(others)} more" if others > 0 else named
