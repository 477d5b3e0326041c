"""List of variables to tick."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, QStringListModel, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QListView

from sdcdesk.core.text.sentence import listed
from ui.look.locale import in_user_locale

ROW = 28

MOST = 5
"""Variables that the list shows at once."""

NAMED = 100
"""Variables that are named in a text; of more their number is told."""

Index = QModelIndex | QPersistentModelIndex


class TickModel(QStringListModel):
    """What variables are called, and which of them are ticked.

    Thousands of rows cost little: a view asks only for those that it shows, and Qt itself counts them.
    """

    toggled = Signal()
    """The user ticked a variable, or no longer."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []
        self.ticked: set[str] = set()

    def offer(self, names: Sequence[str], called: Mapping[str, str]) -> None:
        """List other variables, none of them ticked."""
        self.names, self.ticked = [*names], set()
        self.setStringList([called.get(name, name) for name in names])

    def tick(self, names: Sequence[str]) -> None:
        """Tick just these, without `toggled`."""
        self.ticked = set(names)
        if self.names:
            ends = self.index(0), self.index(len(self.names) - 1)
            self.dataChanged.emit(*ends, [Qt.ItemDataRole.CheckStateRole])

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return that every row can be chosen and ticked."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        ticking = Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemNeverHasChildren
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | ticking

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a row shows: its name is the tooltip."""
        if role == Qt.ItemDataRole.CheckStateRole:
            ticked = self.names[index.row()] in self.ticked
            return Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.names[index.row()]
        if role == Qt.ItemDataRole.SizeHintRole:
            return QSize(0, ROW)
        return super().data(index, role)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: N802
        """Tick a row or not."""
        if role != Qt.ItemDataRole.CheckStateRole or not index.isValid():
            return False
        name, ticked = self.names[index.row()], Qt.CheckState(value) is Qt.CheckState.Checked
        if ticked is not (name in self.ticked):
            (self.ticked.add if ticked else self.ticked.discard)(name)
            self.dataChanged.emit(index, index, [Qt.ItemDataRole.CheckStateRole])
            self.toggled.emit()
        return True


class TickList(QListView):
    """Variables with a box each, none of them ticked at first.

    Parameters
    ----------
    names
        The variables.
    display_names
        What they are called, by their names, which are in the tooltips.
    least
        Rows for which there is room at least.
    """

    toggled = Signal()
    """The user ticked a variable, or no longer."""

    def __init__(
        self, names: Sequence[str], display_names: Mapping[str, str] | None = None, least: int = 1
    ) -> None:
        super().__init__()
        self._least, self._called = least, dict(display_names or {})
        self._rows = TickModel()
        self._rows.toggled.connect(self.toggled)
        self.setModel(self._rows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setUniformItemSizes(True)
        self.setProperty("field", True)
        # Names often begin alike.
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.offer(names)

    def names(self) -> list[str]:
        """Return all variables of the list."""
        return [*self._rows.names]

    def ticked(self) -> list[str]:
        """Return those that are ticked."""
        return [name for name in self._rows.names if name in self._rows.ticked] if self._rows.ticked else []

    def called(self, name: str) -> str:
        """Return what a variable is called here."""
        return self._called.get(name, name)

    def words(self, names: Sequence[str], between: str = ", ") -> str:
        """Return what variables are called, the first of many with how many more there are."""
        return in_user_locale(listed([*map(self.called, names[:NAMED])], len(names), between))

    def offer(self, names: Sequence[str], display_names: Mapping[str, str] | None = None) -> None:
        """List other variables, none of them ticked; `toggled` is not emitted."""
        self._called = self._called if display_names is None else dict(display_names)
        self._rows.offer(names, self._called)
        self.setFixedHeight(ROW * min(max(len(names), self._least), MOST) + 10)

    def tick(self, names: Sequence[str]) -> None:
        """Tick just these, without `toggled`; one that is not listed is added: nothing is lost."""
        wanted = dict.fromkeys(names)
        if wanted:
            known = set(self._rows.names)
            lost = [name for name in wanted if name not in known]
            if lost:
                self._rows.offer([*self._rows.names, *lost], self._called)
        if self._rows.ticked != wanted.keys():
            self._rows.tick([*wanted])
        first = next((row for row, name in enumerate(self._rows.names) if name in wanted), None)
        if first is not None:
            self.scrollTo(self._rows.index(first))
