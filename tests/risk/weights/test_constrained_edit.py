from collections.abc import Callable
from math import inf, nan

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.risk import TRUTA_2004, Structure, WeightMatrix
from sdcdesk.risk.weights.constrained_edit import constrained_edit
from sdcdesk.risk.weights.repair import repaired

Cell = tuple[int, int]
W3 = TRUTA_2004["W3"]


def above(cell: Cell, pairs: list[tuple[Cell, Cell]]) -> set[Cell]:
    """All cells that must weigh at least as much, through however many others."""
    found, before = {cell}, set[Cell]()
    while found != before:
        before = set(found)
        found |= {heavier for heavier, lighter in pairs if lighter in found}
    return found


@given(data=st.data())
def test_every_forced_cell_gives_way_and_no_other(
    data: st.DataObject,
    admissible_matrices: st.SearchStrategy[WeightMatrix],
    paper_pairs: Callable[[Structure, int], list[tuple[Cell, Cell]]],
    places: Callable[[Structure, int], list[Cell]],
) -> None:
    matrix = data.draw(admissible_matrices)
    i, j = data.draw(st.sampled_from(places(matrix.structure, 6)))
    weight = data.draw(st.sampled_from([*matrix.array.ravel().tolist(), 0.5]) | st.floats(0, 12))
    assume((i, j) != (1, 1) or weight > 0)
    grown = matrix.enlarged(max(i, j))
    pairs = paper_pairs(matrix.structure, grown.size)
    upwards, downwards = above((i, j), pairs), above((i, j), [(low, high) for high, low in pairs])
    expected = {}
    for a, b in places(matrix.structure, grown.size):
        old = grown.block[a - 1][b - 1]
        new = max(old, weight) if (a, b) in upwards else old
        expected[a, b] = min(new, weight) if (a, b) in downwards else new
    result = constrained_edit(matrix, i, j, weight)
    assert {cell: result.matrix.block[cell[0] - 1][cell[1] - 1] for cell in expected} == expected
    assert result.matrix.admissible
    assert result.matrix.block[i - 1][j - 1] == weight
    moved = [
        (a, b) for (a, b), new in expected.items() if new != grown.block[a - 1][b - 1] and (a, b) != (i, j)
    ]
    assert list(result.moved) == moved
    assert (result.matrix.tail, result.matrix.title) == (matrix.tail, matrix.title)


def test_both_neighbours_of_a_pair_are_pushed() -> None:
    result = constrained_edit(W3, 1, 2, 4)
    assert result.matrix.block == ((6, 4), (0, 4))
    assert result.moved == ((2, 2),)
    assert constrained_edit(W3, 1, 2, 7).matrix.block == ((7, 7), (0, 7))


def test_in_both_directions_a_push_goes_through_the_diagonal() -> None:
    matrix = WeightMatrix.unsafe_up_to(3)
    result = constrained_edit(matrix, 2, 2, 0.5)
    assert result.matrix.block == ((1, 0.5, 0.5), (1, 0.5, 0.5), (1, 0.5, 0.5))
    assert result.moved == ((1, 2), (1, 3), (2, 3), (3, 2), (3, 3))


def test_a_weight_that_fits_moves_nothing() -> None:
    assert constrained_edit(W3, 1, 2, 1).moved == ()
    assert constrained_edit(W3, 1, 2, 2).matrix == W3


def test_the_block_grows_to_hold_the_cell() -> None:
    result = constrained_edit(W3, 3, 3, 3)
    assert result.matrix.block == ((6, 2, 0), (0, 3, 0), (0, 0, 3))
    assert result.moved == ((2, 2),)
    held = constrained_edit(WeightMatrix.maximal(), 2, 2, 0.5).matrix
    assert held.at(100, 100) == 0.5
    assert held.at(1, 1) == 1


@pytest.mark.parametrize(
    ("i", "j", "weight", "message"),
    [
        (1, 2, nan, "finite"),
        (1, 2, inf, "finite"),
        (1, 2, -1, "not negative"),
        (1, 1, 0, "more than 0"),
        (1, 1, -0.0, "more than 0"),
        (2, 1, 0, "cannot occur with the structure sampling"),
        (0, 1, 1, "1 to 1,000"),
        (1, 1001, 1, "1 to 1,000"),
    ],
)
def test_what_cannot_be_pushed_is_refused(i: int, j: int, weight: float, message: str) -> None:
    with pytest.raises(ParameterError, match=message) as error:
        constrained_edit(W3, i, j, weight)
    assert error.value.field == "weights"


def test_a_matrix_that_breaks_rules_is_to_be_repaired_first() -> None:
    broken = W3.changed(block=((6, 7), (0, 2)))
    with pytest.raises(ParameterError, match="repair the matrix first"):
        constrained_edit(broken, 2, 2, 1)
    assert constrained_edit(repaired(broken), 2, 2, 1).matrix.admissible


def test_the_first_weight_can_shrink_to_any_positive_number() -> None:
    assert constrained_edit(W3, 1, 1, 5e-324).matrix.array.max() == 5e-324


def test_a_block_of_a_thousand_rows() -> None:
    matrix = WeightMatrix.unsafe_up_to(1000)
    result = constrained_edit(matrix, 999, 999, 0.5)
    assert result.matrix.admissible
    assert len(result.moved) == int((result.matrix.array == 0.5).sum()) - 1
    np.testing.assert_array_equal(result.matrix.array[:998, :998], 1)
