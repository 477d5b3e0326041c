import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidgetAction
from pytestqt.qtbot import QtBot

from sdcdesk.document import matrix_commands, weight_commands
from sdcdesk.risk import TRUTA_2004
from sdcdesk.risk.disclosure.reweighing import Reweighing
from sdcdesk.risk.weights.presets import PRESETS, preset
from tests.ui.conftest import colours_of
from ui.look.theme import theme
from ui.pages.weights.grid_model import RINGED
from ui.pages.weights.weights_tab import BOTH

W3 = "W3 of Truta 2004, both directions"


# One weight


def test_a_weight_that_fits_is_taken_and_undone(stand) -> None:
    stand.go_to(1, 2)
    QTest.keyClick(stand.type("1.5"), Qt.Key.Key_Return)
    assert stand.matrix.block[0][1] == 1.5
    assert stand.session.history.undo_label == f"Weight 1, 2 of {W3} is 1.5"
    assert stand.view.currentIndex().row() == 1, "Enter goes down"
    stand.settle()
    stand.session.undo()
    assert stand.matrix.block[0][1] == 2
    stand.settle()
    assert stand.view.grid.index(0, 1).data() == "2"


def test_the_block_grows_where_weights_are_typed(stand) -> None:
    stand.go_to(3, 1)
    QTest.keyClick(stand.type("1"), Qt.Key.Key_Return)
    assert stand.matrix.size == 3
    assert stand.matrix.block[2] == (1, 0, 0)
    stand.settle()


def test_a_weight_that_breaks_a_rule_stays_visible_with_the_rule(stand) -> None:
    stand.go_to(1, 2)
    field = stand.type("7")
    assert field.text() == "7"
    assert "7 does not fit here. Allowed: 0 to 2." in stand.refusal()
    assert "a pair that stayed a pair (2)" in stand.refusal()
    assert stand.view.grid.index(1, 1).data(RINGED)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert stand.field().text() == "7", "Enter does not leave before it fits"
    QTest.keyClick(field, Qt.Key.Key_Tab)
    assert stand.field().text() == "7"
    assert stand.matrix.block[0][1] == 2


def test_escape_keeps_the_old_weight(stand) -> None:
    stand.go_to(1, 2)
    QTest.keyClick(stand.type("7"), Qt.Key.Key_Escape)
    assert stand.matrix.block[0][1] == 2
    assert stand.refusal() == ""
    assert not stand.view.grid.index(1, 1).data(RINGED)
    assert stand.session.history.undo_label is None


def test_the_popover_goes_when_the_weight_fits(stand) -> None:
    stand.go_to(1, 2)
    field = stand.type("7")
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    QTest.keyClicks(field, "1")
    assert stand.refusal() == ""
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert stand.matrix.block[0][1] == 1
    stand.settle()


def test_the_nearest_allowed_weight_can_be_used(stand) -> None:
    stand.go_to(1, 2)
    stand.change(lambda p: p.changed(weights={**p.weights, W3: stand.matrix.changed(block=((6, 1), (2, 2)))}))
    stand.go_to(1, 2)
    stand.type("7")
    refusal = stand.view.editing.refusal
    assert refusal is not None
    assert refusal.use.text() == "Use 2"
    QTest.mouseClick(refusal.use, Qt.MouseButton.LeftButton)
    assert stand.matrix.block[0][1] == 2
    assert stand.refusal() == ""
    stand.settle()


def test_what_is_no_number_is_said(stand) -> None:
    stand.go_to(1, 2)
    QTest.keyClick(stand.view, Qt.Key.Key_F2)
    field = stand.field()
    field.selectAll()
    QTest.keyClicks(field, "x")
    assert "This is not a number." in stand.refusal()
    QTest.keyClick(field, Qt.Key.Key_Escape)


def test_leaving_the_field_with_a_wrong_weight_keeps_the_old_one(stand) -> None:
    stand.go_to(1, 2)
    stand.type("7")
    stand.weights.bar.choice.setFocus()
    assert stand.matrix.block[0][1] == 2
    assert stand.refusal() == ""


