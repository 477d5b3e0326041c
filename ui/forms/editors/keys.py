"""Keys editor: all variables of a role, or some that are ticked."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtWidgets import QButtonGroup, QListWidget, QListWidgetItem, QRadioButton, QVBoxLayout

from sdcdesk.core.variable import Role
from ui.forms.editor import Editor
from ui.widgets.reason import disable, enable

ROW = 28
MOST_ROWS = 5


class KeysEditor(Editor):
    """Chooses between all variables of a role, and a list of variables.

    Parameters
    ----------
    names
        The variables that can be ticked.
    role, of_role
        The role, and the variables that have it.
    """

    wide = True

    def __init__(self, names: Sequence[str], role: Role, of_role: Sequence[str]) -> None:
        super().__init__()
        self._role, self._named = tuple(of_role), role
        self.all = QRadioButton(f"All with the role {role}: {', '.join(self._role) or 'none yet'}")
        self.some = QRadioButton("These:")
        self.list = QListWidget()
        self.list.setAccessibleName("Variables to tick")
        for name in names:
            self._offer(name, ticked=name in self._role)
        self.all.setChecked(True)
        self._arrange()
        self._show_list()
        group = QButtonGroup(self)
        group.addButton(self.all)
        group.addButton(self.some)
        group.buttonClicked.connect(lambda _button: self._on_edited())
        self.list.itemChanged.connect(lambda _item: self._on_edited())

    def chosen(self) -> tuple[str, ...]:
        """Return the ticked variables; none where all of the role are chosen."""
        if self.all.isChecked():
            return ()
        items = (self.list.item(place) for place in range(self.list.count()))
        return tuple(item.text() for item in items if item.checkState() is Qt.CheckState.Checked)

    def value(self) -> Any:
        """Return the same, or raise ValueError where nothing would be named."""
        if self.some.isChecked() and not self.chosen():
            raise ValueError("Tick at least one variable")
        if self.all.isChecked() and not self._role:
            raise ValueError(f"No variable has the role {self._named}: tick variables instead")
        return self.chosen()

    def set_value(self, value: Any) -> None:
        """Tick variables; none chooses all of the role."""
        (self.some if value else self.all).setChecked(True)
        ticked = tuple(value or self._role)
        with QSignalBlocker(self.list):
            for name in ticked:
                if not self.list.findItems(name, Qt.MatchFlag.MatchExactly):
                    self._offer(name, ticked=True)
            for item in (self.list.item(place) for place in range(self.list.count())):
                item.setCheckState(
                    Qt.CheckState.Checked if item.text() in ticked else Qt.CheckState.Unchecked
                )
        self._show_list()

    def words(self, value: Any) -> str:
        """Return the names."""
        return ", ".join(value) or f"all with the role {self._named}"

    def _offer(self, name: str, *, ticked: bool) -> None:
        item = QListWidgetItem(name, self.list)
        item.setSizeHint(QSize(0, ROW))
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)

    def _on_edited(self) -> None:
        self._show_list()
        self.edited.emit()

    def _show_list(self) -> None:
        if self.some.isChecked():
            enable(self.list)
        else:
            disable(self.list, "All variables with the role key are known: choose These to tick some.")

    def _arrange(self) -> None:
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 4, 0, 0)
        rows.setSpacing(4)
        for widget in (self.all, self.some, self.list):
            rows.addWidget(widget)
        self.list.setFixedHeight(ROW * min(max(self.list.count(), 2), MOST_ROWS) + 4)
        self.setFocusProxy(self.all)
