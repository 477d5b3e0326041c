"""Tab *Find a safe coding*: of each key the level that is just coarse enough, as steps of the recipe."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu

from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.results.without_original import ASSESSED_ONLY
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.text.locale import UNDEFINED
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.core.text.sentence import listed, sentence
from sdcdesk.document.variable_hierarchy import hierarchy_of
from sdcdesk.hierarchies.places import UnplacedValuesError
from sdcdesk.search import LOSSES, Node
from sdcdesk.search.adoption import with_coding
from sdcdesk.search.coding_words import coarsened, coarsened_text
from ui.look.locale import in_user_locale, user_locale
from ui.pages.page import Page
from ui.pages.safe_coding.codings_card import CodingsCard
from ui.pages.safe_coding.condition import Condition
from ui.pages.safe_coding.condition_bar import ConditionBar
from ui.pages.safe_coding.effect_view import FAILED, UNKNOWN, WAITING
from ui.pages.safe_coding.effects import CodingEffects
from ui.pages.safe_coding.finest_card import FinestCard
from ui.pages.safe_coding.levels_card import LevelsCard
from ui.pages.safe_coding.search import CodingSearch, Found, Question
from ui.pages.stage_tab import StageTab
from ui.session.computation import Computing, Failed, Ready, Stopped
from ui.session.current_scenario import current_scenario
from ui.session.navigator import HIERARCHIES
from ui.widgets.busy import Veil
from ui.widgets.card import GAP
from ui.widgets.empty import EmptyState
from ui.widgets.layout import column, discard, lay_beside, row, widget_in
from ui.widgets.menus import Entry, context_menu
from ui.widgets.numbers import count, decimal
from ui.widgets.reason import allow
from ui.widgets.state_line import StateLine

BESIDE = 760
"""Pixels from which hierarchy and finest codings stand beside one another."""

QUICK = 1.0
"""Seconds of a search that follows an edit of the condition by itself."""

PROPOSE, BUILD = "Propose and search", "Build or import hierarchies"

SEARCH, AGAIN, STOP, PLACE = "Search", "Search again", "Stop", "Place it"

STOPPED_WITH = "Stopped: the best so far is shown; others may lose less."
STOPPED_WITHOUT = "Stopped: nothing was found yet."

CHECKED = "{n} codings checked in {seconds} s; {meeting} meet the condition."
PROVED = "{n} of {all} codings looked at in {seconds} s: enough to prove which of them loses least."
BOUNDED = "{n} of {all} codings looked at in {seconds} s; none of the others can lose less than {bound}."

LARGER = "Try larger groups"

OLD = "Search first: what is shown was found for another condition or recipe."

LARGE = 200_000
"""Records up to which the best codings are looked at without being asked for."""

USE_ONE, USE = "Use as recipe step", "Use as recipe steps"

WHERE = "The search is in the file as the recipe leaves it; steps are added at the end of the recipe."

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
        self._asked_for = ""
        self._proposes = self._waits = self._keeps = False
        self._next: Callable[[], object] = lambda: None
        self._mend: Callable[[], object] = lambda: None
        self.condition, self.line = ConditionBar(), StateLine()
        self.codings, self.levels, self.finest = CodingsCard(), LevelsCard(), FinestCard()
        self._below = row((self.levels, 5), (self.finest, 7), spacing=GAP)
        self.finest.remark.setText(f"{WHERE} {REMARK}")
        results = column(self.line, self.codings, GAP, self._below, spacing=0)
        self._work = widget_in(column(self.condition, results, ..., spacing=4))
        self._veils = [Veil(card.content) for card in (self.codings, self.levels, self.finest)]
        self.empty: EmptyState | None = None
        self._whole = column(self._work, ..., margins=(20, 12, 20, 16), inside=self)
        self._connect()

    def refresh(self) -> None:
        """Show the session as it is now, and offer the next act."""
        if self.session.project is None or self.session.data is None:
            return
        missing = self._missing()
        if missing is not None and self.search.found is None:
            self._show_empty(*missing)
            return
        self._show_work()
        self._follow_scenario()
        if self._waits and not self.session.is_stale:
            self._search()
        self._show_found()
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
        self.session.change(*with_coding(project, found.codings, node, found.lattice))

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
        lay_beside(self._below, beside=self.width() >= BESIDE)

    # What is shown

    @property
    def _is_current(self) -> bool:
        """Whether what was found answers what would be asked now."""
        found = self.search.found
        return found is not None and found.question.same(self._question())

    def _question(self) -> Question | None:
        """Return what would be searched now; None where nothing can be."""
        condition = self.condition.condition
        return self.search.question(condition, proposes=self._proposes) if condition else None

    def _missing(self) -> tuple[str, str, str, Callable[[], object]] | None:
        """Return what is missing for a search, why, and what leads there; None: nothing is."""
        data, project, lead = self.session.data, self.session.project, self.session.navigator
        if data is None or project is None:
            return None
        if data.is_released:
            return "Nothing to search", ASSESSED_ONLY, "", lambda: None
        keys = self.search.keys()
        if not keys:
            why = "Say what an intruder could know; these variables are coarsened together."
            return "No key variables yet", why, "Describe variables", partial(lead.show_stage, "variables")
        called = display_names(data.variables)
        lacking = [called[key] for key in keys if hierarchy_of(project, key) is None]
        if not lacking or self._proposes:
            return None
        title = sentence(
            "{names} has no hierarchy",
            "{names} have no hierarchy",
            "n",
            n=len(lacking),
            names=listed(lacking, len(lacking)),
        )
        why = "A hierarchy says which wider labels stand above the values, level by level."
        return title, why, BUILD, partial(lead.show_stage, "masking", HIERARCHIES)

    def _show_empty(self, title: str, why: str, act: str, do: Callable[[], object]) -> None:
        if self.empty is not None:
            discard(self.empty)
        self._work.hide()
        self.empty = EmptyState(in_user_locale(title), why, act)
        self.empty.acted.connect(do)
        self._whole.insertWidget(0, self.empty)
        if self.isVisibleTo(self.page):
            # Without hierarchies the next sensible act is to have them proposed.
            self._next = self.propose
            allow(self.page.header.set_filled(PROPOSE if act == BUILD else ""), self.session.hindrance)

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
        self.condition.set_records(len(results.run.last) if results else len(data) if data else 0)
        if scenario is not None and name != self._asked_for:
            self._asked_for = name
            before = self.condition.condition or Condition(scenario.k)
            self.condition.set_condition(Condition(scenario.k, before.suppress, before.loss, before.weights))

    def _show_found(self) -> None:
        """Show the codings that were found last."""
        found = self.search.found
        for card in (self.codings, self.finest, self.levels):
            card.setVisible(found is not None)
        if found is None or found is self._shown:
            return
        self._shown = found
        self.condition.set_condition(found.question.condition)
        table, shown, k = found.table, found.lattice, found.question.condition.k
        self.codings.show_codings(table, shown, k, len(found.question.data), self._loss_text)
        self.finest.show_codings(table, shown, self._loss_text)
        called = dict(zip(found.codings.lattice.keys, shown.keys, strict=True))
        self.levels.show_hierarchies(found.levels, called)
        self.effects.show_found(found)
        self.choose(found.codings.optimum)
        if len(found.question.data) <= LARGE:
            self.effects.want(self.finest.best(), first=True)

    def _show_effect(self) -> None:
        """Show what the chosen coding does, as far as that is known."""
        effects, node = self.effects, self.node
        waiting = WAITING if effects.is_awaited(node) else FAILED if effects.is_known(node) else UNKNOWN
        self.finest.effect.show_effect(effects.find(node), waiting if node else "")
        self.finest.model.set_verdicts(self._verdict)
        why = "Choose a coding first." if node is None else ""
        why = why or ("It stands below the codings." if effects.is_known(node) else "")
        why = why or ("It is being looked at." if effects.is_awaited(node) else "")
        allow(self.finest.preview, why or ("" if self._is_current else OLD))

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

    def _loss_text(self, loss: float) -> str:
        found = self.search.found
        kind = LOSSES[found.question.condition.loss if found else "loss"]
        return quantity_text(Quantity(loss, kind.unit), user_locale(), noun=False).text

    def _show_line(self) -> None:
        """Say how the search stands, and dim what does not hold any more."""
        state, found = self.search.computation.state, self.search.found
        running, current = isinstance(state, Computing), self._is_current
        self.codings.set_loading(loading=running)
        for veil in self._veils:
            veil.set_drawn(drawn=found is not None and (running or not current))
        self._mend = self.find_codings
        if running:
            self._mend = self.search.computation.stop
            self.line.show_text(self._so_far(), act=STOP)
        elif isinstance(state, Failed):
            self._show_failure(state.error)
        elif found is None:
            stopped = isinstance(state, Stopped) and state.by_user
            self.line.show_text(STOPPED_WITHOUT if stopped else WHERE, act=AGAIN if stopped else "")
        elif missing := self._missing():
            title, _, act, self._mend = missing
            self.line.show_text(in_user_locale(title), "info", act)
        elif not current:
            self.line.show_text("This was found for another condition, recipe or hierarchy.", act=AGAIN)
        elif found is self.search.best:
            self.line.show_text(STOPPED_WITH, act=AGAIN)
        else:
            self._show_result(found, state.seconds if isinstance(state, Ready) else 0.0)

    def _so_far(self) -> str:
        """Return the best so far, and what no coding can lose less than."""
        best = self.search.best
        node = best.codings.optimum if best else None
        if best is None or node is None:
            return "Trying codings…"
        words = "Trying codings; best so far: {words}, loss {loss}."
        bound = best.codings.bound
        if bound is not None:
            words = "Trying codings; best so far: {words}, loss {loss}; none can lose less than {bound}."
        loss = best.codings.loss(node)
        return sentence(
            words,
            words=coarsened_text(coarsened(best.lattice, node)),
            loss=self._loss_text(loss),
            bound=self._loss_text(bound) if bound is not None else "",
        )

    def _show_failure(self, error: SdcError) -> None:
        """Say why nothing was found; a value that has no place is named, with the way to place it."""
        words, act = self.session.labelled_message(error), AGAIN
        if isinstance(error, UnplacedValuesError) and self.session.data is not None:
            called = display_names(self.session.data.variables).get(error.name, error.name)
            words = sentence(
                "{value} is in the data, but not in the hierarchy of {name}.",
                "{value} and others, {n} in all, are in the data, but not in the hierarchy of {name}.",
                "n",
                n=len(error.values),
                value=short(str(error.values[0])),
                name=called,
            )
            act, self._mend = PLACE, partial(self.session.navigator.edit_hierarchy, error.name)
        self.line.show_text(in_user_locale(words), "triangle", act)

    def _show_result(self, found: Found, seconds: float) -> None:
        meeting = int(found.table.meets.sum())
        if not meeting:
            words = "No coding meets the condition: allow more records to be left out, or smaller groups."
            self.line.show_text(words, "triangle")
            return
        whole = len(found.table) == found.lattice.size
        words = sentence(
            CHECKED if whole else PROVED if found.codings.complete else BOUNDED,
            n=len(found.table),
            all=found.lattice.size,
            seconds=decimal(seconds),
            meeting=meeting,
            bound=self._loss_text(found.codings.bound or 0.0),
        )
        if self._is_unsafe(found):
            words = sentence("{words} With the best one the file is not safe yet.", words=words)
            self._mend = self.find_safe_codings
            self.line.show_text(in_user_locale(words), "triangle", LARGER)
        else:
            self.line.show_text(in_user_locale(words), "tick")

    def _is_unsafe(self, found: Found) -> bool:
        """Return whether the best coding is known to break a limit."""
        effect = self.effects.find(found.codings.optimum)
        return effect is not None and effect.verdict is Verdict.UNSAFE

    # What the user does

    def _hindrance(self, found: Found | None, node: Node | None) -> str:
        """Return why a coding cannot be used; empty: it can."""
        if isinstance(self.search.computation.state, Computing):
            return "Wait until the codings are tried."
        if found is None or not self._is_current:
            return OLD
        if node is None:
            return "Choose a coding first."
        place = found.table.find(node)
        if not found.table.meets[place]:
            n = in_user_locale(count(int(found.table.left_out[place])))
            wrong = "It does not meet the condition: {n} records are in groups that are too small."
            return sentence(wrong, n=n)
        return "" if found.codings.methods(node) else "The file meets the condition as it is."

    def _offer(self) -> None:
        """Offer to use the chosen coding or, where nothing holds, to search."""
        header, found = self.page.header, self.search.found
        if not self.isVisibleTo(self.page):
            return
        running = isinstance(self.search.computation.state, Computing)
        if not running and not self._is_current:
            filled = header.set_filled(SEARCH)
            self._next = self.find_codings
            allow(filled, self._unsearchable())
            return
        steps = len(found.codings.methods(self.node)) if found and self.node else 0
        filled = header.set_filled(USE_ONE if steps == 1 else USE)
        self._next = self.use
        allow(filled, self._hindrance(found, self.node))

    def _unsearchable(self) -> str:
        """Return why nothing can be searched now; empty: it can."""
        missing = self._missing()
        lacking = in_user_locale(missing[0]) if missing else ""
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
        reason = self._hindrance(self.search.found, self.node)
        return context_menu(self, Entry(USE, self.use, reason))

    def _connect(self) -> None:
        self.condition.edited.connect(self._on_condition)
        self.search.changed.connect(self.refresh)
        self.effects.changed.connect(self._on_effect)
        self.finest.preview.clicked.connect(self.preview)
        self.line.acted.connect(lambda: self._mend())
        for card in (self.codings, self.finest):
            card.chosen.connect(self.choose)
            card.used.connect(self.use)
            card.menu_wanted.connect(self._open_menu)
        self.levels.edit_wanted.connect(self.session.navigator.edit_hierarchy)
