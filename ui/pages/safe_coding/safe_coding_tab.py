"""Tab *Find a safe coding*: of each key the level that is just coarse enough, as steps of the recipe."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFileDialog, QMenu

from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.locale import UNDEFINED
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.hierarchy_files import with_hierarchy_files
from sdcdesk.search import Node
from sdcdesk.search.codings.adoption import with_coding, with_local_coding
from sdcdesk.search.codings.left_out_records import left_out_records
from ui.look.locale import in_user_locale
from ui.pages.page import Page
from ui.pages.safe_coding.adoptions import Adoption, Adoptions, next_act
from ui.pages.safe_coding.codings_card import CodingsCard
from ui.pages.safe_coding.condition import Condition
from ui.pages.safe_coding.condition_bar import ConditionBar
from ui.pages.safe_coding.effect_view import FAILED, UNKNOWN, WAITING
from ui.pages.safe_coding.effects import CodingEffects
from ui.pages.safe_coding.finest_card import FinestCard
from ui.pages.safe_coding.levels_card import LevelsCard
from ui.pages.safe_coding.local_line import LocalLine
from ui.pages.safe_coding.missing import BUILD, Missing, find_missing
from ui.pages.safe_coding.search import CodingSearch, Found, Question
from ui.pages.safe_coding.search_line import WHERE, SearchLine
from ui.pages.stage_tab import StageTab
from ui.session.background_change import change_in_background
from ui.session.computation import Computing, Ready
from ui.session.current_scenario import current_scenario
from ui.widgets.busy import Veil
from ui.widgets.card import GAP
from ui.widgets.empty import EmptyState
from ui.widgets.layout import column, discard, lay_beside, row, widget_in
from ui.widgets.menus import Entry, context_menu
from ui.widgets.reason import allow

BESIDE = 760
"""Pixels from which hierarchy and finest codings stand beside one another, where their words have room."""

LEVELS, FINEST = 5, 7
"""Shares of the width that they have then."""

MARGINS = (20, 12, 20, 16)
"""Pixels around all."""

READ_JOB = "hierarchy_files"
"""Kind of the job that reads hierarchies."""

RECORDS_JOB = "left_out_records"
"""Kind of the job that finds the records left out."""

FILES = "CSV (*.csv *.txt *.tsv);;All files (*)"

QUICK = 1.0
"""Seconds of a search that follows an edit of the condition by itself."""

PROPOSE = "Propose and search"

SEARCH = "Search"

OLD = "Search first: what is shown was found for another condition or recipe."

LARGE = 200_000
"""Records up to which the best codings are looked at without being asked for."""

USE_ONE, USE, INSTEAD = "Use as recipe step", "Use as recipe steps", "Use instead"

NOTHING = (
    "A search checks every combination of the levels of the keys: how many records are in groups that are "
    "too small or break a condition, and what is lost."
)

REMARK = "A record that is left out counts as wholly lost."


class SafeCodingTab(StageTab):
    """Asks for a condition, searches in the background, and makes recipe steps of the chosen coding."""

    title = "Find a safe coding"
    purpose = "Coarsen the keys just enough: every combination of hierarchy levels, checked"

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.search = CodingSearch(self.session, self)
        self.effects = CodingEffects(self.session, self)
        self.node: Node | None = None
        self._shown: Found | None = None
        self._adoptions = Adoptions()
        self._asked_for = ""
        self._proposes = self._waits = self._keeps = False
        self._next: Callable[[], object] = lambda: None
        self.load_files = self.add_button("Import hierarchies…")
        self.load_files.setToolTip("CSV files, each named after its variable")
        self.condition, self.line = ConditionBar(), SearchLine(self.session, self.search)
        self.local = LocalLine(self.session)
        self.codings, self.levels, self.finest = CodingsCard(), LevelsCard(), FinestCard(self.local)
        self._below = row((self.levels, LEVELS), (self.finest, FINEST), spacing=GAP)
        self.finest.remark.setText(f"{WHERE} {REMARK}")
        below = row((self.line, 1), self.condition.more)
        results = column(below, self.codings, GAP, self._below, spacing=0)
        self._work = widget_in(column(self.condition, results, ..., spacing=4))
        self._veils = [Veil(card.content) for card in (self.codings, self.levels, self.finest)]
        self.empty: EmptyState | None = None
        self._whole = column(self._work, ..., margins=MARGINS, inside=self)
        self._connect()

    def refresh(self) -> None:
        """Show the session as it is now, and offer the next act."""
        if self.session.project is None or self.session.data is None:
            return
        missing = self._missing()
        if missing is not None and self.search.found is None:
            self._show_empty(missing)
            return
        self._show_work()
        self._follow_scenario()
        if self._waits and not self.session.is_stale:
            self._search()
        self._show_found()
        self._follow_effects()
        self._show_line()
        self._offer()

    def act(self) -> None:
        """Do what the filled button says."""
        self._next()

    def begin(self) -> None:
        """Give the keyboard to the codings."""
        (self.codings.map if self.codings.map.isVisible() else self.codings.list.rows).setFocus()

    def propose(self) -> None:
        """Search, with hierarchies proposed for the keys that have none, as soon as the recipe is applied."""
        self._proposes = self._keeps = True
        self.refresh()
        self.find_safe_codings()

    def find_safe_codings(self) -> None:
        """Search for groups so large that the best coding keeps all limits."""
        self._keeps = True
        self._search()

    def find_codings(self) -> None:
        """Search as the condition stands."""
        self._keeps = False
        self._search()

    def _search(self) -> None:
        """Search now, or as soon as the recipe is applied."""
        question = self._question()
        self._waits = question is None and isinstance(self.session.state, Computing)
        if question is not None and (self._proposes or not question.lacking):
            self.search.start(question, keeps_limits=self._keeps)

    def use(self, node: Node | None = None) -> None:
        """Make recipe steps of a coding, or of the chosen one; one undo takes them back."""
        found, node = self.search.found, node or self.node
        project = self.session.project
        if found is None or node is None or project is None or self._hindrance(found, node):
            return
        before = used.taken_back(project) if (used := self._used) else project
        words, after = with_coding(before, found.codings, node, found.lattice)
        self._adoptions.note(Adoption(found, node, self.session.data, before, after))
        self.session.change(words, after)

    def use_local(self) -> None:
        """Make a recipe step of local recoding, in place of a coding that is used; one undo takes it back."""
        local, project = self.local.local, self.session.project
        if local is None or project is None or self._local_hindrance():
            return
        before = used.taken_back(project) if (used := self._used) else project
        self.session.change(*with_local_coding(before, local))

    def import_hierarchies(self) -> None:
        """Ask for files with the hierarchies of keys."""
        names, _ = QFileDialog.getOpenFileNames(self, "Import hierarchies", "", FILES)
        if names:
            self.read_hierarchies([Path(name) for name in names])

    def read_hierarchies(self, paths: Sequence[Path]) -> None:
        """Read the hierarchies of keys from files, in the background; one undo takes them back."""
        keys = self.search.known_keys()
        change_in_background(
            self.session,
            READ_JOB,
            "Reading hierarchies",
            lambda project: with_hierarchy_files(project, paths, keys),
        )

    def choose(self, node: Node | None) -> None:
        """Choose a coding on the map and in both lists."""
        self.node = node
        self.codings.set_current(node)
        self.finest.set_current(node)
        self._show_effect()
        self._offer()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Put the finest codings below the hierarchy where there is no room beside it."""
        super().resizeEvent(event)
        self._lay_below()

    def _lay_below(self) -> None:
        """Let hierarchy and finest codings stand beside one another where the words have room so."""
        finest = (self.width() - sum(MARGINS[::2]) - GAP) * FINEST // (FINEST + LEVELS)
        lay_beside(self._below, beside=self.width() >= BESIDE and self.finest.has_room(finest))

    # What is shown

    @property
    def _is_current(self) -> bool:
        """Whether what was found answers what would be asked now."""
        found = self.search.found
        return found is not None and found.question.same(self._question())

    @property
    def _used(self) -> Adoption | None:
        """The coding of those that were found whose steps the recipe ends with; None: there is none."""
        return self._adoptions.find(self.session, self.condition.condition)

    def _question(self) -> Question | None:
        """Return what would be searched now; None where nothing can be."""
        condition = self.condition.condition
        return self.search.question(condition, proposes=self._proposes) if condition else None

    def _missing(self) -> Missing | None:
        """Return what is missing for a search, why, and what leads there; None: nothing is."""
        return find_missing(self.session, self.search.known_keys(), proposes=self._proposes)

    def _show_empty(self, missing: Missing) -> None:
        if self.empty is not None:
            discard(self.empty)
        self._work.hide()
        self.empty = EmptyState(in_user_locale(missing.title), missing.why, missing.act)
        self.empty.acted.connect(missing.do)
        self._whole.insertWidget(0, self.empty)
        if self.isVisibleTo(self.page):
            # Without hierarchies the next sensible act is to have them proposed.
            self._next = self.propose
            allow(
                self.page.header.set_filled(PROPOSE if missing.act == BUILD else ""), self.session.hindrance
            )

    def _show_work(self) -> None:
        if self.empty is not None:
            discard(self.empty)
            self.empty = None
        self._work.show()

    def _follow_scenario(self) -> None:
        """Ask for groups as large as the shown scenario wants them."""
        scenario, data = current_scenario(self.session), self.session.data
        results = self.session.results
        name = scenario.name if scenario else ""
        used = self._used
        if data is not None:
            # of a coding that is used stays what was asked, though another scenario may be the worst now
            asked = used.found.question if used else None
            called = display_names((asked.data if asked else data).variables)
            keys = {key: called[key] for key in (asked.keys if asked else self.search.known_keys())}
            self.condition.set_file(asked.data if asked else results.run.last if results else data, keys)
        if used is not None:
            return
        if scenario is not None and self.session.project is not None:
            self.condition.set_scenario(self.session.project, scenario)
        if scenario is not None and name != self._asked_for:
            self._asked_for = name
            before = self.condition.condition or Condition(scenario.k)
            self.condition.set_condition(replace(before, k=scenario.k))

    def _show_found(self) -> None:
        """Show the codings that were found last."""
        found = self.search.found
        for card in (self.finest, self.levels):
            card.setVisible(found is not None)
        if found is None:
            self.codings.show_nothing(NOTHING)
        if found is None or found is self._shown:
            return
        self._shown, self._adoptions = found, Adoptions()
        if self.condition.condition == found.asked:  # else the user has typed another one meanwhile
            self.condition.set_condition(found.question.condition)
        table, shown, condition = found.table, found.lattice, found.question.condition
        self.codings.show_codings(table, shown, condition, len(found.question.data), found.loss_text)
        self.finest.show_codings(table, shown, found.loss_text)
        self.local.show_found(found)
        self._lay_below()
        called = dict(zip(found.codings.lattice.keys, shown.keys, strict=True))
        self.levels.show_hierarchies(found.levels, called)
        self.choose(found.codings.optimum)

    def _follow_effects(self) -> None:
        """Look at the best codings, again where the limits are others."""
        found = self.search.found
        if found is not None and self._is_current and self.effects.follow(found):
            if len(found.question.data) <= LARGE:
                self.effects.want(self.finest.best(), first=True)
            self._show_effect()

    def _show_effect(self) -> None:
        """Show what the chosen coding does, as far as that is known."""
        effects, node = self.effects, self.node
        waiting = WAITING if effects.is_awaited(node) else FAILED if effects.is_known(node) else UNKNOWN
        left_out = self._shown.left_out_text(node) if self._shown is not None and node is not None else ""
        self.finest.effect.show_effect(effects.find(node), waiting if node else "", left_out)
        self.finest.model.set_verdicts(self._verdict)
        why = "Choose a coding first." if node is None else ""
        why = why or ("It stands below the codings." if effects.is_known(node) else "")
        why = why or ("It is being looked at." if effects.is_awaited(node) else "")
        allow(self.finest.preview, why or ("" if self._is_current or self._used else OLD))

    def _on_effect(self) -> None:
        self._show_effect()
        self._show_line()

    def _verdict(self, node: Node) -> str:
        """Return the verdict with a coding, or what stands in its place."""
        effect = self.effects.find(node)
        if effect is not None:
            return str(effect.verdict).capitalize()
        return "…" if self.effects.is_awaited(node) else UNDEFINED if self.effects.is_known(node) else ""

    def preview(self) -> None:
        """Look at what the chosen coding does to risk and loss."""
        if self.node is not None:
            self.effects.want([self.node], first=True)
            self._show_effect()

    def _show_line(self) -> None:
        """Say how the search stands, and dim what does not hold any more."""
        found, current, used = self.search.found, self._is_current, self._used
        running = isinstance(self.search.computation.state, Computing)
        self.codings.set_loading(loading=running)
        for veil in self._veils:
            veil.set_drawn(drawn=found is not None and (running or not (current or used)))
        effect = self.effects.find(found.codings.optimum) if found else None
        unsafe = effect is not None and effect.verdict is Verdict.UNSAFE
        words = used.text() if used else ""
        self.line.show_search(self._missing(), current=current, unsafe=unsafe, used=words)
        self.local.set_hindrance(self._local_hindrance())

    # What the user does

    def _hindrance(self, found: Found | None, node: Node | None) -> str:
        """Return why a coding cannot be used; empty: it can."""
        if why := self._unusable():
            return why
        used, project = self._used, self.session.project
        if found is None or node is None:
            return "Choose a coding first."
        if used and project and (why := used.hindrance(project, node)):
            return why
        place = found.table.find(node)
        if not found.table.meets[place] and found.table.left_out[place] <= found.codings.request.allowed:
            return "It is not known to keep the further conditions."
        if not found.table.meets[place]:
            wrong = "It does not meet the condition, leaving out {left_out}."
            return in_user_locale(sentence(wrong, left_out=found.table.left_out_text(place)))
        return "" if found.codings.methods(node) else "The file meets the condition as it is."

    def _unusable(self) -> str:
        """Return why nothing that was found can be used now; empty: it can."""
        if isinstance(self.search.computation.state, Computing):
            return "Wait until the codings are tried."
        return "" if self._used or self._is_current else OLD

    def _local_hindrance(self) -> str:
        """Return why local recoding cannot be a step now; empty: it can."""
        used, project = self._used, self.session.project
        return self._unusable() or (used.followed(project) if used and project else "")

    def _offer(self) -> None:
        """Offer to use the chosen coding or, where nothing holds, to search."""
        header, found = self.page.header, self.search.found
        if not self.isVisibleTo(self.page):
            return
        running, used = isinstance(self.search.computation.state, Computing), self._used
        if used and not running and self.node in (None, used.node):
            words, self._next = next_act(self.session)
            allow(header.set_filled(words), self.session.hindrance)
            return
        missing = self._missing()
        if not (running or used) and missing is not None and missing.act == BUILD:
            self._next = self.propose
            allow(header.set_filled(PROPOSE), self.condition.problem.text() or self.session.hindrance)
            return
        if not running and not (self._is_current or used):
            self._next = self.find_codings
            allow(header.set_filled(SEARCH), self._unsearchable())
            return
        steps = len(found.codings.methods(self.node)) if found and self.node else 0
        filled = header.set_filled(INSTEAD if used else USE_ONE if steps == 1 else USE)
        self._next = self.use
        allow(filled, self._hindrance(found, self.node))

    def _unsearchable(self) -> str:
        """Return why nothing can be searched now; empty: it can."""
        missing = self._missing()
        lacking = in_user_locale(missing.title) if missing else ""
        return self.condition.problem.text() or self.session.hindrance or lacking

    def _on_condition(self) -> None:
        """Follow an edit of the condition, at once where the search before was quick."""
        state = self.search.computation.state
        if isinstance(state, Ready) and state.seconds < QUICK and not self._is_current:
            self.find_codings()
        self.refresh()

    def _open_menu(self, place: QPoint) -> None:
        self.menu().popup(place)

    def menu(self) -> QMenu:
        """Return what can be done with the chosen coding."""
        found, node = self.search.found, self.node
        reason = self._hindrance(found, node)
        none = "" if found and node and found.codings.suppressed(node) else "No record is left out."
        records = Entry("Show the records left out", self.show_left_out, none)
        return context_menu(self, Entry(USE, self.use, reason), records)

    def show_left_out(self) -> None:
        """Show the records that the chosen coding leaves out, once they are found in the background."""
        found, node = self.search.found, self.node
        if found is None or node is None:
            return
        words = sentence("left out with {words}", words=found.lattice.words(node))

        def work(progress: Progress) -> object:
            return left_out_records(found.question.data, found.codings, node, progress)

        def show(positions: object) -> None:
            self.session.navigator.show_records(positions, words)

        jobs, failed = self.session.jobs, self.session.failed
        jobs.start(RECORDS_JOB, "Finding the records left out", work, show, failed.emit)

    def _connect(self) -> None:
        self.condition.edited.connect(self._on_condition)
        self.search.changed.connect(self.refresh)
        self.effects.changed.connect(self._on_effect)
        self.finest.preview.clicked.connect(self.preview)
        self.local.used.connect(self.use_local)
        self.load_files.clicked.connect(self.import_hierarchies)
        self.line.wanted.connect(self.find_codings)
        self.line.larger_wanted.connect(self.find_safe_codings)
        for card in (self.codings, self.finest):
            card.chosen.connect(self.choose)
            card.used.connect(self.use)
            card.menu_wanted.connect(self._open_menu)
        self.levels.edit_wanted.connect(self.session.navigator.edit_hierarchy)
