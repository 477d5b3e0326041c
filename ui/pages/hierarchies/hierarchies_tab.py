"""Hierarchies tab: what stands above the values of a variable, level by level."""

from PySide6.QtCore import QStringListModel
from PySide6.QtWidgets import QWidget

from sdcdesk.core.data.variable import Role
from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.hierarchies.hierarchy import Hierarchy
from ui.pages.page import Page
from ui.pages.stage_tab import StageTab
from ui.widgets.card import Card
from ui.widgets.label import label
from ui.widgets.layout import column, discard, row, widget_in
from ui.widgets.plain_list import PlainList
from ui.widgets.variable_combo import VariableCombo


class HierarchiesTab(StageTab):
    """Shows the hierarchy of a variable: a column for each level."""

    title = "Hierarchies"
    purpose = "Wider labels above the values of a variable, level by level"

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.variable = VariableCombo()
        self.variable.setAccessibleName("Variable")
        self.variable.picked.connect(lambda _name: self.refresh())
        self.card = Card("Hierarchy")
        self.card.help.hide()
        self._levels = QWidget()
        self.card.body.addWidget(self._levels, 1)
        bar = row(label("Variable", tone="text2"), self.variable, ...)
        column(bar, (self.card, 1), spacing=12, margins=(20, 16, 20, 16), inside=self)

    def refresh(self) -> None:
        """Show the hierarchy of the chosen variable."""
        self.page.header.set_filled("")
        project, data = self.session.project, self.session.data
        if project is None or data is None:
            return
        names = sorted(data.names, key=lambda name: data.variable(name).role is not Role.KEY)
        called = display_names(data.variables)
        chosen = self.variable.name or names[0]
        self.variable.offer(names, called, chosen)
        chosen = self.variable.name
        self.card.set_title(sentence("Hierarchy of {name}", name=called[chosen]))
        found = next((one for one in project.hierarchies if one.name == chosen), None)
        if found is None:
            self.card.show_empty(sentence("{name} has no hierarchy", name=called[chosen]))
        else:
            self.card.show_content()
            self._show_levels(found)

    def _show_levels(self, hierarchy: Hierarchy) -> None:
        columns = []
        for level in range(hierarchy.height + 1):
            labels = hierarchy.labels(level)
            title = sentence("Level {level}", level=str(level)) if level else "As is"
            values = PlainList(title, QStringListModel([*labels]))
            note = label(counted(len(labels), "label"), "caption", "text2")
            columns.append((widget_in(column(label(title, "card_title"), note, (values, 1), spacing=2)), 1))
        new = widget_in(row(*columns))
        old, self._levels = self._levels, new
        self.card.body.replaceWidget(old, new)
        discard(old)
