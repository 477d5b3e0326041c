"""Effects of codings, found in the background one after the other: the chosen one first, then the best."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from sdcdesk.core.running.progress import Progress
from sdcdesk.document.project import Project
from sdcdesk.release.pipeline import Run
from sdcdesk.search import Node
from sdcdesk.search.codings.coding_effect import CodingEffect, coding_effect
from ui.pages.safe_coding.search import Found
from ui.session.computation import Computation, Computing, Failed, Ready, Stopped
from ui.session.session import Session

JOB = "coding_effect"
"""Kind of the job."""


@dataclass(frozen=True, eq=False)
class _Asked:
    """What is looked at: codings, and the project whose recipe left the file that was searched."""

    found: Found
    project: Project
    run: Run


class CodingEffects(QObject):
    """Remembers the effects of the codings that were found last."""

    changed = Signal()
    """One more effect is known, or none is looked for any more."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._asked: _Asked | None = None
        self._known: dict[Node, CodingEffect | None] = {}
        self._wanted: list[Node] = []
        self._at: Node | None = None
        self._computation: Computation[CodingEffect | None] = Computation(session.jobs, JOB, self)
        self._computation.changed.connect(self._on_changed)

    def follow(self, found: Found | None) -> bool:
        """Forget what was known of other codings, and of a project with other limits; return whether it was.

        Parameters
        ----------
        found
            What was found in the file as it is now; None: nothing.
        """
        results, project = self._session.results, self._session.project
        asked = self._asked
        if found is None or results is None or project is None:
            return False
        if asked is not None and asked.found is found and judging(asked.project) == judging(project):
            return False
        self._computation.drop()
        self._known, self._wanted, self._at = {}, [], None
        self._asked = _Asked(found, project, results.run)
        return True

    def want(self, nodes: Sequence[Node], *, first: bool = False) -> None:
        """Look at some codings, where wanted before the others that wait."""
        new = [node for node in nodes if node not in self._known and node != self._at]
        waiting = [node for node in self._wanted if node not in new]
        self._wanted = [*new, *waiting] if first else [*waiting, *new]
        if self._at is None:
            self._go_on()

    def find(self, node: Node | None) -> CodingEffect | None:
        """Return the effect of a coding; None: it is not known."""
        return self._known.get(node) if node is not None else None

    def is_known(self, node: Node | None) -> bool:
        """Return whether a coding was looked at, be it without an answer."""
        return node in self._known

    def is_awaited(self, node: Node | None) -> bool:
        """Return whether a coding is or will be looked at."""
        return node is not None and (node == self._at or node in self._wanted)

    def _go_on(self) -> None:
        asked = self._asked
        if asked is None or not self._wanted:
            self._at = None
            return
        node = self._at = self._wanted.pop(0)

        def work(progress: Progress) -> CodingEffect | None:
            return coding_effect(asked.project, asked.run, asked.found.codings, node, progress)

        self._computation.start("Looking at the best codings", work)

    def _on_changed(self) -> None:
        state, node = self._computation.state, self._at
        if isinstance(state, Computing) or node is None:
            return
        if isinstance(state, Ready):
            self._known[node] = state.value
        elif isinstance(state, Failed):
            self._known[node] = None
        if isinstance(state, Stopped):
            self._wanted, self._at = [], None
        else:
            self._go_on()
        self.changed.emit()


def judging(project: Project) -> tuple[object, ...]:
    """Return what decides on verdict and loss beside the file."""
    return project.scenarios, project.weights, project.measures, project.axes
