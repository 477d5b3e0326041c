"""Bar above a hierarchy: of which variable, which one of the project, and a search in it."""

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QPoint, QRect, QSignalBlocker, Signal
from PySide6.QtWidgets import QWidget

from sdcdesk.core.text.sentence import counted
from ui.look.locale import in_user_locale
from ui.widgets.combo import ElidedCombo
from ui.widgets.flow import FlowLayout
from ui.widgets.label import label
from ui.widgets.layout import row, widget_in
from ui.widgets.reason import allow
from ui.widgets.rename_field import RenameField
from ui.widgets.toolbar_search import SearchField
from ui.widgets.variable_combo import VariableCombo

WIDEST = 280
"""Pixels of a combo box."""


class HierarchyBar(QWidget):
    """Which variable, which hierarchy of the project, and what to find in it."""

    hierarchy_picked = Signal(str)
    """The user chose a hierarchy of the project, by its name; empty: the variable's own."""

    hierarchy_named = Signal(str)
    """The hierarchy that is shown should be called something else."""

    def __init__(self) -> None:
        super().__init__()
        self.variable, self.choice = VariableCombo(), ElidedCombo()
        self.search, self.matches = SearchField("Find a value or label", "Ctrl+F"), label(tone="text3")
        self.variable.setAccessibleName("Variable")
        self.choice.setAccessibleName("Hierarchy")
        self.choice.setMinimumContentsLength(12)
        self.choice.activated.connect(lambda _at: self.hierarchy_picked.emit(self.choice.currentData() or ""))
        lines = FlowLayout(self, centred=True)
        for words, field in (("Variable", self.variable), ("Hierarchy", self.choice)):
            field.setMaximumWidth(WIDEST)
            lines.addWidget(widget_in(row(label(words, tone="text2"), field)))
        lines.addWidget(widget_in(row(self.search, self.matches)))

    @property
    def called(self) -> str:
        """What people call the chosen variable."""
        return self.variable.currentText()

    def offer(self, names: Iterable[str], display_names: Mapping[str, str], chosen: str) -> None:
        """Offer variables, and choose one of them."""
        self.variable.offer(names, display_names, chosen)

    def offer_hierarchies(self, own: str, others: Iterable[str], chosen: str) -> None:
        """Offer the variable's own hierarchy, empty where there is none yet, and others of the project."""
        named = list(others)
        with QSignalBlocker(self.choice):
            self.choice.clear()
            self.choice.addItem(own or "None yet", "")
            for name in named:
                self.choice.addItem(name, name)
            self.choice.setCurrentIndex(max(self.choice.findData(chosen), 0))
        self.choice.setToolTip(self.choice.currentText())
        allow(self.choice, "" if named else "The project holds no other hierarchy")

    def rename(self) -> None:
        """Let the user type another name of the hierarchy that is shown."""
        corner, name = self.choice.mapTo(self, QPoint(0, 0)), self.choice.currentText()
        place = QRect(corner, self.choice.size())
        self.field = RenameField(self, place, name, "Name of the hierarchy")
        self.field.named.connect(self.hierarchy_named)

    def show_matches(self, found: int) -> None:
        """Say how many entries hold what is searched for."""
        typed = self.search.text().strip()
        self.matches.setText(in_user_locale(counted(found, "entry", "entries")) if typed else "")
