"""Commands of the hierarchy editor: each is one change of the project, and can be undone."""

from collections import deque
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from sdcdesk.core.running.errors import ParameterError, SdcError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document import hierarchy_commands, variable_hierarchy
from sdcdesk.document.fresh_name import fresh_name
from sdcdesk.document.hierarchy_levels import with_added_level, with_removed_level
from sdcdesk.document.project import Project
from sdcdesk.document.variable_commands import Change
from sdcdesk.hierarchies import editing, level_editing
from sdcdesk.hierarchies.extension import extended
from sdcdesk.hierarchies.hierarchy import Hierarchy
from ui.session.session import Session

JOB = "hierarchy edit"
"""Kind of the job that edits a large hierarchy."""

LARGE = 5_000
"""Values from which on a hierarchy is edited and laid out in the background: at once it takes 50 ms."""

Edit = Callable[[Hierarchy], Hierarchy]
Command = Callable[[Project], Change]
Then = Callable[[], object]
"""What follows once something was changed."""

PLACED = "{n} value placed in the hierarchy {name}", "{n} values placed in the hierarchy {name}"
"""What undo says of values that got a place."""


def _nothing() -> None:
    pass


class HierarchyCommands(QObject):
    """What the parts of the tab do to the hierarchy that is edited, and which one that is.

    A large hierarchy is edited in the background, one edit after the other.

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

    called = Signal()
    """The hierarchy that is edited is called something else."""

    worked = Signal()
    """Whether something is being done in the background changed: see `works`."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.variable, self.name = "", ""
        self._waiting: deque[tuple[Command, Then]] = deque()
        session.opened.connect(self._forget)

    @property
    def hierarchy(self) -> Hierarchy | None:
        """The hierarchy that is edited; None: the variable has none."""
        project = self.session.project
        if project is None:
            return None
        named = (one for one in project.hierarchies if self.name and one.name == self.name)
        return next(named, None) or self._own(self.variable)

    @property
    def works(self) -> bool:
        """Whether something is being done in the background."""
        return bool(self._waiting)

    def change(self, command: Command, then: Then = _nothing) -> None:
        """Do a command, which can be undone, at once or in the background; `then` if it changed something."""
        project, hierarchy = self.session.project, self.hierarchy
        if project is None:
            return
        if self._waiting or (hierarchy is not None and len(hierarchy.values) > LARGE):
            self._waiting.append((command, then))
            if len(self._waiting) == 1:
                self._begin()
            return
        try:
            change = command(project)
        except SdcError as error:
            self.refused.emit(error)
        else:
            self._take(change, then)

    def edit(self, one: str, many: str, n: int, edit: Edit, then: Then = _nothing) -> None:
        """Do an edit.

        Parameters
        ----------
        one, many
            What undo says of one entry, and of several; `{name}` is the hierarchy.
        n
            The number of entries.
        edit
            Returns the changed hierarchy.
        then
            See `change`.
        """
        before = self.hierarchy
        if before is not None:
            name = before.name
            words = sentence(one, many, "n", name=name, n=n)
            self.change(
                lambda project: hierarchy_commands.with_hierarchy(
                    project, edit(_held(project, name)), name, words
                ),
                then,
            )

    # In the background

    def _begin(self) -> None:
        """Do the first of the commands that wait, on the project as it is now."""
        (command, _), project, hierarchy = self._waiting[0], self.session.project, self.hierarchy
        if project is None:
            return

        def work(progress: Progress) -> Change:
            change = command(project)
            progress.at(1.0)  # who stopped it gets nothing of it
            return change

        self.session.jobs.start(
            JOB,
            sentence("Editing the hierarchy {name}", name=hierarchy.name if hierarchy else self.variable),
            work,
            lambda change: self._end(project, change),
            self._fail,
            self._stop,
        )
        self.worked.emit()

    def _end(self, project: Project, change: Change) -> None:
        if self.session.project is not project:  # it was changed meanwhile: that must not be lost
            self._begin()
            return
        self._take(change, self._waiting.popleft()[1])
        self._go_on()

    def _fail(self, error: SdcError) -> None:
        self._waiting.popleft()
        self.refused.emit(error)
        self._go_on()

    def _go_on(self) -> None:
        if self._waiting:
            self._begin()
        else:
            self.worked.emit()

    def _stop(self) -> None:
        """Do none of what waits: the user stopped it."""
        self._forget()
        self.session.done.emit("Stopped: the hierarchy stays as it was")

    def _forget(self) -> None:
        self._waiting.clear()
        self.worked.emit()

    def _take(self, change: Change, then: Then) -> None:
        project = self.session.project
        self.done.emit()
        self.session.change(change.label, change.project)
        if self.session.project is not project:
            then()

    # Edits of entries

    def move(self, level: int, entries: Sequence[str], group: str, then: Then = _nothing) -> None:
        """Move entries into a group of the next level; one that is not there yet is made."""
        before = self.hierarchy
        if before is not None and group not in before.labels(level + 1):
            words = "New group in the hierarchy {name}"
            self.edit(words, words, 1, lambda one: editing.grouped(one, level, entries, group), then)
        else:
            self._moved(entries, lambda one: editing.moved(one, level, entries, group), then)

    def put_beside(self, level: int, entries: Sequence[str], beside: str, *, after: bool) -> None:
        """Put entries before or after another one of their level."""
        self._moved(entries, lambda one: editing.put_beside(one, level, entries, beside, after=after))

    def shift(self, level: int, entries: Sequence[str], step: int) -> None:
        """Shift entries by one place up (−1) or down (1)."""
        self._moved(entries, lambda one: editing.shifted(one, level, entries, -1 if step < 0 else 1))

    def merge(self, level: int, entries: Sequence[str], then: Then = _nothing) -> None:
        """Let labels be one."""
        words = "Labels of the hierarchy {name} merged"
        self.edit(words, words, len(entries), lambda one: editing.merged(one, level, entries), then)

    def rename(self, level: int, entry: str, name: str, then: Then = _nothing) -> None:
        """Give a label another text."""
        words = "Label of the hierarchy {name} changed"
        self.edit(words, words, 1, lambda one: editing.renamed(one, level, entry, name), then)

    def take_out(self, level: int, entries: Sequence[str]) -> None:
        """Take entries out, with all values below them."""
        one, many = (
            "{n} entry taken out of the hierarchy {name}",
            "{n} entries taken out of the hierarchy {name}",
        )
        self.edit(one, many, len(entries), lambda was: editing.without(was, level, entries))

    def place(self, values: Sequence[str], group: str, then: Then = _nothing) -> None:
        """Place values that the hierarchy lacks in a group of level 1, which may be new."""
        self.edit(*PLACED, len(values), lambda was: editing.placed(was, values, group), then)

    def place_fitting(self, values: Sequence[str], then: Then = _nothing) -> None:
        """Place values that the hierarchy lacks where its bands, first characters or dates put them."""
        before = self.hierarchy
        if before is None:
            return
        name = before.name

        def place(project: Project) -> Change:
            was = _held(project, name)
            now = extended(was, values)
            words = sentence(*PLACED, "n", name=name, n=len(now.values) - len(was.values))
            return hierarchy_commands.with_hierarchy(project, now, name, words)

        self.change(place, then)

    # Levels

    def add_level(self, level: int) -> None:
        """Add a level, whose number this is; steps go on recoding to the labels that they did."""
        before = self.hierarchy
        if before is not None:
            name = before.name
            words = sentence("Level added to the hierarchy {name}", name=name)
            self.change(lambda project: with_added_level(project, _held(project, name), level, words))

    def add_top(self, label: str) -> None:
        """Add a level of one label for all values."""
        words = "Level added to the hierarchy {name}"
        self.edit(words, words, 1, lambda one: level_editing.with_top(one, label))

    def remove_level(self, level: int) -> None:
        """Take a level out that no step recodes to."""
        before = self.hierarchy
        if before is not None:
            name = before.name
            words = sentence("Level taken out of the hierarchy {name}", name=name)
            self.change(lambda project: with_removed_level(project, _held(project, name), level, words))

    def sort_level(self, level: int) -> None:
        """Sort a level, and those below, within their groups."""
        words = "Levels of the hierarchy {name} sorted"
        self.edit(words, words, 1, lambda one: editing.in_order(one, level))

    def title_level(self, level: int, title: str) -> None:
        """Call a level something else."""
        words = "Title of a level of the hierarchy {name}"
        self.edit(words, words, 1, lambda one: level_editing.titled(one, level, title))

    # Whole hierarchies

    def give(self, hierarchy: Hierarchy, words: str) -> None:
        """Give the variable a hierarchy, in place of its own; undo says the words."""
        before, project = self.hierarchy, self.session.project
        if project is None:
            return
        names = [one.name for one in project.hierarchies]
        name = before.name if before else fresh_name(self.variable, names)
        replaces = before.name if before else ""
        self.change(
            lambda now: hierarchy_commands.with_hierarchy(now, hierarchy.changed(name=name), replaces, words)
        )

    def make_own(self) -> None:
        """Call the hierarchy like the variable, whose own it is from now on."""
        self.call(self.variable)

    def call(self, name: str) -> None:
        """Call the hierarchy something else; what names it follows."""
        before = self.hierarchy
        if before is None or name.strip() == before.name:
            return
        was, now, variable = before.name, name.strip(), self.variable

        def follow() -> None:
            self.name = "" if now == variable else now
            self.called.emit()
            if was == variable and self._own(variable) is None:
                words = "{name} is no longer the hierarchy of {variable}, which has none now"
                self.session.done.emit(sentence(words, name=now, variable=variable))

        self.change(
            lambda project: hierarchy_commands.with_hierarchy(
                project, _held(project, was).changed(name=now), was
            ),
            follow,
        )

    def remove(self) -> None:
        """Remove the hierarchy from the project."""
        before = self.hierarchy
        if before is not None:
            name = before.name
            self.change(lambda project: hierarchy_commands.without_hierarchy(project, name))

    def use(self, level: int) -> None:
        """Recode the variable to a level."""
        before, variable = self.hierarchy, self.variable
        if before is not None:
            name = before.name
            self.change(
                lambda project: variable_hierarchy.with_level(project, variable, _held(project, name), level)
            )

    def _own(self, variable: str) -> Hierarchy | None:
        project = self.session.project
        return variable_hierarchy.hierarchy_of(project, variable) if project is not None else None

    def _moved(self, entries: Sequence[str], edit: Edit, then: Then = _nothing) -> None:
        one, many = (
            "{n} entry of the hierarchy {name} moved",
            "{n} entries of the hierarchy {name} moved",
        )
        self.edit(one, many, len(entries), edit, then)


def _held(project: Project, name: str) -> Hierarchy:
    """Return the hierarchy of a name; refuse where it is gone since an edit was asked for."""
    for one in project.hierarchies:
        if one.name == name:
            return one
    raise ParameterError(
        sentence("The hierarchy {name} is no longer in the project; choose another one.", name=short(name)),
        "hierarchies",
    )
