"""Search for a safe recipe in the background: what was found so far, and whether it still holds."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from sdcdesk.core.running.progress import Progress
from sdcdesk.document.project import Project
from sdcdesk.search.suggestion.allowed import Allowed
from sdcdesk.search.suggestion.assessed import Assessed
from sdcdesk.search.suggestion.space import Point
from sdcdesk.search.suggestion.state import SearchState, search_holds
from sdcdesk.search.suggestion.suggest import suggest
from sdcdesk.search.suggestion.suggestion import Suggestion
from ui.session.computation import Computation, Computing, Failed, Ready, Stopped
from ui.session.session import Session

JOB = "suggest_recipe"
"""Kind of the job."""

REPAIR_JOB = "repair_recipe"
"""Kind of the job that restores means and covariances."""

SEARCHING, REPAIRING, REPAIRED = (
    "Stop the search first.",
    "They are being restored.",
    "They are restored in a recipe of the list.",
)

OFTEN = 0.3
"""Seconds between two looks at what was found: each is drawn."""

NEW = 60.0
"""Seconds for which a recipe is new."""


@dataclass(frozen=True, eq=False)
class FoundRecipes:
    """What was found so far.

    Attributes
    ----------
    suggestion
        The recipes that were tried.
    words
        By its key each recipe of `Suggestion.found` in words.
    seconds
        How long was searched for it.
    """

    suggestion: Suggestion
    words: Mapping[tuple[Point, bool], str]
    seconds: float

    def text(self, one: Assessed) -> str:
        """Return a recipe in words."""
        return self.words[one.key]


class SuggestionSearch(QObject):
    """Searches recipes for the open file; what was found is kept, also where the user stops it.

    Attributes
    ----------
    found
        What was found; None: nothing was searched yet.
    """

    changed = Signal()
    """More was found, nothing is searched any more, or something could not be."""

    restored = Signal(object)
    """A recipe was found in which means and covariances are restored."""

    _told = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.found: FoundRecipes | None = None
        self._latest: FoundRecipes | None = None
        self._repaired: Assessed | None = None
        self._arrived: list[float] = []
        self._held: tuple[Project | None, FoundRecipes | None, bool] = (None, None, False)
        self.computation: Computation[FoundRecipes] = Computation(session.jobs, JOB, self)
        self.computation.changed.connect(self._on_changed)
        self.repair: Computation[Assessed] = Computation(session.jobs, REPAIR_JOB, self)
        self.repair.changed.connect(self._on_repaired)
        self._told.connect(self._on_told)
        session.opened.connect(self.forget)

    @property
    def is_running(self) -> bool:
        """Whether recipes are being tried."""
        return isinstance(self.computation.state, Computing)

    def holds(self) -> bool:
        """Return whether what was found is true of the project as it is now."""
        project, found = self._session.project, self.found
        if project is None or found is None:
            return False
        if self._held[:2] != (project, found):
            self._held = project, found, search_holds(found.suggestion.file, project)
        return self._held[2]

    def continues(self, allowed: Allowed) -> bool:
        """Return whether a search with these changes goes on with what was found."""
        return self.holds() and self.found is not None and self.found.suggestion.allowed == allowed

    def start(self, allowed: Allowed, seconds: float, state: SearchState | None = None) -> None:
        """Search for some seconds; with a state, or where the same was asked before, go on."""
        project, data = self._session.project, self._session.data
        if project is None or data is None:
            return
        before = 0.0
        restored: tuple[Assessed, ...] = ()
        if state is None and self.continues(allowed) and self.found is not None:
            # With the project of then: a recipe that was adopted since brings hierarchies along.
            project = self.found.suggestion.file.project
            state, before = self.found.suggestion.state, self.found.seconds
            restored = self.found.suggestion.restored
        self._drop_repair()
        if state is None:
            self.found = self._latest = None
            self._arrived = []
        began, last = time.monotonic(), 0.0
        known: dict[tuple[Point, bool], str] = {}

        def as_found(searched: Suggestion) -> FoundRecipes:
            suggestion = replace(searched, restored=restored)
            for one in suggestion.found:
                if one.key not in known:
                    known[one.key] = suggestion.words(one)
            return FoundRecipes(suggestion, dict(known), before + time.monotonic() - began)

        def take(suggestion: Suggestion) -> None:
            nonlocal last
            self._latest, now = as_found(suggestion), time.monotonic()
            if now - last >= OFTEN:
                last = now
                self._told.emit()

        def work(progress: Progress) -> FoundRecipes:
            found = suggest(
                project, data, allowed, seconds=seconds, state=state, so_far=take, progress=progress
            )
            return as_found(found)

        self.computation.start("Searching for a safe recipe", work)

    def restore(self, one: Assessed) -> None:
        """Restore means and covariances of a recipe in the background; it is found where no risk rises."""
        if self.found is None or self.hindrance_of_repair(one):
            return
        suggestion, self._repaired = self.found.suggestion, one
        self.repair.start(
            "Restoring means and covariances", lambda progress: suggestion.repaired(one, progress)
        )

    def hindrance_of_repair(self, one: Assessed) -> str:
        """Return why means and covariances of a recipe cannot be restored now; empty: they can."""
        if self.is_running:
            return SEARCHING
        if isinstance(self.repair.state, Computing):
            return REPAIRING
        restored = self.found.suggestion.restored if self.found is not None else ()
        return REPAIRED if any(other.point == one.point for other in restored) else ""

    def refused(self, one: Assessed | None) -> Failed | None:
        """Return why means and covariances were not restored; None: nobody asked, or they were."""
        state, asked = self.repair.state, self._repaired
        same = one is not None and asked is not None and one.key == asked.key
        return state if same and isinstance(state, Failed) else None

    def new(self) -> frozenset[int]:
        """Return the numbers of the recipes that were found within the last minute; none where all were."""
        then = time.monotonic() - NEW
        if not self._arrived or self._arrived[0] > then or not self.is_running:
            return frozenset()
        return frozenset(number for number, at in enumerate(self._arrived) if at > then)

    def forget(self) -> None:
        """Let go of what was found in another file."""
        self.computation.drop()
        self._drop_repair()
        self.found = self._latest = None
        self._arrived = []
        self.changed.emit()

    def _take(self, found: FoundRecipes | None) -> None:
        self.found = found
        recipes: Sequence[Assessed] = found.suggestion.found if found is not None else ()
        self._arrived += [time.monotonic()] * (len(recipes) - len(self._arrived))

    def _drop_repair(self) -> None:
        self.repair.drop()
        self.repair.state, self._repaired = Stopped(by_user=False), None

    def _on_repaired(self) -> None:
        state, found = self.repair.state, self.found
        if isinstance(state, Ready) and found is not None:
            suggestion = found.suggestion.with_restored(state.value)
            words = {**found.words, state.value.key: suggestion.words(state.value)}
            self._take(FoundRecipes(suggestion, words, found.seconds))
            self.restored.emit(state.value)
        self.changed.emit()

    def _on_told(self) -> None:
        if self.is_running:
            self._take(self._latest)
            self.changed.emit()

    def _on_changed(self) -> None:
        state = self.computation.state
        if isinstance(state, Ready):
            self._take(state.value)
        elif not isinstance(state, Computing) and self._latest is not None:
            self._take(self._latest)  # a stop, and a failure, keep what was found
        self.changed.emit()
