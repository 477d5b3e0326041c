"""Ranges of a variable: how far each kind of change that it may have goes, in the words of its steps."""

from collections.abc import Mapping

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtWidgets import QWidget

from sdcdesk.core.text.sentence import sentence
from sdcdesk.search.suggestion.allowed import VariableKind
from sdcdesk.search.suggestion.changes import BY_NAME
from ui.look.locale import in_user_locale
from ui.widgets.combo import ElidedCombo
from ui.widgets.label import label
from ui.widgets.layout import column
from ui.widgets.popover import Popover

WIDTH = 340
"""Pixels of the popover."""

ANY = "any step"
"""Every step of a kind may be used."""


class RangesPopover(Popover):
    """A choice of the farthest step for each kind of change; Escape or a click elsewhere closes it.

    Parameters
    ----------
    called
        What people call the variable.
    steps
        By kind its steps in words, from the weakest on, at least two.
    farthest
        By kind how many of them may be used; all where nothing is said.
    parent
        Beside which it stands.
    """

    chosen = Signal(str, int)
    """Of a kind so many steps may be used; 0: all."""

    def __init__(
        self,
        called: str,
        steps: Mapping[VariableKind, tuple[str, ...]],
        farthest: Mapping[VariableKind, int],
        parent: QWidget,
    ) -> None:
        title = sentence("How far {name} may be changed", name=called)
        super().__init__(title, WIDTH, parent)
        self.combos: dict[VariableKind, ElidedCombo] = {}
        parts = []
        for kind, words in steps.items():
            combo = ElidedCombo(Qt.TextElideMode.ElideRight)
            combo.setAccessibleName(
                sentence("Farthest step of {kind} of {name}", kind=BY_NAME[kind].title, name=called)
            )
            combo.addItem(ANY, 0)
            # To allow all but none of the steps is to allow all: the last one is no choice of its own.
            for number, step in enumerate(words[:-1], 1):
                combo.addItem(in_user_locale(step), number)
            combo.setCurrentIndex(max(combo.findData(farthest.get(kind, 0)), 0))
            combo.activated.connect(lambda at, kind=kind: self._choose(kind, at))
            self.combos[kind] = combo
            head = sentence("{kind}, at most", kind=BY_NAME[kind].title)
            parts.append(column(label(head, "caption", "text2"), combo, spacing=2))
        column(
            label(title, "card_title", wraps=True), *parts, spacing=8, margins=(12, 10, 12, 12), inside=self
        )
        self.setFocusProxy(next(iter(self.combos.values())))

    def _choose(self, kind: VariableKind, at: int) -> None:
        self.chosen.emit(kind, self.combos[kind].itemData(at))


def open_ranges(
    anchor: QWidget,
    called: str,
    steps: Mapping[VariableKind, tuple[str, ...]],
    farthest: Mapping[VariableKind, int],
) -> RangesPopover:
    """Show the choices beside a widget, and return the popover."""
    popover = RangesPopover(called, steps, farthest, anchor)
    popover.show_beside(QRect(anchor.mapToGlobal(anchor.rect().topLeft()), anchor.size()))
    return popover
