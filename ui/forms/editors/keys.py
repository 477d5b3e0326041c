"""Keys editor: all variables of a role, or some that are ticked."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtWidgets import QButtonGroup, QRadioButton

from sdcdesk.core.data.variable import Role
from sdcdesk.core.text.sentence import sentence
from ui.forms.editor import Editor
from ui.forms.editors.tick_list import TickList
from ui.widgets.layout import column
from ui.widgets.reason import allow


class KeysEditor(Editor):
    """Chooses between all variables of a role, and a list of variables.

    Parameters
    ----------
    names
        The variables that can be ticked.
    role, with_role
        The role, and the variables that have it.
    display_names
        What variables are called, by their names.
    """

    wide = True

    def __init__(
        self, names: Sequence[str], role: Role, with_role: Sequence[str], display_names: Mapping[str, str]
    ) -> None:
        super().__init__()
        self._role, self._named = tuple(with_role), role
        # Their names may be long and many: the list below ticks them.
        words = "All with the role {role}: {n}" if self._role else "All with the role {role}: none yet"
        self.all = QRadioButton(sentence(words, role=str(role), n=len(self._role)))
        self.some = QRadioButton("These:")
        self.list = TickList(names, display_names, least=2)
        self.list.setAccessibleName("Variables to tick")
        self.list.tick(self._role)
        self.all.setToolTip(self.list.words(self._role, "\n"))
        self.all.setChecked(True)
        column(self.all, self.some, self.list, spacing=4, margins=(0, 4, 0, 0), inside=self)
        self.setFocusProxy(self.all)
        self._show_list()
        group = QButtonGroup(self)
        group.addButton(self.all)
        group.addButton(self.some)
        group.buttonClicked.connect(lambda _button: self._on_edited())
        self.list.toggled.connect(self._on_edited)

    def chosen(self) -> tuple[str, ...]:
        """Return the ticked variables; none where all of the role are chosen."""
        return () if self.all.isChecked() else tuple(self.list.ticked())

    def value(self) -> Any:
        """Return the same, or raise ValueError where nothing would be named."""
        if self.some.isChecked() and not self.chosen():
            raise ValueError("Tick at least one variable")
        if self.all.isChecked() and not self._role:
            raise ValueError(
                sentence("No variable has the role {named}: tick variables instead", named=str(self._named))
            )
        return self.chosen()

    def set_value(self, value: Any) -> None:
        """Tick variables; none chooses all of the role."""
        (self.some if value else self.all).setChecked(True)
        self.list.tick(tuple(value or self._role))
        self._show_list()

    def value_text(self, value: Any) -> str:
        """Return what they are called."""
        return self.list.words(value) or sentence("all with the role {named}", named=str(self._named))

    def _on_edited(self) -> None:
        self._show_list()
        self.edited.emit()

    def _show_list(self) -> None:
        why = sentence(
            "All variables with the role {named} are taken: choose These to tick some.",
            named=str(self._named),
        )
        allow(self.list, "" if self.some.isChecked() else why)
