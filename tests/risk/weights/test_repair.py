from collections.abc import Callable
from itertools import product
from math import inf, nan

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.optimize import linprog
from scipy.sparse import coo_array

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.risk import TRUTA_2004, Structure, WeightMatrix
from sdcdesk.risk.weights.repair import repaired

Cell = tuple[int, int]
PaperPairs = Callable[[Structure, int], list[tuple[Cell, Cell]]]
Places = Callable[[Structure, int], list[Cell]]
STRUCTURES: tuple[Structure, ...] = ("sampling", "merging", "general")


def nearest(values: list[float], pairs: list[tuple[int, int]]) -> np.ndarray:
    """The max–min formula of isotonic regression over all sets that are closed towards heavier cells."""
    n = len(values)
    sets = [
        taken for taken in product([False, True], repeat=n) if all(taken[a] or not taken[b] for a, b in pairs)
    ]
    upper = np.array(sets)
    found = np.full(n, -inf)
    for part in upper:
        # The rest of any closed set is closed the other way.
        both = part & ~upper
        sizes = both.sum(axis=1)
        means = np.where(sizes, (both * values).sum(axis=1) / np.maximum(sizes, 1), inf)
        least = np.where(~upper & part, means[:, None], inf).min(axis=0)
        found = np.where(part, np.maximum(found, least), found)
    return np.maximum(found, 0.0)


@given(data=st.data())
def test_the_repaired_matrix_is_the_nearest_admissible_one(
    data: st.DataObject,
    any_matrices: st.SearchStrategy[WeightMatrix],
    paper_pairs: PaperPairs,
    places: Places,
) -> None:
    matrix = data.draw(any_matrices)
    assume(matrix.size < 4 or matrix.structure != "general")
    cells = places(matrix.structure, matrix.size)
    place = {cell: at for at, cell in enumerate(cells)}
    pairs = [(place[a], place[b]) for a, b in paper_pairs(matrix.structure, matrix.size)]
    largest = max(abs(weight) for row in matrix.block for weight in row) or 1.0
    expected = nearest([matrix.block[i - 1][j - 1] / largest for i, j in cells], pairs)
    if expected[0] == 0:
        assume(max(matrix.block[i - 1][j - 1] for i, j in cells) <= 0)
        with pytest.raises(ParameterError, match=r"w\(1, 1\) = 0"):
            repaired(matrix)
        return
    assume(expected[0] > 1e-9)
    found = repaired(matrix)
    assert found.admissible
    np.testing.assert_allclose(
        [found.block[i - 1][j - 1] / largest for i, j in cells], expected, rtol=0, atol=1e-11
    )
    assert (found.structure, found.tail, found.title) == (matrix.structure, matrix.tail, matrix.title)


@pytest.mark.parametrize("structure", STRUCTURES)
@pytest.mark.parametrize("m", [2, 7, 25])
@pytest.mark.parametrize("kind", ["noise", "one weight too large", "upside down"])
def test_large_blocks_have_a_certificate(
    structure: Structure, m: int, kind: str, paper_pairs: PaperPairs, places: Places
) -> None:
    """x is the projection of y on a cone exactly if (y − x)·x = 0 and (y − x)·z ≤ 0 for all z of the cone."""
    rng = np.random.default_rng(m)
    i, j = np.ogrid[1 : m + 1, 1 : m + 1]
    falling = 0.9 ** np.maximum(i, j)
    block = {
        "noise": rng.normal(1, 1, (m, m)),
        "one weight too large": np.where((i == m) & (j == m), 2, falling),
        "upside down": 1 - falling,
    }[kind]
    matrix = WeightMatrix(structure=structure, block=block.tolist(), tail=0)
    found = repaired(matrix)
    assert found.admissible
    cells = places(structure, m)
    y = np.array([block[i - 1, j - 1] for i, j in cells])
    x = np.array([found.block[i - 1][j - 1] for i, j in cells])
    assert abs((y - x) @ x) < 1e-9 * len(cells)
    place = {cell: at for at, cell in enumerate(cells)}
    pairs = [(place[a], place[b]) for a, b in paper_pairs(structure, m)]
    rows = np.arange(len(pairs)).repeat(2)
    below = coo_array((np.tile([-1.0, 1.0], len(pairs)), (rows, np.ravel(pairs))))
    best = linprog(x - y, A_ub=below.tocsr(), b_ub=np.zeros(len(pairs)), bounds=(0, 1))
    assert best.status == 0
    assert -best.fun < 1e-9 * len(cells)


