"""Masking page: what each step does to the data, side by side."""

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu, QStackedWidget

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.operations.method import Method
from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.document.blank_commands import (
    MATCH,
    blanks_for_matching,
    counting_blanks,
    matching_blanks,
    offer,
)
from sdcdesk.document.scenario import Scenario, known_keys
from sdcdesk.inspection.step_suggestions import suggested_steps
from sdcdesk.records.side_by_side import SideBySide, side_by_side
from sdcdesk.release.project_results import ProjectResults
from ui.dialogs.step_dialog import StepDialog
from ui.dialogs.step_previewer import data_before
from ui.look.icons import set_icon
from ui.look.locale import in_user_locale
from ui.pages.masking.add_step_menu import AddStepMenu
from ui.pages.masking.empty import MaskingEmpty
from ui.pages.masking.tables import FileTables
from ui.pages.page import Page, Stage
from ui.pages.stage_tab import StageTab, StageTabs
from ui.session.computation import Computation, Ready
from ui.session.current_scenario import current_scenario
from ui.session.navigator import BEFORE_AND_AFTER, HIERARCHIES, SAFE_CODING, edit_step_text
from ui.session.session import Session
from ui.widgets.actions import Actions
from ui.widgets.buttons import chip
from ui.widgets.card import GAP, Card
from ui.widgets.label import ElidedLabel
from ui.widgets.layout import row
from ui.widgets.menus import Entry, context_menu
from ui.widgets.reason import allow
from ui.widgets.what_is_this import explain

ORIGINAL = Explanation(
    "Original",
    "The records of the file as it was read, without identifiers. The numbers at the left are those of the "
    "file. No step ever changes it.",
)

CHANGED_CELLS = Explanation(
    "Masked",
    "The same records after all steps. A changed cell has a coloured ground and a triangle in its corner; a "
    "record that is not released is hatched. Group is the number of released records that share the key "
    "values of the scenario; an exclamation mark says that they are fewer than wanted.",
)

JOB = "side_by_side"
"""Kind of the job that puts both files side by side."""

CHOSEN = "chosen on the page Masking"
"""How records that are shown elsewhere were chosen."""

UNPAIRED = "Each file stands in its own order: nothing says who is who."

USUAL_K = 3
"""Wanted group size where there is no scenario."""


def _hierarchies() -> type[StageTab]:
    from ui.pages.hierarchies.hierarchies_tab import HierarchiesTab

    return HierarchiesTab


def _safe_coding() -> type[StageTab]:
    from ui.pages.safe_coding.safe_coding_tab import SafeCodingTab

    return SafeCodingTab


TABS = {HIERARCHIES: _hierarchies, SAFE_CODING: _safe_coding}
"""By their names the tabs beside both files."""

Changes = tuple[SideBySide, tuple[Method, ...]]


