"""The tab over the sample without steps: few changes are allowed, so that all recipes are tried soon."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.core.numbers.quantity import SHARE, Quantity
from sdcdesk.core.results.limit import Verdict
from sdcdesk.core.running.progress import SILENT
from sdcdesk.search.suggestion.allowed import Allowed
from sdcdesk.search.suggestion.saved_state import state_bytes
from sdcdesk.search.suggestion.searched_file import SearchedFile
from sdcdesk.search.suggestion.suggestion import Suggestion
from sdcdesk.search.suggestion.trials import Trials
from tests.ui.numbers_shown import numbers_of
from tests.ui.page_window import PageWindow
from tests.ui.screen_contracts import open_dark_and_strange, page_complaints
from tests.ui.test_every_screen import complaints
from ui.pages.compare import stage as compare_stage
from ui.pages.compare.page import ComparePage
from ui.pages.suggestion.ranges import ANY
from ui.pages.suggestion.search_card import GO_ON, SEARCH
from ui.pages.suggestion.suggestion_search import FoundRecipes
from ui.pages.suggestion.suggestion_tab import NOT_SAFE, OLD, USED, SuggestionTab
from ui.session.computation import Stopped
from ui.session.navigator import SUGGESTION
from ui.session.session import Session
from ui.shell.main_window import MainWindow

FEW = {"Age": ("levels",), "Zip": ("levels",)}
"""Two hierarchies: as many recipes as they have levels together."""


class Stand(PageWindow[ComparePage]):
    """The page with the tab, over the sample without steps."""

    def __init__(self, session: Session, qtbot: QtBot) -> None:
        super().__init__(ComparePage, compare_stage.STAGE, session, qtbot)
        self.change(lambda p: p.changed(recipe=p.recipe.changed(steps=())))
        self.page.open_tab(SUGGESTION)
        self.settle()

    @property
    def tab(self) -> SuggestionTab:
        tab = self.page.tabs.current
        assert isinstance(tab, SuggestionTab)
        return tab

    def allow_few(self, *names: str) -> None:
        """Switch off all but some changes."""
        allow_few(self.tab, names or tuple(FEW))

    def search(self) -> None:
        """Search until every recipe was tried."""
        self.tab.time.seconds.setText("3600")
        self.tab.start()
        # Rows are made anew with each report of the search, so that only those of its end stay.
        self.qtbot.waitUntil(lambda: self.found is not None and self.found.suggestion.complete)
        self.settle()

    @property
    def found(self) -> FoundRecipes | None:
        """What the search has found so far."""
        return self.tab.search.found


def allow_few(tab: SuggestionTab, names: tuple[str, ...]) -> None:
    for name, switches in tab.allowed.switches.items():
        for kind, switch in switches.items():
            if switch.isChecked() != (kind in FEW.get(name, ()) and name in names):
                switch.click()


@pytest.fixture
def stand(sampled: Session, qtbot: QtBot) -> Stand:
    return Stand(sampled, qtbot)


def test_the_best_safe_recipe_is_adopted_and_taken_back(stand: Stand) -> None:
    tab, before = stand.tab, stand.project
    stand.allow_few()
    stand.search()
    found = tab.search.found
    assert found is not None
    assert found.suggestion.complete
    best = found.suggestion.safe[0]
    assert tab.one is best
    assert tab.recipes.rows[0].property("chosen")
    assert all(one.loss.value >= best.loss.value for one in found.suggestion.safe)
    stand.page.header.filled.click()
    stand.settle()
    assert stand.session.release is not None
    assert stand.session.release.verdict is Verdict.SAFE
    assert stand.project.recipe.steps == best.recipe.steps
    assert stand.page.header.filled.toolTip() == USED
    assert tab.search.holds(), "adopting one leaves the others as they are"
    stand.session.undo()
    stand.settle()
    assert stand.project.recipe == before.recipe
    assert stand.page.header.filled.isEnabled()


def test_what_may_change_stays_as_the_user_has_set_it(stand: Stand) -> None:
    tab = stand.tab
    stand.allow_few()
    tab.allowed.another_wanted.emit("Amount_Billed")
    stand.settle()
    kind, switch = next(iter(tab.allowed.switches["Amount_Billed"].items()))
    switch.click()
    tab.allowed.records["sample"].click()
    switch = tab.allowed.switches["Age"]["levels"]
    switch.setFocus()
    chosen = tab.allowed.allowed

    def limited(share: float) -> None:
        scenarios = tuple(one.with_limit("dr_weighted", share) for one in stand.project.scenarios)
        stand.change(lambda p: p.changed(scenarios=scenarios))

    limited(0.03)
    assert tab.allowed.allowed == chosen
    assert stand.window.focusWidget() is switch
    limited(0.04)
    stand.session.undo()
    stand.settle()
    assert tab.allowed.allowed == chosen
    fewer = tuple(
        one.changed(keys=tuple(name for name in one.keys if name != "Zip")) for one in stand.project.scenarios
    )
    stand.change(lambda p: p.changed(scenarios=fewer))
    assert tab.allowed.allowed.variables["Age"] == chosen.variables["Age"]
    assert tab.allowed.allowed.variables["Amount_Billed"] == (kind,)


def test_rows_and_points_choose_the_same_recipe_by_mouse_and_keys(stand: Stand) -> None:
    tab = stand.tab
    stand.allow_few()
    stand.search()
    first, second = tab.recipes.rows[:2]
    QTest.mouseClick(second, Qt.MouseButton.LeftButton)
    assert tab.one is second.one
    QTest.keyClick(second, Qt.Key.Key_Up)
    assert tab.one is first.one
    found = tab.search.found
    assert found is not None
    unsafe = next(n for n, one in enumerate(found.suggestion.found) if not one.keeps)
    tab.map_card.point_chosen.emit(unsafe)
    assert tab.one is found.suggestion.found[unsafe]
    assert stand.page.header.filled.toolTip() == NOT_SAFE
    QTest.keyClick(tab.recipes.rows[1], Qt.Key.Key_Return)
    stand.settle()
    assert stand.project.recipe.steps == second.one.recipe.steps


def test_a_search_is_stopped_goes_on_and_is_saved(stand: Stand, tmp_path: Path) -> None:
    tab = stand.tab
    tab.time.seconds.setText("3600")
    tab.start()
    stand.qtbot.waitUntil(lambda: tab.search.found is not None and len(tab.search.found.suggestion.tried) > 1)
    tab.start()
    stand.settle()
    assert isinstance(tab.search.computation.state, Stopped)
    assert tab.time.button.text() == GO_ON
    found = tab.search.found
    assert found is not None
    tried = found.suggestion.tried
    file = tmp_path / "search.json"
    file.write_bytes(state_bytes(found.suggestion.state))
    tab.go_on(file)
    stand.qtbot.waitUntil(
        lambda: tab.search.found is not None and len(tab.search.found.suggestion.tried) > len(tried)
    )
    tab.start()
    stand.settle()
    assert tab.search.found is not None
    points = [point for point, _ in tab.search.found.suggestion.tried]
    assert points[: len(tried)] == [point for point, _ in tried]
    file.write_text("{}")
    with stand.qtbot.waitSignal(stand.session.failed) as told:
        tab.go_on(file)
    assert "holds no state of a search" in told.args[0].message


def test_other_switches_begin_anew_and_other_limits_make_what_was_found_old(stand: Stand) -> None:
    tab = stand.tab
    stand.allow_few("Age")
    stand.search()
    assert tab.time.button.text() == GO_ON
    tab.allowed.switches["Zip"]["levels"].click()
    assert tab.time.button.text() == SEARCH
    tab.allowed.another_wanted.emit("Amount_Billed")
    stand.settle()
    assert "noise" in tab.allowed.switches["Amount_Billed"]
    stand.change(lambda p: p.changed(recipe=p.recipe.changed(seed=p.recipe.seed + 1)))
    assert "for the project as it was" in tab.line.text()
    if tab.recipes.rows:
        assert tab.recipes.rows[0].adopt.toolTip() == OLD
    for switches in tab.allowed.switches.values():
        for switch in switches.values():
            switch.setChecked(False)
    tab.refresh()
    assert not tab.time.button.isEnabled()


def test_how_far_a_variable_may_change_is_chosen_shown_and_saved(stand: Stand, tmp_path: Path) -> None:
    tab = stand.tab
    stand.allow_few()
    age, before = tab.allowed.rows["Age"], tab.allowed.allowed
    QTest.keyClick(age.ranges, Qt.Key.Key_Space)
    assert age.popover is not None
    [combo] = age.popover.combos.values()
    assert [combo.itemText(place) for place in range(combo.count())][:3] == [
        ANY,
        "Age in 5-year bands",
        "Age in 10-year bands",
    ]
    QTest.keyClick(combo, Qt.Key.Key_Down)
    age.popover.close()
    assert tab.allowed.allowed == before.changed(farthest={"Age": {"levels": 1}})
    assert age.told.text() == "At most: Age in 5-year bands"
    stand.search()
    found = tab.search.found
    assert found is not None
    assert max(point[0] for point, _ in found.suggestion.tried) == 1
    assert tab.time.button.text() == GO_ON
    file = tmp_path / "search.json"
    file.write_bytes(state_bytes(found.suggestion.state))
    age.set_allowed(("levels",), {})
    tab.refresh()
    assert tab.time.button.text() == SEARCH
    tab.go_on(file)
    stand.settle()
    assert tab.allowed.allowed.farthest == {"Age": {"levels": 1}}
    age.switches["levels"].click()
    assert tab.allowed.allowed.farthest == {}
    assert not age.ranges.isVisible()


def test_means_and_covariances_are_restored_or_it_is_said_why_not(stand: Stand) -> None:
    tab, data = stand.tab, stand.session.data
    assert data is not None
    file = SearchedFile(stand.project, data)
    allowed = Allowed(variables={"Age": ("noise",), "Zip": ("levels", "suppress")})
    space = allowed.space(file)
    kinds = [slot.kind for slot in space.slots]
    point = space.with_rung(
        space.with_rung(space.origin, kinds.index("levels"), 3), kinds.index("noise") + 1, 7
    )
    one = Trials(file, space).assess(point, SILENT)
    assert one is not None
    assert one.keeps
    suggestion = Suggestion(file, space, allowed, 0, ((point, one),))
    tab.search.found = FoundRecipes(suggestion, {one.key: suggestion.words(one)}, 1.0)
    tab.choose(one)
    [row] = tab.recipes.rows
    row.restore.click()
    stand.settle()
    assert tab.one is not None
    assert tab.one.restored
    assert [each.number for each in tab.recipes.rows] == [1, 2]
    tab.use()
    stand.settle()
    assert stand.project.recipe.steps[-1].method.name == "matrix_masking"
    assert stand.session.release is not None
    assert stand.session.release.verdict is Verdict.SAFE
    riskless = tuple(
        replace(judged, judgement=replace(judged.judgement, quantity=Quantity(0.0, SHARE)))
        for judged in one.judged
    )
    other = replace(one, judged=riskless)
    suggestion = Suggestion(file, space, allowed, 0, ((point, other),))
    tab.search.found = FoundRecipes(suggestion, {other.key: suggestion.words(other)}, 1.0)
    tab.choose(other)
    tab.recipes.rows[0].restore.click()
    stand.settle()
    assert "would raise a risk: in scenario " in tab.line.text()


def test_without_a_limit_the_page_says_what_is_missing(stand: Stand) -> None:
    stand.change(lambda p: p.changed(scenarios=tuple(one.changed(limits=()) for one in p.scenarios)))
    assert stand.tab.empty is not None
    assert stand.tab.empty.accessibleName() == "No scenario has a limit"


def test_found_recipes_under_the_contracts_of_all_screens(
    window: MainWindow,
    sample: Path,
    qtbot: QtBot,
    computing: None,  # noqa: ARG001
    settled: Callable[..., None],
    clipped: Callable[[QWidget], list[str]],
) -> None:
    open_dark_and_strange(window, sample, qtbot)
    window.show_stage("compare", SUGGESTION)
    settled(window, window.jobs)
    before, found = numbers_of(window), complaints(window, clipped, "nothing searched")
    page = window.stages.current_page()
    assert isinstance(page, ComparePage)
    tab = page.tabs.current
    assert isinstance(tab, SuggestionTab)
    allow_few(tab, ("Age",))
    tab.time.seconds.setText("3600")
    tab.start()
    settled(window, window.jobs)
    assert tab.search.found is not None
    found += page_complaints(window, clipped, before, "found")
    window.resize(960, 540)
    settled(window, window.jobs)
    found += complaints(window, clipped, "found, narrow")
    assert found == [], "\n".join(found)
