"""Adding a key set: what is chosen comes back, what is wrong is said in place."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from sdcdesk.core.microdata import Microdata
from sdcdesk.core.variable import Role
from sdcdesk.document.project import Project, load
from sdcdesk.release.sampling_curves import KeySet
from sdcdesk.risk import TRUTA_2004, TRUTA_2006, WeightMatrix
from ui.dialogs.key_set_dialog import BOTH, KeySetDialog
from ui.look.theme import theme


@pytest.fixture
def project(sample: Path) -> Project:
    return load(sample)


@pytest.fixture
def data(project: Project, sample: Path) -> Microdata:
    return project.open_data(sample)


def _shown(dialog: KeySetDialog, qtbot: QtBot) -> KeySetDialog:
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    return dialog


@pytest.fixture
def dialog(project: Project, data: Microdata, qtbot: QtBot) -> KeySetDialog:
    return _shown(KeySetDialog(project, data, []), qtbot)


def _tick(dialog: KeySetDialog, *names: str) -> None:
    dialog.keys.some.click()
    for place in range(dialog.keys.list.count()):
        item = dialog.keys.list.item(place)
        state = Qt.CheckState.Checked if item.text() in names else Qt.CheckState.Unchecked
        item.setCheckState(state)


def _choose(dialog: KeySetDialog, matrix: str) -> None:
    dialog.weights.setCurrentIndex(dialog.weights.findData(matrix))
    dialog.weights.activated.emit(dialog.weights.currentIndex())


def _reported(dialog: KeySetDialog) -> str:
    error = dialog._rows["keys"].error
    return error.text() if error.isVisible() else ""


def test_it_starts_with_all_keys_and_the_weights_of_the_project(
    dialog: KeySetDialog, project: Project
) -> None:
    name = next(iter(project.weights))
    assert dialog.key_set() == KeySet((), project.weights[name].changed(title=name))
    assert dialog.add.isEnabled()


def test_what_is_chosen_comes_back(dialog: KeySetDialog, data: Microdata) -> None:
    _tick(dialog, "Age", "Sex")
    dialog.missing.setCurrentIndex(dialog.missing.findData("wildcard"))
    _choose(dialog, "All count alike")
    found = dialog.key_set()
    assert found.names(data) == ("Age", "Sex")
    assert found.missing == "wildcard"
    assert found.weights == WeightMatrix.maximal().changed(title="All count alike")


def test_nothing_ticked_is_said_below_the_list_and_at_the_button(dialog: KeySetDialog) -> None:
    _tick(dialog)
    assert _reported(dialog) == "Tick at least one variable"
    assert not dialog.add.isEnabled()
    assert dialog.add.toolTip() == "Tick at least one variable."
    _tick(dialog, "Age")
    assert _reported(dialog) == ""
    assert dialog.add.isEnabled()


def test_what_is_drawn_already_is_refused(project: Project, data: Microdata, qtbot: QtBot) -> None:
    name = next(iter(project.weights))
    taken = [KeySet(("Sex", "Age"), project.weights[name])]
    dialog = _shown(KeySetDialog(project, data, taken), qtbot)
    _tick(dialog, "Age", "Sex")
    assert _reported(dialog) == "These variables are drawn already, with the same weights"
    _choose(dialog, "All count alike")
    assert _reported(dialog) == ""
    assert dialog.add.isEnabled()


@pytest.mark.parametrize("matrix", [TRUTA_2004["W3"], TRUTA_2006["W3"]])
def test_weights_of_one_direction_are_used_in_both_and_that_is_said(
    project: Project, data: Microdata, qtbot: QtBot, matrix: WeightMatrix
) -> None:
    project = project.changed(weights={**project.weights, "One way": matrix})
    dialog = _shown(KeySetDialog(project, data, []), qtbot)
    assert dialog.direction.text() == ""
    _choose(dialog, "One way")
    assert dialog.direction.text() == BOTH
    assert dialog.key_set().weights.structure == "general"
    assert dialog.key_set().weights.block == matrix.both_directions().block


def test_without_keys_and_weights_there_is_something_to_start_from(
    project: Project, data: Microdata, qtbot: QtBot
) -> None:
    plain = data.describe(*(variable.changed(role=Role.OTHER) for variable in data.variables))
    dialog = _shown(KeySetDialog(project.changed(weights={}, scenarios=()), plain, []), qtbot)
    assert not dialog.add.isEnabled()
    assert dialog.add.toolTip() == "No variable has the role key: tick variables instead."
    _tick(dialog, "Age")
    assert dialog.key_set().weights.title == "All count alike"


def test_it_is_filled_in_and_closed_with_the_keyboard(dialog: KeySetDialog, qtbot: QtBot) -> None:
    dialog.keys.all.setFocus()
    QTest.keyClick(dialog.keys.all, Qt.Key.Key_Down)
    dialog.keys.some.click()
    assert dialog.keys.some.isChecked()
    dialog.keys.list.setFocus()
    dialog.keys.list.setCurrentRow(0)
    QTest.keyClick(dialog.keys.list, Qt.Key.Key_Space)
    dialog.weights.setFocus()
    QTest.keyClick(dialog.weights, Qt.Key.Key_Down)
    with qtbot.waitSignal(dialog.accepted):
        QTest.keyClick(dialog.weights, Qt.Key.Key_Return)
    assert len(dialog.key_set().keys) == 3


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_clipped_or_nameless(dialog: KeySetDialog, clipped, nameless, scheme: str) -> None:
    theme().set_scheme(scheme)
    assert not dialog.grab().isNull()
    assert clipped(dialog) == []
    assert nameless(dialog) == []
    for field in (dialog.missing, dialog.weights):
        assert field.accessibleName()


def test_a_matrix_that_breaks_rules_cannot_be_chosen(project: Project, data: Microdata, qtbot: QtBot) -> None:
    broken = WeightMatrix(structure="general", block=[[1, 2], [2, 4]], tail=0)
    drafting = project.changed(weights={"Draft": broken}, scenarios=())
    dialog = _shown(KeySetDialog(drafting, data, []), qtbot)
    place = dialog.weights.findData("Draft")
    assert "breaks" in dialog.weights.itemText(place)
    assert not dialog.weights.model().item(place).isEnabled()
    assert dialog.weights.currentData() == "All count alike"
    assert dialog.key_set().weights.admissible
