"""Tab *By area*: the risk of every area against its people, and areas merged, split and joined."""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QFileDialog

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.operations.parameters import NOT_IDENTIFIERS
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import Progress
from sdcdesk.document.area_commands import merged_names, with_touching_file
from sdcdesk.document.measure_commands import find_measure
from sdcdesk.document.project import Project
from sdcdesk.release.area_proposals import AreaProposal, AreasAsTheyAre, AreaWish
from sdcdesk.risk.linked_tables.measure import LinkedTables
from ui.pages.page import Page
from ui.pages.stage_tab import StageTab
from ui.pages.tables.areas.redesign_card import USE, RedesignCard
from ui.results.measure_tab import MeasureTab
from ui.session.background_change import change_in_background
from ui.session.computation import Computation, Computing, Failed, Stopped
from ui.session.navigator import BY_AREA
from ui.widgets.layout import column, widget_in
from ui.widgets.reason import allow
from ui.widgets.state_line import StateLine

JOB, READ_JOB = "redesign_areas", "areas_that_touch"
"""Kinds of the jobs."""

FILES = "Text files (*.csv *.txt);;All files (*)"

NO_AREA, OLD, NOTHING, SAME, STOPPED = (
    "Choose the variable with the areas first.",
    "Project or wish have changed since: compute it again first.",
    "Compute what would become of the areas first.",
    "No area would change.",
    "It was stopped before all was computed.",
)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What was asked of which project."""

    project: Project
    measure: LinkedTables
    wish: AreaWish


class AreasTab(StageTab):
    """Shows the measure of linked tables, redesigns areas in the background, and makes them a step."""

    title = BY_AREA
    purpose = "Which areas are too small for the tables that are published of them"

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.measure = MeasureTab(self.session, LinkedTables)
        self.measure.hide()  # else it would be filled in the same moment in which the tab is made
        self.card = RedesignCard()
        self.line = StateLine()
        self.computation: Computation[AreaProposal] = Computation(self.session.jobs, JOB, self)
        self._asked: _Asked | None = None
        self.measure.put_first(widget_in(column(self.card, self.line, spacing=4, margins=(0, 8, 0, 4))))
        column((self.measure, 1), spacing=0, inside=self)
        self.computation.changed.connect(self.refresh)
        self.card.wanted.connect(self.compute)
        self.card.edited.connect(self.refresh)
        self.card.merging.file_wanted.connect(self.choose_pairs)
        self.line.acted.connect(self.compute)
        self.session.navigator.part_wanted.connect(self._show_part)

    def refresh(self) -> None:
        """Show the session as it is now, and offer the next act."""
        project, data = self.session.project, self.session.data
        if project is None or data is None:
            return
        self._offer_variables(project, data)
        self.measure.show()
        self.measure.show_scenario()
        self._show_state()
        running = isinstance(self.computation.state, Computing)
        why, why_not = self._hindrance(), self._hindrance_of_use()
        self.card.show_proposal(self.computation.last, running=running, why=why)
        self._offer(why, why_not)

    def act(self) -> None:
        """Do what the filled button says."""
        if self._hindrance_of_use():
            self.compute()
        else:
            self.use()

    def compute(self) -> None:
        """Compute in the background what would become of the areas, or stop."""
        wish, now = self.card.wish, self._now()
        if isinstance(self.computation.state, Computing):
            self.computation.stop()
            return
        if self._hindrance() or now is None or wish is None:
            return
        self._asked = _Asked(now.project, now.measure, wish)

        def work(progress: Progress) -> AreaProposal:
            return wish.propose(now, progress)

        self.computation.start(self.card.form.title, work)

    def use(self) -> None:
        """Make the new areas a step of the recipe; one undo takes it back."""
        found = self.computation.last
        if found is not None and not self._hindrance_of_use():
            self.session.change(*found.change)

    def choose_pairs(self) -> None:
        """Ask for a file with the areas that touch."""
        name, _ = QFileDialog.getOpenFileName(self, "Open the areas that touch", "", FILES)
        if name:
            self.read_pairs(Path(name))

    def read_pairs(self, path: Path) -> None:
        """Let the project keep the areas that touch, as a file names them; one undo takes them back."""
        data, measure = self.session.data, self._measure()
        if data is None or measure is None or measure.area is None:
            return
        area = measure.area
        change_in_background(
            self.session,
            READ_JOB,
            "Reading areas that touch",
            lambda project: with_touching_file(project, data, area, path),
        )

    def _show_part(self, name: str) -> None:
        """Bring up a part of the answer, if this tab is the one that is seen."""
        if self.isVisibleTo(self.page):
            self.measure.lead_to(name)

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

    def _now(self) -> AreasAsTheyAre | None:
        """Return the areas as the project leaves them; None: they are not known."""
        project, data, measure = self.session.project, self.session.data, self._measure()
        results = self.session.results
        masked = results.run.masked if results is not None and not self.session.hindrance else None
        if project is None or data is None or measure is None or masked is None:
            return None
        return AreasAsTheyAre(project, self.measure.scenario, measure, data, masked)

    def _holds(self) -> bool:
        """Return whether what was found is true of the project as it is."""
        asked = self._asked
        return (
            asked is not None
            and asked.project == self.session.project
            and asked.measure == self._measure()
            and asked.wish == self.card.wish
        )

    def _hindrance(self) -> str:
        """Return why nothing can be computed now; empty: it can."""
        measure = self._measure()
        if measure is None or measure.area is None:
            return NO_AREA
        return self.session.hindrance

    def _hindrance_of_use(self) -> str:
        """Return why the new areas cannot become a step; empty: they can."""
        found = self.computation.last
        if found is None or isinstance(self.computation.state, Computing):
            return NOTHING
        if not self._holds():
            return OLD
        return "" if found.change.label else SAME

    # What is shown

    def _offer_variables(self, project: Project, data: Microdata) -> None:
        """Let the sentence offer the variables of the file, and what the project knows of its areas.

        The sentences of other ways are brought up to date when they are chosen: each list of ten thousand
        variables takes a hundredth of a second.
        """
        card, called, measure = self.card, display_names(data.variables), self._measure()
        area = measure.area or "" if measure is not None else ""
        allow(card.merging.file, "" if area else NO_AREA)
        if card.form is card.apart:
            card.apart.offer_merged(merged_names(project, area) if area else {})
        elif card.form is card.grid:
            numbers = (one for one in data.variables if one.scale is Scale.CONTINUOUS)
            places = [one.name for one in numbers if one.role in NOT_IDENTIFIERS]
            card.grid.offer_numbers(places, called)
        else:
            names = [one.name for one in data.variables if one.role in NOT_IDENTIFIERS]
            card.form.offer(names, called, area)
            card.merging.show_pairs(len(project.touching.get(area, ())))

    def _show_state(self) -> None:
        """Say how what is shown stands: failed, stopped, or true of an earlier project or wish."""
        state = self.computation.state
        if self._asked is None:
            self.line.show_text("")
        elif isinstance(state, Failed):
            self.line.show_text(self.session.labelled_message(state.error), "triangle")
        elif isinstance(state, Stopped):
            self.line.show_text(STOPPED, "info", "Compute again")
        elif self.computation.last is not None and not self._holds():
            self.line.show_text(
                OLD, "info", "" if self._hindrance() or self.card.form.lacks else "Compute again"
            )
        else:
            self.line.show_text("")
        self.line.setVisible(bool(self.line.text()) and not isinstance(state, Computing))

    def _offer(self, why: str, why_not_used: str) -> None:
        if not self.isVisibleTo(self.page):
            return
        running = isinstance(self.computation.state, Computing)
        filled = self.page.header.set_filled("" if running else self.card.form.title if why_not_used else USE)
        allow(filled, (why or self.card.form.lacks) if why_not_used else "")
