"""Key hierarchies editor: for some keys a hierarchy of the project, or one from a file."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QFileDialog, QSizePolicy

from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.text.sentence import counted
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.key_hierarchy import KeyHierarchy, read_key_hierarchies
from sdcdesk.hierarchies.use import HierarchyOrName
from ui.forms.editor import Editor
from ui.forms.editors.rows import EditedRow, RowsEditor
from ui.forms.registry import FormParameter, edits
from ui.look.locale import in_user_locale
from ui.widgets.combo import ElidedCombo
from ui.widgets.layout import row
from ui.widgets.reason import mark_invalid
from ui.widgets.variable_combo import VariableCombo

NONE, FILE = "no hierarchy", "From a CSV file…"
"""Words for a key without a hierarchy, and for the choice of one that the project does not hold."""


class KeyHierarchiesEditor(RowsEditor["KeyHierarchyRow"]):
    """A row for each key that has a hierarchy; one without a hierarchy counts for nothing.

    Parameters
    ----------
    names
        Variables that can have one.
    shown
        What they are called.
    hierarchies
        Hierarchies of the project, by name.
    """

    long = True

    def __init__(
        self, names: Sequence[str], shown: Mapping[str, str], hierarchies: Mapping[str, Hierarchy]
    ) -> None:
        super().__init__("Add a hierarchy")
        self._names, self._shown, self._hierarchies = tuple(names), dict(shown), dict(hierarchies)
        self.set_value(())

    def new_row(self, part: KeyHierarchy | None) -> "KeyHierarchyRow":
        """Return the row of a key; an empty one is of the first key that has none yet."""
        taken = {one.variable.name for one in self.rows}
        free = next((name for name in self._names if name not in taken), "")
        return KeyHierarchyRow(self._names, self._shown, self._hierarchies, part, free)

    def value(self) -> Any:
        """Return the hierarchies that are chosen.

        Raises
        ------
        ValueError
            A file that was chosen holds none.
        """
        found = (one.read() for one in self.rows)
        return tuple(one for one in found if one is not None)

    def set_value(self, value: Any) -> None:
        """Show hierarchies, be they written as JSON has them; none: an empty row."""
        parts = read_key_hierarchies(value or ())
        self.show_parts(one if isinstance(one, KeyHierarchy) else KeyHierarchy(**one) for one in parts)

    def add_row(self) -> None:
        """Add the row of another key, with the hierarchy that is called like it."""
        super().add_row()
        self.rows[-1].choose_its_own()
        self.edited.emit()

    def changed(self) -> None:
        """Keep at least one row, and say that there are others."""
        if not self.rows:
            self.added(None)
        super().changed()


class KeyHierarchyRow(EditedRow):
    """A key, and its hierarchy.

    Parameters
    ----------
    names, shown
        Variables that can be chosen, and what they are called.
    hierarchies
        Those of the project, by name.
    part
        What is shown; None: nothing is chosen yet.
    free
        The variable of an empty row.
    """

    def __init__(
        self,
        names: Sequence[str],
        shown: Mapping[str, str],
        hierarchies: Mapping[str, Hierarchy],
        part: KeyHierarchy | None,
        free: str,
    ) -> None:
        super().__init__("Remove this hierarchy")
        self._problem, self._hierarchies = "", hierarchies
        self._own: Hierarchy | None = None
        self._offered: list[HierarchyOrName | None] = []
        self.variable, self.hierarchy = VariableCombo(), ElidedCombo()
        self.variable.offer(names, shown, free)
        self._offer(None, NONE)
        for name, one in hierarchies.items():
            self._offer(one, name)
        self.hierarchy.addItem(FILE)
        if part is not None:
            if self.variable.place(part.variable) < 0:
                self.variable.add(part.variable, part.variable)  # so that nothing is lost
            self.variable.choose(part.variable)
            self._choose(part.hierarchy)
        self._chosen = self.hierarchy.currentIndex()
        self.setFocusProxy(self.hierarchy)
        self.variable.setAccessibleName("Key with a hierarchy")
        self.hierarchy.setAccessibleName("Hierarchy of the key")
        self.hierarchy.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        row((self.variable, 1), (self.hierarchy, 1), self.remove, spacing=6, inside=self)
        self.variable.activated.connect(lambda _at: self._on_variable())
        self.hierarchy.activated.connect(self._on_chosen)

    def read(self) -> KeyHierarchy | None:
        """Return the key with its hierarchy; None where it has none. Raises `ValueError` if it cannot be."""
        if self._problem:
            raise ValueError(self._problem)
        chosen = self._offered[self.hierarchy.currentIndex()]
        return None if chosen is None else KeyHierarchy(variable=self.variable.name, hierarchy=chosen)

    def show_problem(self, *, invalid: bool) -> None:
        """Mark the choice whose file holds no hierarchy."""
        mark_invalid(self.hierarchy, self._problem if invalid else "")

    def take_file(self, path: Path) -> None:
        """Choose the hierarchy that a file holds; why it holds none is said with the parameter."""
        self._problem = ""
        try:
            self._choose(Hierarchy.read(path))
        except SdcError as error:
            self._problem = in_user_locale(error.message)

    def choose_its_own(self) -> None:
        """Choose the hierarchy of the project that is called like the key, unless the user chose one."""
        if self._offered[self.hierarchy.currentIndex()] in (None, self._own):
            self._own = self._hierarchies.get(self.variable.name)
            self._choose(self._own)
            self._chosen = self.hierarchy.currentIndex()

    def _on_variable(self) -> None:
        self.choose_its_own()
        self.edited.emit()

    def _choose(self, hierarchy: HierarchyOrName | None) -> None:
        if hierarchy not in self._offered:
            self._offer(hierarchy, _words(hierarchy))
        self.hierarchy.setCurrentIndex(self._offered.index(hierarchy))

    def _offer(self, hierarchy: HierarchyOrName | None, words: str) -> None:
        self.hierarchy.insertItem(len(self._offered), words)
        self._offered.append(hierarchy)

    def _on_chosen(self, place: int) -> None:
        self._problem = ""
        if place == len(self._offered):
            self.hierarchy.setCurrentIndex(self._chosen)
            name, _ = QFileDialog.getOpenFileName(self, "Load a hierarchy", "", "Tables (*.csv *.txt)")
            if name:
                self.take_file(Path(name))
        self._chosen = self.hierarchy.currentIndex()
        self.edited.emit()


def _words(hierarchy: HierarchyOrName | None) -> str:
    """Return the name of a hierarchy, or how many values it has."""
    if isinstance(hierarchy, Hierarchy):
        return hierarchy.name or in_user_locale(counted(len(hierarchy.values), "value"))
    return hierarchy or NONE


@edits(tuple[KeyHierarchy, ...])
def _key_hierarchies(parameter: FormParameter) -> Editor:
    data, rows = parameter.data, parameter.how.rows
    names = rows(data) if data is not None and rows is not None else ()
    shown = display_names(data.variables) if data is not None else {}
    return KeyHierarchiesEditor(names, shown, parameter.offers.get(Hierarchy, {}))
