"""Row of a variable that may change: a switch for each kind of change, and how far each may go."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from sdcdesk.core.text.sentence import counted, joined, sentence
from sdcdesk.search.suggestion.allowed import VariableKind
from sdcdesk.search.suggestion.changes import BY_NAME
from ui.look.locale import in_user_locale
from ui.pages.suggestion.change_switch import change_switch
from ui.pages.suggestion.ranges import RangesPopover, open_ranges
from ui.widgets.buttons import link
from ui.widgets.flow import FlowLayout
from ui.widgets.label import ElidedLabel, label
from ui.widgets.layout import column, row, widget_in
from ui.widgets.reason import allow

RANGES = "Ranges…"


@dataclass(frozen=True)
class Changeable:
    """A variable that may change.

    Attributes
    ----------
    name, called
        Its name, and what people call it.
    values
        How many different values it has.
    steps
        Kinds of changes that it can have, each with its steps in words, the weakest first.
    """

    name: str
    called: str
    values: int
    steps: Mapping[VariableKind, tuple[str, ...]]


class ChangeableRow(QWidget):
    """Switches of a variable, and what says how far a kind that is on may go.

    Parameters
    ----------
    variable
        Whose.
    on
        Kinds that are on.
    farthest
        By kind how many steps may be used; all where nothing is said.
    """

    edited = Signal()
    """Something else may change."""

    def __init__(
        self, variable: Changeable, on: Sequence[VariableKind], farthest: Mapping[VariableKind, int]
    ) -> None:
        super().__init__()
        self.variable = variable
        self.switches: dict[VariableKind, QPushButton] = {}
        self.popover: RangesPopover | None = None
        self._farthest = dict(farthest)
        line = FlowLayout(gap=6)
        for kind in variable.steps:
            switch = change_switch(BY_NAME[kind].title, variable.called, on=kind in on)
            switch.toggled.connect(partial(self._show_farthest))
            switch.clicked.connect(partial(self._on_switched))
            self.switches[kind] = switch
            line.addWidget(switch)
        self.ranges = link(RANGES)
        self.ranges.setAccessibleName(sentence("How far {name} may be changed", name=variable.called))
        self.ranges.clicked.connect(self.open_ranges)
        self.told = label("", "caption", "text2", wraps=True)
        values = in_user_locale(counted(variable.values, "value"))
        head = row((ElidedLabel(variable.called), 1), label(values, "caption", "text3"), self.ranges)
        content = widget_in(line) if variable.steps else label("It cannot change.", "caption", "text2")
        column(head, content, self.told, spacing=4, inside=self)
        self._show_farthest()

    @property
    def on(self) -> tuple[VariableKind, ...]:
        """Kinds that are on."""
        return tuple(kind for kind, switch in self.switches.items() if switch.isChecked())

    @property
    def farthest(self) -> dict[VariableKind, int]:
        """By kind that is on how many steps may be used; all where nothing is said."""
        return {kind: self._farthest[kind] for kind in self.on if kind in self._farthest}

    def set_allowed(self, on: Sequence[VariableKind], farthest: Mapping[VariableKind, int]) -> None:
        """Switch on what is allowed, as far as it may go."""
        self._farthest = dict(farthest)
        for kind, switch in self.switches.items():
            switch.setChecked(kind in on)
        self._show_farthest()

    def follow(self, variable: Changeable) -> bool:
        """Show other steps of the same changes; return whether nothing else is different."""
        before = self.variable
        same = (before.called, before.values, [*before.steps]) == (
            variable.called,
            variable.values,
            [*variable.steps],
        )
        if same:
            self.variable = variable
        return same

    def open_ranges(self) -> None:
        """Open the choices of how far each kind that is on may go."""
        self.popover = open_ranges(self.ranges, self.variable.called, self._several(), self._farthest)
        self.popover.chosen.connect(self._on_farthest)

    def allow(self, why: str) -> None:
        """Say why nothing can be switched now; empty: it can."""
        for one in (*self.switches.values(), self.ranges):
            allow(one, why)

    def _several(self) -> dict[VariableKind, tuple[str, ...]]:
        """Return the kinds that are on and have several steps."""
        return {kind: steps for kind in self.on if len(steps := self.variable.steps[kind]) > 1}

    def _on_switched(self, _on: bool = False) -> None:  # noqa: FBT001, FBT002 - Qt's signal
        self.edited.emit()

    def _on_farthest(self, kind: VariableKind, most: int) -> None:
        self._farthest.pop(kind, None)
        if most:
            self._farthest[kind] = most
        self._show_farthest()
        self.edited.emit()

    def _show_farthest(self, _on: bool = False) -> None:  # noqa: FBT001, FBT002 - Qt's signal
        several = self._several()
        self.ranges.setVisible(bool(several))
        least = [
            steps[most - 1]
            for kind, steps in several.items()
            if (most := self.farthest.get(kind, len(steps))) < len(steps)
        ]
        told = in_user_locale(sentence("At most: {steps}", steps=joined(least, " · ")))
        self.told.setText(told if least else "")
        self.told.setVisible(bool(least))