def test_a_wrong_weight_that_is_left_is_said_but_not_one_taken_back(stand, qtbot: QtBot) -> None:
    stand.go_to(1, 2)
    stand.type("7")
    with qtbot.waitSignal(stand.session.done) as reported:
        stand.weights.bar.choice.setFocus()
    assert reported.args == ["7 does not fit as weight 1, 2: 2 was kept"]
    stand.go_to(1, 2)
    field = stand.type("7")
    with qtbot.assertNotEmitted(stand.session.done):
        QTest.keyClick(field, Qt.Key.Key_Escape)


@pytest.mark.parametrize("weight", ["1.5", "7"])
def test_who_leaves_the_field_for_another_control_is_not_called_back(stand, weight: str) -> None:
    stand.go_to(1, 2)
    stand.type(weight)
    QTest.mouseClick(stand.weights.grid.choices.tail.lineEdit(), Qt.MouseButton.LeftButton)
    assert stand.weights.grid.choices.tail.hasFocus()
    stand.settle()


def test_the_keyboard_stays_in_the_grid_after_enter_and_escape(stand) -> None:
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Escape):
        stand.go_to(1, 2)
        stand.type("1.5")
        stand.press(key)
        assert stand.view.hasFocus()
        stand.settle()


def test_results_that_arrive_do_not_overwrite_what_is_typed(stand) -> None:
    stand.go_to(1, 1)
    field = stand.type("12")
    stand.weights.refresh()
    assert field.text() == "12"
    QTest.keyClick(field, Qt.Key.Key_Escape)


