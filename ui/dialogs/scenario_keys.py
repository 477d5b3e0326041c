"""The field for the variables that an intruder knows: all keys, or some that are ticked."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QListWidget, QListWidgetItem, QRadioButton, QVBoxLayout, QWidget

from sdcdesk.core.microdata import Microdata
from sdcdesk.core.variable import Role
from ui.widgets.reason import disable, enable

ROW = 28
MOST_ROWS = 5


class KeysField(QWidget):
    """Chooses between all variables with the role of a key, and a list of key variables and others.

    Parameters
    ----------
    data
        The variables.
    keys
        The ticked ones; none: all with the role of a key.
    """

    edited = Signal()
    """The user changed the choice."""

    def __init__(self, data: Microdata, keys: Sequence[str]) -> None:
        super().__init__()
        self._role = data.named(Role.KEY)
        self.all = QRadioButton(f"All with the role key: {', '.join(self._role) or 'none yet'}")
        self.some = QRadioButton("These:")
        self.list = QListWidget()
        self.list.setAccessibleName("Variables that the intruder knows")
        ticked = tuple(keys) or self._role
        for name in [*data.named(Role.KEY), *data.named(Role.OTHER), *keys]:
            if not self.list.findItems(name, Qt.MatchFlag.MatchExactly):
                self._offer(name, ticked=name in ticked)
        (self.some if keys else self.all).setChecked(True)
        self._arrange()
        self._show_list()
        group = QButtonGroup(self)
        group.addButton(self.all)
        group.addButton(self.some)
        group.buttonClicked.connect(lambda _button: self._on_edited())
        self.list.itemChanged.connect(lambda _item: self._on_edited())

    def chosen(self) -> tuple[str, ...]:
        """Return the ticked variables; none where all keys are chosen."""
        if self.all.isChecked():
            return ()
        items = (self.list.item(place) for place in range(self.list.count()))
        return tuple(item.text() for item in items if item.checkState() is Qt.CheckState.Checked)

    def read(self) -> tuple[str, ...]:
        """Return the same, or raise ValueError where nothing would be known."""
        if self.some.isChecked() and not self.chosen():
            raise ValueError("Tick at least one variable")
        if self.all.isChecked() and not self._role:
            raise ValueError("No variable has the role key: tick variables instead")
        return self.chosen()

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
