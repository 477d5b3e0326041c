"""Previewer of a step: what the step would do, computed in the background while it is edited."""

from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from sdcdesk.core.errors import SdcError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.operation import Method
from sdcdesk.core.progress import Progress
from sdcdesk.release.pipeline import Run
from sdcdesk.release.step_look import StepLook, data_before_step, look_at_step
from sdcdesk.release.step_preview import Preview, Standing
from ui.session.jobs import StoppedError
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


class Previewer(QObject):
    """Looks at a step again and again while it is edited; the newest question wins.

    Files of more than 20,000 records are looked at in a part first, then as a whole, which is left to the
    user where it would take long. Risk is computed on all records only.

    Parameters
    ----------
    session
        Data, recipe and jobs.
    position
        The step that is edited; None for a new one.
    """

    started = Signal()
    """The answer will take a moment."""

    arrived = Signal(object)
    """A `StepLook`."""

    failed = Signal(object)
    """A `SdcError`: the step cannot be applied."""

    def __init__(self, session: Session, position: int | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._position = session, position
        self._method: Method | None = None
        self._variable = ""
        self._known: tuple[Method | None, Preview] | None = None
        self._now: Standing | None = None
        self._quick = False
        self._open = True
        self._timer = QTimer(self, singleShot=True, interval=DELAY)
        self._timer.timeout.connect(self._look)

    def want(self, method: Method | None, variable: str) -> None:
        """Look at a step soon; None: at the file as it is."""
        self._method, self._variable = method, variable
        self._session.jobs.drop(JOB)
        self._timer.start()

    def want_all(self) -> None:
        """Look at all records, however long that takes."""
        self._start(limit=None)

    def close(self) -> None:
        """Stop; no answer is delivered any more."""
        self._open = False
        self._timer.stop()
        self._session.jobs.drop(JOB)

    def _look(self) -> None:
        self._start(limit=None if self._quick else PART)

    def _start(self, limit: int | None) -> None:
        session, method, variable = self._session, self._method, self._variable
        project, run = session.project, begun_run(session)
        if project is None or run is None or not self._open:
            return
        known = self._known[1] if self._known and self._known[0] == method else None
        self.started.emit()

        def work(progress: Progress) -> StepLook:
            return look_at_step(project, run, self._position, method, variable, limit, known, progress)

        session.jobs.start(
            JOB,
            "Looking at the step",
            work,
            lambda seen: self._take(seen, method),
            lambda error: self._fail(error, limit),
        )

    def _take(self, seen: StepLook, method: Method | None) -> None:
        if not self._open or (method, seen.variable) != (self._method, self._variable):
            return
        found = seen.preview
        if found is not None and found.exact:
            self._known = (method, found)
            self._now = found.now
            self._quick = seen.seconds < QUICK
        elif found is not None:
            whole = found.seconds * found.of / max(found.records, 1)
            seen = replace(seen, unfinished="coming" if whole <= PATIENT else "long")
        self.arrived.emit(replace(seen, now=self._now or self._assessed()))
        if seen.unfinished == "coming":
            self._start(limit=None)

    def _fail(self, error: SdcError, limit: int | None) -> None:
        if not self._open:
            return
        stopped = isinstance(error, StoppedError)
        data = None if stopped or limit is None else self._session.data
        if data is not None and limit is not None and len(data) > limit:
            # The part may be the reason: too few records for the step.
            self._start(limit=None)
        else:
            self.failed.emit(error)

    def _assessed(self) -> Standing | None:
        """Return where the file stands by the last release check; None where that is out of date."""
        results = self._session.results
        if self._session.is_stale or results is None or results.release is None:
            return None
        losses = (m.figure("loss") for m in results.release.measures if "loss" in m.figures)
        return Standing(results.release.scenarios, next(losses, None))


def begun_run(session: Session) -> Run | None:
    """Return what is known of the recipe's results: of this file and seed; None without a file."""
    data, project, results = session.data, session.project, session.results
    if data is None or project is None:
        return None
    fits = results is not None and results.run.original is data
    if results is not None and fits and results.project.recipe.seed == project.recipe.seed:
        return results.run
    return Run(data, ())


def data_before(session: Session, position: int | None) -> Microdata | None:
    """Return the data that a step begins with, as far as its earlier steps were computed."""
    run, project = begun_run(session), session.project
    return data_before_step(project.recipe, run, position) if run and project else None
