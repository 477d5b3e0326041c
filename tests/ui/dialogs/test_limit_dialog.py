from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.loss import HeadlineLoss
from ui.dialogs.limit_dialog import ask_for_limit
from ui.session.session import Session
from ui.session.shown_scenario import limit_hindrance


def test_a_limit_is_added_to_the_shown_scenario(sampled: Session, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    dialog = ask_for_limit(sampled, HeadlineLoss, window)
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


def test_without_a_scenario_there_is_nothing_to_ask(sampled: Session, qtbot: QtBot) -> None:
    project = sampled.project
    assert project is not None
    with qtbot.waitSignal(sampled.computed):
        sampled.change("none", project.changed(scenarios=()))
    assert ask_for_limit(sampled, HeadlineLoss, QWidget()) is None
    assert limit_hindrance(sampled, HeadlineLoss).startswith("Limits belong to a scenario")
