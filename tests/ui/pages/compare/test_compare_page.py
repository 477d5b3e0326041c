"""The page Compare: nothing yet, running, found, stopped, failed, old; and what becomes of a choice."""

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.document.grid import Grid
from sdcdesk.document.project import Project
from sdcdesk.search.alternatives import run as run_module
from sdcdesk.search.alternatives.comparison import Comparison
from sdcdesk.search.alternatives.ready_grids import READY
from tests.ui.pages.compare.conftest import BANDS, GRID, Stand
from ui.pages.compare.page import FAILED, NONE_CHOSEN, OLD, USED
from ui.pages.compare.progress_line import AGAIN, CANCEL, RESUME
from ui.pages.compare.stage import STAGE


def state(stand: Stand) -> tuple[str, str]:
    found = STAGE.state(stand.session)
    return found.words, found.mark


def test_a_grid_is_compared_and_kept(stand: Stand) -> None:
    page = stand.page
    assert state(stand) == ("Not started", "ring")
    assert page.ready.isVisible()
    assert not page.map_card.isVisible()
    page.compare(Grid(lines=[BANDS]))
    assert page.line.act.text() == CANCEL
    assert state(stand)[1] == "arc"
    stand.settle()
    assert state(stand) == ("3 alternatives", "tick")
    assert stand.project.grid == Grid(lines=[BANDS])
    assert page.map_card.map.count() == page.table_card.model.rowCount() == 3
    assert page.line.text().startswith("3 alternatives in about")
    assert stand.session.history.undo_label == "Alternatives"


def test_map_and_table_show_the_same_alternative(found: Stand) -> None:
    page = found.page
    chart, view = page.map_card.map, page.table_card.view
    assert (chart.count(), page.table_card.model.rowCount()) == (5, 6), "draws share a mark"
    assert found.session.release is not None
    chart.setFocus()
    QTest.keyClick(chart, Qt.Key.Key_Home)
    first = page.number
    place = next(one for one in chart._places if one.number == first)
    assert place.right == min(one.right for one in chart._places), "arrows walk by loss"
    assert view.currentIndex().data() is not None
    assert page.table_card.model.number(view.currentIndex().row()) == first
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert page.number != first
    assert chart._selected == page.number
    assert page.map_card.chosen.words.text() == found.words(view.currentIndex().row())


def test_a_safe_alternative_is_looked_at_before_an_unsafe_one_of_better_rank(found: Stand) -> None:
    card = found.page.table_card
    frame = card.model.table.frame.assign(verdict="unsafe")
    card.model.show_table(replace(card.model.table, frame=frame))
    assert card.best == frame["number"][0], "where none is safe, the best rank"
    frame.loc[2, "verdict"] = "safe"
    card.model.show_table(replace(card.model.table, frame=frame))
    assert card.best == frame["number"][2]


def test_a_chosen_alternative_becomes_the_recipe_and_undo_takes_it_back(found: Stand) -> None:
    page, before = found.page, found.project.recipe
    use = page.map_card.chosen.use
    assert page.number == page.table_card.model.number(0), "the best rank is looked at first"
    page.choose(-1)
    assert (use.isEnabled(), use.toolTip()) == (False, NONE_CHOSEN)
    page.choose(1)
    assert page.filled is use
    use.setFocus()
    use.click()
    found.settle()
    assert found.page.hasFocus(), "not what comes next, such as Undo"
    assert [step.method.summary() for step in found.project.recipe.steps] == ["Age into bands of 10"]
    assert found.session.history.undo_label == "Recipe: Age into bands of 10"
    assert (use.isEnabled(), use.toolTip()) == (False, USED)
    page.choose(2)
    assert use.isEnabled(), "the others hold still"
    now, place = page.map_card.map._now, next(one for one in page.map_card.map._places if one.number == 1)
    assert now == (place.risk, place.loss), "the ring lies on what has become the recipe"
    found.session.undo()
    found.settle()
    assert found.project.recipe == before


def test_what_is_known_of_an_edited_grid_is_not_computed_again(found: Stand) -> None:
    before = found.session.comparing.found
    assert before is not None
    found.page.compare(GRID.changed(lines=[(), *GRID.lines]))
    found.settle()
    after = found.session.comparing.found
    assert after is not None
    done = [one for one in before.outcomes if one.error is None]
    assert all(after.outcome(one.alternative.number + 1).seconds == one.seconds for one in done)
    assert len(after.outcomes) == len(before.outcomes) + 1


def test_alternatives_after_a_recipe_that_one_of_them_became_are_compared_anew(stand: Stand) -> None:
    grid = Grid(
        lines=[{"method": "simple_random_sampling", "parameters": {"percentage": [50.0]}}], before="recipe"
    )
    stand.page.compare(grid)
    stand.settle()
    before = stand.session.comparing.found
    stand.page.choose(0)
    stand.page.map_card.chosen.use.click()
    stand.settle()
    stand.page.compare(grid)
    stand.settle()
    after = stand.session.comparing.found
    assert before is not None
    assert after is not None
    assert len(after.recipe(0).steps) == len(before.recipe(0).steps) + 1
    assert state(stand)[1] == "tick"


def test_what_changes_the_figures_makes_all_old(found: Stand) -> None:
    page = found.page
    page.choose(1)
    found.change(lambda project: project.changed(scenarios=project.scenarios[:1]))
    assert page.map_card.chosen.use.toolTip() == OLD
    assert (page.line.act.text(), state(found)[1]) == (AGAIN, "ring")
    assert all(veil.isVisible() for veil in page._veils)
    found.session.undo()
    found.settle()
    assert not any(veil.isVisible() for veil in page._veils)


