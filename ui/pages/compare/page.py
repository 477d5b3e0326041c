"""Compare page: alternatives on one map and in one table; a chosen one becomes the recipe."""

from collections.abc import Callable

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractButton, QPushButton

from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.display_names import display_names
from sdcdesk.document.alternative_commands import note_on, with_alternative, with_grid, with_note
from sdcdesk.document.grid import Grid
from sdcdesk.document.measures import leading_measure
from sdcdesk.search.alternatives.alternative import Alternative
from sdcdesk.search.alternatives.alternative_texts import AlternativeTexts
from sdcdesk.search.alternatives.alternatives_map import recipe_outcome
from sdcdesk.search.alternatives.comparison import Comparison
from sdcdesk.search.alternatives.identity import can_continue
from sdcdesk.search.alternatives.outcome import Outcome
from ui.pages.compare.alternatives_card import AlternativesCard
from ui.pages.compare.grid_dialog import GridDialog
from ui.pages.compare.map_card import MapCard
from ui.pages.compare.note_dialog import NoteDialog
from ui.pages.compare.progress_line import ProgressLine
from ui.pages.compare.ready_choices import ReadyChoices
from ui.pages.compare.saved_comparisons import SavedComparisons
from ui.pages.page import Page, Stage
from ui.pages.stage_tab import StageTab, StageTabs
from ui.session.computation import Failed
from ui.session.navigator import SUGGESTION
from ui.session.session import Session
from ui.widgets.actions import Actions
from ui.widgets.busy import Veil
from ui.widgets.empty import EmptyState
from ui.widgets.focus import leave_focus
from ui.widgets.layout import discard
from ui.widgets.menus import Entry, context_menu
from ui.widgets.reason import allow

ALTERNATIVES = "Alternatives"
"""Title of the stage's own tab."""


def _suggestion() -> type[StageTab]:
    from ui.pages.suggestion.suggestion_tab import SuggestionTab

    return SuggestionTab


TABS: dict[str, Callable[[], type[StageTab]]] = {SUGGESTION: _suggestion}
"""By their names the tabs beside it."""

NONE_CHOSEN, FAILED, USED = (
    "Choose an alternative first.",
    "It could not be applied.",
    "It is the recipe now.",
)

OLD = "The project has changed since: run the comparison again first."

NOTHING_YET = "Nothing was compared yet."

RUNNING = "Alternatives are being compared."


