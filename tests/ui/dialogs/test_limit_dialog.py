from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.core.limit import Limit
from sdcdesk.document.limits import first_limit
from sdcdesk.loss import HeadlineLoss
from ui.dialogs.limit_dialog import ask_for_limit
from ui.session.session import Session
from ui.session.shown_scenario import limit_hindrance, shown_scenario

ON_LOSS = first_limit(HeadlineLoss)


def test_a_limit_is_added_to_the_shown_scenario(sampled: Session, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    dialog = ask_for_limit(sampled, ON_LOSS, window)
    assert dialog is not None
    assert not dialog.filled.isEnabled()
    assert dialog.filled.toolTip() == "Type a value."
    dialog.row.value.setText("many")
    assert dialog.error.text()
    dialog.row.value.setText("12.5")
    assert dialog.filled.isEnabled()
    with qtbot.waitSignal(sampled.computed):
        dialog.filled.click()
    assert sampled.project is not None
    limits = [limit for scenario in sampled.project.scenarios for limit in scenario.limits]
    assert [limit.value for limit in limits if limit.measure == HeadlineLoss.name] == [12.5]
    sampled.undo()


def limits(session: Session) -> list[tuple[str, str, str, float]]:
    """Return the limits of the scenario that is shown."""
    scenario = shown_scenario(session)
    assert scenario is not None
    return [(one.measure, one.figure, one.side, one.value) for one in scenario.limits]


def test_a_limit_is_changed_moved_and_removed(sampled: Session, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    scenario = shown_scenario(sampled)
    assert scenario is not None
    sampled.choose_scenario(scenario.name)
    old = scenario.limits[0]
    others = limits(sampled)[1:]
    dialog = ask_for_limit(sampled, old, window)
    assert dialog is not None
    assert (dialog.windowTitle(), dialog.row.chosen()) == ("Change limit", (old.measure, old.figure))
    assert dialog.row.read() == old, "as it is"
    dialog.row.value.setText("3")
    with qtbot.waitSignal(sampled.computed):
        dialog.filled.click()
    assert limits(sampled) == [(old.measure, old.figure, old.side, 0.03), *others]

    changed = Limit(measure=old.measure, figure=old.figure, side=old.side, value=0.03)
    dialog = ask_for_limit(sampled, changed, window)
    assert dialog is not None
    dialog.row.side.setCurrentText("at least")
    with qtbot.waitSignal(sampled.computed):
        dialog.filled.click()
    assert limits(sampled) == [*others, (old.measure, old.figure, "at least", 0.03)], "not two of them"

    dialog = ask_for_limit(sampled, changed.model_copy(update={"side": "at least"}), window)
    assert dialog is not None
    with qtbot.waitSignal(sampled.computed):
        dialog.remove.click()
    assert limits(sampled) == others
    for _ in range(3):
        sampled.undo()
    assert limits(sampled)[0][3] == old.value


def test_without_a_scenario_there_is_nothing_to_ask(sampled: Session, qtbot: QtBot) -> None:
    project = sampled.project
    assert project is not None
    with qtbot.waitSignal(sampled.computed):
        sampled.change("none", project.changed(scenarios=()))
    assert ask_for_limit(sampled, ON_LOSS, QWidget()) is None
    assert limit_hindrance(sampled, HeadlineLoss).startswith("Limits belong to a scenario")
