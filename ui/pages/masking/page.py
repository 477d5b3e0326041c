"""Masking page: what each step does to the data, side by side."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu, QStackedWidget

from sdcdesk.core.errors import SdcError
from sdcdesk.core.operation import Method
from sdcdesk.core.progress import Progress
from sdcdesk.core.shown import count_shown
from sdcdesk.core.variable import Role
from sdcdesk.document.scenario import Scenario
from sdcdesk.inspection.step_suggestions import suggested_steps
from sdcdesk.records.side_by_side import SideBySide, side_by_side
from sdcdesk.release.computed import Computed
from ui.dialogs.step_dialog import StepDialog
from ui.dialogs.step_previewer import data_before
from ui.look.locale import user_locale
from ui.pages.masking.add_step_menu import AddStepMenu
from ui.pages.masking.empty import MaskingEmpty
from ui.pages.masking.tables import FileTables
from ui.pages.page import Page, Stage
from ui.session.answer import missing
from ui.session.session import Session
from ui.session.settings import Settings
from ui.session.shown_scenario import shown_scenario
from ui.widgets.actions import Actions
from ui.widgets.buttons import chip
from ui.widgets.card import GAP, Card
from ui.widgets.label import ElidedLabel
from ui.widgets.layout import row
from ui.widgets.menus import Entry, context_menu
from ui.widgets.reason import allow
from ui.widgets.what_is_this import Explanation, explain

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

Answer = tuple[SideBySide, tuple[Method, ...]]


class MaskingPage(Page):
    """Shows original and masked file beside each other, and opens the dialogs of the steps."""

    def __init__(self, session: Session, actions: Actions, stage: Stage) -> None:
        super().__init__(session, actions, stage, scrolls=False)
        self.tables = FileTables(self)
        self.empty = MaskingEmpty()
        self.menu = AddStepMenu(self)
        self.dialog: StepDialog | None = None
        self._shown: tuple[Computed, Scenario | None] | None = None
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
        self._connect()

    def refresh(self) -> None:
        """Show the session as it is now."""
        session, results = self.session, self.session.results
        data = session.data
        self.masked.set_loading(loading=session.is_stale)
        if data is None:
            return
        self.original.set_note(f"{count_shown(len(data), user_locale())} records")
        if results is None:
            self.masked.set_note("Counting groups…" if session.is_stale else "")
            if missing(session.state):
                self.masked.show_empty("Not computed")
                self._shown = None
            return
        self.masked.show_content()
        self._show_failure(results)
        self.masked.set_note(
            f"{count_shown(len(results.run.last), user_locale())} records, {results.run.done}"
        )
        nothing = not any(step.on for step in results.project.recipe.steps)
        self.right.setCurrentWidget(self.empty if nothing else self.tables.masked_half)
        allow(self.only_changed, "Nothing is masked" if nothing else "")
        self._compare(results, shown_scenario(self.session))

    def show_add_menu(self) -> None:
        """Open the menu of methods."""
        data = data_before(self.session, None)
        if data is not None:
            self.menu.show_methods(data)
            corner = self.add.mapToGlobal(QPoint(self.add.width(), self.add.height() + 4))
            self.menu.popup(corner)

    def add_step(self, kind: type[Method], start: Method | None = None) -> None:
        """Open the dialog of a new step, which may begin with parameters."""
        self._open(
            StepDialog(self.session, kind, None, self.window(), start=start, settings=self._settings())
        )

    def edit_step(self, position: int) -> None:
        """Open the dialog of a step, by its position from 0."""
        project = self.session.project
        if project is None or not 0 <= position < len(project.recipe.steps):
            return
        kind = type(project.recipe.steps[position].method)
        self._open(StepDialog(self.session, kind, position, self.window(), settings=self._settings()))

    def _open(self, dialog: StepDialog) -> None:
        self.dialog = dialog
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(lambda _result: self._forget_dialog())
        dialog.open()

    def _forget_dialog(self) -> None:
        self.dialog = None

    def _settings(self) -> Settings | None:
        """Return where the window remembers sizes; a page alone remembers none."""
        found = getattr(self.window(), "settings", None)
        return found if isinstance(found, Settings) else None

    # What is shown

    def _show_failure(self, results: Computed) -> None:
        run = results.run
        if run.failed is not None:
            self.message_bar.show_error(run.failure, f"Edit step {run.failed[0] + 1}")
        else:
            self.message_bar.hide()

    def _on_failed(self, _error: SdcError) -> None:
        # The window shows the sentence alone; here a button leads to the step.
        if self.session.results is not None and self.isVisible():
            self._show_failure(self.session.results)

    def _edit_failed(self) -> None:
        failed = self.session.results.run.failed if self.session.results else None
        if failed is not None:
            self.edit_step(failed[0])

    def _compare(self, results: Computed, scenario: Scenario | None) -> None:
        """Put both files side by side in the background, unless they are."""
        if self._shown is not None and self._shown[0] is results and self._shown[1] == scenario:
            return
        self._shown = results, scenario
        original, masked = results.run.original, results.run.last
        named = scenario.keys if scenario and scenario.keys else original.named(Role.KEY)
        keys = [name for name in named if name in original.names]
        k, missing = (scenario.k, scenario.missing) if scenario else (3, "category")

        def work(progress: Progress) -> Answer:
            both = side_by_side(original, masked, keys, missing, progress)
            return both, suggested_steps(original, keys, k) if masked is original else ()

        def done(answer: Answer) -> None:
            both, steps = answer
            self.tables.show_files(both, k, results.run.left_out, only_different=self._only_changed)
            self._share_room()
            self.empty.show_steps(steps)
            group = f" of {scenario.name}" if scenario else ""
            order = f"Sorted by group{group}. " if keys else ""
            self.sorted_by.setText(f"{order}Changed cells carry a corner mark.")
            self.original.set_loading(loading=False)

        def fail(error: SdcError) -> None:
            self._shown = None
            self.original.set_loading(loading=False)
            self.show_error(error, self.refresh)

        self.original.set_loading(loading=True)
        self.session.jobs.start(JOB, "Putting the files side by side", work, done, fail)

    @property
    def _only_changed(self) -> bool:
        return self.only_changed.isChecked() and self.only_changed.isEnabled()

    def _share_room(self) -> None:
        """Give each table room as it needs it."""
        for place, width in enumerate(self.tables.wanted()):
            self._halves.setStretch(place, width)

    def _on_opened(self) -> None:
        self._shown = None
        self.tables.show_files(None, 0)

    def records_menu(self) -> QMenu:
        """Return a menu of what can be done with the selected records."""
        positions, words = self.tables.model.positions(self.tables.selected()), "chosen on the page Masking"
        show = Entry("Show these records", lambda: self.session.navigator.show_records(positions, words))
        return context_menu(self, show)

    def _open_records_menu(self, place: QPoint) -> None:
        if self.tables.selected():
            self.records_menu().popup(place)

    # How it is built

    def _connect(self) -> None:
        self.add.clicked.connect(self.show_add_menu)
        self.menu.chosen.connect(self.add_step)
        self.empty.chosen.connect(lambda step: self.add_step(type(step), step))
        self.commands.bind(self.export, "export")
        self.together.toggled.connect(lambda on: self.tables.set_together(together=on))
        self.shaded.toggled.connect(lambda on: self.tables.model.set_shaded(shaded=on))
        self.only_changed.toggled.connect(lambda on: self.tables.model.show_only_different(only=on))
        self.original.asked.connect(lambda: explain(self.original.help, ORIGINAL))
        self.masked.asked.connect(lambda: explain(self.masked.help, CHANGED_CELLS))
        self.tables.menu_wanted.connect(self._open_records_menu)
        self.message_bar.acted.connect(self._edit_failed)
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
