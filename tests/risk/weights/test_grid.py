from math import nan

import pytest

from sdcdesk.core.text.locale import Locale
from sdcdesk.risk import TRUTA_2004, TRUTA_2006, WeightMatrix
from sdcdesk.risk.weights.grid import Kind, WeightGrid

W4 = WeightGrid(TRUTA_2004["W4"])


def test_values_stand_as_typed_with_larger_groups_behind() -> None:
    table = W4.table()
    assert table[0] == ["", "1", "2", "3", "4", "5", "6", "7", "8", "9 and more"]
    assert table[1] == ["alone  1", "3", "1", "0", "0", "0", "0", "0", "0", "0"]
    assert len(table) == 10
    assert W4.kind(1, 9) is Kind.TAIL


@pytest.mark.parametrize(
    ("matrix", "impossible"), [(TRUTA_2004["W3"], (2, 1)), (TRUTA_2006["W3"], (1, 2))], ids=["down", "up"]
)
def test_what_cannot_happen_is_neither_shown_nor_edited(
    matrix: WeightMatrix, impossible: tuple[int, int]
) -> None:
    grid = WeightGrid(matrix)
    assert grid.kind(*impossible) is Kind.IMPOSSIBLE
    assert grid.text(*impossible) == ""
    assert not grid.editable(*impossible)
    assert "Cannot happen" in grid.meaning(*impossible)
    assert grid.editable(*reversed(impossible))
    assert not WeightGrid(matrix, read_only=True).editable(*reversed(impossible))


def test_a_tail_that_shrinks_says_at_most() -> None:
    half = WeightGrid(WeightMatrix.geometric(0.5))
    assert half.text(1, 8) == "0.0078125"
    assert half.text(1, 8, Locale(",")) == "0,0078125"
    assert half.text(1, 9).startswith("≤ 0.0039")
    assert WeightGrid(WeightMatrix.maximal()).text(1, 9) == "1"
    assert not half.editable(1, 9)


def test_cells_know_what_fits() -> None:
    assert W4.fixed(2, 2)
    assert not W4.fixed(1, 2)
    assert not W4.fixed(1, 3), "a zero has no lock"
    assert W4.meaning(1, 2).endswith("weight 1. Allowed: 0 to 3")


def test_shares_are_those_of_the_largest_weight() -> None:
    assert [W4.share(1, j) for j in (1, 2, 3)] == [1, pytest.approx(1 / 3), 0]


def test_weights_that_break_a_rule_are_known() -> None:
    grid = WeightGrid(WeightMatrix(structure="sampling", block=[[1, 2], [0, nan]], tail=0))
    assert grid.broken == {(1, 2), (2, 2)}, "it is the larger weight that breaks the rule"
    assert grid.text(2, 2) == "?"
    assert not WeightGrid(TRUTA_2004["W3"]).broken


def test_a_large_block_is_shown_whole() -> None:
    grid = WeightGrid(WeightMatrix.unsafe_up_to(12))
    assert grid.last == 12
    assert grid.text(12, 12) == "1"
    assert grid.text(13, 13) == "0"


def test_what_follows_from_the_tail_is_not_hidden() -> None:
    grid = WeightGrid(TRUTA_2004["W3"].enlarged(20), 4)
    assert not grid.hides
    assert grid.text(5, 5) == "0"
    grid = WeightGrid(WeightMatrix.geometric(0.5).enlarged(6), 4)
    assert not grid.hides
    assert grid.text(5, 5) == "≤ 0.0625"
    assert WeightGrid(TRUTA_2004["W4"], 2).text(3, 3) == "…"
