"""Allowed card: which variables may change and how, as switches."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import get_args

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.search.suggestion.allowed import Allowed, RecordKind, VariableKind
from sdcdesk.search.suggestion.changes import BY_NAME
from ui.look.locale import in_user_locale
from ui.widgets.buttons import chip
from ui.widgets.card import Card
from ui.widgets.flow import FlowLayout
from ui.widgets.label import ElidedLabel, hairline, label
from ui.widgets.layout import column, discard, row, widget_in
from ui.widgets.reason import allow
from ui.widgets.variable_combo import VariableCombo
from ui.widgets.what_is_this import explain

ABOUT = Explanation(
    "What may change",
    "A switch that is on lets the search use such a step for this variable; a variable without one stays "
    "as it is. What may become of whole records stands below. Fewer switches make the search faster, more"
    " let it find recipes that lose less.",
)

ANOTHER = "Another variable…"

RUNNING = "Stop the search first."


@dataclass(frozen=True)
class Changeable:
    """A variable that may change.

    Attributes
    ----------
    name, called
        Its name, and what people call it.
    values
        How many different values it has.
    kinds
        Kinds of changes that it can have.
    """

    name: str
    called: str
    values: int
    kinds: tuple[VariableKind, ...]


class AllowedCard(Card):
    """A row of switches for each variable, and one for the records."""

    edited = Signal()
    """Something else may change."""

    another_wanted = Signal(str)
    """The switches of one more variable are wanted."""

    def __init__(self) -> None:
        super().__init__("What may change")
        self.switches: dict[str, dict[VariableKind, QPushButton]] = {}
        self.records: dict[RecordKind, QPushButton] = {}
        self._rows: list[QWidget] = []
        self._list = column(spacing=8)
        self.another = VariableCombo()
        self.another.setAccessibleName("Let another variable change")
        self.another.picked.connect(self._on_another)
        self.body.addLayout(self._list)
        self.body.addWidget(self.another)
        self.body.addWidget(hairline())
        line = FlowLayout(gap=6)
        for kind in get_args(RecordKind):
            self.records[kind] = self._switch(BY_NAME[kind].title, "Records", on=False)
            line.addWidget(self.records[kind])
        self.body.addLayout(column(label("Records", tone="text"), widget_in(line), spacing=4))
        self.requested.connect(lambda: explain(self.help, ABOUT))

    @property
    def allowed(self) -> Allowed:
        """What may change."""
        variables = {
            name: tuple(kind for kind, switch in switches.items() if switch.isChecked())
            for name, switches in self.switches.items()
        }
        records = tuple(kind for kind, switch in self.records.items() if switch.isChecked())
        return Allowed(variables={name: kinds for name, kinds in variables.items() if kinds}, records=records)

    def show_variables(self, variables: Iterable[Changeable], allowed: Allowed) -> None:
        """Show the switches of variables; those that are allowed are on."""
        discard(*self._rows)
        self._rows, self.switches = [], {}
        for variable in variables:
            self.add(variable, allowed.variables.get(variable.name, ()))
        for kind, switch in self.records.items():
            switch.setChecked(kind in allowed.records)

    def add(self, variable: Changeable, on: Sequence[VariableKind] = ()) -> None:
        """Show the switches of one more variable."""
        values = in_user_locale(counted(variable.values, "value"))
        head = row((ElidedLabel(variable.called), 1), label(values, "caption", "text3"))
        line = FlowLayout(gap=6)
        self.switches[variable.name] = {}
        for kind in variable.kinds:
            switch = self._switch(BY_NAME[kind].title, variable.called, on=kind in on)
            self.switches[variable.name][kind] = switch
            line.addWidget(switch)
        content = widget_in(line) if variable.kinds else label("It cannot change.", "caption", "text2")
        self._rows.append(widget_in(column(head, content, spacing=4)))
        self._list.addWidget(self._rows[-1])

    def offer(self, names: Sequence[str], called: Mapping[str, str]) -> None:
        """Offer the variables that have no switches yet."""
        self.another.offer(["", *names], {**called, "": ANOTHER})
        self.another.setVisible(bool(names))

    def set_running(self, *, running: bool) -> None:
        """Say whether something is searched: then nothing is switched."""
        why = RUNNING if running else ""
        switches: list[QWidget] = [one for each in self.switches.values() for one in each.values()]
        for one in (*switches, *self.records.values(), self.another):
            allow(one, why)

    def _switch(self, title: str, called: str, *, on: bool) -> QPushButton:
        switch = chip(title, on=on)
        switch.setAccessibleName(sentence("{called}: {title}", called=called, title=title))
        switch.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        switch.clicked.connect(partial(self._on_switched))
        return switch

    def _on_switched(self, _on: bool = False) -> None:  # noqa: FBT001, FBT002 - Qt's signal
        self.edited.emit()

    def _on_another(self, name: str) -> None:
        if name:
            self.another_wanted.emit(name)
