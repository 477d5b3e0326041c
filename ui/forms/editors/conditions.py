"""Condition editor: comparisons of variables with values, of which all hold or any."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy

from sdcdesk.core.data.described_frame import DescribedFrame
from sdcdesk.core.data.plain_values import holds_numbers
from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.text.sentence import capital
from sdcdesk.inspection.step_suggestions import likely_variables
from sdcdesk.masking.comparison import VALUES, Comparison, Relation
from sdcdesk.masking.condition import Condition
from ui.forms.editor import Editor
from ui.forms.editors.rows import EditedRow, RowsEditor
from ui.forms.numbers import read_value, value_field
from ui.forms.registry import FormParameter, edits
from ui.look.locale import in_user_locale
from ui.widgets.combo import ElidedCombo
from ui.widgets.flow import FlowLayout
from ui.widgets.layout import row, widget_in
from ui.widgets.variable_combo import VariableCombo

RELATION, VALUES_FIELD = 120, 144
"""Pixels of the relation, and of the field for values at least."""

WITH_VARIABLE: dict[Relation, str] = {
    "is": "is variable",
    "is not": "is not variable",
    "at least": "at least variable",
    "at most": "at most variable",
    "more than": "more than variable",
    "less than": "less than variable",
}
"""Relations to another variable of the same record."""

SHORTEST_NAME = 6
"""Letters of a name for which there is room at least."""

HOLD = {"all": "All of them hold", "any": "Any of them holds"}


class ConditionEditor(RowsEditor["ComparisonRow"]):
    """A row for each comparison, and whether all must hold.

    Parameters
    ----------
    data
        The microdata whose variables are compared; None: there are none yet.
    """

    long = True

    def __init__(self, data: DescribedFrame | None) -> None:
        super().__init__("Add a comparison")
        self._data, self._names = data, None if data is None else tuple(data.names)
        self.joining = ElidedCombo()
        for value, words in HOLD.items():
            self.joining.addItem(words, value)
        self.joining.setMinimumContentsLength(max(map(len, HOLD.values())))
        self.joining.setAccessibleName("Comparisons that must hold")
        self.joining.activated.connect(lambda _at: self.edited.emit())
        self.lines.addWidget(self.joining, 0, Qt.AlignmentFlag.AlignLeft)
        self.set_value(None)

    def new_row(self, part: Comparison | None) -> "ComparisonRow":
        """Return the row of a comparison."""
        return ComparisonRow(self._data, part, self._names)

    def offer_variables(self, names: Sequence[str], display_names: Mapping[str, str]) -> None:
        """Offer some of the variables, which rows call as the data do; what is compared already stays."""
        self._names, value = tuple(names), self.value()
        self.set_value(value)

    def value(self) -> Any:
        """Return the condition as it is entered; None: nothing was compared yet.

        Raises
        ------
        ValueError
            A comparison lacks its value, or has too many.
        """
        if all(one.is_empty() for one in self.rows):
            return None
        compared = tuple(one.read() for one in self.rows)
        return Condition(
            hold=self.joining.currentData() if len(compared) > 1 else "all", comparisons=compared
        )

    def set_value(self, value: Any) -> None:
        """Show a condition; None: one empty comparison."""
        self.show_parts(value.comparisons if value else ())
        self.joining.setCurrentIndex(self.joining.findData(value.hold if value else "all"))
        self._show_what_applies()

    def changed(self) -> None:
        """Keep at least one comparison, and say that there are others."""
        if not self.rows:
            self.added(None)
        self._show_what_applies()
        super().changed()

    def _show_what_applies(self) -> None:
        self.joining.setVisible(len(self.rows) > 1)


class ComparisonRow(EditedRow):
    """One comparison.

    Parameters
    ----------
    data
        The microdata whose variables are compared.
    comparison
        What is shown; None: a key, if there is one, with an empty value.
    names
        Which variables can be chosen; None: there are no data yet.
    """

    def __init__(
        self,
        data: DescribedFrame | None,
        comparison: Comparison | None,
        names: Sequence[str] | None,
    ) -> None:
        super().__init__("Remove this comparison")
        self._data, self._comparison = data, comparison
        self.variable, self.relation, self.values = VariableCombo(), ElidedCombo(), self.field
        self.other = VariableCombo()
        for combo in (self.variable, self.other):
            # Where all names are short, Qt takes the room of the style for theirs.
            combo.setMinimumContentsLength(SHORTEST_NAME)
        self.setFocusProxy(self.variable)
        if data is not None and names is not None:
            shown = display_names(data.variables)
            offered = set(names)
            likely = [name for name in likely_variables(data) if name in offered]
            for combo, place in ((self.variable, 0), (self.other, 1)):
                combo.offer(names, shown, "".join(likely[place : place + 1]))
        for relation in VALUES:
            self.relation.addItem(relation, (relation, False))
        for relation, words in WITH_VARIABLE.items():
            self.relation.addItem(words, (relation, True))
        if comparison is not None:
            for combo, name in ((self.variable, comparison.variable), (self.other, comparison.other)):
                if name and combo.place(name) < 0:
                    combo.add(name, name)  # so that nothing is lost
                combo.choose(name)
            relation = comparison.relation
            self.relation.setCurrentText(WITH_VARIABLE[relation] if comparison.other else relation)
            self.values.setText("; ".join(map(value_field, comparison.values)))
            self.values.setCursorPosition(0)
        self._written = self._entered()
        self._arrange()
        self.variable.activated.connect(lambda _at: self._on_relation())
        self.other.activated.connect(lambda _at: self.edited.emit())
        self.relation.activated.connect(lambda _at: self._on_relation())
        self.values.textEdited.connect(lambda _text: self.edited.emit())

    def is_empty(self) -> bool:
        """Return whether nothing was entered: what is half typed lacks its value."""
        return self._comparison is None and self._entered() == self._written

    def read(self) -> Comparison:
        """Return the comparison. Raises `ValueError` if it cannot be."""
        if self._comparison is not None and self._entered() == self._written:
            return self._comparison
        parts = [] if self._is_pair() else self.values.text().split(";")
        values = tuple(self._meant(part.strip()) for part in parts if part.strip())
        try:
            return Comparison(
                variable=self.variable.name,
                relation=self._relation(),
                values=values if self._needed() != 0 else (),
                other=self.other.name if self._is_pair() else "",
            )
        except SdcError as error:
            raise ValueError(in_user_locale(capital(error.problem))) from None

    def _meant(self, text: str) -> float | str:
        """Return a number for a variable that holds numbers, else the text as it stands."""
        name = self.variable.name
        if self._data is None or name not in self._data:
            return text
        value = read_value(text) if holds_numbers(self._data.column(name)) else text
        return int(value) if isinstance(value, float) and value.is_integer() else value

    def _relation(self) -> Relation:
        chosen: Relation = self.relation.currentData()[0]
        return chosen

    def _is_pair(self) -> bool:
        return bool(self.relation.currentData()[1])

    def _needed(self) -> int | None:
        return VALUES[self._relation()]

    def _entered(self) -> tuple[str, str, str, str]:
        combos = (self.variable.name, self.relation.currentText(), self.other.name)
        return *combos, self.values.text()

    def _on_relation(self) -> None:
        self._show_what_applies()
        self.edited.emit()

    def _show_what_applies(self) -> None:
        self.values.setVisible(self._needed() != 0 and not self._is_pair())
        self.other.setVisible(self._is_pair())
        wanted = "value" if self._needed() else "first; second"
        self.values.setPlaceholderText("empty: no condition" if self.is_empty() else wanted)

    def _arrange(self) -> None:
        self.relation.setFixedWidth(RELATION)
        named = {
            "Variable of a comparison": self.variable,
            "Relation of a comparison": self.relation,
            "Values of a comparison": self.values,
            "Other variable of a comparison": self.other,
        }
        for words, part in named.items():
            part.setAccessibleName(words)
        self.values.setMinimumWidth(VALUES_FIELD)
        self.other.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        # Where a name is long, what it is compared with stands below it.
        line, ends = FlowLayout(self, gap=6), ((self.values, 1), (self.other, 1), self.remove)
        line.addWidget(self.variable)
        line.addWidget(widget_in(row(self.relation, *ends, spacing=6)))
        self._show_what_applies()


@edits(Condition)
def _condition(parameter: FormParameter) -> Editor:
    return ConditionEditor(parameter.data)
