"""A weight that does not fit can make the others give way."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.weights.constrained_edit import constrained_edit
from ui.look.theme import Theme
from ui.pages.weights.grid_model import MARKED

ALT = Qt.KeyboardModifier.AltModifier
W4 = "W4, Truta 2004"


def _marked(stand) -> set[tuple[int, int]]:
    grid = stand.view.grid
    sizes = range(1, grid.cells.last + 1)
    return {(i, j) for i in sizes for j in sizes if grid.index(i - 1, j - 1).data(MARKED)}


def test_the_refused_edit_of_the_picture(sampling) -> None:
    sampling.go_to(1, 2)
    field = sampling.type("4")
    assert field.text() == "4"
    assert sampling.ringed == {(1, 1), (2, 2)}
    refusal = sampling.view.editing.refusal
    assert refusal.text() == (
        "4 does not fit here. Allowed: 0 to 3. Someone who was one of two and is now alone must not weigh "
        "more than someone who was always alone (3) or a pair that stayed a pair (3)."
    )
    assert refusal.use.text() == "Use 3"
    assert refusal.push.text() == "Push both to 4"
    assert refusal.keeps.text() == "Esc keeps 1"
    sampling.press(Qt.Key.Key_Escape)
    assert sampling.refusal() == ""
    assert sampling.ringed == set()


def test_alt_enter_pushes_and_undo_names_what_moved(sampling) -> None:
    before = sampling.matrix
    sampling.go_to(1, 2)
    sampling.type("4")
    sampling.press(Qt.Key.Key_Return, ALT)
    assert sampling.matrix.block == constrained_edit(before, 1, 2, 4.0).matrix.block
    assert sampling.matrix.block[0][:2] == (4, 4)
    assert sampling.undo == f"Weight 1, 2 of {W4} is 4; pushed 1, 1 and 2, 2"
    assert sampling.refusal() == ""
    after = sampling.matrix
    sampling.settle()
    sampling.session.undo()
    assert sampling.matrix == before
    sampling.settle()
    sampling.session.redo()
    assert sampling.matrix == after
    sampling.settle()


def test_the_button_pushes(sampling) -> None:
    sampling.go_to(1, 2)
    sampling.type("4")
    QTest.mouseClick(sampling.view.editing.refusal.push, Qt.MouseButton.LeftButton)
    assert sampling.matrix.block[1][1] == 4
    sampling.settle()


def test_weights_are_pushed_down_as_well(sampling) -> None:
    sampling.go_to(1, 1)
    sampling.type("0.5")
    refusal = sampling.view.editing.refusal
    assert refusal.push.text() == "Push 3 weights to 0.5"
    assert refusal.use.text() == "Use 3"
    sampling.press(Qt.Key.Key_Return, ALT)
    assert sampling.matrix.block == ((0.5, 0.5, 0), (0, 0.5, 0), (0, 0, 0.5))
    assert sampling.undo == f"Weight 1, 1 of {W4} is 0.5; pushed 1, 2; 2, 2 and 3, 3"
    sampling.settle()


def test_one_weight_is_one_weight(sampling) -> None:
    sampling.add("Two", WeightMatrix(structure="sampling", block=((3, 1), (0, 2)), tail=0))
    sampling.go_to(1, 2)
    sampling.type("2.5")
    assert sampling.view.editing.refusal.push.text() == "Push 1 weight to 2.5"
    sampling.press(Qt.Key.Key_Escape)


def test_what_nothing_can_give_way_to_is_not_offered(sampling) -> None:
    sampling.go_to(1, 1)
    sampling.type("0")
    refusal = sampling.view.editing.refusal
    assert refusal.isVisible()
    assert not refusal.push.isVisible()
    sampling.press(Qt.Key.Key_Return, ALT)
    assert sampling.view.editing.field is not None, "the field stays open"
    assert sampling.matrix.block[0][0] == 3
    sampling.press(Qt.Key.Key_Escape)


def test_alt_enter_takes_a_weight_that_fits(sampling) -> None:
    sampling.go_to(1, 2)
    sampling.type("2")
    sampling.press(Qt.Key.Key_Return, ALT)
    assert sampling.matrix.block[0][1] == 2
    assert sampling.undo == f"Weight 1, 2 of {W4} is 2"
    sampling.settle()


def test_where_the_owner_wishes_enter_pushes(sampling) -> None:
    sampling.weights.bar.pushes.click()
    sampling.go_to(1, 2)
    sampling.type("4")
    refusal = sampling.view.editing.refusal
    assert refusal.text().startswith("4 pushes 2 other weights.")
    assert refusal.keeps.text() == "Enter pushes, Esc keeps 1"
    assert sampling.session.tried_weights is not None
    assert sampling.session.tried_weights[1].block[0][0] == 4, "the risk is that with what Enter does"
    sampling.press(Qt.Key.Key_Return)
    assert sampling.matrix.block[0][:2] == (4, 4)
    sampling.settle()
    sampling.weights.bar.pushes.click()
    sampling.go_to(1, 2)
    sampling.type("7")
    sampling.press(Qt.Key.Key_Return)
    assert sampling.matrix.block[0][1] == 4, "it is refused again"
    sampling.press(Qt.Key.Key_Escape)


def test_leaving_by_the_mouse_pushes_nothing(sampling) -> None:
    sampling.weights.bar.pushes.click()
    sampling.go_to(1, 2)
    sampling.type("4")
    sampling.weights.bar.choice.setFocus()
    assert sampling.matrix.block[0][1] == 1


@pytest.mark.parametrize("moves", [True, False])
def test_what_moved_stands_out_for_a_moment(sampling, monkeypatch: pytest.MonkeyPatch, moves: bool) -> None:
    monkeypatch.setattr(Theme, "moves", lambda _self: moves)
    sampling.go_to(1, 2)
    sampling.type("4")
    sampling.press(Qt.Key.Key_Return, ALT)
    assert _marked(sampling) == ({(1, 1), (2, 2)} if moves else set())
    sampling.view.grab()
    sampling.qtbot.waitUntil(lambda: not _marked(sampling))
    sampling.settle()


def test_an_edit_changes_no_other_weight_that_is_shown(sampling) -> None:
    """Where larger groups follow the last weight, they would follow the edit."""
    sampling.add("Alike", WeightMatrix(structure="sampling", block=((1,),), tail=1))
    sampling.go_to(1, 1)
    sampling.type("2")
    sampling.press(Qt.Key.Key_Return)
    sampling.settle()
    grid = sampling.view.grid
    assert sampling.matrix.block[0][0] == 2
    assert {grid.cells.weight(i, j) for i in range(1, 9) for j in range(i, 9)} == {1, 2}
    assert sum(grid.cells.weight(i, j) for i in range(1, 9) for j in range(i, 9)) == 37
