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
        self.setProperty("field", True)
        # Names often begin alike.
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.offer(names)

    def names(self) -> list[str]:
        """Return all variables of the list."""
        return [_name(item) for item in self._items()]

    def ticked(self) -> list[str]:
        """Return those that are ticked."""
        return [_name(item) for item in self._items() if item.checkState() is Qt.CheckState.Checked]

    def called(self, name: str) -> str:
        """Return what a variable is called here."""
        return self._called.get(name, name)

    def offer(self, names: Sequence[str], display_names: Mapping[str, str] | None = None) -> None:
        """List other variables, none of them ticked; `itemChanged` is not emitted."""
        self._called = self._called if display_names is None else dict(display_names)
        with QSignalBlocker(self):
            self.clear()
            for name in names:
                self._add(name)
        self.setFixedHeight(ROW * min(max(len(names), self._least), MOST) + 10)

    def tick(self, names: Sequence[str]) -> None:
        """Tick just these, without `itemChanged`; one that is not listed is added: nothing is lost."""
        with QSignalBlocker(self):
            for name in names:
                if name not in self.names():
                    self._add(name)
            for item in self._items():
                ticked = _name(item) in names
                item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
        first = next((item for item in self._items() if _name(item) in names), None)
        if first is not None:
            self.scrollToItem(first)

    def _add(self, name: str) -> None:
        item = QListWidgetItem(self.called(name), self)
        item.setData(Qt.ItemDataRole.UserRole, name)
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Unchecked)
        item.setSizeHint(QSize(0, ROW))
        item.setToolTip(name)

    def _items(self) -> list[QListWidgetItem]:
        return [self.item(row) for row in range(self.count())]


def _name(item: QListWidgetItem) -> str:
    return str(item.data(Qt.ItemDataRole.UserRole))
