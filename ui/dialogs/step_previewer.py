"""Previewer of a step: what the step would do, computed in the background while it is edited."""

from dataclasses import replace
from math import inf

from PySide6.QtCore import QObject, QTimer

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.method import Method
from sdcdesk.core.running.progress import Progress
from sdcdesk.release.pipeline import Run
from sdcdesk.release.step_comparison import StepComparison, compare_step, data_before_step
from sdcdesk.release.step_preview import FileStanding, Preview
from ui.session.computation import Computation, Computing, Failed, Ready, State, Stopped
from ui.session.session import Session

JOB = "preview"
"""Kind of the job."""

DELAY = 150
"""Milliseconds after the last edit."""

PART = 20_000
"""Records on which large files are looked at first."""

QUICK = 0.3
"""Seconds within which all records are looked at at once."""

PATIENT = 10.0
"""Seconds that a step may take on all records without being asked for."""


class Previewer(Computation[StepComparison]):
    """Looks at a step again and again while it is edited.

    Files of more than 20,000 records are looked at in a part first, then as a whole, which is left to the
    user where it would take long. Risk is computed on all records only.

    Parameters
    ----------
    session
        Data, recipe and jobs.
    position
        The step that is edited; None for a new one.
    """

    def __init__(self, session: Session, position: int | None, parent: QObject | None = None) -> None:
        super().__init__(session.jobs, JOB, parent)
        self._session, self._position = session, position
        self._method: Method | None = None
        self._variable = ""
        self._known: tuple[Method | None, Preview] | None = None
        self._now: FileStanding | None = None
        self._limit: int | None = PART
        self._seconds = inf
        self._timer = QTimer(self, singleShot=True, interval=DELAY)
        self._timer.timeout.connect(self.preview)

    def want(self, method: Method | None, variable: str) -> None:
        """Look at a step soon; None: at the file as it is."""
        self._method, self._variable = method, variable
        self._limit = None if self._seconds < QUICK else PART
        self.drop()
        self.become(Computing(self.last))
        self._timer.start()

    def rest(self) -> None:
        """Look at nothing for now, and answer nothing."""
        self._timer.stop()
        self.drop()
        self.become(Stopped(by_user=False))

    def preview(self, *, whole: bool = False, refines: bool = False) -> None:
        """Look at the step; whole: at all records, however long that takes."""
        session, method, variable = self._session, self._method, self._variable
        project, run = session.project, begun_run(session)
        if project is None or run is None:
            return
        self._limit = limit = None if whole else self._limit
        known = self._known[1] if self._known and self._known[0] == method else None

        def work(progress: Progress) -> StepComparison:
            return compare_step(project, run, self._position, method, variable, limit, known, progress)

        self.start("Looking at the step", work, refines=refines)

    def become(self, state: State[StepComparison]) -> None:
        """Be in another state; of a part that says little, look at the whole."""
        data, limit = self._session.data, self._limit
        if isinstance(state, Failed) and limit is not None and data is not None and len(data) > limit:
            # The part may be the reason: too few records for the step.
            self.preview(whole=True)
            return
        if isinstance(state, Ready):
            state = Ready(self._completed(state.value))
        super().become(state)
        if isinstance(state, Ready) and state.value.unfinished == "coming":
            self.preview(whole=True, refines=True)

    def _completed(self, seen: StepComparison) -> StepComparison:
        """Return what was seen with where the file stands now, and whether there is more to be looked at."""
        found = seen.preview
        if found is not None and found.exact:
            self._known, self._now, self._seconds = (self._method, found), found.now, seen.seconds
        elif found is not None:
            whole = found.seconds * found.initial_records / max(found.records, 1)
            seen = replace(seen, unfinished="coming" if whole <= PATIENT else "long")
        release = self._session.release
        return replace(seen, now=self._now or (FileStanding.from_release(release) if release else None))


def begun_run(session: Session) -> Run | None:
    """Return what is known of the recipe's results: of this file and seed; None without a file."""
    data, project, results = session.data, session.project, session.results
    if data is None or project is None:
        return None
    if results is None or results.run.original is not data:
        return Run(data, ())
    return results.run if results.project.recipe.seed == project.recipe.seed else Run(data, ())


def data_before(session: Session, position: int | None) -> Microdata | None:
    """Return the data that a step begins with, as far as its earlier steps were computed."""
    run, project = begun_run(session), session.project
    return data_before_step(project.recipe, run, position) if run and project else None