def test_what_failed_stands_last_with_its_sentence(found: Stand) -> None:
    page = found.page
    last = page.table_card.model.rowCount() - 1
    assert "Name is nominal" in found.words(last)
    page.choose(page.table_card.model.number(last))
    assert page.map_card.chosen.use.toolTip() == FAILED
    assert "Name is nominal" in page.map_card.chosen.note.text()
    assert "could not be applied" in page.line.text()


def test_the_slider_ranks_anew(found: Stand, compared: Comparison) -> None:
    card = found.page.table_card
    for value, least in ((0, compared.risk), (card.slider.maximum(), compared.loss)):
        card.slider.setValue(value)
        values = [compared.outcome(card.model.number(row)).value(least) for row in range(5)]
        assert values == sorted(values), "risk alone, then loss alone"
        assert "risk counts" in card.note.text()


def test_methods_and_the_limit_filter_the_map(found: Stand) -> None:
    card = found.page.map_card
    card.methods.boxes[1].click()
    assert {place.kind for place in card.map._places} == {0}
    card.methods.kept.click()
    assert all(place.kept for place in card.map._places)
    assert card.map.count() == int(card.methods._kept_count.text()) > 0


def test_a_note_belongs_to_the_project(found: Stand) -> None:
    page = found.page
    page.choose(1)
    page.table_card.view.setFocus()
    QTest.keyClick(page.table_card.view, Qt.Key.Key_N)
    assert page.noting is not None
    page.noting.editor.text.setPlainText("for the board")
    page.noting.filled.click()
    assert page.map_card.chosen.note.text() == "for the board"
    assert [note.note for note in found.project.notes] == ["for the board"]


@pytest.fixture
def interrupted(monkeypatch: pytest.MonkeyPatch, compared: Comparison) -> list[Any]:
    """Let a run do three alternatives and then wait until it is stopped; return what each was given."""
    given: list[Any] = []

    def compare(
        _project: Project, _data: object, _grid: Grid, progress: Progress, *, so_far: Any, done: Any
    ) -> Comparison:
        given.append(done)
        if done is not None:
            return compared
        so_far(compared.with_outcomes(compared.outcomes[:3]))
        while True:
            progress.at(0.5)
            threading.Event().wait(0.01)

    monkeypatch.setattr(run_module, "compare_alternatives", compare)
    return given


def test_a_stop_keeps_what_is_done_and_the_rest_can_follow(stand: Stand, interrupted: list[Any]) -> None:
    page = stand.page
    page.compare(GRID)
    stand.qtbot.waitUntil(lambda: page.map_card.map.count() == 3)
    assert page.line.text() == "3 of 8 alternatives are done."
    page.line.act.click()
    stand.settle()
    assert (page.line.act.text(), state(stand)) == (RESUME, ("3 of 8 alternatives", "ring"))
    page.choose(1)
    assert page.map_card.chosen.use.isEnabled()
    page.line.act.click()
    stand.settle()
    assert len(interrupted[1].outcomes) == 3
    assert state(stand) == ("8 alternatives", "tick")


def test_a_failure_is_said_with_the_way_out(stand: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_given: object, **_named: object) -> Comparison:
        raise DataError("It does not fit.")

    monkeypatch.setattr(run_module, "compare_alternatives", fail)
    stand.page.compare(GRID)
    stand.settle()
    QApplication.processEvents()
    assert stand.page.line.text() == "It does not fit."
    assert stand.page.line.act.text() == AGAIN
    assert stand.page.ready.isVisible(), "another grid may do"


def test_a_saved_comparison_is_opened_again_for_the_same_project_only(
    found: Stand, compared: Comparison, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, file = found.page, tmp_path / "alternatives.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    page.save.click()
    found.session.comparing.forget()
    assert page.ready.isVisible()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), ""))
    page.ready.load.click()
    found.settle()
    assert found.session.comparing.found is not None
    opened = [outcome.figures for outcome in found.session.comparing.found.outcomes]
    assert opened == [outcome.figures for outcome in compared.outcomes]
    assert page.map_card.map.count() == 5
    found.change(lambda project: project.changed(scenarios=project.scenarios[:1]))
    with found.qtbot.waitSignal(found.session.failed):
        page.saved.open(file)


def test_ready_grids_are_offered_for_the_file(stand: Stand, interrupted: list[Any]) -> None:
    page = stand.page
    stand.settle()
    assert stand.session.data is not None
    grids = [one.make(stand.project, stand.session.data) for one in READY]
    assert [button.text() for button in page.ready.buttons] == [one.title for one in READY]
    assert page.filled is page.ready.buttons[0]
    page.ready.buttons[1].click()
    stand.qtbot.waitUntil(lambda: page.map_card.map.count() == 3)
    assert stand.project.grid == grids[1]
    page.line.act.click()
    stand.settle()
    assert interrupted == [None]


def test_without_a_scenario_there_is_no_risk_to_compare(stand: Stand) -> None:
    stand.change(lambda project: project.changed(scenarios=()))
    assert state(stand) == ("Needs a scenario", "none")
    assert stand.page.empty is not None
    assert not stand.page.ready.isVisible()
    assert not stand.page.edit.isEnabled()
    with stand.qtbot.waitSignal(stand.session.navigator.stage_wanted) as wanted:
        stand.page.empty.button.click()
    assert wanted.args == ["risk", ""]
