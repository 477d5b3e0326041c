"""Tab *Suggest a safe recipe*: limits are kept, loss is least, and the user says what may change."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFileDialog

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.measures import leading_measure
from sdcdesk.document.project import Project
from sdcdesk.search.suggestion.adoption import with_suggested_recipe
from sdcdesk.search.suggestion.allowed import UNCHANGEABLE, Allowed, possible_steps
from sdcdesk.search.suggestion.assessed import Assessed
from sdcdesk.search.suggestion.saved_state import load_state, state_bytes
from sdcdesk.search.suggestion.searched_file import SearchedFile
from sdcdesk.search.suggestion.space import Point
from sdcdesk.search.suggestion.state import SearchState
from ui.look.locale import in_user_locale
from ui.pages.page import Page
from ui.pages.stage_tab import StageTab
from ui.pages.suggestion.allowed_card import AllowedCard
from ui.pages.suggestion.changeable_row import Changeable
from ui.pages.suggestion.limits_card import LimitsCard
from ui.pages.suggestion.map_card import SuggestionMapCard
from ui.pages.suggestion.recipes_card import RecipesCard
from ui.pages.suggestion.search_card import SearchCard
from ui.pages.suggestion.suggestion_search import SuggestionSearch
from ui.plots.export import Exporter
from ui.session.computation import Computation, Computing, Failed, Ready
from ui.session.navigator import SUGGESTION
from ui.widgets.busy import Veil
from ui.widgets.card import GAP
from ui.widgets.empty import EmptyState
from ui.widgets.layout import column, discard, lay_side_beside, row, widget_in
from ui.widgets.reason import allow
from ui.widgets.state_line import StateLine

SIDE, BESIDE = 276, 700
"""Pixels of what stands beside the map, and of the tab from which it does."""

MARGINS = (20, 12, 20, 16)
"""Pixels around all."""

CHANGEABLE_JOB, OPEN_JOB = "changeable_variables", "open_search"
"""Kinds of the jobs that look at what a variable can become, and that read a search."""

FILES = "Searches (*.json);;All files (*)"

NOTHING_SEARCHED, NO_TIME, NOTHING_MAY = (
    "Nothing was searched yet.",
    "Say first how long the search may take.",
    "Switch at least one change on.",
)

NOT_SAFE, USED, OLD, NONE_CHOSEN = (
    "It does not keep every limit.",
    "It is the recipe now.",
    "The project has changed since: search again first.",
    "Choose a recipe first.",
)

OLD_FOUND = "These were found for the project as it was: limits, data or seed have changed since."

ADOPT = "Adopt recipe"


class SuggestionTab(StageTab):
    """Says what may change, searches in the background, and makes a safe recipe that of the project."""

    title = SUGGESTION
    purpose = "The least loss that keeps every limit; you decide what may change"

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.search = SuggestionSearch(self.session, self)
        self.one: Assessed | None = None
        self._picked: tuple[Point, bool] | None = None
        self._shown: tuple[Project | None, Microdata | None] = (None, None)
        self._next: Callable[[], object] = lambda: None
        self.save = self.add_button("Save search…")
        self.open = self.add_button("Open search…")
        self.limits, self.allowed, self.time = LimitsCard(), AllowedCard(), SearchCard()
        self.map_card, self.recipes = SuggestionMapCard(), RecipesCard()
        self.line = StateLine()
        self.changeable: Computation[tuple[list[Changeable], Allowed]] = Computation(
            self.session.jobs, CHANGEABLE_JOB, self
        )
        self.exporter = Exporter(self, lambda: "search")
        self.exporter.report_to(self.session)
        self._beside = widget_in(column(self.limits, self.time, self.allowed, ..., spacing=GAP))
        right = widget_in(column(self.line, self.map_card, self.recipes, ..., spacing=GAP))
        self._parts = row(self._beside, (right, 1), spacing=GAP)
        self._work = widget_in(self._parts)
        self._veils = [Veil(card.content) for card in (self.map_card, self.recipes)]
        self.empty: EmptyState | None = None
        self._whole = column(self._work, ..., margins=MARGINS, inside=self)
        self._connect()

    def refresh(self) -> None:
        """Show the session as it is now, and offer the next act."""
        project, data = self.session.project, self.session.data
        if project is None or data is None:
            return
        missing = self._missing(project)
        self._show_empty(missing)
        if missing is not None:
            self._allow()
            return
        self.limits.show_limits(project)
        self._offer_changes(project, data)
        self._show_found()
        self._allow()

    def act(self) -> None:
        """Do what the filled button says."""
        self._next()

    def start(self) -> None:
        """Search, go on, or stop."""
        if self.search.is_running:
            self.search.computation.stop()
        elif self.time.time is not None and not self._hindrance():
            self.search.start(self.allowed.allowed, self.time.time)
            self.refresh()

    def choose(self, one: Assessed | None) -> None:
        """Choose a recipe on the map and in the list; None: the choice stays."""
        self._picked = one.key if one is not None else self._picked
        self._show_found()
        self._allow()

    def use(self, one: Assessed | None = None) -> None:
        """Make a recipe, or the chosen one, that of the project; one undo takes it back."""
        one, project = one or self.one, self.session.project
        if one is None or project is None or self._hindrance_of(one):
            return
        self._picked = one.key
        try:
            change = with_suggested_recipe(project, one)
        except SdcError as error:
            self.session.failed.emit(error)
            return
        self.session.change(*change)

    def save_search(self) -> None:
        """Ask where what was tried should be written, so that the search can go on another day."""
        found = self.search.found
        if found is not None:
            self.exporter.ask("json", lambda: state_bytes(found.suggestion.state))

    def choose_file(self) -> None:
        """Ask for a search that was saved, and go on with it."""
        name, _ = QFileDialog.getOpenFileName(self, "Open a search", "", FILES)
        if name:
            self.go_on(Path(name))

    def go_on(self, path: Path) -> None:
        """Go on with a search that was saved."""

        def work(progress: Progress) -> SearchState:
            progress.check()
            return load_state(path)

        def take(state: SearchState) -> None:
            self._take_allowed(state.allowed)
            if self.time.time is not None:
                self.search.start(state.allowed, self.time.time, state)

        self.session.jobs.start(OPEN_JOB, "Opening a search", work, take, self.session.failed.emit)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Put the map below the rest where room is short."""
        super().resizeEvent(event)
        beside = self.width() >= BESIDE
        lay_side_beside(self._parts, self._beside, SIDE, beside=beside)

    # What is shown

    def _connect(self) -> None:
        self.search.changed.connect(self.refresh)
        self.search.restored.connect(self.choose)
        self.recipes.restore_wanted.connect(self.search.restore)
        self.changeable.changed.connect(self._on_changeable)
        self.save.clicked.connect(self.save_search)
        self.open.clicked.connect(self.choose_file)
        self.limits.edit_wanted.connect(lambda: self.session.navigator.show_stage("risk"))
        self.allowed.edited.connect(self.refresh)
        self.allowed.another_wanted.connect(lambda name: self._add_variable(name, Allowed()))
        self.time.wanted.connect(self.start)
        for chosen, used in (
            (self.map_card.point_chosen, self.map_card.point_used),
            (self.recipes.chosen, self.recipes.used),
        ):
            chosen.connect(lambda which: self.choose(self._recipe(which)))
            used.connect(lambda which: self.use(self._recipe(which)))
        self.map_card.map.exporter.report_to(self.session)

    def _recipe(self, which: object) -> Assessed | None:
        """Return the recipe that a number of the map, or a row, means."""
        found = self.search.found
        if isinstance(which, int):
            return found.suggestion.found[which] if found is not None and which >= 0 else None
        return which if isinstance(which, Assessed) else None

    def _missing(self, project: Project) -> tuple[str, str, str] | None:
        """Return what is missing for a search, why, and the act that leads on; None: nothing is."""
        if project.data.released:
            return "The original is not known", leading_measure(Concern.LOSS).needs_original, ""
        if not project.scenarios:
            return "There is no scenario", "Nobody has said yet which risk is too high.", "Add a scenario"
        if not any(scenario.limits for scenario in project.scenarios):
            why = "A search keeps limits: nobody has said yet which risk is too high."
            return "No scenario has a limit", why, "Set a limit"
        return None

    def _show_empty(self, missing: tuple[str, str, str] | None) -> None:
        if self.empty is not None:
            discard(self.empty)
            self.empty = None
        self._work.setVisible(missing is None)
        if missing is not None:
            self.empty = EmptyState(*missing)
            self.empty.acted.connect(lambda: self.session.navigator.show_stage("risk"))
            self._whole.insertWidget(0, self.empty)

    def _offer_changes(self, project: Project, data: Microdata) -> None:
        """Look in the background at what variables can become, where the file or what is known is another."""
        known, of_data = self._shown
        if of_data is not None and of_data.rows is not data.rows:
            self.allowed.forget()
        same = known is not None and _asked_of(known) == _asked_of(project) and of_data is data
        self._shown = project, data
        if same:
            return

        def work(progress: Progress) -> tuple[list[Changeable], Allowed]:
            file = SearchedFile(project, data)
            found = [_changeable(file, name) for name, _ in progress.over(file.keys)]
            return found, Allowed.of(project, data)

        self.changeable.start("Looking at what may change", work)

    def _on_changeable(self) -> None:
        state = self.changeable.state
        self.allowed.set_loading(loading=isinstance(state, Computing))
        if isinstance(state, Ready):
            variables, allowed = state.value
            chosen, data = self.allowed.chosen(), self.session.data
            self.allowed.show_variables(variables, allowed)
            for name in chosen:
                may = data is not None and name in data and data.variable(name).role not in UNCHANGEABLE
                if may and name not in self.allowed.rows:
                    self._add_variable(name, chosen[name])
            self._offer_others()
        elif isinstance(state, Failed):
            self.session.failed.emit(state.error)
        self._allow()

    def _offer_others(self) -> None:
        data = self.session.data
        if data is not None:
            names = [
                one.name
                for one in data.variables
                if one.role not in UNCHANGEABLE and one.name not in self.allowed.rows
            ]
            self.allowed.offer(names, display_names(data.variables))

    def _add_variable(self, name: str, allowed: Allowed) -> None:
        """Show the switches of one more variable; those that are allowed are on."""
        project, data = self.session.project, self.session.data
        if project is None or data is None:
            return

        def work(progress: Progress) -> Changeable:
            progress.check()
            return _changeable(SearchedFile(project, data), name)

        def take(variable: Changeable) -> None:
            if name not in self.allowed.rows:
                self.allowed.add(variable, allowed)
            self._offer_others()
            self.refresh()

        words = sentence("Looking at what {name} can become", name=display_names(data.variables)[name])
        self.session.jobs.start(f"{CHANGEABLE_JOB} {name}", words, work, take, self.session.failed.emit)

    def _take_allowed(self, allowed: Allowed) -> None:
        """Switch on what a search that was saved may change."""
        self.allowed.set_allowed(allowed)
        for name in allowed.variables:
            if name not in self.allowed.rows:
                self._add_variable(name, allowed)

    def _show_found(self) -> None:
        found, running, holds = self.search.found, self.search.is_running, self.search.holds()
        recipes = found.suggestion.found if found is not None else ()
        best = found.suggestion.safe[0] if found is not None and found.suggestion.safe else None
        # The best so far, until somebody chooses another one.
        self.one = next((one for one in recipes if one.key == self._picked), best)
        number = found.suggestion.found.index(self.one) if found is not None and self.one is not None else -1
        self.map_card.show_found(found, self.search.new(), number)
        self.recipes.show_recipes(found, self.one, self._hindrance_of, self._hindrance_of_repair)
        for veil in self._veils:
            veil.set_drawn(drawn=found is not None and not holds and not running)
        state = self.search.refused(self.one) or self.search.computation.state
        if isinstance(state, Failed):
            self.line.show_text(self.session.labelled_message(state.error), "triangle")
        elif found is not None and not holds and not running:
            self.line.show_text(OLD_FOUND, "info")
        elif found is not None and found.suggestion.complete and found.suggestion.safe:
            self.line.show_text("All recipes that are allowed were tried: no safe one loses less.", "tick")
        else:
            self.line.show_text("")
        self.line.setVisible(bool(self.line.text()))

    def _hindrance(self) -> str:
        """Return why nothing can be searched now; empty: it can."""
        if isinstance(self.changeable.state, Computing):
            return "What may change is being looked at."
        allowed = self.allowed.allowed
        return "" if allowed.variables or allowed.records else NOTHING_MAY

    def _hindrance_of(self, one: Assessed | None) -> str:
        """Return why a recipe cannot be adopted; empty: it can."""
        project = self.session.project
        if one is None or project is None:
            return NONE_CHOSEN
        if not one.keeps:
            return NOT_SAFE
        if not self.search.holds():
            return OLD
        return USED if project.recipe.steps == one.recipe.steps else ""

    def _hindrance_of_repair(self, one: Assessed) -> str | None:
        """Return why means and covariances cannot be restored; empty: they can; None: none were changed."""
        found = self.search.found
        if found is None or not found.suggestion.repairable(one):
            return None
        return self.search.hindrance_of_repair(one) if self.search.holds() else OLD

    def _allow(self) -> None:
        """Say of each button why it cannot be used now, and offer the next act."""
        found, running = self.search.found, self.search.is_running
        why = self._hindrance()
        continues = self.search.continues(self.allowed.allowed)
        self.time.show_search(found, running=running, continues=continues, why=why)
        self.allowed.set_running(running=running)
        allow(self.save, "" if found is not None else NOTHING_SEARCHED)
        busy = "Stop the search first." if running else "" if self.time.time is not None else NO_TIME
        allow(self.open, busy)
        if not self.isVisibleTo(self.page):
            return
        header = self.page.header
        if self.empty is not None:
            header.set_filled("")
        elif found is None or not found.suggestion.safe:
            self._next = self.start
            allow(header.set_filled("" if running else "Search"), why or ("" if self.time.time else NO_TIME))
        else:
            self._next = self.use
            allow(header.set_filled(ADOPT), self._hindrance_of(self.one))


def _changeable(file: SearchedFile, name: str) -> Changeable:
    called = display_names(file.data.variables)
    return Changeable(name, in_user_locale(called[name]), file.different(name), possible_steps(file, name))


def _asked_of(project: Project) -> tuple[object, ...]:
    """Return what decides which variables may change, and how."""
    return project.scenarios, project.hierarchies, project.variables
