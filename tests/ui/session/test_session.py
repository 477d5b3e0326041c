from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from sdcdesk.core.data.variable import Role
from sdcdesk.core.files import atomic
from sdcdesk.core.running.errors import SdcError
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import load
from sdcdesk.document.recipe import Recipe
from sdcdesk.masking import Rounding
from sdcdesk.release.risk_loss_path import Address, PathPoint
from sdcdesk.risk import DisclosureRisk
from ui.session.saving import Autosave, Saving
from ui.session.session import Session


def test_what_a_kill_left_beside_the_project_is_told(
    sampled: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(atomic, "finish", lambda _folder: ["b.csv followed now."])
    told: list[str] = []
    sampled.notified.connect(told.append)
    assert Saving(sampled, Autosave(tmp_path / "autosave")).save(tmp_path / "copy.sdcdesk")
    assert told == ["b.csv followed now."]


def test_opening_computes_risk_loss_and_path(sampled: Session) -> None:
    results = sampled.results
    assert results is not None
    assert results.release is not None
    assert results.release.verdict == "safe"
    assert [point.step for point in results.path] == [0, 1, 2, 3, 4]
    assert sampled.is_saved
    assert not sampled.is_stale


def test_a_change_makes_results_stale_until_new_ones_come(sampled: Session, qtbot: QtBot) -> None:
    before = sampled.results
    with qtbot.waitSignal(sampled.computed):
        sampled.change_recipe("Sample off", lambda recipe: recipe.switched(2, on=False))
        assert sampled.is_stale
        assert sampled.results is before, "what was known stays to be seen, dimmed"
    assert sampled.results is not None
    assert len(sampled.results.run.masked) == 5000


def test_what_changes_together_is_shown_once(sampled: Session, qtbot: QtBot) -> None:
    seen: list[bool] = []
    sampled.altered.connect(lambda: seen.append(sampled.is_stale))
    with qtbot.waitSignal(sampled.computed):
        sampled.change_recipe("Sample off", lambda recipe: recipe.switched(2, on=False))
        assert seen == [True], "with the new project and its results on their way"
    sampled.choose_scenario("Colleague")
    assert seen == [True, False, False]
    sampled.close()
    assert seen == [True, False, False, False]


def test_undo_and_redo_bring_back_project_and_results(sampled: Session, qtbot: QtBot) -> None:
    before = sampled.project
    with qtbot.waitSignal(sampled.computed):
        sampled.describe(
            "Race is confidential", sampled.data.variable("Race").changed(role=Role.CONFIDENTIAL)
        )
    assert sampled.data.variable("Race").role is Role.CONFIDENTIAL
    assert not sampled.is_saved
    with qtbot.waitSignal(sampled.computed):
        sampled.undo()
    assert sampled.project == before
    assert sampled.data.variable("Race").role is Role.KEY
    assert sampled.is_saved, "what was undone needs no saving"
    with qtbot.waitSignal(sampled.computed):
        sampled.redo()
    assert sampled.data.variable("Race").role is Role.CONFIDENTIAL


def limited(session: Session, value: float) -> Project:
    first, *others = session.project.scenarios
    return session.project.changed(scenarios=(first.with_limit("dr_weighted", value), *others))


@pytest.mark.parametrize(
    "words",
    [
        {"title": "Another title"},
        {"name": "Another name", "knows": "Something else"},
        {"limits": ()},
    ],
)
def test_words_and_limits_are_judged_at_once_without_a_job(
    sampled: Session, words: dict[str, object]
) -> None:
    project, before = sampled.project, sampled.results
    first, *others = project.scenarios
    changed = (
        project.changed(**words)
        if "title" in words
        else project.changed(scenarios=(first.changed(**words), *others))
    )
    sampled.change("words", changed)
    assert not sampled.jobs.running
    assert not sampled.is_stale
    assert sampled.release.project is sampled.results.project is sampled.project
    assert sampled.results.run is before.run
    assert [checked.scenario for checked in sampled.release.scenarios] == list(changed.scenarios)
    name = changed.scenarios[0].name

    def risk(point: PathPoint, scenario: str) -> float | int | None:
        return point.value(Address(scenario, "disclosure_risk", "dr_weighted"))

    assert [risk(point, name) for point in sampled.results.path] == [
        risk(point, first.name) for point in before.path
    ]


def test_a_limit_that_the_file_breaks_makes_it_unsafe_at_once_and_undo_safe_again(
    sampled: Session, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(sampled.computed):
        sampled.change("limit", limited(sampled, 0.0))
    assert sampled.release.verdict == "unsafe"
    sampled.undo()
    assert sampled.release.verdict == "safe"
    assert not sampled.jobs.running


def test_a_limit_while_something_is_computed_waits_for_it(sampled: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(sampled.computed):
        sampled.change_recipe("off", lambda recipe: recipe.switched(2, on=False))
        sampled.change("limit", limited(sampled, 0.0))
        assert sampled.is_stale
        assert sampled.release is None
    assert sampled.release.verdict == "unsafe"
    assert len(sampled.results.run.masked) == 5000


def test_one_changed_scenario_leaves_what_is_known_of_the_others(
    sampled: Session, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    first = sampled.project.scenarios[0]
    second = first.changed(name="Second", k=first.k + 1)
    asked: list[int] = []
    assess = DisclosureRisk.assess

    def counted(self: DisclosureRisk, *files: object) -> object:
        asked.append(self.k)
        return assess(self, *files)

    monkeypatch.setattr(DisclosureRisk, "assess", counted)
    with qtbot.waitSignal(sampled.computed):
        sampled.change("second", sampled.project.changed(scenarios=(first, second)))
        assert sampled.is_stale
    assert set(asked) == {second.k}
    assert [checked.scenario for checked in sampled.release.scenarios] == [first, second]


def test_a_failing_step_is_told_and_the_steps_before_it_stand(sampled: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(sampled.failed) as failed:
        sampled.add_step(Rounding(variables=["Name"], base=10.0))
    error = failed.args[0]
    assert isinstance(error, SdcError)
    assert "Name is nominal" in error.message
    assert sampled.results is not None
    assert sampled.results.release is None
    assert [stage.masked is not None for stage in sampled.results.run.stages] == [True] * 4 + [False]
    with qtbot.waitSignal(sampled.mended) as mended:
        sampled.undo()
    assert mended.args == [error.message], "it is not said any longer"


def test_nothing_changes_while_nothing_is_open(session: Session) -> None:
    session.change_recipe("nothing", lambda recipe: recipe.without(0))
    session.undo()
    session.redo()
    session.compute()
    assert session.project is None
    assert session.is_saved


def test_closing_lets_go_of_the_data(sampled: Session) -> None:
    sampled.close()
    assert sampled.data is None
    assert sampled.results is None
    assert sampled.history.undo_label is None


def test_nothing_of_a_closed_file_comes_back(sampled: Session, qtbot: QtBot) -> None:
    sampled.compute()
    sampled.close()
    assert not sampled.jobs.running
    sampled.jobs.start("after", "After", lambda _progress: 1, lambda _done: None, lambda _error: None)
    qtbot.waitUntil(lambda: not sampled.jobs.running)
    assert sampled.results is None
    assert sampled.data is None


def test_results_of_another_file_do_not_outlive_its_opening(
    sampled: Session, sample: Path, qtbot: QtBot
) -> None:
    project = load(sample)
    few = project.open_data(sample).take(range(50))
    sampled.compute()
    with qtbot.waitSignal(sampled.computed):
        sampled.open(few, project.changed(recipe=project.recipe.changed(steps=())), None)
        assert sampled.results is None
    assert len(sampled.results.run.masked) == 50


def test_export_waits_for_results_of_this_very_project(
    sampled: Session, endless: Callable[[], AbstractContextManager[None]], qtbot: QtBot
) -> None:
    assert sampled.hindrance == ""
    assert sampled.release is sampled.results.release
    with qtbot.waitSignal(sampled.computed):
        sampled.change_recipe("off", lambda recipe: recipe.switched(0, on=False))
        assert "Wait" in sampled.hindrance
        assert sampled.release is None
    with endless():
        sampled.compute()
        with qtbot.waitSignal(sampled.computed):
            sampled.jobs.cancel("compute")
    assert sampled.hindrance.startswith("Stopped")
    assert sampled.results is None
    with qtbot.waitSignal(sampled.failed):
        sampled.add_step(Rounding(variables=["Name"], base=10.0))
    assert sampled.hindrance == "Step 5 failed, so there is no masked file"
    sampled.close()
    assert sampled.hindrance == "Open a file first"


def off(recipe: Recipe) -> Recipe:
    return recipe.switched(2, on=False)


@pytest.mark.parametrize("steps", ["undo", "undo redo", "undo redo undo", "undo undo", "undo undo redo redo"])
def test_undo_after_saving_in_another_folder_keeps_a_project_that_opens(
    sampled: Session, tmp_path: Path, steps: str
) -> None:
    saving = Saving(sampled, Autosave(tmp_path / "autosave"))
    target = tmp_path / "else" / "where" / "copy.sdcdesk"
    target.parent.mkdir(parents=True)
    sampled.change_recipe("one", off)
    sampled.change_recipe("two", lambda recipe: recipe.changed(seed=5))
    assert saving.save(target)
    for step in steps.split():
        getattr(sampled, step)()
    assert saving.save(target)
    opened = load(target)
    assert opened == sampled.project
    assert len(opened.open_data(target)) == 5000


def test_undo_and_redo_back_to_the_saved_state_is_saved(sampled: Session, tmp_path: Path) -> None:
    saving = Saving(sampled, Autosave(tmp_path / "autosave"))
    sampled.change_recipe("one", off)
    assert not sampled.is_saved
    sampled.undo()
    assert sampled.is_saved
    sampled.redo()
    assert not sampled.is_saved
    (tmp_path / "else").mkdir()
    assert saving.save(tmp_path / "else" / "copy.sdcdesk")
    sampled.undo()
    assert not sampled.is_saved
    sampled.redo()
    assert sampled.is_saved
    sampled.change_recipe("two", lambda recipe: recipe.changed(seed=5))
    sampled.undo()
    assert sampled.is_saved


def test_results_speak_of_the_place_where_the_project_was_saved(sampled: Session, tmp_path: Path) -> None:
    (tmp_path / "else").mkdir()
    assert Saving(sampled, Autosave(tmp_path / "autosave")).save(tmp_path / "else" / "copy.sdcdesk")
    assert sampled.release.project.data.path == "../billing_5000.csv"


@pytest.mark.parametrize("place", ["there", "else/where"])
def test_a_saved_project_finds_its_data_from_its_new_place(
    sampled: Session, tmp_path: Path, place: str
) -> None:
    target = tmp_path / place / "copy.sdcdesk"
    target.parent.mkdir(parents=True)
    assert Saving(sampled, Autosave(tmp_path / "autosave")).save(target)
    assert len(load(target).open_data(target)) == 5000
    assert sampled.path == target
    assert sampled.is_saved


def test_who_is_told_of_a_failed_step_reads_which_one(sampled: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(sampled.failed) as failed:
        sampled.add_step(Rounding(variables=["Amount_Billed", "Name"], base=10.0))
    assert failed.args[0].message.startswith("Step 5, Amount billed")
    assert "Name is nominal" in failed.args[0].message
