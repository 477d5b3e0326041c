"""Bar above the grid: find a variable, and change all selected ones."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from sdcdesk.core.text.sentence import sentence
from ui.look.locale import in_user_locale
from ui.models.variables_model import VariableColumn
from ui.pages.variables.table import VariablesTable
from ui.widgets.buttons import button
from ui.widgets.flow import FlowLayout
from ui.widgets.label import hairline, label
from ui.widgets.layout import row
from ui.widgets.menus import fill
from ui.widgets.reason import allow
from ui.widgets.toolbar_search import SearchField

WIDTH = 170
"""Pixels of the search field, if its words need no more."""


class VariablesToolbar(QWidget):
    """Finds variables and offers what can be done with the selected ones."""

    codes_requested = Signal()
    """Codes for missing values of the selected variables should be typed."""

    def __init__(self, table: VariablesTable) -> None:
        super().__init__()
        self._table = table
        self.search = SearchField("Find a variable", "Ctrl+F")
        self.search.setFixedWidth(max(WIDTH, self.search.minimumWidth()))
        self.search.textChanged.connect(table.show_matching)
        self.state = label(tone="text2")
        self.role, self.scale = button("Role", small=True), button("Scale", small=True)
        self.codes = button("Missing codes", small=True)
        self.codes.clicked.connect(self.codes_requested)
        self.rules = button("Edit rules", small=True)
        self.rules.setMenu(QMenu(self.rules))
        for control, column in ((self.role, VariableColumn.ROLE), (self.scale, VariableColumn.SCALE)):
            menu = QMenu(control)
            # Filled when it opens, so that its marks have the colours of the theme in force.
            menu.aboutToShow.connect(partial(self._fill, menu, column))
            control.setMenu(menu)
        divider = hairline(vertical=True)
        divider.setFixedHeight(20)
        controls = FlowLayout(centred=True)  # in a narrow window they have two lines
        for part in (self.search, divider, self.state, self.role, self.scale, self.codes):
            controls.addWidget(part)
        row((controls, 1), (self.rules, Qt.AlignmentFlag.AlignTop), inside=self)

    def show_selected(self, number: int) -> None:
        """Say how many variables are selected."""
        self.state.setText(in_user_locale(sentence("{n} selected:", n=number)))
        for control in (self.role, self.scale, self.codes):
            allow(control, "" if number else "Choose variables in the grid first")

    def _fill(self, menu: QMenu, column: VariableColumn) -> None:
        fill(menu, *self._table.choices(column))
