"""Class conditions editor: what the values of confidential variables must hold in every group."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from sdcdesk.core.data.variable import Role
from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.text.sentence import sentence
from sdcdesk.masking.suppression.class_conditions import (
    AnyClassCondition,
    ClassCondition,
    Closeness,
    DistinctDiversity,
    EntropyDiversity,
    RecursiveDiversity,
)
from ui.forms.editor import Editor
from ui.forms.editors.rows import EditedRow, RowsEditor
from ui.forms.numbers import read_number, read_whole, write_field
from ui.forms.registry import FormParameter, edits
from ui.look.locale import in_user_locale
from ui.widgets.combo import ElidedCombo
from ui.widgets.flow import FlowLayout
from ui.widgets.label import label
from ui.widgets.layout import row, widget_in
from ui.widgets.reason import allow, mark_invalid
from ui.widgets.variable_combo import VariableCombo

FIELD = 48
"""Pixels of a field for a small number."""

MANY = 1_000_000
"""Largest number of a field that has no largest one."""

WRITTEN: TypeAdapter[AnyClassCondition] = TypeAdapter(AnyClassCondition)
"""Reads a condition as JSON has it."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a condition: its letter, what to begin with, what reads it, and its limits."""

    name: str
    begin: float
    read: Callable[[str], float]
    lowest: float
    highest: float = MANY


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of condition.

    Attributes
    ----------
    title
        In the words of a menu, before its numbers.
    condition
        Its class.
    numbers
        One or two.
    fixed
        Other parameters of the class.
    """

    title: str
    condition: type[AnyClassCondition]
    numbers: tuple[Number, ...]
    fixed: Mapping[str, str]

    def fits(self, part: ClassCondition) -> bool:
        """Return whether a condition is of this kind."""
        return type(part) is self.condition and all(
            getattr(part, name) == value for name, value in self.fixed.items()
        )


DISTANCE = Number("t", 0.2, read_number, 0, 1)

KINDS = (
    Kind(
        "different values, at least (distinct l-diversity)",
        DistinctDiversity,
        (Number("l", 2, read_whole, 1),),
        {},
    ),
    Kind(
        "as hard to guess as so many (entropy l-diversity)",
        EntropyDiversity,
        (Number("l", 2, read_number, 1),),
        {},
    ),
    Kind(
        "most frequent below c × l-th and rarer (recursive)",
        RecursiveDiversity,
        (Number("c", 3, read_number, 0.01), Number("l", 2, read_whole, 1)),
        {},
    ),
    Kind(
        "distance to all that stay, at most (t-closeness)",
        Closeness,
        (DISTANCE,),
        {"ground": "scale"},
    ),
    Kind(
        "the same, whatever the order (t-closeness)",
        Closeness,
        (DISTANCE,),
        {"ground": "equality"},
    ),
)

NO_VARIABLE = "There is no confidential variable: give one this role on the page Variables."


class ClassConditionsEditor(RowsEditor["ClassConditionRow"]):
    """A row for each condition; for p-sensitivity one for each confidential variable.

    Parameters
    ----------
    names
        Variables that can be chosen, the likely ones first.
    shown
        What they are called.
    """

    long = True

    def __init__(self, names: Sequence[str] = (), shown: Mapping[str, str] | None = None) -> None:
        super().__init__("Condition on a confidential variable")
        self._shown: dict[str, str] = {}
        self.offer_variables(names, shown or {})

    def new_row(self, part: ClassCondition | None) -> "ClassConditionRow":
        """Return the row of a condition."""
        return ClassConditionRow(self._shown, part)

    def show_parts(self, parts: Any) -> None:
        """Show a row for each condition; none where there is none."""
        found = tuple(parts)
        super().show_parts(found)
        if not found:
            self._take_out(self.rows[0])

    def offer_variables(self, names: Sequence[str], display_names: Mapping[str, str]) -> None:
        """Offer other variables; conditions that are there stay."""
        shown = {name: display_names.get(name, name) for name in names}
        if shown != self._shown:
            self._shown = shown
            for one in self.rows:
                one.offer(shown)
        allow(self.add, "" if names else NO_VARIABLE)

    def keep_only(self, names: Sequence[str]) -> None:
        """Take out the conditions on other variables, without `edited`."""
        for one in tuple(self.rows):
            if one.variable.name not in names:
                self._take_out(one)

    @property
    def problem(self) -> str:
        """What is wrong with one of the conditions; empty: nothing."""
        return next((one.problem for one in self.rows if one.problem), "")

    def value(self) -> tuple[AnyClassCondition, ...]:
        """Return the conditions.

        Raises
        ------
        ValueError
            A number of one of them cannot be.
        """
        return tuple(one.read() for one in self.rows)

    def set_value(self, value: Any) -> None:
        """Show conditions, be they written as JSON has them."""
        self.show_parts(
            one if isinstance(one, ClassCondition) else WRITTEN.validate_python(one) for one in value or ()
        )


class ClassConditionRow(EditedRow):
    """One condition: a variable, a kind, and one or two numbers.

    Parameters
    ----------
    shown
        What the variables that can be chosen are called, by name.
    part
        What is shown; None: a condition to begin with.
    """

    def __init__(self, shown: Mapping[str, str], part: ClassCondition | None) -> None:
        super().__init__("Remove this condition")
        self._part = part
        self.problem = ""
        self._wrong: QLineEdit | None = None
        self.variable, self.kind, self.second = VariableCombo(), ElidedCombo(), QLineEdit()
        self.variable.setAccessibleName("Confidential variable")
        self.variable.setMaximumWidth(180)
        self.kind.setAccessibleName("Kind of condition")
        self.kind.setMaximumWidth(330)
        self.kind.addItems([kind.title for kind in KINDS])
        self._letters = label(tone="text2"), label(tone="text2")
        self._pairs = [
            widget_in(row(letter, line, spacing=4))
            for letter, line in zip(self._letters, (self.field, self.second), strict=True)
        ]
        for line in (self.field, self.second):
            line.setFixedWidth(FIELD)
            line.setAlignment(Qt.AlignmentFlag.AlignRight)
            line.textEdited.connect(lambda _text: self._on_edited())
        flow = FlowLayout(self, centred=True)
        for widget in (
            label("In every group", tone="text2"),
            self.variable,
            self.kind,
            widget_in(row(*self._pairs, self.remove, spacing=8)),
        ):
            flow.addWidget(widget)
        self.setFocusProxy(self.variable)
        self.offer(shown)
        self._show(part)
        self.kind.activated.connect(lambda _at: self._on_kind())
        self.variable.picked.connect(lambda _name: self.edited.emit())

    def offer(self, shown: Mapping[str, str]) -> None:
        """Offer variables; the chosen one stays, though it be none of them."""
        chosen = self.variable.name or (self._part.variable if self._part is not None else "")
        self.variable.offer(shown, shown)
        if chosen and chosen not in shown:
            self.variable.add(chosen, chosen)  # so that nothing is lost
        self.variable.choose(chosen)

    def read(self) -> AnyClassCondition:
        """Return the condition. Raises `ValueError` if a number cannot be."""
        kind = KINDS[self.kind.currentIndex()]
        found: dict[str, Any] = dict(kind.fixed)
        for number, line in zip(kind.numbers, (self.field, self.second), strict=False):
            self._wrong = line
            value = number.read(line.text())
            if not number.lowest <= value <= number.highest:
                low, high = write_field(number.lowest), write_field(number.highest)
                raise ValueError(sentence("Between {low} and {high}", low=low, high=high))
            found[number.name] = value
        self._wrong = None
        return kind.condition(variable=self.variable.name, **found)

    def show_problem(self, *, invalid: bool) -> None:
        """Mark the number that cannot be."""
        for line in (self.field, self.second):
            mark_invalid(line, in_user_locale(self.problem) if invalid and line is self._wrong else "")

    def _show(self, part: ClassCondition | None) -> None:
        """Show a condition, or that to begin with of the chosen kind."""
        if part is not None:
            self.kind.setCurrentIndex(next(at for at, kind in enumerate(KINDS) if kind.fits(part)))
        numbers = KINDS[self.kind.currentIndex()].numbers
        for place, line in enumerate((self.field, self.second)):
            self._pairs[place].setVisible(place < len(numbers))
            if place < len(numbers):
                number = numbers[place]
                value = getattr(part, number.name) if part is not None else number.begin
                self._letters[place].setText(number.name)
                line.setText(write_field(value))
                line.setAccessibleName(sentence("Number {name} of the condition", name=number.name))
        self._check()

    def _check(self) -> None:
        try:
            self.read()
            self.problem = ""
        except ValueError as error:
            self.problem = str(error.args[0])
        self.show_problem(invalid=True)

    def _on_kind(self) -> None:
        self._show(None)
        self.edited.emit()

    def _on_edited(self) -> None:
        self._check()
        self.edited.emit()


@edits(tuple[AnyClassCondition, ...])
def _class_conditions(parameter: FormParameter) -> Editor:
    data = parameter.data
    if data is None:
        return ClassConditionsEditor()
    variables = [one for one in data.variables if one.role not in (Role.IDENTIFIER, Role.KEY)]
    likely = sorted(variables, key=lambda one: one.role is not Role.CONFIDENTIAL)
    return ClassConditionsEditor([one.name for one in likely], display_names(data.variables))