class MaskingPage(Page):
    """Shows original and masked file beside each other, and opens the dialogs of the steps."""

    tab_kinds = TABS

    def __init__(self, session: Session, actions: Actions, stage: Stage) -> None:
        super().__init__(session, actions, stage, scrolls=False)
        self.tables = FileTables(self)
        self.empty = MaskingEmpty()
        self.menu = AddStepMenu(self)
        self.dialog: StepDialog | None = None
        self._displayed: tuple[Microdata, Microdata, Scenario | None] | None = None
        self._suggested: tuple[Method, ...] = ()
        self._k, self._order, self._shows_failure = USUAL_K, "", False
        self._both: Computation[Changes] = Computation(session.jobs, JOB, self)
        self.export = self.header.add_button("Export file…")
        self.add = self.header.set_filled("Add step", "plus")
        self.together = chip("Scroll together", on=True)
        self.shaded = chip("Shade groups", on=True)
        self.only_changed = chip("Only changed records")
        self.sorted_by = ElidedLabel(tone="text2")
        self.original = Card("Original", margin=0)
        self.masked = Card("Masked", margin=0)
        self.right = QStackedWidget()
        self._halves = row((self.original, 1), (self.masked, 1), spacing=GAP)
        self._arrange()
        self.tabs = StageTabs(self, TABS)
        self._whole.addWidget(self.tabs, 1)
        self.header.set_tabs((BEFORE_AND_AFTER, *TABS))
        self._connect()

    def show_tab(self) -> None:
        """Show the tab that is chosen."""
        shown = self.tabs.open(self.header.chosen_tab)
        self.centre.setVisible(shown is None)
        self.export.setVisible(shown is None)
        if shown is None:
            self.header.set_words(self.stage.title, self.stage.purpose)
            self.header.set_filled("Add step", "plus")
            allow(self.header.filled)
        else:
            set_icon(self.header.filled, "")
        self.refresh()

    def refresh(self) -> None:
        """Show the session as it is now; without results the original stands alone."""
        if self.tabs.current is not None:
            self.tabs.current.refresh()
            return
        session, data, results = self.session, self.session.data, self.session.results
        self.masked.set_loading(loading=session.is_stale)
        if data is None:
            return
        self.original.set_title("As released" if data.is_released else "Original")
        self.original.set_note(in_user_locale(counted(len(data), "record")))
        nothing = results is not None and not results.project.recipe.active
        allow(self.only_changed, "Nothing is masked" if nothing or results is None else "")
        self._scroll_together()
        if results is not None:
            self.masked.show_content()
            self._show_failure(results)
            records = in_user_locale(counted(len(results.run.last), "record"))
            self.masked.set_note(f"{records}, {in_user_locale(results.run.done)}")
            self._suggest()
            self.right.setCurrentWidget(self.empty if nothing else self.tables.masked_half)
            self._compare(results.run.original, results.run.last)
            return
        self.masked.set_note("")
        if session.is_stale:
            self.masked.show_empty("Counting groups…")
        else:
            self.masked.show_state(session.state)
            self._compare(data, data)

    def show_add_menu(self) -> None:
        """Open the menu of methods."""
        self.open_tab(BEFORE_AND_AFTER)
        data = data_before(self.session, None)
        if data is not None:
            self.menu.show_methods(data)
            corner = self.add.mapToGlobal(QPoint(self.add.width(), self.add.height() + 4))
            self.menu.popup(corner)

    def add_step(self, kind: type[Method], start: Method | None = None) -> None:
        """Open the dialog of a new step, which may begin with parameters."""
        self._open(kind, None, start)

    def edit_step(self, position: int) -> None:
        """Open the dialog of a step, by its position from 0."""
        steps = self.session.project.recipe.steps if self.session.project else ()
        if 0 <= position < len(steps):
            self._open(type(steps[position].method), position)

    def find_coding(self) -> None:
        """Try codings that make the file safe, with hierarchies proposed where there are none."""
        self.open_tab(SAFE_CODING)
        if self.tabs.current is not None:
            self.tabs.current.propose()

    def edit_hierarchy(self, variable: str) -> None:
        """Show the hierarchy of a variable where it is edited."""
        self.open_tab(HIERARCHIES)
        if self.tabs.current is not None:
            self.tabs.current.choose_variable(variable)

    def _open(self, kind: type[Method], position: int | None, start: Method | None = None) -> None:
        # A page alone, without the main window, remembers no sizes.
        settings, window = getattr(self.window(), "settings", None), self.window()
        self.dialog = dialog = StepDialog(
            self.session, kind, position, window, start=start, settings=settings
        )
        dialog.finished.connect(lambda _result: setattr(self, "dialog", None))
        dialog.accepted.connect(lambda: self._offer_matching(-1 if position is None else position))
        dialog.open()

    def _offer_matching(self, position: int) -> None:
        """Offer once to let missing values match what a step that was just saved leaves to be matched."""
        project = self.session.project
        if project is None or not project.recipe.steps:
            return
        saved = project.recipe.changed(steps=(project.recipe.steps[position],))
        if blanks_for_matching(saved) and counting_blanks(project):
            self.message_bar.show_note(offer(project), MATCH, do=self._match_blanks)

    def _match_blanks(self) -> None:
        self.message_bar.hide()
        if self.session.project is not None:
            self.session.change(*matching_blanks(self.session.project))

    def _act(self) -> None:
        """Do what the filled button says."""
        if self.tabs.current is not None:
            self.tabs.current.act()
        else:
            self.show_add_menu()

    # What is shown

    def _suggest(self) -> None:
        steps = self.session.project.recipe.steps if self.session.project else ()
        known = [step.method for step in steps]
        new = [step for step in self._suggested if step not in known]
        data = self.session.data
        alone = data is not None and data.is_released
        off = bool(known) and not any(step.on for step in steps)
        self.empty.show_steps(new, self.session.summary, off=off, alone=alone)

    def _show_failure(self, results: ProjectResults) -> None:
        run, shown = results.run, self._shows_failure
        self._shows_failure = run.failed is not None
        if run.failed is not None:
            place = run.failed[0]
            called = display_names(results.project.variables)
            self.message_bar.show_error(
                run.failure_text(called), edit_step_text(place + 1), do=lambda: self.edit_step(place)
            )
        elif shown:  # what else it says is for the user to close
            self.message_bar.hide()

    def _on_failed(self, _error: SdcError) -> None:
        # The window shows the sentence alone; here a button leads to the step.
        if self.session.results is not None and self.isVisible():
            self._show_failure(self.session.results)

    def _compare(self, original: Microdata, masked: Microdata) -> None:
        """Put both files side by side in the background, unless they are."""
        scenario, shown = current_scenario(self.session), self._displayed
        if shown is not None and (shown[0] is original and shown[1] is masked and shown[2] == scenario):
            return
        self._displayed = original, masked, scenario
        keys = known_keys(original, scenario)
        k, missing_as = (scenario.k, scenario.missing) if scenario else (USUAL_K, "category")
        words = "Sorted by group. Changed cells carry a corner mark."
        if scenario:
            words = "Sorted by group of {name}. Changed cells carry a corner mark."
        if not keys:
            words = "Changed cells carry a corner mark."
        self._k, self._order = k, sentence(words, name=scenario.name if scenario else "")

        def work(progress: Progress) -> Changes:
            both = side_by_side(original, masked, keys, missing_as, progress)
            return both, suggested_steps(original, keys, k) if masked is original else ()

        self._both.start("Putting the files side by side", work)

    def _on_compared(self) -> None:
        """Show both files, or say why they are not shown."""
        state, results = self._both.state, self.session.results
        self.original.show_state(state, self._both.again)
        if isinstance(state, Ready):
            both, steps = state.value
            left_out = results.run.left_out if results else ""
            only = self.only_changed.isChecked() and self.only_changed.isEnabled()
            self.tables.show_files(both, self._k, left_out, only_different=only)
            # Each table has room as it needs it.
            for place, width in enumerate(self.tables.wanted()):
                self._halves.setStretch(place, width)
            self._suggested = steps
            self._suggest()
            self.sorted_by.setText(self._order if both.paired else UNPAIRED)

    def _on_opened(self) -> None:
        self._displayed = None
        self.tables.show_files(None, 0)

    def _scroll_together(self) -> None:
        """Let both files scroll together; the original alone has its own scroll bar."""
        together = self.together.isChecked() and self.session.results is not None
        self.tables.set_together(together=together)

    def records_menu(self) -> QMenu:
        """Return a menu of what can be done with the selected records."""
        positions = self.tables.model.positions(self.tables.selected())
        show = Entry("Show these records", lambda: self.session.navigator.show_records(positions, CHOSEN))
        return context_menu(self, show)

    def _open_records_menu(self, place: QPoint) -> None:
        if self.tables.selected():
            self.records_menu().popup(place)

    # How it is built

    def _connect(self) -> None:
        self.header.tab_chosen.connect(lambda _tab: self.show_tab())
        self.add.clicked.connect(self._act)
        self.menu.chosen.connect(self.add_step)
        self.empty.chosen.connect(lambda step: self.add_step(type(step), step))
        self.commands.bind(self.export, "export")
        self.together.toggled.connect(lambda _on: self._scroll_together())
        self.shaded.toggled.connect(lambda on: self.tables.model.set_shaded(shaded=on))
        self.only_changed.toggled.connect(lambda on: self.tables.model.show_only_different(only=on))
        self.original.requested.connect(lambda: explain(self.original.help, ORIGINAL))
        self.masked.requested.connect(lambda: explain(self.masked.help, CHANGED_CELLS))
        self.tables.menu_wanted.connect(self._open_records_menu)
        self._both.changed.connect(self._on_compared)
        self.session.failed.connect(self._on_failed)
        self.session.opened.connect(self._on_opened)

    def _arrange(self) -> None:
        self.right.addWidget(self.tables.masked_half)
        self.right.addWidget(self.empty)
        self.original.body.addWidget(self.tables.original)
        self.masked.body.addWidget(self.right)
        switches = row(self.together, self.shaded, self.only_changed, ..., self.sorted_by)
        self.body.addLayout(switches)
        self.body.addLayout(self._halves, 1)