class ComparePage(Page):
    """Asks for a grid, has it compared in the background, and makes the chosen alternative the recipe."""

    tab_kinds = TABS

    def __init__(self, session: Session, actions: Actions, stage: Stage) -> None:
        super().__init__(session, actions, stage)
        self.comparing = session.comparing
        self.number = -1
        self._texts = AlternativeTexts()
        self._now: tuple[object, Outcome | None] = (None, None)
        self.dialog: GridDialog | None = None
        self.noting: NoteDialog | None = None
        self.empty: EmptyState | None = None
        self.saved = SavedComparisons(session, self)
        self.save = self.header.add_button("Save comparison…")
        self.edit = self.header.add_button("Alternatives…")
        self.again = self.header.add_button("Run again")
        self.line = ProgressLine(session)
        self.ready = ReadyChoices(session, self.line.time_text)
        self.map_card, self.table_card = MapCard(), AlternativesCard()
        self._veils = [Veil(card.content) for card in (self.map_card, self.table_card)]
        for part in (self.ready, self.line, self.map_card, self.table_card):
            self.body.addWidget(part)
        self.body.addStretch()
        self.tabs = StageTabs(self, TABS)
        self._whole.addWidget(self.tabs, 1)
        if TABS:
            self.header.set_tabs((ALTERNATIVES, *TABS))
        self._connect()

    @property
    def filled(self) -> QAbstractButton:
        """The one filled button of what is seen."""
        if self.tabs.current is None and self.map_card.isVisible():
            return self.map_card.chosen.use
        if self.tabs.current is None and self.ready.isVisible() and self.ready.buttons:
            return self.ready.buttons[0]
        return super().filled

    def show_tab(self) -> None:
        """Show the tab that is chosen."""
        shown = self.tabs.open(self.header.chosen_tab)
        self.centre.setVisible(shown is None)
        for each in (self.save, self.edit, self.again):
            each.setVisible(shown is None)
        if shown is None:
            self.header.set_words(self.stage.title, self.stage.purpose)
            self.header.set_filled("")
        self.refresh()

    def refresh(self) -> None:
        """Show the session as it is now."""
        if self.tabs.current is not None:
            self.tabs.current.refresh()
            return
        project, found = self.session.project, self.comparing.found
        if project is None:
            return
        nothing = self._nothing()
        self._show_empty(nothing)
        compared = nothing is None and (found is not None or self.comparing.is_running)
        failed = isinstance(self.comparing.computation.state, Failed)
        if compared:
            leave_focus(self.ready, self)
        self.ready.setVisible(nothing is None and not compared)
        self.line.setVisible(compared or (nothing is None and failed))
        for card in (self.map_card, self.table_card):
            card.setVisible(compared)
        if nothing is None and not compared:
            self.ready.follow()
            self.line.show_progress(holds=False)
        if compared:
            self._show_comparison(found)
        self._allow(nothing[0] if nothing else "")

    def compare(self, grid: Grid) -> None:
        """Compare the alternatives of a grid; the project keeps it."""
        project, data = self.session.project, self.session.data
        if project is None or data is None:
            return
        self.number = -1
        found = self.comparing.found
        done = found if found is not None and can_continue(found, project) else None
        self.session.change(*with_grid(project, grid))
        self.comparing.start(self.session.project or project, data, grid, done)

    def run_again(self) -> None:
        """Compare the same alternatives anew, for the project as it is now."""
        if (grid := self._grid) is not None:
            self.compare(grid)

    def resume(self) -> None:
        """Compare what is left of the alternatives."""
        project, data, found = self.session.project, self.session.data, self.comparing.found
        if project is not None and data is not None and found is not None:
            self.comparing.start(project, data, found.grid, found)

    def edit_grid(self) -> None:
        """Open the dialog in which the grid is edited."""
        project, data = self.session.project, self.session.data
        if project is None or data is None:
            return
        self.ready.follow()
        grid, window = self._grid or Grid(), self.window()
        dialog = GridDialog(project, data, grid, self.line.time_text, self.ready.made, window)
        self.dialog = dialog
        dialog.finished.connect(lambda _result: setattr(self, "dialog", None))
        dialog.accepted.connect(lambda: self._take_grid(dialog.grid))
        dialog.open()

    def _take_grid(self, grid: Grid | None) -> None:
        if grid is not None:
            self.compare(grid)

    def choose(self, number: int) -> None:
        """Choose an alternative on the map and in the table."""
        self.number = number
        self.table_card.view.choose(number)
        self._show_chosen()

    def use(self, number: int | None = None) -> None:
        """Make an alternative, or the chosen one, the recipe; one undo takes it back."""
        number = self.number if number is None else number
        project, found = self.session.project, self.comparing.found
        if project is None or found is None or self._hindrance(number):
            return
        words = self._texts.text(found.outcome(number).alternative)
        self.session.change(*with_alternative(project, found.recipe(number), words))

    def note(self, number: int | None = None) -> None:
        """Ask for a note on an alternative, or on the chosen one."""
        number = self.number if number is None else number
        found = self.comparing.found
        if found is None or number < 0:
            return
        alternative = found.outcome(number).alternative
        self.noting = dialog = NoteDialog(self._texts.text(alternative), self._note(number), self.window())
        dialog.finished.connect(lambda _result: setattr(self, "noting", None))
        dialog.accepted.connect(lambda: self._take_note(found, alternative, dialog.note()))
        dialog.open()

    def _take_note(self, found: Comparison, one: Alternative, note: str) -> None:
        project = self.session.project
        if project is not None:
            self.session.change(*with_note(project, found.grid, one.steps, one.draw, note))

    def _act(self) -> None:
        """Do what the filled button of the header says, which is that of a tab."""
        if self.tabs.current is not None:
            self.tabs.current.act()

    # What is shown

    def _connect(self) -> None:
        card, table = self.map_card, self.table_card
        self.header.filled.clicked.connect(self._act)
        self.header.tab_chosen.connect(lambda _tab: self.show_tab())
        self.comparing.changed.connect(self._on_session)
        self.save.clicked.connect(lambda: self.saved.save(self.table_card.weight))
        self.edit.clicked.connect(self.edit_grid)
        self.again.clicked.connect(self.run_again)
        self.ready.chosen.connect(self.compare)
        self.ready.edit_wanted.connect(self.edit_grid)
        self.ready.open_wanted.connect(self.saved.choose)
        self.line.resume_wanted.connect(self.resume)
        self.line.again_wanted.connect(self.run_again)
        card.axes_chosen.connect(self.refresh)
        card.methods.switched.connect(self._show_rows)
        card.chosen.use.clicked.connect(lambda: self.use())
        card.map.place_chosen.connect(self.choose)
        card.map.place_used.connect(self.use)
        card.chosen.add_note.clicked.connect(lambda: self.note())
        for view in (card.map, table.view):
            view.note_wanted.connect(self.note)
        table.view.number_chosen.connect(self.choose)
        table.view.number_used.connect(self.use)
        table.view.menu_wanted.connect(self._open_menu)
        table.weighed.connect(lambda _weight: self._show_rows())
        for exporter in (card.map.exporter, table.exporter):
            exporter.report_to(self.session)

    def _nothing(self) -> tuple[str, str, str, str] | None:
        """Return what is missing, why, the act that leads on and its stage; None: nothing is."""
        project = self.session.project
        if project is not None and project.data.released:
            return "The original is not known", leading_measure(Concern.LOSS).needs_original, "", ""
        if project is not None and not project.scenarios:
            why = "Alternatives are compared by their risk, in the worst of all scenarios."
            return "There is no scenario", why, "Add a scenario", "risk"
        return None

    def _show_empty(self, nothing: tuple[str, str, str, str] | None) -> None:
        if self.empty is not None:
            discard(self.empty)
            self.empty = None
        if nothing is not None:
            *words, stage = nothing
            self.empty = EmptyState(*words)
            self.empty.acted.connect(lambda: self.session.navigator.show_stage(stage))
            self.body.insertWidget(0, self.empty)

    def _show_comparison(self, found: Comparison | None) -> None:
        project = self.session.project
        called = display_names(project.variables) if project is not None else {}
        if called != self._texts.called:
            self._texts = AlternativeTexts(called)
        holds = found is None or self.comparing.holds(project)
        self.line.show_progress(holds=holds)
        if found is None or project is None:
            self.map_card.show_empty("The first alternatives are on their way", RUNNING)
            self.table_card.hide()
            return
        self.map_card.show_content()
        self.map_card.show_comparison(found, project, self._recipe_now(), self._texts)
        if self.number not in {one.alternative.number for one in found.outcomes}:
            self.number = -1
        for veil in self._veils:
            veil.set_drawn(drawn=not holds)
        self._show_rows()
        if self.number < 0 and not self.comparing.is_running:
            self.choose(self.table_card.best)  # the likely one, until the user looks at another
        self._show_chosen()

    def _show_rows(self) -> None:
        project, axes, card = self.session.project, self.map_card.axes, self.table_card
        if project is not None and axes is not None:
            found, marks = self.comparing.found, self.map_card.marks
            card.show_alternatives(found, project, axes, marks, self._texts, self.number)

    def _show_chosen(self) -> None:
        project = self.session.project
        if project is not None:
            self.map_card.choose(self.number, project, self._texts, self._note(self.number))
        self._allow_button(self.map_card.chosen.use, self._hindrance(self.number))
        self._allow_button(self.map_card.chosen.add_note, "" if self.number >= 0 else NONE_CHOSEN)

    def _recipe_now(self) -> Outcome | None:
        """Return what became of the recipe as it is; None: that is not known."""
        release = self.session.release
        known, outcome = self._now
        if known is not release:
            outcome = None if release is None else recipe_outcome(release)
            self._now = (release, outcome)
        return outcome

    @property
    def _grid(self) -> Grid | None:
        """What was compared last, else what the project keeps; None: nothing."""
        project, found = self.session.project, self.comparing.found
        return found.grid if found is not None else project.grid if project is not None else None

    def _note(self, number: int) -> str:
        """Return what was noted on an alternative; empty: nothing."""
        project, found = self.session.project, self.comparing.found
        if project is None or found is None or number < 0:
            return ""
        one = found.outcome(number).alternative
        return note_on(project, found.grid.before, one.steps, one.draw)

    def _hindrance(self, number: int) -> str:
        """Return why an alternative cannot become the recipe; empty: it can."""
        found, project = self.comparing.found, self.session.project
        if found is None or project is None or number < 0:
            return NONE_CHOSEN
        outcome = found.outcome(number)
        if outcome.error is not None:
            return FAILED
        if outcome.alternative.recipe == project.recipe:
            return USED
        return "" if self.comparing.holds(project) else OLD

    def _allow(self, missing: str) -> None:
        """Say of each button why it cannot be used now."""
        found = self.comparing.found
        running = RUNNING if self.comparing.is_running else ""
        unknown = "" if self._grid is not None else NOTHING_YET
        self._allow_button(self.edit, missing or running)
        self._allow_button(self.again, missing or running or unknown)
        self._allow_button(self.save, missing or ("" if found is not None else NOTHING_YET))

    def _allow_button(self, button: QPushButton, why: str) -> None:
        """Let a button be pressed or not; one that cannot be any more gives the keyboard to the page."""
        if why:
            leave_focus(button, self)
        allow(button, why)

    def _open_menu(self, place: QPoint) -> None:
        use = Entry("Use as recipe\tEnter", self.use, self._hindrance(self.number))
        context_menu(self, use, Entry("Note…\tN", self.note)).popup(place)
