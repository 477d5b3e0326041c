import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.masking.edit_rules.edit_rule import EditRule
from ui.dialogs.edit_rule_dialog import edit_rule
from ui.session.session import Session

pytestmark = pytest.mark.usefixtures("controls_in_place")

AGE = {"comparisons": [{"variable": "Age", "relation": "at most", "values": [120]}]}


def test_a_rule_is_added_changed_and_removed(sampled: Session, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    dialog = edit_rule(sampled, None, window)
    assert dialog is not None
    assert not dialog.filled.isEnabled()
    rule = EditRule(name="Nobody is older", then=AGE)
    dialog.form.fill(rule)
    dialog.form.edited.emit()
    with qtbot.waitSignal(sampled.computed):
        dialog.filled.click()
    assert sampled.project is not None
    assert sampled.data is not None
    assert (sampled.project.rules, sampled.data.rules) == ((rule,), (rule,))

    dialog = edit_rule(sampled, rule, window)
    assert dialog is not None
    dialog.form.editors["name"].set_value("Age")
    dialog.form.editors["name"].edited.emit()
    with qtbot.waitSignal(sampled.computed):
        dialog.filled.click()
    assert [one.name for one in sampled.project.rules] == ["Age"]

    dialog = edit_rule(sampled, sampled.project.rules[0], window)
    assert dialog is not None
    with qtbot.waitSignal(sampled.computed):
        dialog.remove.click()
    assert (sampled.project.rules, sampled.data.rules) == ((), ())
    for _ in range(3):
        sampled.undo()


def test_a_name_that_another_rule_has_is_refused(sampled: Session, qtbot: QtBot) -> None:
    project = sampled.project
    assert project is not None
    with qtbot.waitSignal(sampled.computed):
        sampled.change("rule", project.changed(rules=(EditRule(name="Age", then=AGE),)))
    window = QWidget()
    qtbot.addWidget(window)
    dialog = edit_rule(sampled, None, window)
    assert dialog is not None
    dialog.form.fill({"name": "Age", "then": EditRule(name="x", then=AGE).then})
    dialog.form.edited.emit()
    assert not dialog.filled.isEnabled()
    assert "another edit rule has this name" in dialog.hint.text()
    dialog.reject()
    sampled.undo()
