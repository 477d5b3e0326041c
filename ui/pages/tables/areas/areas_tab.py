"""Tab *By area*: the risk of every area against its people, and small areas merged."""

from dataclasses import dataclass

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.operations.parameters import NOT_IDENTIFIERS
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import Progress
from sdcdesk.document.area_commands import with_redesigned_areas
from sdcdesk.document.measure_commands import find_measure
from sdcdesk.document.project import Project
from sdcdesk.risk.linked_tables.measure import LinkedTables
from sdcdesk.risk.linked_tables.redesign import Redesign, merged_areas
from ui.pages.page import Page
from ui.pages.stage_tab import StageTab
from ui.pages.tables.areas.merge_card import MERGE, USE, MergeCard
from ui.results.measure_tab import MeasureTab
from ui.session.computation import Computation, Computing, Failed
from ui.session.navigator import BY_AREA
from ui.widgets.layout import column, widget_in
from ui.widgets.reason import allow
from ui.widgets.state_line import StateLine

JOB = "merge_areas"
"""Kind of the job."""

NO_AREA, OLD, NOTHING = (
    "Choose the variable with the areas first.",
    "The project has changed since: merge again first.",
    "Merge areas first.",
)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What was asked of which project."""

    project: Project
    measure: LinkedTables
    most: float
    within: str | None


class AreasTab(StageTab):
    """Shows the measure of linked tables, merges areas in the background, and makes them a step."""

    title = BY_AREA
    purpose = "Which areas are too small for the tables that are published of them"

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.measure = MeasureTab(self.session, LinkedTables)
        self.merging = MergeCard()
        self.line = StateLine()
        self.computation: Computation[Redesign] = Computation(self.session.jobs, JOB, self)
        self._asked: _Asked | None = None
        self.measure.put_first(widget_in(column(self.merging, self.line, spacing=4, margins=(0, 8, 0, 4))))
        column((self.measure, 1), spacing=0, inside=self)
        self.computation.changed.connect(self.refresh)
        self.merging.wanted.connect(self.merge)
        self.merging.edited.connect(self.refresh)

    def refresh(self) -> None:
        """Show the session as it is now, and offer the next act."""
        project, data = self.session.project, self.session.data
        if project is None or data is None:
            return
        names = [one.name for one in data.variables if one.role in NOT_IDENTIFIERS]
        measure = self._measure()
        area = measure.area if measure is not None else None
        self.merging.offer([name for name in names if name != area], display_names(data.variables))
        self.measure.show_scenario()
        state = self.computation.state
        if isinstance(state, Failed):
            self.line.show_text(self.session.labelled_message(state.error), "triangle")
        elif self._asked is not None and self.computation.last is not None and not self._holds():
            self.line.show_text(OLD, "info")
        else:
            self.line.show_text("")
        self.line.setVisible(bool(self.line.text()))
        running = isinstance(state, Computing)
        why, why_not = self._hindrance(), self._hindrance_of_use()
        self.merging.show_redesign(self.computation.last, running=running, why=why)
        self._offer(why, why_not)

    def act(self) -> None:
        """Do what the filled button says."""
        if self._hindrance_of_use():
            self.merge()
        else:
            self.use()

    def merge(self) -> None:
        """Merge areas in the background, or stop."""
        project, measure, most = self.session.project, self._measure(), self.merging.most
        if isinstance(self.computation.state, Computing):
            self.computation.stop()
            return
        masked = self._masked()
        if self._hindrance() or project is None or measure is None or masked is None or most is None:
            return
        asked = self._asked = _Asked(project, measure, most, self.merging.within)

        def work(progress: Progress) -> Redesign:
            return merged_areas(asked.measure, masked, asked.most, parent=asked.within, progress=progress)

        self.computation.start("Merging areas", work)

    def use(self) -> None:
        """Make the new areas a step of the recipe; one undo takes it back."""
        project, found = self.session.project, self.computation.last
        if project is None or found is None or self._hindrance_of_use():
            return
        try:
            change = with_redesigned_areas(project, found)
        except SdcError as error:
            self.session.failed.emit(error)
            return
        self.session.change(*change)

    # What is possible

    def _measure(self) -> LinkedTables | None:
        """Return the measure as the project has it."""
        project = self.session.project
        if project is None:
            return None
        try:
            found = find_measure(project, self.measure.scenario, LinkedTables)
        except SdcError:
            return None  # said by the view of the measure
        return found if isinstance(found, LinkedTables) else None

    def _masked(self) -> Microdata | None:
        results = self.session.results
        return results.run.masked if results is not None and not self.session.hindrance else None

    def _holds(self) -> bool:
        """Return whether what was found is true of the project as it is."""
        asked, most = self._asked, self.merging.most
        return (
            asked is not None
            and asked.project == self.session.project
            and asked.measure == self._measure()
            and (asked.most, asked.within) == (most, self.merging.within)
        )

    def _hindrance(self) -> str:
        """Return why nothing can be merged now; empty: it can."""
        measure = self._measure()
        if measure is None or measure.area is None:
            return NO_AREA
        return self.session.hindrance

    def _hindrance_of_use(self) -> str:
        """Return why the new areas cannot become a step; empty: they can."""
        found = self.computation.last
        if found is None or not found.mapping or isinstance(self.computation.state, Computing):
            return NOTHING
        return "" if self._holds() else OLD

    def _offer(self, why: str, why_not_used: str) -> None:
        if not self.isVisibleTo(self.page):
            return
        running = isinstance(self.computation.state, Computing)
        filled = self.page.header.set_filled("" if running else MERGE if why_not_used else USE)
        allow(filled, why if why_not_used else "")
