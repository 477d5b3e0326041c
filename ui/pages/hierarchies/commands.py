"""Commands of the hierarchy editor: each is one change of the project, and can be undone."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document import hierarchy_commands, variable_hierarchy
from sdcdesk.document.fresh_name import fresh_name
from sdcdesk.document.hierarchy_levels import with_added_level, with_removed_level
from sdcdesk.document.project import Project
from sdcdesk.document.variable_commands import Change
from sdcdesk.hierarchies import editing
from sdcdesk.hierarchies.extension import extended
from sdcdesk.hierarchies.hierarchy import Hierarchy
from ui.session.session import Session

Edit = Callable[[Hierarchy], Hierarchy]

PLACED = "{n} value placed in the hierarchy {name}", "{n} values placed in the hierarchy {name}"
"""What undo says of values that got a place."""


class HierarchyCommands(QObject):
    """What the parts of the tab do to the hierarchy that is edited, and which one that is.

    Attributes
    ----------
    variable
        Name of the variable whose values it is about; empty while nothing is open.
    name
        Name of the hierarchy that the user chose for it; empty: its own.
    """

    refused = Signal(object)
    """Something could not be done: the error."""

    done = Signal()
    """Something was done: what was refused before is no longer of interest."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.variable, self.name = "", ""

    @property
    def hierarchy(self) -> Hierarchy | None:
        """The hierarchy that is edited; None: the variable has none."""
        project = self.session.project
        if project is None:
            return None
        named = (one for one in project.hierarchies if self.name and one.name == self.name)
        return next(named, None) or variable_hierarchy.hierarchy_of(project, self.variable)

    def change(self, command: Callable[[Project], Change]) -> bool:
        """Do a command, which can be undone; return whether it changed something."""
        project = self.session.project
        if project is None:
            return False
        try:
            change = command(project)
        except SdcError as error:
            self.refused.emit(error)
            return False
        self.done.emit()
        self.session.change(change.label, change.project)
        return self.session.project is not project

    def edit(self, one: str, many: str, n: int, edit: Edit) -> bool:
        """Do an edit; return whether it changed something.

        Parameters
        ----------
        one, many
            What undo says of one entry, and of several; `{name}` is the hierarchy.
        n
            The number of entries.
        edit
            Returns the changed hierarchy.
        """
        before = self.hierarchy
        if before is None:
            return False
        words = sentence(one, many, "n", name=before.name, n=n)
        return self.change(
            lambda project: hierarchy_commands.with_hierarchy(project, edit(before), before.name, words)
        )

    # Edits of entries

    def move(self, level: int, entries: Sequence[str], group: str) -> bool:
        """Move entries into a group of the next level; one that is not there yet is made."""
        before = self.hierarchy
        if before is not None and group not in before.labels(level + 1):
            words = "New group in the hierarchy {name}"
            return self.edit(words, words, 1, lambda one: editing.grouped(one, level, entries, group))
        return self._moved(entries, lambda one: editing.moved(one, level, entries, group))

    def put_beside(self, level: int, entries: Sequence[str], beside: str, *, after: bool) -> bool:
        """Put entries before or after another one of their level."""
        return self._moved(entries, lambda one: editing.put_beside(one, level, entries, beside, after=after))

    def shift(self, level: int, entries: Sequence[str], step: int) -> bool:
        """Shift entries by one place up (−1) or down (1)."""
        return self._moved(entries, lambda one: editing.shifted(one, level, entries, -1 if step < 0 else 1))

    def merge(self, level: int, entries: Sequence[str]) -> bool:
        """Let labels be one."""
        words = "Labels of the hierarchy {name} merged"
        return self.edit(words, words, len(entries), lambda one: editing.merged(one, level, entries))

    def rename(self, level: int, entry: str, name: str) -> bool:
        """Give a label another text."""
        words = "Label of the hierarchy {name} changed"
        return self.edit(words, words, 1, lambda one: editing.renamed(one, level, entry, name))

    def take_out(self, level: int, entries: Sequence[str]) -> bool:
        """Take entries out, with all values below them."""
        one, many = (
            "{n} entry taken out of the hierarchy {name}",
            "{n} entries taken out of the hierarchy {name}",
        )
        return self.edit(one, many, len(entries), lambda was: editing.without(was, level, entries))

    def place(self, values: Sequence[str], group: str) -> bool:
        """Place values that the hierarchy lacks in a group of level 1, which may be new."""
        return self.edit(*PLACED, len(values), lambda was: editing.placed(was, values, group))

    def fitting(self, values: Sequence[str]) -> Hierarchy | None:
        """Return the hierarchy with values where its labels put them; None: they say nothing of them."""
        before = self.hierarchy
        after = extended(before, values) if before is not None and values else before
        return after if after is not before else None

    def place_fitting(self, values: Sequence[str]) -> bool:
        """Place values that the hierarchy lacks where its bands, first characters or dates put them."""
        before, after = self.hierarchy, self.fitting(values)
        if before is None or after is None:
            return False
        return self.edit(*PLACED, len(after.values) - len(before.values), lambda _: after)

    # Levels

    def add_level(self, level: int) -> bool:
        """Add a level, whose number this is; steps go on recoding to the labels that they did."""
        before = self.hierarchy
        if before is None:
            return False
        words = sentence("Level added to the hierarchy {name}", name=before.name)
        return self.change(lambda project: with_added_level(project, before, level, words))

    def add_top(self, label: str) -> bool:
        """Add a level of one label for all values."""
        words = "Level added to the hierarchy {name}"
        return self.edit(words, words, 1, lambda one: editing.with_top(one, label))

    def remove_level(self, level: int) -> bool:
        """Take a level out that no step recodes to."""
        before = self.hierarchy
        if before is None:
            return False
        words = sentence("Level taken out of the hierarchy {name}", name=before.name)
        return self.change(lambda project: with_removed_level(project, before, level, words))

    def sort_level(self, level: int) -> bool:
        """Sort a level, and those below, within their groups."""
        words = "Levels of the hierarchy {name} sorted"
        return self.edit(words, words, 1, lambda one: editing.in_order(one, level))

    def title_level(self, level: int, title: str) -> bool:
        """Call a level something else."""
        words = "Title of a level of the hierarchy {name}"
        return self.edit(words, words, 1, lambda one: editing.titled(one, level, title))

    # Whole hierarchies

    def give(self, hierarchy: Hierarchy, words: str) -> bool:
        """Give the variable a hierarchy, in place of its own; undo says the words."""
        before, project = self.hierarchy, self.session.project
        if project is None:
            return False
        names = [one.name for one in project.hierarchies]
        name = before.name if before else fresh_name(self.variable, names)
        replaces = before.name if before else ""
        return self.change(
            lambda now: hierarchy_commands.with_hierarchy(now, hierarchy.changed(name=name), replaces, words)
        )

    def make_own(self) -> bool:
        """Call the hierarchy like the variable, whose own it is from now on."""
        before, variable = self.hierarchy, self.variable
        done = before is not None and self.change(
            lambda project: hierarchy_commands.with_hierarchy(
                project, before.changed(name=variable), before.name
            )
        )
        self.name = "" if done else self.name
        return done

    def remove(self) -> bool:
        """Remove the hierarchy from the project."""
        before = self.hierarchy
        return before is not None and self.change(
            lambda project: hierarchy_commands.without_hierarchy(project, before.name)
        )

    def use(self, level: int) -> bool:
        """Recode the variable to a level."""
        before = self.hierarchy
        return before is not None and self.change(
            lambda project: variable_hierarchy.with_level(project, self.variable, before, level)
        )

    def _moved(self, entries: Sequence[str], edit: Edit) -> bool:
        one, many = (
            "{n} entry of the hierarchy {name} moved",
            "{n} entries of the hierarchy {name} moved",
        )
        return self.edit(one, many, len(entries), edit)
