import pytest

from sdcdesk.core.text.locale import Locale
from sdcdesk.risk import TRUTA_2004, WeightMatrix
from sdcdesk.risk.weights.cell_edit import admissible_edit, at_end, attempt
from sdcdesk.risk.weights.constrained_edit import constrained_edit
from sdcdesk.risk.weights.grid import WeightGrid

W4 = WeightGrid(TRUTA_2004["W4"])
BROKEN = WeightGrid(WeightMatrix(structure="sampling", block=((3, 4, 2), (0, 3, 5), (0, 0, 3)), tail=0))


def test_a_weight_that_fits_is_taken_and_tried() -> None:
    found = attempt(W4, (1, 2), "2", 2.0)
    assert found.take is not None
    assert found.take.matrix.block[0] == (3, 2, 0)
    assert found.tried == found.take.matrix
    assert found.refusal is None
    assert found.push is None


def test_the_same_weight_is_taken_but_not_tried() -> None:
    found = attempt(W4, (1, 2), "1", 1.0)
    assert found.take is not None
    assert found.tried is None


def test_a_weight_that_does_not_fit_is_refused_with_the_ways_out() -> None:
    found = attempt(W4, (1, 2), "4", 4.0)
    assert found.take is found.tried is None
    assert found.push is not None
    assert found.push.matrix == constrained_edit(TRUTA_2004["W4"], 1, 2, 4.0).matrix
    refusal = found.refusal
    assert refusal is not None
    assert refusal.title == "4 does not fit here. Allowed: 0 to 3."
    assert refusal.reason.startswith("Someone who was one of two and is now alone must not weigh more")
    assert set(refusal.cells) == {(1, 1), (2, 2)}
    assert refusal.nearest == 3
    assert refusal.push == "Push both to 4"
    assert not refusal.pushes


def test_where_the_owner_wishes_the_others_give_way() -> None:
    found = attempt(W4, (1, 2), "4", 4.0, pushes=True)
    assert found.push is not None
    assert found.tried == found.push.matrix
    assert found.refusal is not None
    assert found.refusal.title == "4 pushes 2 other weights."
    assert found.refusal.pushes


def test_what_is_no_number_is_refused() -> None:
    refusal = attempt(W4, (1, 2), "x", None).refusal
    assert refusal is not None
    assert refusal.reason == "This is not a number."
    assert refusal.typed == refusal.was == 1
    assert refusal.nearest is None


def test_what_nothing_can_give_way_to_is_not_offered() -> None:
    found = attempt(W4, (1, 1), "0", 0.0)
    assert found.push is None
    assert found.refusal is not None
    assert found.refusal.push == ""


def test_numbers_of_a_refusal_are_those_of_the_locale() -> None:
    grid = WeightGrid(WeightMatrix(structure="sampling", block=((2.5, 1), (0, 2.5)), tail=0))
    refusal = attempt(grid, (1, 2), "4", 4.0, locale=Locale(",", ".")).refusal
    assert refusal is not None
    assert "Allowed: 0 to 2,5." in refusal.title


def test_while_rules_are_broken_any_weight_is_taken_but_tried_only_when_it_mends_the_last() -> None:
    found = attempt(BROKEN, (1, 2), "9", 9.0)
    assert found.take is not None
    assert found.tried is None
    mended = WeightGrid(BROKEN.matrix.changed(block=((3, 2, 2), (0, 3, 5), (0, 0, 3))))
    last = attempt(mended, (2, 3), "2", 2.0)
    assert last.tried is not None
    assert last.tried.admissible


@pytest.mark.parametrize("sizes", [0, 12])
def test_an_edit_changes_no_other_weight_that_is_shown(sizes: int) -> None:
    grid = WeightGrid(WeightMatrix(structure="sampling", block=((1,),), tail=1), sizes)
    edit = admissible_edit(grid, 1, 1, 2.0)
    assert edit is not None
    after = WeightGrid(edit.matrix, grid.last)
    cells = [(i, j) for i in range(1, grid.last + 1) for j in range(i, grid.last + 1)]
    assert [cell for cell in cells if after.weight(*cell) != grid.weight(*cell)] == [(1, 1)]


def test_the_ends_of_what_fits_are_taken_or_told() -> None:
    assert at_end(W4, (1, 2), upper=True) == (3, "")
    assert at_end(W4, (1, 2), upper=False) == (0, "")
    there = admissible_edit(W4, 1, 2, 3.0)
    assert there is not None
    assert at_end(WeightGrid(there.matrix), (1, 2), upper=True) == (
        3,
        "3 is the largest weight that fits here",
    )
