"""List of variables to tick."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem

ROW = 28

MOST = 5
"""Variables that the list shows at once."""


class TickList(QListWidget):
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

    def __init__(
        self, names: Sequence[str], display_names: Mapping[str, str] | None = None, least: int = 1
    ) -> None:
        super().__init__()
        self._least, self._called = least, dict(display_names or {})
        # Thousands of items are asked too slowly what they are.
        self._names: list[str] = []
        self._ticked: set[str] = set()
        self.itemChanged.connect(self._note)
        self.setProperty("field", True)
        # Names often begin alike.
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.offer(names)

    def names(self) -> list[str]:
        """Return all variables of the list."""
        return [*self._names]

    def ticked(self) -> list[str]:
        """Return those that are ticked."""
        return [name for name in self._names if name in self._ticked]

    def called(self, name: str) -> str:
        """Return what a variable is called here."""
        return self._called.get(name, name)

    def offer(self, names: Sequence[str], display_names: Mapping[str, str] | None = None) -> None:
        """List other variables, none of them ticked; `itemChanged` is not emitted."""
        self._called = self._called if display_names is None else dict(display_names)
        with QSignalBlocker(self):
            self.clear()
            self._names, self._ticked = [], set()
            for name in names:
                self._add(name)
        self.setFixedHeight(ROW * min(max(len(names), self._least), MOST) + 10)

    def tick(self, names: Sequence[str]) -> None:
        """Tick just these, without `itemChanged`; one that is not listed is added: nothing is lost."""
        wanted, known = set(names), set(self._names)
        with QSignalBlocker(self):
            for name in dict.fromkeys(names):
                if name not in known:
                    self._add(name)
            for row, name in enumerate(self._names):
                if (name in wanted) is not (name in self._ticked):
                    state = Qt.CheckState.Checked if name in wanted else Qt.CheckState.Unchecked
                    self.item(row).setCheckState(state)
        self._ticked = wanted
        first = next((row for row, name in enumerate(self._names) if name in wanted), None)
        if first is not None:
            self.scrollToItem(self.item(first))

    def _add(self, name: str) -> None:
        item = QListWidgetItem(self.called(name))
        item.setData(Qt.ItemDataRole.UserRole, name)
        item.setCheckState(Qt.CheckState.Unchecked)
        item.setSizeHint(QSize(0, ROW))
        item.setToolTip(name)
        self.addItem(item)
        self._names.append(name)

    def _note(self, item: QListWidgetItem) -> None:
        """Note whether an item is ticked now."""
        name = str(item.data(Qt.ItemDataRole.UserRole))
        if item.checkState() is Qt.CheckState.Checked:
            self._ticked.add(name)
        else:
            self._ticked.discard(name)
