"""Column profiles, found one after the other on a worker thread."""

from collections import deque
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.inspection.profile import ColumnProfile, column_profile
from sdcdesk.inspection.profile.bins import Scale
from ui.session.jobs import Jobs

JOB = "columns"
"""Kind of the job that profiles one column."""


class ColumnProfiles(QObject):
    """Profiles all columns, the one that is wanted first, and keeps the profiles."""

    arrived = Signal(str)
    """A column was profiled."""

    failed = Signal(object)
    """A `SdcError` that came in between."""

    stopped = Signal(str)
    """The user stopped the profile of a column; the others wait until one is wanted."""

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._data: Microdata | None = None
        self._known: dict[str, ColumnProfile] = {}
        self._left: deque[str] = deque()
        self._running = ""

    def get(self, name: str) -> ColumnProfile | None:
        """Return what is known of a column; None: nothing yet."""
        return self._known.get(name)

    def set_data(self, data: Microdata | None) -> None:
        """Describe another file; nothing of the old one is kept."""
        self._known.clear()
        self.describe(data)

    def describe(self, data: Microdata | None) -> None:
        """Profile again those variables of the same file that are described otherwise now."""
        self._data = data
        described = {variable.name: variable for variable in data.variables} if data is not None else {}
        self._known = {
            name: replace(profile, variable=described[name])  # it may be called otherwise now
            for name, profile in self._known.items()
            if _same(profile.variable, described.get(name))
        }
        self._left = deque(described)
        self._jobs.drop(JOB)
        self._running = ""
        self._next()

    def want(self, name: str, scale: Scale | None = None) -> None:
        """Profile a column before all others, on another scale even where it is known."""
        if scale or (name not in self._known and name != self._running):
            self._start(name, scale)

    def _next(self) -> None:
        while self._left and self._left[0] in self._known:
            self._left.popleft()
        if self._left:
            self._start(self._left[0])

    def _start(self, name: str, scale: Scale | None = None) -> None:
        data = self._data
        if data is None:
            return
        self._running = name

        def work(progress: Progress) -> ColumnProfile:
            progress.at(0.0)
            return column_profile(data, name, scale, progress)

        self._jobs.start(
            JOB, sentence("Looking at {name}", name=name), work, self._take, self._fail, self._stop
        )

    def _take(self, profile: ColumnProfile) -> None:
        self._known[profile.variable.name] = profile
        self._running = ""
        self.arrived.emit(profile.variable.name)
        if not self._running:
            self._next()

    def _fail(self, error: SdcError) -> None:
        self._running = ""
        self.failed.emit(error)

    def _stop(self) -> None:
        name, self._running = self._running, ""
        self.stopped.emit(name)


def _same(old: Variable, new: Variable | None) -> bool:
    """Return whether two descriptions of a variable make no difference to what it looks like."""
    if new is None:
        return False
    return (old.scale, old.categories, old.missing) == (new.scale, new.categories, new.missing)
