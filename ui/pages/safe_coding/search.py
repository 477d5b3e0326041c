"""Search of codings in the background: what is asked, what was found, and whether it still holds."""

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.running.progress import Progress
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.proposal import propose
from sdcdesk.search import Codings, Lattice, lattice
from sdcdesk.search.coding_table import CodingTable
from sdcdesk.search.key_hierarchies import key_hierarchies
from sdcdesk.search.label_counts import FirstLabels, first_labels
from ui.pages.safe_coding.condition import Condition
from ui.session.computation import Computation, Ready
from ui.session.current_scenario import current_scenario
from ui.session.session import Session

JOB = "safe_coding"
"""Kind of the job."""

LABELS = 5
"""Labels of each level that are shown beside the codings."""


@dataclass(frozen=True, eq=False)
class Question:
    """What is searched.

    Attributes
    ----------
    data
        The file after the steps of the recipe.
    keys
        The variables that an intruder knows.
    hierarchies
        Those of the project that belong to them, in their order.
    condition
        What is asked of a coding.
    proposes
        Whether a hierarchy is proposed, from its values, for a key that has none in the project.
    """

    data: Microdata
    keys: tuple[str, ...]
    hierarchies: tuple[Hierarchy, ...]
    condition: Condition
    proposes: bool = False

    @property
    def lacking(self) -> tuple[str, ...]:
        """The keys that have no hierarchy in the project."""
        named = {hierarchy.name for hierarchy in self.hierarchies}
        return tuple(key for key in self.keys if key not in named)

    def same(self, other: "Question | None") -> bool:
        """Return whether another question has the same answer."""
        if other is None or self.data is not other.data:
            return False
        mine, others = ((one.keys, one.hierarchies, one.condition) for one in (self, other))
        return mine == others and (self.proposes == other.proposes or not self.lacking)


@dataclass(frozen=True, eq=False)
class Found:
    """What a search found.

    Attributes
    ----------
    question
        What was asked.
    codings, table
        The codings that were looked at.
    lattice
        Keys as they are called, and their hierarchies.
    levels
        By name of a key the first labels of each level of its hierarchy.
    """

    question: Question
    codings: Codings
    table: CodingTable
    lattice: Lattice
    levels: Mapping[str, tuple[FirstLabels, ...]]


def search(question: Question, called: Mapping[str, str], progress: Progress) -> Found:
    """Return what there is; raises `SdcError` where a value has no place, or the condition cannot be met."""
    condition = question.condition
    known = key_hierarchies(question.hierarchies, question.data, question.keys)
    proposed = {name: propose(question.data, name) for name in known.lacking if question.proposes}
    both = known.found | proposed
    found = lattice(
        question.data,
        {name: both[name] for name in question.keys if name in both},
        k=condition.k,
        suppress=condition.suppress,
        loss=condition.loss,
        weights=condition.weights,
        progress=progress,
    )
    named = Lattice(tuple(called.get(key, key) for key in found.lattice.keys), found.lattice.hierarchies)
    levels = {
        name: first_labels(question.data, name, hierarchy, LABELS)
        for name, hierarchy in zip(found.lattice.keys, found.lattice.hierarchies, strict=True)
    }
    return Found(question, found, CodingTable.from_codings(found), named, levels)


class CodingSearch(QObject):
    """Searches the file as the recipe leaves it; what was found is kept, old or not, until the next is."""

    changed = Signal()
    """Something was found, or could not be, or is looked for."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.found: Found | None = None
        self.computation: Computation[Found] = Computation(session.jobs, JOB, self)
        self.computation.changed.connect(self._on_changed)
        session.opened.connect(self.forget)

    def keys(self) -> tuple[str, ...]:
        """Return the variables that the intruder of the shown scenario knows."""
        data, scenario = self._session.data, current_scenario(self._session)
        if data is None:
            return ()
        named = scenario.keys if scenario and scenario.keys else tuple(data.named(Role.KEY))
        return tuple(name for name in named if name in data.names)

    def question(self, condition: Condition, *, proposes: bool = False) -> Question | None:
        """Return what would be searched now; None while there is no file after the recipe."""
        state, project = self._session.state, self._session.project
        if not isinstance(state, Ready) or project is None or state.value.failed_step:
            return None
        keys = self.keys()
        by_name = {hierarchy.name: hierarchy for hierarchy in project.hierarchies}
        own = tuple(by_name[key] for key in keys if key in by_name)
        return Question(state.value.run.last, keys, own, condition, proposes)

    def start(self, question: Question) -> None:
        """Search."""
        called = display_names(question.data.variables)

        def work(progress: Progress) -> Found:
            return search(question, called, progress)

        self.computation.start("Trying codings", work)

    def forget(self) -> None:
        """Let go of what was found in another file."""
        self.computation.drop()
        self.found = None
        self.changed.emit()

    def _on_changed(self) -> None:
        if isinstance(self.computation.state, Ready):
            self.found = self.computation.state.value
        self.changed.emit()
