"""Levels of a hierarchy as Qt's views read them: the entries of each, and what lies above and below them."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import accumulate
from typing import Any, Self

from PySide6.QtCore import QMimeData, QModelIndex, QStringListModel, Qt, Signal

from sdcdesk.core.data.value_label import with_label
from sdcdesk.core.text.number_text import count_text
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.tree_order import level_orders
from sdcdesk.inspection.hierarchy_counts import HierarchyCounts
from ui.look.locale import in_user_locale, user_locale
from ui.widgets.painting import Index

ENTRIES = "application/x-sdcdesk-hierarchy-entries"
"""Format of dragged entries: the number of their level. Which they are is known to the window alone."""

UNPLACED = -1
"""Level of the values that have no place."""


class Cell(IntEnum):
    """Item roles of an entry."""

    RECORDS = Qt.ItemDataRole.UserRole
    RELATED = Qt.ItemDataRole.UserRole + 1
    BEGINS = Qt.ItemDataRole.UserRole + 2
    FOUND = Qt.ItemDataRole.UserRole + 3


@dataclass(frozen=True, slots=True)
class LevelEntries:
    """The entries of one level in tree order.

    Attributes
    ----------
    texts
        The entries.
    starts
        For each entry how many values stand before those below it, and the number of all at the end.
    records
        How many records have each; None: that is not known yet.
    begins
        Rows at which another group of the next level begins.
    rows
        The row of each entry.
    """

    texts: list[str]
    starts: list[int]
    records: list[int] | None
    begins: frozenset[int]
    rows: dict[str, int]

    @classmethod
    def of(
        cls,
        texts: Sequence[str],
        values: Sequence[int],
        records: Sequence[int] | None,
        groups: Sequence[int] = (),
    ) -> Self:
        """Return entries with what is looked up of them.

        Parameters
        ----------
        texts
            In tree order.
        values
            How many values lie below each.
        records
            How many records have each; None: that is not known yet.
        groups
            The place of the label above each; none at the top.
        """
        return cls(
            list(texts),
            [0, *accumulate(values)],
            None if records is None else list(records),
            frozenset(row for row in range(1, len(groups)) if groups[row] != groups[row - 1]),
            {text: row for row, text in enumerate(texts)},
        )


class LevelModel(QStringListModel):
    """The entries of one level in tree order, or the values that have no place.

    Views ask a model for its number of rows several times a row: Qt's own list answers that without Python.

    Attributes
    ----------
    level
        Its number; `UNPLACED` for values that have none.
    """

    renamed = Signal(str, str)
    """A label should have another text: the one before, and the new one."""

    def __init__(self, level: int) -> None:
        super().__init__()
        self.level = level
        self.editable = True
        self._entries = LevelEntries.of((), (), None)
        self._related: Sequence[range] = ()
        self._typed = ""
        self._labels: Mapping[str, str] = {}

    @property
    def texts(self) -> list[str]:
        """The entries."""
        return self._entries.texts

    @property
    def starts(self) -> list[int]:
        """For each entry how many values stand before those below it, and the number of all at the end."""
        return self._entries.starts

    def show_entries(self, entries: LevelEntries) -> None:
        """Show other entries."""
        self._entries, self._related = entries, ()
        self.setStringList(entries.texts)

    def explain(self, labels: Mapping[str, str]) -> None:
        """Take what values mean, by their texts, where the file says it."""
        if labels != self._labels:
            self._labels = labels
            self._repaint(Qt.ItemDataRole.DisplayRole)

    def labelled(self, row: int) -> str:
        """Return an entry with what it means."""
        text = self.texts[row]
        return with_label(text, self._labels.get(text, ""))

    def row(self, text: str) -> int:
        """Return the row of an entry; −1: it is none of this level."""
        return self._entries.rows.get(text, -1)

    def records(self, row: int) -> int | None:
        """Return how many records have an entry; None: that is not known yet."""
        records = self._entries.records
        return None if records is None else records[row]

    def covered(self, rows: Iterable[int]) -> list[range]:
        """Return the values below some entries, as ranges of their places in tree order, ascending."""
        found: list[range] = []
        for row in sorted(rows):
            start, stop = self.starts[row], self.starts[row + 1]
            if found and found[-1].stop == start:
                found[-1] = range(found[-1].start, stop)
            else:
                found.append(range(start, stop))
        return found

    def rows_of(self, values: Iterable[range]) -> list[range]:
        """Return the entries that have values of some ranges, as ranges of rows."""
        return [
            range(bisect_right(self.starts, part.start) - 1, bisect_left(self.starts, part.stop))
            for part in values
        ]

    def set_related(self, rows: Sequence[range]) -> None:
        """Mark entries that lie above or below those that are chosen in another level."""
        if rows != self._related:
            self._related = rows
            self._repaint(Cell.RELATED)

    def find(self, typed: str) -> list[int]:
        """Mark the entries that hold a typed text, in any case, and return their rows."""
        self._typed = typed.strip().casefold()
        self._repaint(Cell.FOUND)
        if not self._typed:
            return []
        return [row for row in range(len(self.texts)) if self._holds_typed(row)]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what is said of an entry."""
        if not index.isValid():
            return None
        row = index.row()
        if role == Qt.ItemDataRole.EditRole:
            return self.texts[row]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return self.labelled(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._aloud(row)
        if role == Cell.RECORDS:
            found = self.records(row)
            return "" if found is None else count_text(found, user_locale())
        if role == Cell.RELATED:
            return any(row in part for part in self._related)
        if role == Cell.BEGINS:
            return row in self._entries.begins
        if role == Cell.FOUND:
            return bool(self._typed) and self._holds_typed(row)
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: N802
        """Ask for another text of a label."""
        if role != Qt.ItemDataRole.EditRole or str(value) == self.texts[index.row()]:
            return False
        self.renamed.emit(self.texts[index.row()], str(value))
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return what can be done with an entry."""
        if not index.isValid():
            return Qt.ItemFlag.ItemIsDropEnabled
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if self.editable:
            flags |= Qt.ItemFlag.ItemIsDragEnabled | Qt.ItemFlag.ItemIsDropEnabled
            flags |= Qt.ItemFlag.ItemIsEditable if self.level > 0 else Qt.ItemFlag.NoItemFlags
        return flags

    def supportedDropActions(self) -> Qt.DropAction:  # noqa: N802
        """Entries are moved."""
        return Qt.DropAction.MoveAction

    def mimeTypes(self) -> list[str]:  # noqa: N802
        """Return the format of dragged entries."""
        return [ENTRIES]

    def mimeData(self, _indexes: Sequence[QModelIndex]) -> QMimeData:  # noqa: N802
        """Return the level of dragged entries: what is dragged out of the window tells no value."""
        data = QMimeData()
        data.setData(ENTRIES, str(self.level).encode())
        return data

    def _aloud(self, row: int) -> str:
        found = self.records(row)
        if found is None:
            return self.labelled(row)
        words = sentence("{text}: {records}", text=self.labelled(row), records=counted(found, "record"))
        return in_user_locale(words)

    def _holds_typed(self, row: int) -> bool:
        text = self.labelled(row) if self._labels else self.texts[row]
        return self._typed in text.casefold()

    def _repaint(self, role: int) -> None:
        if self.texts:
            self.dataChanged.emit(self.index(0), self.index(len(self.texts) - 1), [role])


def level_entries(hierarchy: Hierarchy, counts: HierarchyCounts | None) -> list[LevelEntries]:
    """Return the entries of all levels of a hierarchy, the values first."""
    found = []
    for level, order in enumerate(level_orders(hierarchy)):
        labels, places = hierarchy.labels(level), order.places
        records = None if counts is None else counts.records[level][places].tolist()
        groups = order.groups.tolist() if level < hierarchy.height else ()
        texts = [labels[place] for place in places.tolist()]
        found.append(LevelEntries.of(texts, order.values.tolist(), records, groups))
    return found


def relate(models: Sequence[LevelModel], level: int, rows: Collection[int]) -> None:
    """Mark in all other levels what lies above and below some entries of one."""
    values = models[level].covered(rows)
    for model in models:
        model.set_related(() if model.level == level else model.rows_of(values))