def test_keys_go_to_the_ends_of_what_is_allowed(stand) -> None:
    stand.go_to(1, 2)
    QTest.keyClick(stand.view, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    assert stand.matrix.block[0][1] == 0
    QTest.keyClick(stand.view, Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    assert stand.matrix.block[0][1] == 2
    field = stand.type("1")
    QTest.keyClick(field, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    assert field.text() == "0"
    QTest.keyClick(field, Qt.Key.Key_Escape)
    stand.settle()


def test_cells_that_cannot_happen_and_larger_groups_are_not_edited(stand) -> None:
    stand.weights.commands.add_preset("W4, Truta 2004")
    stand.settle()
    for i, j in ((2, 1), (1, 9)):
        stand.go_to(i, j)
        QTest.keyClick(stand.view, "1")
        assert stand.view.viewport().findChild(QLineEdit) is None


# Structure and tail


def test_another_structure_drops_what_has_no_place(stand, qtbot: QtBot) -> None:
    choice = stand.weights.grid.choices.structure
    with qtbot.waitSignal(stand.session.done) as done:
        choice.setCurrentIndex(choice.findData("sampling"))
        choice.activated.emit(choice.currentIndex())
    assert "1 weight that cannot occur" in done.args[0]
    assert stand.matrix.structure == "sampling"
    assert stand.matrix.block == ((6, 2), (0, 2))
    stand.settle()
    assert stand.weights.message_bar.text() == "Steps 1 and 2 merge groups; this matrix counts sampling only."
    assert "has no place for" in stand.weights.message_bar.details()
    assert stand.weights.message_bar.button.text() == BOTH
    stand.weights.message_bar.button.click()
    stand.settle()
    assert stand.matrix.structure == "general"
    assert not stand.weights.message_bar.isVisible()


def test_the_tail_is_chosen_or_typed(stand) -> None:
    tail = stand.weights.grid.choices.tail
    tail.setCurrentIndex(1)
    tail.activated.emit(1)
    assert stand.matrix.tail == 1
    stand.settle()
    tail.setEditText("0.25")
    QTest.keyClick(tail.lineEdit(), Qt.Key.Key_Return)
    assert stand.matrix.tail == 0.25
    stand.settle()


def test_a_tail_that_does_not_fit_is_refused_in_words(stand) -> None:
    tail = stand.weights.grid.choices.tail
    for typed in ("2", "-0.1", "much", ""):
        stand.weights.message_bar.close_button.click()
        tail.setEditText(typed)
        QTest.keyClick(tail.lineEdit(), Qt.Key.Key_Return)
        assert stand.matrix.tail == 0
        assert (f"{typed} does not fit" if typed else "type a number") in stand.weights.message_bar.text()
        assert "a number from 0 to 1" in stand.weights.message_bar.text()
        assert tail.currentText() == "0"


def test_what_was_refused_is_not_said_of_a_project_that_has_changed(stand) -> None:
    stand.weights.commands.do(weight_commands.with_tail, stand.weights.chosen, 0.5)
    stand.settle()
    tail = stand.weights.grid.choices.tail
    tail.setEditText("2")
    QTest.keyClick(tail.lineEdit(), Qt.Key.Key_Return)
    assert "0.5 was kept" in stand.weights.message_bar.text()
    stand.session.undo()
    stand.settle()
    assert not stand.weights.message_bar.isVisible()


# Many matrices


def test_the_list_shows_the_risk_with_each_matrix(stand) -> None:
    stand.weights.commands.add_preset("All count alike")
    stand.settle()
    results = stand.session.results
    assert results is not None
    assert results.release is not None
    after = next(each.after for each in results.release.scenarios if each.scenario.name == stand.page.chosen)
    assert after is not None
    for entry in stand.weights.matrices.list.matrices.rows:
        assert entry.weighted.value == Reweighing(after).risk(stand.project.weights[entry.name])
    assert [entry.standing for entry in stand.weights.matrices.list.matrices.rows] == [
        "within",
        "not shown safe",
    ], "both are upper bounds"


def test_a_matrix_that_does_not_fit_is_not_estimable(stand) -> None:
    stand.weights.commands.add_preset("W4, Truta 2004")
    stand.settle()
    entry = stand.weights.matrices.list.matrices.rows[-1]
    assert entry.value() == "not estimable"
    assert "has no place for" in entry.text()


def test_every_preset_is_admissible_and_can_be_added(stand) -> None:
    menu = stand.weights.matrices.presets
    names = [name for group in PRESETS.values() for name in group]
    assert [action.text() for action in menu.actions() if action.isEnabled()] == names
    headings = [action.defaultWidget() for action in menu.actions() if isinstance(action, QWidgetAction)]
    assert [heading.text() for heading in headings] == list(PRESETS), "the menu says what presets are for"
    for name in names:
        matrix = preset(name)
        assert matrix is not None
        assert matrix.admissible
        stand.weights.commands.add_preset(name)
        assert stand.weights.chosen == name
    assert stand.project.weights["W3, Truta 2004"] == TRUTA_2004["W3"]
    count = len(stand.project.weights)
    stand.weights.commands.add_preset(names[0])
    assert len(stand.project.weights) == count, "one that is there already is shown, not added again"
    stand.settle()


def test_a_matrix_is_renamed_in_its_scenarios_too(stand) -> None:
    matrices = stand.weights.matrices.list
    matrices.setFocus()
    QTest.keyClick(matrices, Qt.Key.Key_F2)
    field = matrices.viewport().findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    field.selectAll()
    QTest.keyClicks(field, "Ours")
    QTest.keyClick(field, Qt.Key.Key_Return)
    stand.qtbot.waitUntil(lambda: list(stand.project.weights) == ["Ours"])
    assert {scenario.weights for scenario in stand.project.scenarios} == {"Ours"}
    assert stand.weights.chosen == "Ours"
    stand.settle()
    stand.session.undo()
    assert list(stand.project.weights) == [W3]
    stand.settle()


def test_a_name_that_is_being_typed_outlasts_results_that_come(stand) -> None:
    matrices = stand.weights.matrices.list
    matrices.setFocus()
    QTest.keyClick(matrices, Qt.Key.Key_F2)
    field = matrices.viewport().findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    field.selectAll()
    QTest.keyClicks(field, "Ou")
    with stand.qtbot.waitSignal(stand.session.computed):
        stand.session.compute()
    stand.settle()
    assert matrices.viewport().findChild(QLineEdit) is field
    assert field.text() == "Ou"
    QTest.keyClicks(field, "rs")
    QTest.keyClick(field, Qt.Key.Key_Return)
    stand.qtbot.waitUntil(lambda: list(stand.project.weights) == ["Ours"])
    stand.settle()


def test_a_name_that_is_taken_is_refused(stand) -> None:
    stand.weights.commands.add_preset("All count alike")
    stand.settle()
    stand.weights.commands.do(matrix_commands.renamed, "All count alike", W3)
    assert "choose another name" in stand.weights.message_bar.text()
    assert list(stand.project.weights) == [W3, "All count alike"]
    stand.weights.commands.do(matrix_commands.renamed, "All count alike", "")
    assert "needs a name" in stand.weights.message_bar.text()


def test_a_matrix_in_use_is_kept_and_another_removed(stand) -> None:
    matrices = stand.weights.matrices.list
    menu = matrices.menu()
    assert menu is not None
    remove = menu.actions()[-1]
    assert not remove.isEnabled()
    assert "Neighbour, Colleague" in remove.toolTip()
    matrices.setFocus()
    QTest.keyClick(matrices, Qt.Key.Key_Delete)
    assert list(stand.project.weights) == [W3]
    assert "give them other weights" in stand.weights.message_bar.text()
    menu.actions()[1].trigger()
    assert list(stand.project.weights) == [W3, f"{W3}, copy"]
    assert stand.weights.chosen == f"{W3}, copy"
    QTest.keyClick(matrices, Qt.Key.Key_Delete)
    assert list(stand.project.weights) == [W3]
    stand.settle()


def test_another_matrix_is_chosen_above_or_in_the_list(stand) -> None:
    stand.weights.commands.add_preset("All count alike")
    stand.settle()
    stand.weights.matrices.list.setCurrentIndex(stand.weights.matrices.list.matrices.index(0))
    assert stand.weights.chosen == W3
    stand.weights.bar.choice.setCurrentIndex(1)
    stand.weights.bar.choice.activated.emit(1)
    assert stand.weights.chosen == "All count alike"
    assert stand.view.grid.index(7, 7).data() == "1"


def test_weights_that_break_a_rule_are_said(stand) -> None:
    broken = stand.matrix.changed(block=((1, 2), (0, 0)))
    stand.change(lambda p: p.changed(weights={**p.weights, "Broken": broken}))
    stand.weights.commands.choose("Broken")
    stand.settle()
    assert "1 of 4 weights breaks a rule" in stand.weights.message_bar.text()
    assert stand.view.grid.index(0, 1).data(RINGED)
    assert stand.weights.matrices.list.matrices.rows[-1].value() == "1 weight breaks a rule"


def test_without_matrices_the_tab_offers_presets(stand) -> None:
    stand.change(lambda p: p.changed(scenarios=(), weights={}))
    assert stand.weights.grid.empty is not None
    assert stand.weights.grid.empty.accessibleName() == "No weight matrix yet"
    assert not stand.weights.rules.isVisible()
    assert stand.weights.grid.geometry().top() == stand.weights.matrices.geometry().top()
    stand.weights.commands.add_preset("All count alike")
    stand.settle()
    assert stand.weights.grid.content.isVisible()


def test_a_risk_that_will_not_come_is_not_waited_for(stand) -> None:
    stand.change(lambda p: p.changed(scenarios=()))
    assert [entry.value() for entry in stand.weights.matrices.list.matrices.rows] == ["–"]
    stand.session.undo()
    assert [entry.value() for entry in stand.weights.matrices.list.matrices.rows] == ["…"]
    stand.settle()
    assert [entry.value() for entry in stand.weights.matrices.list.matrices.rows] == ["≤\u202f1.22\u202f%"]


# How it looks


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_refused_weight_is_drawn_in_both_schemes(stand, scheme: str) -> None:
    theme().set_scheme("dark" if scheme == "dark" else "light")
    stand.go_to(1, 2)
    stand.type("7")
    QApplication.processEvents()
    colours = colours_of(stand.window.grab().toImage())
    assert {theme().colour("surface").name(), theme().colour("risk").name()} <= colours
    QTest.keyClick(stand.field(), Qt.Key.Key_Escape)


def test_the_grid_can_be_copied_and_saved(stand) -> None:
    card = stand.weights.grid
    assert card.table()[1][:3] == ["alone  1", "6", "2"]
    assert card.picture().width() >= 2 * card._picture_area.width()
    assert b"<svg" in card.drawing()


def test_the_structure_is_read_whole(stand) -> None:
    structure = stand.weights.grid.choices.structure
    assert structure.width() >= structure.sizeHint().width()
