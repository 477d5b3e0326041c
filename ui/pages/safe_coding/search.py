"""Search of codings in the background: what is asked, what was found, and whether it still holds."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from math import isnan

from PySide6.QtCore import QObject, Signal

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.locale import UNDEFINED
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.document.project import Project
from sdcdesk.document.scenario import known_keys
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.release.pipeline import Run
from sdcdesk.search import LOSSES, Codings, Lattice, Node, lattice
from sdcdesk.search.codings.coded_keys import CodedKeys
from sdcdesk.search.codings.coding_table import CodingTable
from sdcdesk.search.codings.first_labels import FirstLabels, first_labels
from sdcdesk.search.codings.safe_coding import key_hierarchies, project_hierarchies
from sdcdesk.search.codings.safe_group_size import codings_of_safe_size
from ui.look.locale import in_user_locale, user_locale
from ui.pages.safe_coding.condition import Condition
from ui.session.computation import Computation, Computing, Ready, Stopped
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
        Those of the project, by key; keys may have none.
    condition
        What is asked of a coding.
    proposes
        Whether a hierarchy is proposed, from its values, for a key that has none in the project.
    """

    data: Microdata
    keys: tuple[str, ...]
    hierarchies: Mapping[str, Hierarchy]
    condition: Condition
    proposes: bool = False

    @property
    def lacking(self) -> tuple[str, ...]:
        """The keys that have no hierarchy in the project."""
        return tuple(key for key in self.keys if key not in self.hierarchies)

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
    begun
        Size of the groups that the search began with; larger ones are asked for where limits are to be kept.
    """

    question: Question
    codings: Codings
    table: CodingTable
    lattice: Lattice
    levels: Mapping[str, tuple[FirstLabels, ...]]
    begun: int

    @property
    def asked(self) -> Condition:
        """What was asked for, before larger groups were."""
        return replace(self.question.condition, k=self.begun)

    def left_out_text(self, node: Node) -> str:
        """Return why a coding leaves out records, as the user reads it; empty where it is by size alone."""
        place = self.table.find(node)
        told = place >= 0 and self.table.breaking[place]
        return in_user_locale(self.table.left_out_text(place)) if told else ""

    def loss_text(self, loss: float) -> str:
        """Return a loss as the user reads it; a dash where it is not defined, as where no group stays."""
        if isnan(loss):
            return UNDEFINED
        unit = LOSSES[self.question.condition.loss].unit
        return quantity_text(Quantity(loss, unit), user_locale(), noun=False).text


@dataclass(frozen=True, eq=False)
class Limits:
    """What says whether a coding makes the file safe.

    Attributes
    ----------
    project, run
        The scenarios with their limits, and what became of the recipe.
    """

    project: Project
    run: Run


Tell = Callable[[Found], None]
"""Told the best so far whenever something better was found."""


def search(
    question: Question, called: Mapping[str, str], limits: Limits | None, tell: Tell, progress: Progress
) -> Found:
    """Return what there is; raises `SdcError` where a value has no place, or the condition cannot be met.

    Where limits are to be kept, groups are asked to be larger until the best coding keeps them; the question
    that is answered then asks for this size.
    """
    condition = question.condition
    keys = key_hierarchies(question.data, question.keys, question.hierarchies, progress.part(0.0, 0.1))
    levels = {name: first_labels(question.data, name, hierarchy, LABELS) for name, hierarchy in keys.items()}
    named = Lattice(tuple(called.get(key, key) for key in keys), tuple(keys.values()))

    def as_found(k: int, codings: Codings) -> Found:
        answered = replace(question, condition=replace(condition, k=k))
        return Found(answered, codings, CodingTable.from_codings(codings), named, levels, condition.k)

    def search_size(k: int, coded: CodedKeys | None, share: Progress) -> Codings:
        return lattice(
            question.data,
            keys,
            k=k,
            suppress=condition.suppress,
            loss=condition.loss,
            weights=condition.weights,
            limits=condition.limits,
            measures=condition.measures,
            conditions=condition.groups,
            coded=coded,
            so_far=lambda codings: tell(as_found(k, codings)),
            progress=share,
        )

    rest = progress.part(0.1, 1.0)
    if limits is None:
        return as_found(condition.k, search_size(condition.k, None, rest))
    return as_found(*codings_of_safe_size(limits.project, limits.run, search_size, condition.k, rest))


class CodingSearch(QObject):
    """Searches the file as the recipe leaves it; what was found is kept, old or not, until the next is.

    Attributes
    ----------
    found
        What was found last; after a stop the best so far.
    best
        The best so far of a search that is under way; None: there is none yet.
    """

    changed = Signal()
    """Something was found, or could not be, or is looked for."""

    _told = Signal(object, object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.found: Found | None = None
        self.best: Found | None = None
        self._asked: Question | None = None
        self._told.connect(self._on_told)
        self.computation: Computation[Found] = Computation(session.jobs, JOB, self)
        self.computation.changed.connect(self._on_changed)
        session.opened.connect(self.forget)

    def known_keys(self) -> tuple[str, ...]:
        """Return the variables that the intruder of the shown scenario knows."""
        data = self._session.data
        return known_keys(data, current_scenario(self._session)) if data is not None else ()

    def question(self, condition: Condition, *, proposes: bool = False) -> Question | None:
        """Return what would be searched now; None while there is no file after the recipe."""
        state, project = self._session.state, self._session.project
        if not isinstance(state, Ready) or project is None or state.value.failed_step:
            return None
        keys = self.known_keys()
        held = project_hierarchies(project, keys)
        return Question(state.value.run.last, keys, held, condition, proposes)

    def start(self, question: Question, *, keeps_limits: bool = False) -> None:
        """Search; where wanted for groups so large that the best coding keeps all limits."""
        called = display_names(question.data.variables)
        project, results = self._session.project, self._session.results
        limits = Limits(project, results.run) if keeps_limits and project and results else None

        self.best, self._asked = None, question

        def work(progress: Progress) -> Found:
            return search(question, called, limits, partial(self._told.emit, question), progress)

        self.computation.start("Trying codings", work)

    def forget(self) -> None:
        """Let go of what was found in another file."""
        self.computation.drop()
        self.found = self.best = self._asked = None
        self.changed.emit()

    def _on_told(self, asked: Question, found: Found) -> None:
        # A search that another one has taken the place of tells its best so far when it stops.
        if asked is self._asked and isinstance(self.computation.state, Computing):
            self.best = found
            self.changed.emit()

    def _on_changed(self) -> None:
        state = self.computation.state
        if isinstance(state, Ready):
            self.found = state.value
        elif isinstance(state, Stopped) and self.best is not None:
            self.found = self.best  # a stop keeps the best so far
        self.changed.emit()