@given(data=st.data())
def test_an_admissible_matrix_is_returned_as_it_is(
    data: st.DataObject,
    admissible_matrices: st.SearchStrategy[WeightMatrix],
    any_matrices: st.SearchStrategy[WeightMatrix],
) -> None:
    matrix = data.draw(admissible_matrices)
    assert repaired(matrix) is matrix
    broken = data.draw(any_matrices)
    assume(broken.block[0][0] > 0)
    once = repaired(broken)
    assert repaired(once) is once


def test_a_broken_weight_meets_its_neighbours_half_way_and_the_others_stay() -> None:
    matrix = TRUTA_2004["W3"].changed(block=[[6, 4], [0, 3]])
    assert repaired(matrix).block == ((6, 3.5), (0, 3.5))
    block = [[6.123456789012345, 1 / 3, 0], [0, 0.1, 0], [0, 0, 0]]
    found = repaired(WeightMatrix(structure="sampling", block=block, tail=0))
    assert found.block[0][0] == 6.123456789012345
    assert found.block[0][1] == found.block[1][1] == pytest.approx((1 / 3 + 0.1) / 2, rel=1e-12)


def test_rounding_leaves_no_trace_in_what_the_owner_sees() -> None:
    matrix = WeightMatrix(structure="merging", block=[[1, 0, 0], [0.1, 0.2, 0], [0, 0, 0]], tail=0)
    assert repaired(matrix).block[1] == (0.15, 0.15, 0)
    matrix = WeightMatrix(structure="merging", block=[[1, 0, 0], [-0.3, 0.1, 0], [0, 0.2, 0]], tail=0)
    assert repaired(matrix).block[1:] == ((0, 0, 0), (0, 0, 0))
    matrix = WeightMatrix(structure="merging", block=[[3, 0], [3.0000000000000004, 3]], tail=0)
    assert repaired(matrix).block == ((3, 0), (3, 3))


def test_what_the_structure_has_no_place_for_becomes_zero() -> None:
    matrix = WeightMatrix(structure="sampling", block=[[3, 1], [7, 2]], tail=0)
    assert repaired(matrix).block == ((3, 1), (0, 2))


def test_negative_weights_become_zero() -> None:
    matrix = WeightMatrix(structure="general", block=[[3, -1], [-5, -1]], tail=0)
    assert repaired(matrix).block == ((3, 0), (0, 0))
    assert str(repaired(matrix).block[0][1]) == "0.0"


@pytest.mark.parametrize("scale", [5e-324, 1e-300, 1e300, 2.0**1020])
@pytest.mark.parametrize("structure", STRUCTURES)
def test_weights_of_any_magnitude(structure: Structure, scale: float) -> None:
    block = np.array([[6.0, 4, 1], [7, 3, 1], [5, 2, 6]])
    found = repaired(WeightMatrix(structure=structure, block=(block * scale).tolist(), tail=0))
    expected = repaired(WeightMatrix(structure=structure, block=block.tolist(), tail=0)).array
    assert found.admissible
    # The smallest numbers of a computer have no digits behind the point.
    np.testing.assert_allclose(found.array / scale, expected, rtol=1e-12, atol=1.0 if scale < 1e-310 else 0)


def test_magnitudes_far_apart_do_not_disturb_each_other() -> None:
    block = [[1e300, 0, 0], [1e-300, 3e-300, 0], [0, 0, 0]]
    found = repaired(WeightMatrix(structure="merging", block=block, tail=0))
    assert found.admissible
    assert found.block[0][0] == 1e300


@pytest.mark.parametrize("weight", [nan, inf, -inf])
def test_what_is_not_finite_is_named_and_refused(weight: float) -> None:
    block = [[1, 0, 0], [0, weight, 0], [0, 0, 0]]
    with pytest.raises(ParameterError, match=r"w\(2, 2\)") as error:
        repaired(WeightMatrix(structure="general", block=block, tail=0))
    assert error.value.field == "weights"
    everywhere = WeightMatrix(structure="general", block=[[weight] * 3] * 3, tail=0)
    with pytest.raises(ParameterError, match="and 6 more"):
        repaired(everywhere)


@pytest.mark.parametrize("first", [0, -1])
def test_a_matrix_without_any_weight_is_refused(first: float) -> None:
    with pytest.raises(ParameterError, match=r"w\(1, 1\) = 0"):
        repaired(WeightMatrix(structure="general", block=[[first, 0], [0, 0]], tail=1))


def test_a_first_weight_of_zero_is_raised_by_the_others() -> None:
    assert repaired(
        WeightMatrix(structure="sampling", block=[[0, 2], [0, 0]], tail=1)
    ).first == pytest.approx(2 / 3)
