from itertools import product
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.risk import TRUTA_2004, WeightMatrix
from sdcdesk.risk.weights.intervals import interval

W4 = TRUTA_2004["W4"]


def _with(matrix: WeightMatrix, i: int, j: int, weight: float) -> WeightMatrix:
    rows = [list(row) for row in matrix.block]
    rows[i - 1][j - 1] = weight
    return matrix.changed(block=rows)


def test_one_of_two_who_is_now_alone_weighs_at_most_as_a_pair_that_stayed_together() -> None:
    low, high, reasons = interval(W4, 1, 2)
    assert (low, high) == (0, 3)
    assert {(bound.rule, bound.cell, bound.value) for bound in reasons if bound.upper} == {
        ("row", (1, 1), 3.0),
        ("column", (2, 2), 3.0),
    }
    assert [bound.cell for bound in interval(W4, 1, 2).broken(4)] == [(1, 1), (2, 2)]


def test_a_weight_can_be_fixed_by_its_neighbours() -> None:
    found = interval(W4, 2, 2)
    assert (found.low, found.high, found.fixed) == (3, 3, True)


def test_the_first_weight_has_no_upper_bound_and_is_never_zero() -> None:
    found = interval(TRUTA_2004["W1"], 1, 1)
    assert (found.low, found.high) == (0, inf)
    assert [bound.rule for bound in found.broken(0)] == ["w11"]
    assert found.broken(1e-300) == ()


def test_a_cell_without_a_place_can_be_zero_only() -> None:
    found = interval(W4, 2, 1)
    assert (found.low, found.high) == (0, 0)
    assert {bound.rule for bound in found.broken(1)} == {"structural zero"}
    assert found.broken(0) == ()


@pytest.mark.parametrize("weight", [nan, inf, -inf])
def test_what_is_not_finite_never_fits(weight: float) -> None:
    assert [bound.rule for bound in interval(W4, 1, 1).broken(weight)] == ["finite"]


def test_a_negative_weight_is_named_as_such() -> None:
    assert "non-negative" in {bound.rule for bound in interval(W4, 1, 3).broken(-1)}


def test_neighbours_that_contradict_each_other_leave_nothing() -> None:
    found = interval(WeightMatrix(structure="sampling", block=[[1, 0], [0, 2]], tail=0), 1, 2)
    assert found.low <= found.high
    found = interval(
        WeightMatrix(structure="sampling", block=[[1, 5, 3], [0, 2, 2], [0, 0, 2]], tail=0), 1, 2
    )
    assert found.low > found.high


def test_a_weight_that_is_not_a_number_bounds_nothing() -> None:
    matrix = WeightMatrix(structure="sampling", block=[[nan, 0], [0, 2]], tail=0)
    assert interval(matrix, 1, 2)[:2] == (0, 2)


@pytest.mark.parametrize("cell", [(0, 1), (1, 4), (4, 1)])
def test_a_cell_outside_the_block_is_refused(cell: tuple[int, int]) -> None:
    with pytest.raises(ParameterError, match="3 rows"):
        interval(W4, *cell)


@given(data=st.data())
def test_a_weight_keeps_the_matrix_admissible_exactly_if_it_lies_in_the_interval(
    data: st.DataObject, admissible_matrices: st.SearchStrategy[WeightMatrix]
) -> None:
    matrix = data.draw(admissible_matrices)
    i, j = data.draw(st.sampled_from(list(product(range(1, matrix.size + 1), repeat=2))))
    found = interval(matrix, i, j)
    assert found.broken(matrix.block[i - 1][j - 1]) == ()
    ends = [found.low, found.high, -1.0, 0.0, 0.5, 4.0, 1e9]
    weight = data.draw(st.sampled_from([end for end in ends if end < inf]) | st.floats(-1, 12))
    assert _with(matrix, i, j, weight).admissible == (found.broken(weight) == ())
