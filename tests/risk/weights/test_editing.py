from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.errors import ParameterError
from sdcdesk.risk import TRUTA_2004, Structure
from sdcdesk.risk.weights.editing import dropped, with_structure, with_weight
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
    with pytest.raises(ParameterError, match="1 to 1000"):
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
