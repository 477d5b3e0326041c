"""Tables in the background: built, judged, protected and audited as the project says, one job at a time."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.progress import Progress
from sdcdesk.document.planned_table import PlannedTable
from sdcdesk.document.project import Project
from ui.session.computation import Computation, Computing, Ready, Stopped
from ui.session.jobs import Jobs

if TYPE_CHECKING:
    from sdcdesk.release.table_result import TableResult

JOB = "tables"
"""Kind of the job."""

WORDS = "Building and auditing tables"

KEPT = 4
"""Computations whose tables are kept: what is undone, or asked again after a stop, is known already."""

Asked = tuple[Sequence[PlannedTable], Microdata, Microdata | None, int]
"""Tables, the original and, where it is there, the masked file, and the secret of random protections."""


class Tabulating(QObject):
    """Computes the tables of the open project; those that have not changed are taken as they are."""

    changed = Signal()
    """Tables are computed, or could not be."""

    _told = Signal(object, object)
    """From the thread that computes: what was asked, and what is known so far."""

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.computation: Computation[tuple[TableResult, ...]] = Computation(jobs, JOB, self)
        self.computation.changed.connect(self._keep)
        self.computation.changed.connect(self.changed)
        self._told.connect(self._take_so_far)
        self._asked: Asked | None = None
        self._masked: Microdata | None = None  # the newest one
        self._kept: list[tuple[TableResult, ...]] = []  # the last ones first

    @property
    def is_running(self) -> bool:
        """Whether tables are being computed."""
        return isinstance(self.computation.state, Computing)

    @property
    def results(self) -> "tuple[TableResult, ...]":
        """What became of the tables, old ones while they are computed again."""
        return self.computation.last or ()

    def result(self, name: str) -> "TableResult | None":
        """Return what became of a table; None: it was not computed yet."""
        return next((one for one in self.results if one.planned.name == name), None)

    def follow(self, project: Project | None, data: Microdata | None, masked: Microdata | None) -> None:
        """Compute the tables of a project, unless that was asked already.

        Parameters
        ----------
        project, data
            The open project and its data; None: nothing is open.
        masked
            The masked file; None: there is none, or not yet.
        """
        if project is None or data is None or not project.tables:
            self.forget()
            return
        asked = (project.tables, data, masked, project.recipe.seed)
        needs_masked = any(one.of == "masked" for one in project.tables)
        if self._asked is not None and _same(asked, self._asked, masked_too=False) and not needs_masked:
            # What of tables of the original the masked file gives away is compared once they are there.
            self._masked = masked
            self._compare()
            return
        if self._asked is not None and _same(asked, self._asked):
            return
        self._asked, self._masked = asked, masked
        self._start()

    def beside(self, masked: Microdata) -> "tuple[TableResult, ...]":
        """Return what became of the tables beside a masked file; none where that is not known yet."""
        compared = not self.is_running and self._asked is not None and self._asked[2] is masked
        return self.results if compared else ()

    def again(self) -> None:
        """Compute once more what failed or was stopped."""
        if self._asked is not None:
            self._start()

    def forget(self) -> None:
        """Let go of what was found in another file."""
        if self._asked is not None:
            self._asked, self._masked, self._kept = None, None, []
            self.computation.drop()
            self.computation.become(Stopped(by_user=False))

    def _start(self) -> None:
        from sdcdesk.release.table_results import compute_tables  # nothing waits for it at the start

        if self._asked is None:
            return
        asked = tables, data, masked, key = self._asked
        before = tuple(one for results in self._kept for one in results)

        def work(progress: Progress) -> "tuple[TableResult, ...]":
            tell = partial(self._told.emit, asked)
            return compute_tables(tables, data, masked, key, before, progress, tell)

        self.computation.start(WORDS, work)

    def _take_so_far(self, asked: Asked, found: "tuple[TableResult, ...]") -> None:
        """Show tables that are judged while they are protected and audited."""
        if self.is_running and asked is self._asked:
            self.computation.become(Computing(found))

    def _keep(self) -> None:
        """Keep what was found, and let go of tables of other data and of those that are long gone."""
        state = self.computation.state
        if self._asked is None or not isinstance(state, Ready):
            return
        files = *self._asked[1:3], None
        known = (state.value, *(one for one in self._kept if one is not state.value))
        of_now = (
            tuple(one for one in results if any(one.source is file for file in files)) for results in known
        )
        self._kept = [*of_now][:KEPT]
        self._compare()

    def _compare(self) -> None:
        """Compare tables of the original that are computed with the newest masked file."""
        if self._asked is None or not isinstance(self.computation.state, Ready):
            return
        if self._masked is not None and self._masked is not self._asked[2]:
            self._asked = (*self._asked[:2], self._masked, self._asked[3])
            self._start()


def _same(one: Asked, other: Asked, *, masked_too: bool = True) -> bool:
    same = one[0] == other[0] and one[1] is other[1] and one[3] == other[3]
    return same and (one[2] is other[2] or not masked_too)
