from itertools import product
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.risk import TRUTA_2004, Structure
from sdcdesk.risk.weights.editing import (
    broken_cells,
    cells,
    dropped,
    moved_between,
    scaled,
    with_any_weight,
    with_block,
    with_structure,
    with_weight,
)
from sdcdesk.risk.weights.matrix import WeightMatrix

W3 = TRUTA_2004["W3"]
STRUCTURES: tuple[Structure, ...] = ("sampling", "merging", "general")


def test_one_weight_changes_and_the_others_stay() -> None:
    changed = with_weight(W3, 1, 2, 1)
    assert changed.block == ((6, 1), (0, 2))


def test_the_block_grows_to_hold_the_cell() -> None:
    changed = with_weight(W3, 3, 3, 2)
    assert changed.block == ((6, 2, 0), (0, 2, 0), (0, 0, 2))
    assert changed.admissible
    assert changed.at(1, 2) == W3.at(1, 2)


def test_a_weight_that_breaks_a_rule_is_refused() -> None:
    with pytest.raises(ParameterError, match="does not fit"):
        with_weight(W3, 1, 2, 3)
    with pytest.raises(ParameterError, match="1 to 1,000"):
        with_weight(W3, 1, 1001, 0)


@given(data=st.data())
def test_every_structure_of_an_admissible_matrix_is_admissible(
    data: st.DataObject, admissible_matrices: st.SearchStrategy[WeightMatrix]
) -> None:
    matrix = data.draw(admissible_matrices)
    for structure in STRUCTURES:
        changed = with_structure(matrix, structure)
        assert changed.structure == structure
        assert changed.admissible
        assert changed.title == matrix.title
        if matrix.structure in (structure, "general"):
            kept = [
                (i, j)
                for i, j in product(range(1, matrix.size + 1), repeat=2)
                if structure == "general" or (i <= j) == (structure == "sampling") or i == j
            ]
            assert all(changed.at(i, j) == matrix.at(i, j) for i, j in kept)


def test_dropped_weights_are_counted() -> None:
    both = W3.both_directions()
    assert dropped(both, "sampling") == 1
    assert dropped(both, "general") == 0


def test_a_broken_matrix_is_put_right_one_weight_after_another() -> None:
    broken = with_any_weight(W3, 1, 2, 7)
    assert broken.block == ((6, 7), (0, 2))
    assert broken_cells(broken) == ((1, 2),)
    assert with_any_weight(broken, 1, 2, 2) == W3
    grown = with_any_weight(with_any_weight(W3, 2, 1, 5), 3, 3, -1)
    assert grown.block == ((6, 2, 0), (5, 2, 0), (0, 0, -1)), "what has no place is kept until it is changed"


@pytest.mark.parametrize("weight", [nan, inf, -inf])
def test_no_weight_is_set_that_is_not_finite(weight: float) -> None:
    with pytest.raises(ParameterError, match="finite"):
        with_any_weight(W3, 1, 2, weight)


def test_a_pasted_block_lands_where_it_was_pasted_and_the_matrix_grows() -> None:
    pasted = with_block(W3, 2, 2, [[2, 1], [0, 1]])
    assert pasted.block == ((6, 2, 0), (0, 2, 1), (0, 0, 1))
    assert with_block(W3, 1, 2, [[1]]).block == ((6, 1), (0, 2))
    assert with_block(W3, 1, 1, [[1, 2, 3]]).block == ((1, 2, 3), (0, 2, 0), (0, 0, 0))
    assert (pasted.tail, pasted.title) == (W3.tail, W3.title)


def test_numbers_are_pasted_as_they_are() -> None:
    pasted = with_block(W3, 1, 1, [[-1, 4], [3, nan]])
    rules = {violation.rule for violation in pasted.violations()}
    assert rules == {"finite", "structural zero", "non-negative", "w11", "row"}
    assert broken_cells(pasted) == ((1, 1), (1, 2), (2, 1), (2, 2))


