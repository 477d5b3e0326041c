"""Condition editor: comparisons of variables with values, of which all hold or any."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from sdcdesk.core.errors import SdcError
from sdcdesk.core.microdata import Microdata
from sdcdesk.masking.condition import VALUES, Comparison, Condition, Relation
from sdcdesk.masking.replacement import holds_numbers
from ui.forms.editor import Editor
from ui.forms.numbers import read_value, value_field
from ui.forms.registry import Asked, edits
from ui.look.locale import worded
from ui.widgets.buttons import icon_button, link
from ui.widgets.combo import ElidedCombo
from ui.widgets.layout import column, row
from ui.widgets.reason import mark_invalid

RELATION = 104
"""Pixels of the relation."""

HOLD = {"all": "All of them hold", "any": "Any of them holds"}


class ConditionEditor(Editor):
    """A row for each comparison, and whether all must hold.

    Parameters
    ----------
    data
        The microdata whose variables are compared; None: there are none yet.
    """

    wide = True
    long = True

    def __init__(self, data: Microdata | None) -> None:
        super().__init__()
        self._data = data
        self.rows: list[ComparisonRow] = []
        self._list = column(spacing=4)
        self.add = link("Add a comparison")
        self.add.clicked.connect(self.add_row)
        self.hold_of = ElidedCombo()
        for value, words in HOLD.items():
            self.hold_of.addItem(words, value)
        self.hold_of.setMinimumContentsLength(max(map(len, HOLD.values())))
        self.hold_of.setAccessibleName("Comparisons that must hold")
        self.hold_of.activated.connect(lambda _at: self.edited.emit())
        left = Qt.AlignmentFlag.AlignLeft
        column(self._list, (self.add, left), (self.hold_of, left), spacing=4, inside=self)
        self.setFocusProxy(self.add)
        self.set_value(None)

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
            hold=self.hold_of.currentData() if len(compared) > 1 else "all", comparisons=compared
        )

    def set_value(self, value: Any) -> None:
        """Show a condition; None: one empty comparison."""
        for one in list(self.rows):
            self._take_out(one)
        for comparison in value.comparisons if value else (None,):
            self._add(comparison)
        self.hold_of.setCurrentIndex(self.hold_of.findData(value.hold if value else "all"))
        self._show_what_applies()

    def words(self, value: Any) -> str:
        """Return nothing: a condition is too long for a note."""
        return ""

    def controls(self) -> Sequence[QWidget]:
        """Return nothing: every row names and frames its own."""
        return ()

    def set_name(self, name: str, explanation: str) -> None:
        """Name what is edited; every row names its own controls."""
        super().set_name(name, explanation)
        self.add.setAccessibleName(f"{name}: {self.add.text()}")

    def set_invalid(self, *, invalid: bool) -> None:
        """Mark the values that cannot be."""
        for one in self.rows:
            one.show_problem(invalid=invalid)

    def add_row(self) -> None:
        """Add an empty comparison."""
        self._add(None)
        self.rows[-1].variable.setFocus()
        self._on_edited()

    def _add(self, comparison: Comparison | None) -> None:
        one = ComparisonRow(self._data, comparison)
        one.edited.connect(self.edited)
        one.remove.clicked.connect(lambda: self._remove(one))
        self.rows.append(one)
        self._list.addWidget(one)

    def _remove(self, one: "ComparisonRow") -> None:
        self._take_out(one)
        if not self.rows:
            self._add(None)
        self._on_edited()

    def _take_out(self, one: "ComparisonRow") -> None:
        self.rows.remove(one)
        one.hide()
        one.deleteLater()

    def _on_edited(self) -> None:
        self._show_what_applies()
        self.edited.emit()

    def _show_what_applies(self) -> None:
        self.hold_of.setVisible(len(self.rows) > 1)


class ComparisonRow(QWidget):
    """One comparison.

    Parameters
    ----------
    data
        The microdata whose variables are compared.
    comparison
        What is shown; None: the first variable with an empty value.
    """

    edited = Signal()
    """The user changed something."""

    def __init__(self, data: Microdata | None, comparison: Comparison | None) -> None:
        super().__init__()
        self._data, self._shown = data, comparison
        self.variable, self.relation, self.values = ElidedCombo(), ElidedCombo(), QLineEdit()
        self.remove = icon_button("close", "Remove this comparison", 14)
        self.variable.addItems([] if data is None else list(data.names))
        for relation in VALUES:
            self.relation.addItem(relation, relation)
        if comparison is not None:
            if self.variable.findText(comparison.variable) < 0:
                self.variable.addItem(comparison.variable)  # so that nothing is lost
            self.variable.setCurrentText(comparison.variable)
            self.relation.setCurrentText(comparison.relation)
            self.values.setText("; ".join(map(value_field, comparison.values)))
            self.values.setCursorPosition(0)
        self._written = self._entered()
        self._arrange()
        self.variable.activated.connect(lambda _at: self.edited.emit())
        self.relation.activated.connect(lambda _at: self._on_relation())
        self.values.textEdited.connect(lambda _text: self.edited.emit())

    def is_empty(self) -> bool:
        """Return whether a value is still to be entered."""
        return self._needed() != 0 and not self.values.text().strip()

    def read(self) -> Comparison:
        """Return the comparison. Raises `ValueError` if it cannot be."""
        if self._shown is not None and self._entered() == self._written:
            return self._shown
        values = tuple(self._meant(part.strip()) for part in self.values.text().split(";") if part.strip())
        try:
            return Comparison(
                variable=self.variable.currentText(),
                relation=self._relation(),
                values=values if self._needed() != 0 else (),
            )
        except SdcError as error:
            raise ValueError(worded(error.message).partition(": ")[2].capitalize()) from None

    def show_problem(self, *, invalid: bool) -> None:
        """Mark the values if they cannot be."""
        wrong = ""
        try:
            if invalid:
                self.read()
        except ValueError as error:
            wrong = str(error)
        mark_invalid(self.values, wrong)

    def _meant(self, text: str) -> float | str:
        """Return a number for a variable that holds numbers, else the text as it stands."""
        name = self.variable.currentText()
        if self._data is None or name not in self._data.names:
            return text
        value = read_value(text) if holds_numbers(self._data.column(name)) else text
        return int(value) if isinstance(value, float) and value.is_integer() else value

    def _relation(self) -> Relation:
        chosen: Relation = self.relation.currentData()
        return chosen

    def _needed(self) -> int | None:
        return VALUES[self._relation()]

    def _entered(self) -> tuple[str, str, str]:
        return self.variable.currentText(), self.relation.currentText(), self.values.text()

    def _on_relation(self) -> None:
        self._show_what_applies()
        self.edited.emit()

    def _show_what_applies(self) -> None:
        self.values.setVisible(self._needed() != 0)
        self.values.setPlaceholderText("value" if self._needed() else "first; second")

    def _arrange(self) -> None:
        self.relation.setFixedWidth(RELATION)
        named = {"Variable": self.variable, "Relation": self.relation, "Values": self.values}
        for words, part in named.items():
            part.setAccessibleName(f"{words} of a comparison")
        self.variable.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._show_what_applies()
        row((self.variable, 1), self.relation, (self.values, 1), self.remove, spacing=6, inside=self)


@edits(Condition)
def _condition(asked: Asked) -> Editor:
    return ConditionEditor(asked.data)
