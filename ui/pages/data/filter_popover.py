"""The popover in which a filter is made: variable, relation, value."""

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from sdcdesk.core.microdata import Microdata
from sdcdesk.core.variable import Scale, Value
from sdcdesk.records.browse import Condition, Relation
from ui.forms.numbers import read_number
from ui.models.column_looks import Look
from ui.widgets.buttons import button
from ui.widgets.label import label

WIDTH = 360

WORDS: dict[Relation, str] = {
    "equals": "is",
    "contains": "contains",
    "at_least": "is at least",
    "at_most": "is at most",
    "missing": "is missing",
}


class FilterPopover(QFrame):
    """Makes one condition; Enter adds it, Escape or a click elsewhere closes the popover.

    Parameters
    ----------
    data
        The file.
    looks
        What is known of its variables, by name: their values are proposed while typing.
    name
        The variable to begin with.
    """

    made = Signal(object)
    """A `Condition` was made."""

    def __init__(self, data: Microdata, looks: dict[str, Look], name: str, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("card")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName("Add a filter")
        self._data, self._looks = data, looks
        self.variable, self.relation, self.value = QComboBox(), QComboBox(), QLineEdit()
        self.variable.addItems(list(data.names))
        self.problem = label(tone="risk_text", wraps=True)
        self.problem.hide()
        self.add = button("Add filter", small=True)
        for control, words in (
            (self.variable, "Variable"),
            (self.relation, "Relation"),
            (self.value, "Value"),
        ):
            control.setAccessibleName(words)
        self.variable.currentTextChanged.connect(lambda _name: self._offer())
        self.relation.currentIndexChanged.connect(lambda _place: self._follow())
        self.value.textEdited.connect(lambda _text: self._complain(""))
        self.value.returnPressed.connect(self._make)
        self.add.clicked.connect(self._make)
        self._arrange()
        self.variable.setCurrentText(name)
        self._offer()

    def show_below(self, place: QPoint) -> None:
        """Show the popover with its upper left corner at a place of the screen, within the screen."""
        self.setFixedWidth(WIDTH)
        self.adjustSize()
        room = self.screen().availableGeometry()
        left = max(room.left(), min(place.x(), room.right() - WIDTH))
        top = max(room.top(), min(place.y(), room.bottom() - self.height()))
        self.move(left, top)
        self.show()
        self.value.setFocus(Qt.FocusReason.PopupFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Escape closes, and nothing else hears of it."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def condition(self) -> Condition:
        """Return what was entered.

        Raises
        ------
        ValueError
            The value cannot be compared with the variable; the sentence says why.
        """
        name, relation = self.variable.currentText(), self._relation()
        return Condition(name, relation, "" if relation == "missing" else self._value(name, relation))

    def _value(self, name: str, relation: Relation) -> Value:
        text = self.value.text().strip()
        if not text:
            raise ValueError("Enter a value.")
        column = self._data.column(name)
        if relation == "contains" or column.dtype.kind not in "iuf":
            return text
        try:
            return read_number(text)
        except ValueError:
            raise ValueError(f"{name} holds numbers; enter a number.") from None

    def _relation(self) -> Relation:
        relation: Relation = self.relation.currentData()
        return relation

    def _make(self) -> None:
        try:
            made = self.condition()
        except ValueError as error:
            self._complain(str(error))
            return
        self.close()
        self.made.emit(made)

    def _complain(self, words: str) -> None:
        self.problem.setText(words)
        self.problem.setVisible(bool(words))
        self.value.setProperty("invalid", bool(words))
        self.value.style().polish(self.value)
        self.adjustSize()

    def _offer(self) -> None:
        """Offer the relations that make sense for the variable, the likeliest first, and its values."""
        name = self.variable.currentText()
        measured = self._data.variable(name).scale is not Scale.NOMINAL
        usual: tuple[Relation, ...] = ("at_least", "at_most", "equals") if measured else ("equals",)
        self.relation.clear()
        for relation in (*usual, "contains", "missing"):
            self.relation.addItem(WORDS[relation], relation)
        look = self._looks.get(name)
        spread = look.distribution if look else None
        categories = None if spread is None else spread.categories
        known = [] if categories is None else [str(value) for value in categories]
        completer = QCompleter(known, self.value)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.value.setCompleter(completer)
        self._follow()

    def _follow(self) -> None:
        """Hide the value where there is none to enter."""
        self.value.setVisible(self.relation.currentData() != "missing")
        self._complain("")

    def _arrange(self) -> None:
        grid = QGridLayout()
        grid.setSpacing(8)
        grid.addWidget(self.variable, 0, 0)
        grid.addWidget(self.relation, 0, 1)
        grid.addWidget(self.value, 1, 0, 1, 2)
        foot = QHBoxLayout()
        foot.addStretch()
        foot.addWidget(self.add)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(12, 10, 12, 12)
        rows.setSpacing(8)
        rows.addWidget(label("Show only records where", "card_title"))
        rows.addLayout(grid)
        rows.addWidget(self.problem)
        rows.addLayout(foot)
