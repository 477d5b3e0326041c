"""Hierarchy editor: the labels of each value, of a hierarchy of the project or of a new one."""

from collections.abc import Mapping
from typing import Any, Union

from PySide6.QtWidgets import QBoxLayout, QSizePolicy

from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.text.sentence import capital, counted, joined
from sdcdesk.hierarchies.hierarchy import Hierarchy, read_hierarchy
from sdcdesk.hierarchies.label_text import labels_text, parse_labels
from sdcdesk.hierarchies.table_file import HierarchyTable, parse_table, read_table
from ui.forms.editors.tables import PairsEditor
from ui.forms.registry import FormParameter, edits
from ui.look.locale import in_user_locale
from ui.widgets.combo import ElidedCombo

COLUMNS = "Values, and their labels from the narrowest to the widest."

NEW = "A new one"
"""Words for a hierarchy that the project does not hold yet."""


class HierarchyEditor(PairsEditor):
    """The labels above each value, with " > " between them, and which hierarchy of the project they are.

    A hierarchy whose labels are left alone comes back as it is; one of the project that is changed keeps its
    name, so that the project has it changed.

    Parameters
    ----------
    hierarchies
        Hierarchies of the project, by name.
    """

    def __init__(self, hierarchies: Mapping[str, Hierarchy]) -> None:
        super().__init__(titles=("Value", "Labels"))
        self._hierarchies = dict(hierarchies)
        self._current: Hierarchy | None = None
        self._level_titles: tuple[str, ...] = ()
        self.combo = ElidedCombo()
        self.combo.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.combo.addItem(NEW, "")
        for name in hierarchies:
            self.combo.addItem(name, name)
        self.combo.activated.connect(self._on_chosen)
        layout = self.layout()
        assert isinstance(layout, QBoxLayout)  # noqa: S101 - made with the grid
        layout.insertWidget(0, self.combo)
        self.combo.setVisible(bool(hierarchies))
        self.grid.take = self._take_text
        self.offer_load(COLUMNS, lambda path: self._take_table(read_table(path)))

    def value(self) -> Any:
        """Return the hierarchy; None where no value has labels."""
        rows = {value: parse_labels(text) for value, text in super().value().items()}
        before = self._current.rows if self._current else {}
        # A label may hold the sign between labels: what was left alone is what it was.
        rows = {
            value: before[value]
            if value in before and labels_text(before[value]) == labels_text(labels)
            else labels
            for value, labels in rows.items()
        }
        if not rows or (self._current and rows == before):
            return self._current if rows else None
        try:
            found = Hierarchy.from_rows(rows, self.combo.currentData())
            titled = len(self._level_titles) == found.height
            return found.changed(titles=self._level_titles) if titled else found
        except SdcError as error:
            raise ValueError(error.message) from None
        except ValueError as error:
            raise ValueError(joined([capital(error.args[0]), "."], "")) from None

    def set_value(self, value: Any) -> None:
        """Show a hierarchy, the one of a name that the project holds, or none."""
        hierarchy = self._hierarchies.get(value) if isinstance(value, str) else read_hierarchy(value)
        self._current = hierarchy
        self._level_titles = hierarchy.titles if hierarchy else ()
        name = hierarchy.name if hierarchy else ""
        if self.combo.findData(name) < 0:
            self.combo.addItem(name, name)
        self.combo.setCurrentIndex(self.combo.findData(name))
        super().set_value(
            {one: labels_text(labels) for one, labels in hierarchy.rows.items()} if hierarchy else {}
        )

    def value_text(self, value: Any) -> str:
        """Return the name of a hierarchy, or how many values it has."""
        if not isinstance(value, Hierarchy):
            return str(value or "")
        return value.name or in_user_locale(counted(len(value.values), "value"))

    def set_name(self, name: str, explanation: str) -> None:
        """Name the choice of the hierarchy, too."""
        super().set_name(name, explanation)
        self.combo.setAccessibleName(name)
        self.combo.setAccessibleDescription(explanation)

    def _on_chosen(self) -> None:
        self.set_value(self.combo.currentData() or None)
        self._on_entered()

    def _take_text(self, text: str) -> bool:
        """Enter a table that is pasted, and return whether it is one of values of the variable."""
        try:
            table = parse_table(text, "")
        except SdcError:
            return False
        if self.categories and set(self.categories).isdisjoint(table.values):
            return False
        return self._take_table(table)

    def _take_table(self, table: HierarchyTable) -> bool:
        rows = zip(table.values, zip(*table.levels, strict=True), strict=True)
        self._level_titles = table.titles or self._level_titles
        return self._take({value: labels_text(labels) for value, labels in rows})


@edits(Union[Hierarchy, str])  # noqa: UP007 - as the registry builds it
def _hierarchy(parameter: FormParameter) -> HierarchyEditor:
    editor = HierarchyEditor(parameter.offers.get(Hierarchy, {}))
    if parameter.how.rows is not None:
        editor.asks_categories = False
        if parameter.data is not None:
            editor.offer(dict.fromkeys(parameter.how.rows(parameter.data)))
    return editor
