from collections.abc import Callable
from contextlib import AbstractContextManager

from pytestqt.qtbot import QtBot

from sdcdesk.core.errors import DataError
from sdcdesk.core.variable import Role
from sdcdesk.risk import TRUTA_2004
from ui.pages.stages import STAGES, checklist
from ui.session.answer import Failed
from ui.session.session import Session


def states(session: Session) -> dict[str, tuple[str, str]]:
    return {stage.key: (state.words, state.mark) for stage in STAGES if (state := stage.state(session))}


def test_nothing_is_possible_without_a_file(session: Session) -> None:
    found = states(session)
    assert found["data"] == ("No file yet", "ring")
    assert found["risk"] == ("Needs key variables", "none")
    assert found["masking"] == ("Needs a file", "none")
    assert checklist(session) == ()


def test_the_sample_is_safe(sampled: Session) -> None:
    found = states(sampled)
    assert found["data"] == ("5,000 records", "tick")
    assert found["variables"] == ("4 keys of 7", "tick")
    assert found["risk"][0].startswith("Safe, ≤\u202f1.21")
    assert found["risk"][1] == "tick"
    assert found["masking"] == ("4 steps", "tick")
    assert found["loss"][1] == "tick"
    assert [check.words for check in checklist(sampled) if not check.done] == ["export the safe file"]


def test_states_follow_the_session(sampled: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(sampled.computed, timeout=20_000):
        sampled.change_recipe("off", lambda recipe: recipe.switched(0, on=False))
        assert states(sampled)["risk"] == ("Computing…", "arc")
        assert "bring the risk below the limit" not in [check.words for check in checklist(sampled)]
    assert states(sampled)["risk"][1] == "triangle"
    undone = next(check.words for check in checklist(sampled) if not check.done)
    assert undone == "bring the risk below the limit"


def test_what_was_stopped_or_failed_shows_no_old_numbers(
    sampled: Session, endless: Callable[[], AbstractContextManager[None]], qtbot: QtBot
) -> None:
    with endless():
        sampled.compute()
        with qtbot.waitSignal(sampled.computed):
            sampled.jobs.cancel("compute")
    assert states(sampled)["risk"] == ("Stopped", "ring")
    assert states(sampled)["loss"] == ("Stopped", "ring")
    undone = [check.words for check in checklist(sampled) if not check.done]
    assert undone[0] == "compute the risk again"
    sampled.computation.state = Failed(DataError("It does not fit."))
    assert states(sampled)["risk"] == ("Could not be computed", "ring")
    assert states(sampled)["loss"] == ("Could not be computed", "ring")


def test_a_project_without_scenarios_has_no_risk(sampled: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(sampled.computed, timeout=20_000):
        sampled.change("none", sampled.project.changed(scenarios=()))
    assert states(sampled)["risk"] == ("Needs key variables", "none")
    variables = tuple(v.changed(role=Role.OTHER) for v in sampled.project.variables)
    with qtbot.waitSignal(sampled.computed, timeout=20_000):
        sampled.change("other", sampled.project.changed(variables=variables))
    assert states(sampled)["variables"] == ("0 of 7 described", "ring")


def test_a_scenario_that_does_not_fit_leaves_the_file_not_assessed(sampled: Session, qtbot: QtBot) -> None:
    weights = {**sampled.project.weights, "W4": TRUTA_2004["W4"]}
    first, second = sampled.project.scenarios
    with qtbot.waitSignal(sampled.computed, timeout=20_000):
        sampled.change(
            "W4", sampled.project.changed(weights=weights, scenarios=(first.changed(weights="W4"), second))
        )
    assert states(sampled)["risk"] == ("Not assessed", "ring")
