"""Comparison of alternatives in the background: what is done, and whether it still holds."""

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.grid import Grid
from sdcdesk.document.project import Project
from ui.session.computation import Computation, Computing, Ready, Stopped
from ui.session.jobs import Jobs

if TYPE_CHECKING:
    from sdcdesk.search.alternatives.comparison import Comparison

JOB = "compare"
"""Kind of the job."""

WORDS = "Comparing alternatives"

OFTEN = 0.25
"""Seconds between two looks at what is done, at least: each is drawn."""

REST = 5
"""How many times as long as it took to draw nothing is drawn again."""


class Comparing(QObject):
    """Compares alternatives for the open file; what is done is kept, also where the user stops it.

    Attributes
    ----------
    found
        The alternatives that are done; None: nothing was compared yet.
    pace
        Seconds that one alternative took, on average; 0: not known yet.
    """

    changed = Signal()
    """More is done, nothing is compared any more, or something could not be."""

    _told = Signal()

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.found: Comparison | None = None
        self.pace = 0.0
        self._latest: Comparison | None = None
        self._judged: tuple[Project | None, Comparison | None, bool] = (None, None, False)
        self.computation: Computation[Comparison] = Computation(jobs, JOB, self)
        self.computation.changed.connect(self._on_changed)
        self._told.connect(self._on_told)
        self._pause = OFTEN

    @property
    def is_running(self) -> bool:
        """Whether alternatives are being compared."""
        return isinstance(self.computation.state, Computing)

    def holds(self, project: Project | None) -> bool:
        """Return whether what was found is true of a project as it is now."""
        from sdcdesk.search.alternatives.identity import comparison_holds  # nothing waits for it at the start

        found = self.found
        if project is None or found is None:
            return False
        known, judged, answer = self._judged
        if known is not project or judged is not found:
            answer = comparison_holds(found, project)
            self._judged = (project, found, answer)
        return answer

    def start(self, project: Project, data: Microdata, grid: Grid, done: "Comparison | None" = None) -> None:
        """Compare the alternatives of a grid; those that are done stand, also as part of another grid."""
        from sdcdesk.search.alternatives.run import compare_alternatives

        self.found = self._latest = done if done is not None and done.grid == grid else None
        last = 0.0

        def take(so_far: "Comparison") -> None:
            nonlocal last
            self._latest, now = so_far, time.monotonic()
            if now - last >= self._pause:
                last = now
                self._told.emit()

        def work(progress: Progress) -> "Comparison":
            # Each alternative is assessed by many measures: of their words those of the whole run are told.
            whole = replace(progress, listener=lambda part, _words: progress.listener(part, self._run_text()))
            return compare_alternatives(project, data, grid, whole, so_far=take, done=done)

        self.computation.start(WORDS, work)

    def show(self, comparison: "Comparison") -> None:
        """Show a comparison that was saved."""
        self.computation.drop()
        self.found = self._latest = comparison
        self.computation.become(Ready(comparison))

    def forget(self) -> None:
        """Let go of what was found in another file."""
        self.computation.drop()
        self.found = self._latest = None
        self.pace = 0.0
        self.computation.become(Stopped(by_user=False))

    def _run_text(self) -> str:
        """Return how many alternatives are done, for the job bar."""
        found = self._latest
        if found is None:
            return WORDS
        return sentence("Comparing alternatives: {n} of {runs}", n=len(found.outcomes), runs=found.runs)

    def _on_told(self) -> None:
        if self.is_running:
            self.found = self._latest
            begun = time.monotonic()
            self.changed.emit()
            # Thousands take a while to draw: most of the time the window is for its user.
            self._pause = max(OFTEN, REST * (time.monotonic() - begun))

    def _on_changed(self) -> None:
        state = self.computation.state
        if isinstance(state, Ready):
            self.found = state.value
            if state.seconds and self.found.outcomes:
                self.pace = state.seconds / len(self.found.outcomes)
        elif not isinstance(state, Computing):
            self.found = self._latest  # a stop, and a failure, keep what is done
        self.changed.emit()
