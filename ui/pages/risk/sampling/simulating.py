"""Simulated samples in the background: each is drawn once, and what is finished is kept through a cancel."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from sdcdesk.release.sampling_curves import SamplingCurves
from ui.pages.risk.sampling.work import Simulated, Simulation, simulate
from ui.plots.curve import Band
from ui.session.jobs import Jobs
from ui.widgets.numbers import count

SIMULATION = "sampling simulation"
"""Kind of the job."""


class Simulating(QObject):
    """Simulates what is asked for and has not been yet.

    Parameters
    ----------
    jobs
        Where it runs.
    """

    finished = Signal()
    """All that was asked for is there."""

    stopped = Signal()
    """The user stopped it."""

    failed = Signal(object)
    """A `SdcError`."""

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._known: Simulated = {}
        self._asked: tuple[Simulation, ...] = ()

    def bands(self, one: Simulation) -> tuple[Band, ...]:
        """Return what was simulated; empty while it was not."""
        return self._known.get(one, ())

    def ask(self, wanted: Sequence[Simulation]) -> bool:
        """Simulate what is missing; return whether anything is."""
        missing = tuple(one for one in wanted if one not in self._known)
        if not missing:
            return False
        if missing != self._asked or not self._jobs.is_running(SIMULATION):
            self._asked, known = missing, self._known
            self._jobs.start(
                SIMULATION,
                f"Simulating {count(missing[0][2])} samples",
                lambda progress: simulate(missing, known, progress),
                lambda _nothing: self.finished.emit(),
                self.failed.emit,
                self.stopped.emit,
            )
        return True

    def stop(self) -> None:
        """Ask the job to stop, if there is one."""
        self._jobs.cancel(SIMULATION)

    def keep_only(self, files: Sequence[SamplingCurves]) -> None:
        """Forget what belongs to files that are gone, for it holds on to them."""
        # A copy, for the job may add to it meanwhile.
        for known in list(self._known):
            if known[0] not in files:
                del self._known[known]

    def forget(self) -> None:
        """Forget everything."""
        self.stop()
        self._known, self._asked = {}, ()
