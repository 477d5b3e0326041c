from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from sdcdesk.core.errors import SdcError
from sdcdesk.core.variable import Role
from sdcdesk.document.project import load
from sdcdesk.masking import Rounding
from ui.session.session import Session


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
    with qtbot.waitSignal(sampled.computed, timeout=20_000):
        sampled.change_recipe("Sample off", lambda recipe: recipe.switched(2, on=False))
        assert sampled.is_stale
        assert sampled.results is before, "what was known stays to be seen, dimmed"
    assert sampled.results is not None
    assert len(sampled.results.run.masked) == 5000


def test_undo_and_redo_bring_back_project_and_results(sampled: Session, qtbot: QtBot) -> None:
    before = sampled.project
    with qtbot.waitSignal(sampled.computed, timeout=20_000):
        sampled.describe(
            "Race is confidential", sampled.data.variable("Race").changed(role=Role.CONFIDENTIAL)
        )
    assert sampled.data.variable("Race").role is Role.CONFIDENTIAL
    assert not sampled.is_saved
    with qtbot.waitSignal(sampled.computed, timeout=20_000):
        sampled.undo()
    assert sampled.project is before
    assert sampled.data.variable("Race").role is Role.KEY
    assert sampled.is_saved, "what was undone needs no saving"
    with qtbot.waitSignal(sampled.computed, timeout=20_000):
        sampled.redo()
    assert sampled.data.variable("Race").role is Role.CONFIDENTIAL


def test_a_failing_step_is_told_and_the_steps_before_it_stand(sampled: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(sampled.failed, timeout=20_000) as failed:
        sampled.add_step(Rounding(variables=["Name"], base=10.0))
    error = failed.args[0]
    assert isinstance(error, SdcError)
    assert "Name is nominal" in error.message
    assert sampled.results is not None
    assert sampled.results.release is None
    assert [stage.masked is not None for stage in sampled.results.run.stages] == [True] * 4 + [False]


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


@pytest.mark.parametrize("place", ["there", "else/where"])
def test_a_saved_project_finds_its_data_from_its_new_place(
    sampled: Session, tmp_path: Path, place: str
) -> None:
    from ui.session.autosave import Autosave
    from ui.session.saving import Saving

    target = tmp_path / place / "copy.sdcdesk"
    target.parent.mkdir(parents=True)
    assert Saving(sampled, Autosave(tmp_path / "autosave")).save(target)
    assert len(load(target).open_data(target)) == 5000
    assert sampled.path == target
    assert sampled.is_saved
