from collections.abc import Callable
from contextlib import AbstractContextManager

from pytestqt.qtbot import QtBot

from sdcdesk.core.data.variable import Role
from sdcdesk.core.running.errors import DataError
from sdcdesk.document.recipe import Recipe
from sdcdesk.masking import Rounding
from sdcdesk.risk import TRUTA_2004
from ui.pages.stages import STAGES, checklist
from ui.session.computation import Failed
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
    assert found["risk"][0] == "Safe in these scenarios, ≤\u202f1.22\u202f%"
    assert found["risk"][1] == "tick"
    assert found["masking"] == ("4 steps", "tick")
    assert found["loss"][1] == "tick"
    assert [check.words for check in checklist(sampled) if not check.done] == ["export the safe file"]


def test_states_follow_the_session(sampled: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(sampled.computed):
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


def test_the_next_thing_is_what_hinders(sampled: Session, qtbot: QtBot) -> None:
    def undone() -> str:
        return next(check.words for check in checklist(sampled) if not check.done)

    with qtbot.waitSignal(sampled.computed):
        sampled.add_step(Rounding(variables=["Name"], base=10.0))
    assert undone() == "mend step 5, which failed"
    with qtbot.waitSignal(sampled.computed):
        sampled.undo()
    assert undone() == "export the safe file"


def test_a_project_without_scenarios_has_no_risk(sampled: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(sampled.computed):
        sampled.change("none", sampled.project.changed(scenarios=()))
    assert states(sampled)["risk"] == ("Needs a scenario", "none")
    variables = tuple(v.changed(role=Role.OTHER) for v in sampled.project.variables)
    with qtbot.waitSignal(sampled.computed):
        sampled.change("other", sampled.project.changed(variables=variables))
    assert states(sampled)["variables"] == ("0 of 7 described", "ring")


def test_a_scenario_that_does_not_fit_leaves_the_file_not_assessed(sampled: Session, qtbot: QtBot) -> None:
    weights = {**sampled.project.weights, "W4": TRUTA_2004["W4"]}
    first, second = sampled.project.scenarios
    with qtbot.waitSignal(sampled.computed):
        sampled.change(
            "W4", sampled.project.changed(weights=weights, scenarios=(first.changed(weights="W4"), second))
        )
    assert states(sampled)["risk"] == ("Not assessed", "ring")


def test_steps_that_are_all_off_mask_nothing_anywhere(sampled: Session, qtbot: QtBot) -> None:
    def off(recipe: Recipe) -> Recipe:
        return recipe.changed(steps=tuple(step.changed(on=False) for step in recipe.steps))

    with qtbot.waitSignal(sampled.computed):
        sampled.change_recipe("off", off)
    found = states(sampled)
    assert found["masking"] == ("No step is on", "ring")
    assert found["loss"] == ("Needs a step", "none")
    assert "switch a masking step on" in [check.words for check in checklist(sampled) if not check.done]
    with qtbot.waitSignal(sampled.computed):
        sampled.change_recipe("on", lambda recipe: recipe.switched(0, on=True))
    assert states(sampled)["masking"] == ("1 step", "tick"), "what is counted is what is applied"


def test_the_risk_is_that_of_the_worst_scenario_with_a_limit(sampled: Session, qtbot: QtBot) -> None:
    project = sampled.project
    assert project is not None
    first, second = project.scenarios
    assert states(sampled)["risk"][0].startswith("Safe in these scenarios, ")
    unlimited = first.changed(limits=())
    with qtbot.waitSignal(sampled.computed):
        sampled.change("none", project.changed(scenarios=(unlimited, second)))
    assert states(sampled)["risk"] == (f"No limit in 1 of 2 scenarios: {first.name}", "ring")
    none = tuple(one.changed(limits=()) for one in project.scenarios)
    with qtbot.waitSignal(sampled.computed):
        sampled.change("none", project.changed(scenarios=none))
    assert states(sampled)["risk"][0].startswith("No limit, ")
