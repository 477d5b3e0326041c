"""Conditions on groups: what the values of confidential variables must hold in each of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale
from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.text.sentence import sentence
from sdcdesk.search.codings.class_conditions import (
    ClassCondition,
    Closeness,
    DistinctDiversity,
    EntropyDiversity,
    RecursiveDiversity,
)
from ui.forms.numbers import read_number, read_whole, write_field
from ui.look.locale import in_user_locale
from ui.widgets.buttons import icon_button, text_button
from ui.widgets.combo import ElidedCombo
from ui.widgets.flow import FlowLayout
from ui.widgets.label import label
from ui.widgets.layout import column, discard
from ui.widgets.reason import allow, mark_invalid
from ui.widgets.variable_combo import VariableCombo

FIELD = 48
"""Pixels of a field for a small number."""

ORDERED = (Scale.ORDINAL, Scale.CONTINUOUS)
"""Scales whose values are as far apart as their places."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of condition.

    Attributes
    ----------
    title
        In the words of a menu, before its number.
    begin, read
        The number to begin with, and what reads it.
    lowest, highest
        Between which it lies.
    make
        Makes the condition of a variable, the number, and whether the values of the variable are ordered.
    """

    title: str
    begin: float
    read: Callable[[str], float]
    lowest: float
    highest: float
    make: Callable[[str, float, bool], ClassCondition]


KINDS = (
    Kind(
        "different values, at least (l-diversity)",
        2,
        read_whole,
        1,
        1_000_000,
        lambda name, number, _ordered: DistinctDiversity(name, int(number)),
    ),
    Kind(
        "as hard to guess as so many values (entropy l-diversity)",
        2,
        read_number,
        1,
        1_000_000,
        lambda name, number, _ordered: EntropyDiversity(name, number),
    ),
    Kind(
        "most frequent value below so many times the others (recursive diversity, l = 2)",
        3,
        read_number,
        0.01,
        1_000_000,
        lambda name, number, _ordered: RecursiveDiversity(name, number, 2),
    ),
    Kind(
        "distance to the values of all records, at most (t-closeness)",
        0.2,
        read_number,
        0,
        1,
        lambda name, number, ordered: Closeness(name, number, ordered),
    ),
)

NO_VARIABLE = "There is no confidential variable: give one this role on the page Variables."


class GroupCondition(QWidget):
    """One condition: a variable, a kind and a number."""

    edited = Signal()
    """Another condition was typed."""

    removed = Signal()
    """It is to go away."""

    def __init__(self, data: Microdata, names: Mapping[str, str]) -> None:
        super().__init__()
        self._data = data
        self.problem = ""
        self.variable, self.kind, self.number = VariableCombo(), ElidedCombo(), QLineEdit()
        self.remove = icon_button("close", "Remove this condition", 14)
        self.variable.setAccessibleName("Confidential variable")
        self.variable.setMaximumWidth(180)
        self.variable.offer(names, names)
        self.kind.setAccessibleName("Kind of condition")
        self.kind.setMaximumWidth(330)
        self.kind.addItems([kind.title for kind in KINDS])
        self.number.setFixedWidth(FIELD)
        self.number.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.number.setAccessibleName("Number of the condition")
        line = FlowLayout(self, centred=True)
        words = label("In every group", tone="text2")
        for part in (words, self.variable, self.kind, self.number, self.remove):
            line.addWidget(part)
        self.kind.activated.connect(lambda _at: self._begin())
        self.variable.picked.connect(lambda _name: self.edited.emit())
        self.number.textEdited.connect(lambda _text: self._on_edited())
        self.remove.clicked.connect(self.removed)
        self._begin()

    def condition(self) -> ClassCondition | None:
        """Return the condition; None where its number cannot be."""
        kind = KINDS[self.kind.currentIndex()]
        try:
            number = kind.read(self.number.text())
        except ValueError as error:
            self._refuse(str(error.args[0]))
            return None
        if not kind.lowest <= number <= kind.highest:
            low, high = write_field(kind.lowest), write_field(kind.highest)
            self._refuse(sentence("Between {low} and {high}", low=low, high=high))
            return None
        self._refuse("")
        ordered = self._data.variable(self.variable.name).scale in ORDERED
        return kind.make(self.variable.name, number, ordered)

    def _refuse(self, why: str) -> None:
        self.problem = why
        mark_invalid(self.number, in_user_locale(why))

    def _begin(self) -> None:
        self.number.setText(write_field(KINDS[self.kind.currentIndex()].begin))
        self._on_edited()

    def _on_edited(self) -> None:
        self.condition()
        self.edited.emit()


class GroupConditions(QWidget):
    """Any number of conditions; for p-sensitivity one for each confidential variable."""

    edited = Signal()
    """Another condition was typed, or one was added or removed."""

    def __init__(self) -> None:
        super().__init__()
        self._data: Microdata | None = None
        self._names: dict[str, str] = {}
        self.rows: list[GroupCondition] = []
        self.add = text_button("Condition on a confidential variable", "plus")
        self.add.clicked.connect(self.add_row)
        self._lines = column((self.add, Qt.AlignmentFlag.AlignLeft), spacing=4, inside=self)
        allow(self.add, NO_VARIABLE)

    @property
    def problem(self) -> str:
        """What is wrong with one of them; empty: nothing."""
        return next((row.problem for row in self.rows if row.problem), "")

    @property
    def conditions(self) -> tuple[ClassCondition, ...]:
        """The conditions, those that can be read."""
        found = (row.condition() for row in self.rows)
        return tuple(one for one in found if one is not None)

    def set_data(self, data: Microdata, keys: Mapping[str, str]) -> None:
        """Offer the confidential variables of a file; conditions on variables that it lacks go away."""
        called = display_names(data.variables)
        names = [name for name in data.named(Role.CONFIDENTIAL) if name not in keys]
        if self._data is data and list(self._names) == names:
            return
        self._data, self._names = data, {name: called[name] for name in names}
        for row in tuple(self.rows):
            if row.variable.name not in names:
                self._drop(row)
        allow(self.add, "" if names else NO_VARIABLE)

    def add_row(self) -> None:
        """Add a condition to begin with."""
        if self._data is None or not self._names:
            return
        row = GroupCondition(self._data, self._names)
        row.edited.connect(self.edited)
        row.removed.connect(lambda: self._remove(row))
        self.rows.append(row)
        self._lines.insertWidget(len(self.rows) - 1, row)
        self.edited.emit()

    def _remove(self, row: GroupCondition) -> None:
        self._drop(row)
        self.edited.emit()

    def _drop(self, row: GroupCondition) -> None:
        self.rows.remove(row)
        self.add.setFocus()
        discard(row)