@pytest.mark.parametrize(
    ("i", "j", "values", "message"),
    [
        (1, 1, [], "no numbers"),
        (1, 1, [[]], "no numbers"),
        (1, 1, [[1, 2], [3]], "Row 2 of the pasted numbers has 1 entry, and row 1 has 2"),
        (0, 1, [[1]], "1 to 1,000"),
        (1, 1001, [[1]], "1 to 1,000"),
        (1000, 1, [[1], [2]], r"w\(1001, 1\)"),
    ],
)
def test_what_cannot_be_pasted_is_refused(i: int, j: int, values: list[list[float]], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        with_block(W3, i, j, values)


def test_the_larger_of_two_weights_is_the_broken_one_and_named_once() -> None:
    # 4 is more than its neighbours to the left and below: two rules, one cell.
    matrix = WeightMatrix(structure="sampling", block=[[3, 4, 0], [0, 3, 0], [0, 0, 3]], tail=0)
    assert len(matrix.violations()) == 2
    assert broken_cells(matrix) == ((1, 2),)
    assert broken_cells(W3) == ()


@given(data=st.data())
def test_broken_cells_are_the_last_ones_of_the_violations(
    data: st.DataObject, any_matrices: st.SearchStrategy[WeightMatrix]
) -> None:
    matrix = data.draw(any_matrices)
    found = matrix.violations()
    assert broken_cells(matrix) == tuple(sorted({violation.cells[-1] for violation in found}))
    assert matrix.admissible == (not found)


@pytest.mark.parametrize(("structure", "expected"), [("sampling", 55), ("merging", 55), ("general", 100)])
def test_cells_are_those_that_the_structure_has_a_place_for(structure: Structure, expected: int) -> None:
    assert cells(WeightMatrix.maximal(structure).enlarged(10)) == expected
    assert cells(WeightMatrix.maximal(structure)) == 1


def test_weights_out_of_place_are_counted_among_all() -> None:
    pasted = WeightMatrix(structure="sampling", block=((1.0, 1.0), (1.0, 1.0)), tail=0.0)
    assert cells(pasted) == 4


def test_the_weights_are_scaled_as_the_papers_print_them() -> None:
    tenth = W3.changed(block=[[0.6, 0.2], [0, 0.2]])
    assert scaled(tenth, 10, 10).block == ((6, 2), (0, 2))
    assert scaled(WeightMatrix.maximal("sampling"), 10, 5).first == 0.25, "Truta 2004 prints 0.4"
    assert scaled(WeightMatrix.maximal("general"), 1, 1).first == 1
    assert scaled(W3, 10, 10) == W3
    for first in (5e-324, 1e308):
        assert scaled(W3.changed(block=[[first]]), 10**6, 10**6).first == pytest.approx(10**6, rel=1e-15)


@given(data=st.data(), n=st.integers(1, 12), t=st.integers(1, 12))
def test_scaled_weights_sum_to_n_and_follow_the_rules(
    data: st.DataObject, n: int, t: int, admissible_matrices: st.SearchStrategy[WeightMatrix]
) -> None:
    matrix = data.draw(admissible_matrices)
    t = min(n, t)
    try:
        found = scaled(matrix, n, t)
    except ParameterError:
        assert not 1e-300 < matrix.total(n, t) < 1e300
        return
    assert found.admissible
    assert found.total(n, t) == pytest.approx(n, rel=1e-12)


@pytest.mark.parametrize(
    ("block", "n", "t", "message"),
    [
        ([[6, 2], [0, 2]], 0, 0, "0 × 0 cells"),
        ([[6, 2], [0, 2]], 10, 0, "sum to 0 over 0 × 10"),
        ([[6, 2], [0, 2]], 2, 3, "t = 3, n = 2"),
        ([[0, 0], [0, 0]], 5, 5, "sum to 0"),
        ([[1, -2], [0, 0]], 5, 5, "sum to −1"),
        ([[1, nan], [0, 0]], 5, 5, "finite"),
        ([[1e308, 1e308], [0, 1e308]], 5, 5, "not finite"),
        ([[1e308, -1e308], [0, -1e308]], 5, 5, "sum to −1e"),
    ],
)
def test_a_sum_that_means_nothing_is_refused(block: list[list[float]], n: int, t: int, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        scaled(W3.changed(block=block), n, t)


def test_moved_cells_are_those_of_the_larger_block_that_differ() -> None:
    assert moved_between(W3, W3) == ()
    assert moved_between(W3, W3.enlarged(4)) == ()
    assert moved_between(W3, with_any_weight(W3, 3, 3, 1)) == ((3, 3),)
    assert moved_between(with_any_weight(W3, 3, 3, 1), W3) == ((3, 3),)
    broken = with_block(W3, 1, 1, [[nan]])
    assert moved_between(broken, broken) == ()
    assert moved_between(broken, W3) == ((1, 1),)
