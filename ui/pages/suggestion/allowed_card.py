"""Allowed card: which variables may change and how, as switches."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import get_args

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton

from sdcdesk.core.results.explanation import Explanation
from sdcdesk.search.suggestion.allowed import Allowed, RecordKind, VariableKind
from sdcdesk.search.suggestion.changes import BY_NAME
from ui.pages.suggestion.change_switch import change_switch
from ui.pages.suggestion.changeable_row import Changeable, ChangeableRow
from ui.widgets.card import Card
from ui.widgets.flow import FlowLayout
from ui.widgets.label import hairline, label
from ui.widgets.layout import column, discard, widget_in
from ui.widgets.reason import allow
from ui.widgets.variable_combo import VariableCombo
from ui.widgets.what_is_this import explain

ABOUT = Explanation(
    "What may change",
    "A switch that is on lets the search use such a step for this variable; a variable without one stays "
    "as it is. Ranges says how far each kind of change may go; where several variables change in one step, "
    "the nearest of their farthest steps counts for all of them. What may become of whole records stands "
    "below. Fewer switches make the search faster, more let it find recipes that lose less.",
)

ANOTHER = "Another variable…"

RUNNING = "Stop the search first."


class AllowedCard(Card):
    """A row of switches for each variable, and one for the records."""

    edited = Signal()
    """Something else may change."""

    another_wanted = Signal(str)
    """The switches of one more variable are wanted."""

    def __init__(self) -> None:
        super().__init__("What may change")
        self.rows: dict[str, ChangeableRow] = {}
        self.records: dict[RecordKind, QPushButton] = {}
        self._proposed, self._records_chosen = Allowed(), False
        self._list = column(spacing=8)
        self.another = VariableCombo()
        self.another.setAccessibleName("Let another variable change")
        self.another.picked.connect(self._on_another)
        self.body.addLayout(self._list)
        self.body.addWidget(self.another)
        self.body.addWidget(hairline())
        line = FlowLayout(gap=6)
        for kind in get_args(RecordKind):
            self.records[kind] = change_switch(BY_NAME[kind].title, "Records", on=False)
            self.records[kind].clicked.connect(partial(self._on_records_switched))
            line.addWidget(self.records[kind])
        self.body.addLayout(column(label("Records", tone="text"), widget_in(line), spacing=4))
        self.requested.connect(lambda: explain(self.help, ABOUT))

    @property
    def switches(self) -> dict[str, dict[VariableKind, QPushButton]]:
        """The switches of each variable."""
        return {name: each.switches for name, each in self.rows.items()}

    @property
    def allowed(self) -> Allowed:
        """What may change."""
        return Allowed(
            variables={name: each.on for name, each in self.rows.items() if each.on},
            records=tuple(kind for kind, switch in self.records.items() if switch.isChecked()),
            farthest={name: each.farthest for name, each in self.rows.items() if each.farthest},
        )

    def show_variables(self, variables: Iterable[Changeable], allowed: Allowed) -> None:
        """Show the switches of variables: as the user has set them, else those that are allowed are on."""
        chosen, old = self.chosen(), self.rows
        self.rows, self._proposed = {}, allowed
        for variable in variables:
            name = variable.name
            self.add(variable, chosen.get(name, allowed), old.get(name))
        discard(*(one for one in old.values() if one not in self.rows.values()))
        if not self._records_chosen:
            self._switch_records(allowed)

    def chosen(self) -> dict[str, Allowed]:
        """Return what the user has set otherwise than it was proposed, by variable."""
        now, proposed = self.allowed, self._proposed
        return {name: now for name in self.rows if _of(now, name) != _of(proposed, name)}

    def forget(self) -> None:
        """Forget what the user has set, with the file that it was set for."""
        self._proposed, self._records_chosen = self.allowed, False

    def add(self, variable: Changeable, allowed: Allowed, shown: ChangeableRow | None = None) -> None:
        """Show the switches of one more variable, in its row where that is shown already."""
        name = variable.name
        on, farthest = allowed.variables.get(name, ()), allowed.farthest.get(name, {})
        if shown is not None and shown.follow(variable):
            added = shown  # it may have the keyboard
            added.set_allowed(on, farthest)
        else:
            added = ChangeableRow(variable, on, farthest)
            added.edited.connect(self.edited)
        self.rows[name] = added
        self._list.addWidget(added)

    def set_allowed(self, allowed: Allowed) -> None:
        """Switch on what is allowed of the variables that are shown, and of the records."""
        for name, each in self.rows.items():
            each.set_allowed(allowed.variables.get(name, ()), allowed.farthest.get(name, {}))
        self._records_chosen = True
        self._switch_records(allowed)

    def offer(self, names: Sequence[str], called: Mapping[str, str]) -> None:
        """Offer the variables that have no switches yet."""
        self.another.offer(["", *names], {**called, "": ANOTHER})
        self.another.setVisible(bool(names))

    def set_running(self, *, running: bool) -> None:
        """Say whether something is searched: then nothing is switched."""
        why = RUNNING if running else ""
        for each in self.rows.values():
            each.allow(why)
        for one in (*self.records.values(), self.another):
            allow(one, why)

    def _switch_records(self, allowed: Allowed) -> None:
        for kind, switch in self.records.items():
            switch.setChecked(kind in allowed.records)

    def _on_records_switched(self, _on: bool = False) -> None:  # noqa: FBT001, FBT002 - Qt's signal
        self._records_chosen = True
        self.edited.emit()

    def _on_another(self, name: str) -> None:
        if name:
            self.another_wanted.emit(name)


def _of(allowed: Allowed, name: str) -> tuple[frozenset[VariableKind], Mapping[VariableKind, int]]:
    """Return which changes of a variable are allowed, and how far they may go."""
    return frozenset(allowed.variables.get(name, ())), allowed.farthest.get(name, {})
