"""Filters of the data view: chips, and the popover in which one is made."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QCompleter, QGridLayout, QLineEdit, QSizePolicy, QWidget

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.text.sentence import sentence
from sdcdesk.records.arrangement import RELATIONS, Chosen, Filter, filter_text, read_condition, relations
from ui.forms.numbers import read_number
from ui.look.locale import in_user_locale, user_locale
from ui.look.theme import theme
from ui.models.column_profiles import ColumnProfiles
from ui.widgets.buttons import button, icon_button, text_button
from ui.widgets.combo import ElidedCombo
from ui.widgets.flow import FlowLayout
from ui.widgets.label import ElidedLabel, IconLabel, label
from ui.widgets.layout import column, discard, row
from ui.widgets.painting import paint_box
from ui.widgets.popover import Popover, fit_height
from ui.widgets.reason import mark_invalid
from ui.widgets.variable_combo import VariableCombo

WIDEST = 300
"""Pixels of a chip, at most."""

WIDTH = 360
"""Pixels of the popover."""


class FilterChip(QWidget):
    """One filter, with a cross that takes it away."""

    removed = Signal()
    """The cross was pressed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.setAccessibleName(sentence("Filter: {text}", text=text))
        self._text = ElidedLabel(text, tone="text2")
        self.cross = icon_button("close", sentence("Remove the filter: {text}", text=text), 12)
        self.cross.clicked.connect(self.removed)
        self.setMaximumWidth(WIDEST)
        self.setFixedHeight(26)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        mark = IconLabel("filter", 14)
        row(mark, (self._text, 1), self.cross, spacing=6, margins=(8, 0, 2, 0), inside=self)
        theme().changed.connect(self.update)

    def text(self) -> str:
        """Return what it lets through."""
        return self._text.text()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the ground."""
        paint_box(QPainter(self), self.rect(), "sunken")


class FilterChips(QWidget):
    """All chips in as many lines as they need, with *Add filter* after the last."""

    removed = Signal(int)
    """The filter at a place was taken away."""

    wanted = Signal()
    """The user wants to add a filter."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Filters")
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.chips: list[FilterChip] = []
        self.add = text_button("Add filter", "plus")
        self.add.clicked.connect(self.wanted)
        self._flow = FlowLayout(self)
        self._flow.addWidget(self.add)

    def set_filters(self, filters: Sequence[Filter], called: Callable[[str], str]) -> None:
        """Show these filters, and their variables as they are called."""
        had_focus = any(chip.cross.hasFocus() for chip in self.chips)
        for chip in self.chips:
            self._flow.removeWidget(chip)
            discard(chip)
        shown = (one if isinstance(one, Chosen) else replace(one, name=called(one.name)) for one in filters)
        self.chips = [FilterChip(filter_text(one, user_locale())) for one in shown]
        for number, chip in enumerate(self.chips):
            self._flow.insert(number, chip)
            chip.removed.connect(partial(self.removed.emit, number))
            chip.show()
        if had_focus:
            self.add.setFocus(Qt.FocusReason.OtherFocusReason)
        self.updateGeometry()

    def place(self) -> QRect:
        """Return where *Add filter* is on the screen."""
        return QRect(self.add.mapToGlobal(QPoint()), self.add.size())


class FilterPopover(Popover):
    """Makes one condition; Enter adds it, Escape or a click elsewhere closes the popover.

    Parameters
    ----------
    data
        The file.
    profiles
        What is known of its variables: their values are proposed while typing.
    name
        The variable to begin with.
    """

    created = Signal(object)
    """A `Condition` was made."""

    def __init__(self, data: Microdata, profiles: ColumnProfiles, name: str, parent: QWidget) -> None:
        super().__init__("Add a filter", WIDTH, parent)
        self._data, self._profiles = data, profiles
        self.variable, self.relation, self.value = VariableCombo(), ElidedCombo(), QLineEdit()
        self.variable.offer(data.names, display_names(data.variables), name)
        self.problem = label(tone="risk_text", wraps=True)
        self.problem.hide()
        self.add = button("Add filter", small=True)
        controls = {"Variable": self.variable, "Relation": self.relation, "Value": self.value}
        for words, control in controls.items():
            control.setAccessibleName(words)
        self.variable.currentIndexChanged.connect(lambda _at: self._offer())
        self.relation.currentIndexChanged.connect(lambda _place: self._follow())
        self.value.textEdited.connect(lambda _text: self._complain(""))
        self.value.returnPressed.connect(self._make)
        self.add.clicked.connect(self._make)
        grid = QGridLayout()
        grid.setSpacing(8)
        grid.addWidget(self.variable, 0, 0)
        grid.addWidget(self.relation, 0, 1)
        grid.addWidget(self.value, 1, 0, 1, 2)
        title = label("Show only records where", "card_title")
        column(title, grid, self.problem, row(..., self.add), margins=(12, 10, 12, 12), inside=self)
        self.setFocusProxy(self.value)
        self._offer()

    def _make(self) -> None:
        name, relation = self.variable.name, self.relation.currentData()
        try:
            condition = read_condition(self._data, name, relation, self.value.text(), read_number)
        except ValueError as error:
            self._complain(str(error))
            return
        self.close()
        self.created.emit(condition)

    def _complain(self, sentence: str) -> None:
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))
        mark_invalid(self.value, sentence)
        fit_height(self)

    def _offer(self) -> None:
        """Offer the relations that make sense for the variable, and its values."""
        name = self.variable.name
        self.relation.clear()
        for relation in relations(self._data, name):
            self.relation.addItem(RELATIONS[relation], relation)
        profile = self._profiles.get(name)
        completer = QCompleter([*map(in_user_locale, profile.categories)] if profile else [], self.value)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.value.setCompleter(completer)
        self._follow()

    def _follow(self) -> None:
        """Hide the value where there is none to enter."""
        self.value.setVisible(self.relation.currentData() != "missing")
        self._complain("")
