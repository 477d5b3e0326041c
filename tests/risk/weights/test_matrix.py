import json
import math
from collections.abc import Callable
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.risk import TRUTA_2004, TRUTA_2006, Structure, WeightMatrix
from sdcdesk.risk.weights.admissibility import occurs
from sdcdesk.risk.weights.matrix import AT_ONCE

Dense = Callable[[WeightMatrix, int, int], list[list[float]]]


def rules_hold(structure: Structure, w: list[list[float]]) -> bool:
    """The rules of both papers on a square matrix, in their own words."""
    n = len(w)
    cells = list(product(range(n), repeat=2))
    if w[0][0] <= 0 or any(w[i][j] < 0 for i, j in cells):
        return False
    if structure == "sampling" and any(w[i][j] for i, j in cells if i > j):
        return False
    if structure == "merging" and any(w[i][j] for i, j in cells if i < j):
        return False

    def fall(chain: list[float]) -> bool:
        return all(a >= b for a, b in pairwise(chain))

    chains = []
    for s in range(n):
        if structure != "merging":
            chains.append([w[s][j] for j in range(s, n)])
            chains.append([w[i][s] for i in range(s, -1, -1)])
            chains.append([w[i][i + s] for i in range(n - s)])
        if structure != "sampling":
            chains.append([w[i][s] for i in range(s, n)])
            chains.append([w[s][j] for j in range(s + 1)])
            chains.append([w[j + s][j] for j in range(n - s)])
    return all(fall(chain) for chain in chains)


@given(data=st.data())
def test_every_tail_of_an_admissible_block_is_admissible(
    data: st.DataObject, admissible_matrices: st.SearchStrategy[WeightMatrix], dense_weights: Dense
) -> None:
    matrix = data.draw(admissible_matrices)
    assert matrix.violations() == ()
    dense = dense_weights(matrix, 11, 11)
    assert rules_hold(matrix.structure, dense)
    i, j = np.ogrid[1:12, 1:12]
    np.testing.assert_allclose(matrix.at(i, j), dense, rtol=1e-14, atol=1e-300)


@given(
    structure=st.sampled_from(["sampling", "merging", "general"]),
    block=st.integers(1, 4).flatmap(
        lambda m: st.lists(
            st.lists(st.integers(-1, 3).map(float), min_size=m, max_size=m), min_size=m, max_size=m
        )
    ),
)
def test_a_block_is_admissible_exactly_if_the_rules_of_the_paper_hold(
    structure: Structure, block: list[list[float]]
) -> None:
    matrix = WeightMatrix(structure=structure, block=block, tail=0.5)
    assert matrix.admissible == rules_hold(structure, block)


def test_clamping_both_indices_would_break_the_diagonal_rule() -> None:
    matrix = WeightMatrix(structure="sampling", block=[[3, 1], [0, 3]], tail=1)
    assert matrix.admissible
    # Clamped, w(2, 3) would be w(2, 2) = 3, more than w(1, 2) = 1 on the same diagonal.
    assert matrix.at(2, 3) == matrix.at(1, 2) == 1
    assert matrix.at([1, 1, 3], [3, 9, 3]).tolist() == [1, 1, 3]


def test_violations_name_rule_cells_and_values() -> None:
    matrix = WeightMatrix(structure="sampling", block=[[3, 4, 0], [0, 3, 0], [0, 0, 3]], tail=0)
    found = {(v.rule, v.cells, v.values) for v in matrix.violations()}
    assert found == {
        ("row", ((1, 1), (1, 2)), (3.0, 4.0)),
        ("column", ((2, 2), (1, 2)), (3.0, 4.0)),
    }


def test_every_kind_of_violation_is_found_once() -> None:
    block = [[0, 1, 0], [-1, 0, 0], [0, math.nan, 0]]
    general = WeightMatrix(structure="general", block=block, tail=1)
    merging = WeightMatrix(structure="merging", block=block, tail=1)
    rules = [v.rule for v in general.violations()]
    assert {"finite", "non-negative", "w11", "row", "column"} <= set(rules)
    assert "structural zero" in {v.rule for v in merging.violations()}
    shared = WeightMatrix(structure="general", block=[[1, 0], [2, 2]], tail=1).violations()
    assert [v.rule for v in shared].count("diagonal") == 1


@pytest.mark.parametrize("weight", [math.nan, math.inf])
def test_what_is_not_finite_is_shown_and_refused(weight: float) -> None:
    matrix = WeightMatrix(structure="general", block=[[weight]], tail=1)
    assert "finite" in {v.rule for v in matrix.violations()}
    with pytest.raises(ParameterError, match=r"w\(1, 1\)"):
        matrix.require_admissible()


def test_the_refusal_names_the_first_cells_and_counts_the_rest() -> None:
    matrix = WeightMatrix(structure="general", block=[[1, 2, 3], [4, 5, 6], [7, 8, 9]], tail=1)
    with pytest.raises(ParameterError) as error:
        matrix.require_admissible()
    assert f"and {len(matrix.violations()) - 3} more" in error.value.message
    assert error.value.field == "weights"


@given(data=st.data(), n=st.integers(0, 14), t=st.integers(0, 14))
def test_the_sum_is_that_of_the_dense_matrix(
    data: st.DataObject,
    n: int,
    t: int,
    admissible_matrices: st.SearchStrategy[WeightMatrix],
    dense_weights: Dense,
) -> None:
    n, t = max(n, t), min(n, t)
    matrix = data.draw(admissible_matrices)
    cells = [weight for row in dense_weights(matrix, t, n) for weight in row]
    assert matrix.total(n, t) == pytest.approx(math.fsum(cells), rel=1e-12, abs=1e-300)


def test_the_sum_of_a_large_uniform_matrix_is_the_number_of_its_cells() -> None:
    n, t = 10_000_000, 1_000_000
    assert WeightMatrix.maximal("merging").total(n) == n * (n + 1) // 2
    assert WeightMatrix.maximal("general").total(n, t) == n * t
    # min(t, n − d) cells on each diagonal d.
    assert WeightMatrix.maximal("sampling").total(n, t) == t * (n - t + 1) + t * (t - 1) // 2


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("structure", ["sampling", "merging", "general"])
@pytest.mark.parametrize("tail", [0.0, 1.0])
def test_a_sum_that_is_too_large_for_a_number_is_infinite(structure: Structure, tail: float) -> None:
    i, j = np.ogrid[:2, :2]
    block = np.where(occurs(structure, i, j), 1e308, 0.0).tolist()
    assert WeightMatrix(structure=structure, block=block, tail=tail).total(10) == math.inf
    opposite = [[math.inf, 0.0], [0.0, -math.inf]]
    assert math.isnan(WeightMatrix(structure=structure, block=opposite, tail=tail).total(10))


def test_the_sum_keeps_its_digits_for_tails_close_to_one() -> None:
    q, n = 1 - 1e-9, 1000
    powers = [(1 - 1e-9) ** s for s in range(n)]
    expected = math.fsum((s + 1) * power for s, power in enumerate(powers))
    assert WeightMatrix(structure="merging", block=[[1]], tail=q).total(n) == pytest.approx(
        expected, rel=1e-14
    )


def test_the_sum_needs_no_more_released_than_initial_records() -> None:
    with pytest.raises(ParameterError, match="t = 3, n = 2"):
        WeightMatrix.minimal().total(2, 3)


@given(data=st.data(), larger=st.integers(0, 6))
def test_an_enlarged_block_means_the_same(
    data: st.DataObject, larger: int, admissible_matrices: st.SearchStrategy[WeightMatrix]
) -> None:
    matrix = data.draw(admissible_matrices)
    enlarged = matrix.enlarged(matrix.size + larger)
    assert enlarged.size == matrix.size + larger
    i, j = np.ogrid[1:15, 1:15]
    # Powers of a tiny tail vanish one step sooner or later; what counts is small against w_11.
    vanishing = max(1e-300, matrix.first * 1e-300)
    np.testing.assert_allclose(enlarged.at(i, j), matrix.at(i, j), rtol=1e-13, atol=vanishing)


def test_an_enlarged_block_keeps_what_breaks_rules() -> None:
    broken = WeightMatrix(structure="sampling", block=[[1, 2], [3, -1]], tail=0)
    enlarged = broken.enlarged(3)
    assert enlarged.block[:2] == ((1, 2, 0), (3, -1, 0))
    assert set(broken.violations()) <= set(enlarged.violations())


def test_weights_that_differ_in_a_late_digit_are_told_apart() -> None:
    matrix = WeightMatrix(structure="sampling", block=[[0.1, 0.1 + 2e-17], [0, 1]], tail=0)
    message = str(matrix.violations()[0])
    assert message.startswith("w(1, 2) = 0.10000000000000002 is more than w(1, 1) = 0.1 (")


@given(data=st.data())
def test_both_directions_keeps_the_weights_and_the_rules(
    data: st.DataObject, admissible_matrices: st.SearchStrategy[WeightMatrix]
) -> None:
    matrix = data.draw(admissible_matrices)
    general = matrix.both_directions()
    assert general.structure == "general"
    assert general.admissible
    i, j = (array.ravel() for array in np.indices((12, 12)) + 1)
    kept = {"sampling": i <= j, "merging": i >= j, "general": i == i}[matrix.structure]
    np.testing.assert_array_equal(general.at(i, j)[kept], matrix.at(i, j)[kept])
    size = np.maximum(i, j)
    np.testing.assert_array_equal(general.at(i, j)[~kept], matrix.at(size, size)[~kept])


def test_the_printed_third_matrix_used_in_both_directions() -> None:
    assert TRUTA_2004["W3"].both_directions().block == ((6, 2), (2, 2))


def test_structural_zeros_are_reported_with_their_records() -> None:
    i, j, counts = np.array([1, 3, 3]), np.array([1, 1, 5]), np.array([4, 1, 5])
    assert TRUTA_2006["W2"].misfits(i, j, counts) == ((3, 5, 5),)
    assert TRUTA_2004["W2"].misfits(i, j, counts) == ((3, 1, 1),)
    assert WeightMatrix.maximal().misfits(i, j, counts) == ()


def test_presets() -> None:
    i, j = np.ogrid[1:8, 1:8]
    larger = np.maximum(i, j)
    for matrix, expected in {
        WeightMatrix.minimal(): larger == 1,
        WeightMatrix.maximal(): larger > 0,
        WeightMatrix.maximal("sampling"): i <= j,
        WeightMatrix.k_anonymity(2): larger == 1,
        WeightMatrix.k_anonymity(4): (i < 4) & (j <= i),
        WeightMatrix.unsafe_up_to(3): larger <= 3,
        WeightMatrix.geometric(0.5): 0.5 ** (larger - 1),
        WeightMatrix.geometric(0): larger == 1,
    }.items():
        assert matrix.admissible
        np.testing.assert_array_equal(matrix.at(i, j), expected, err_msg=matrix.title)


@pytest.mark.parametrize("paper", [TRUTA_2004, TRUTA_2006])
def test_the_printed_matrices_are_admissible_and_name_their_paper(paper: dict[str, WeightMatrix]) -> None:
    for name, matrix in paper.items():
        assert matrix.admissible
        assert matrix.title.startswith(f"{name}, Truta 200")


@pytest.mark.parametrize("k", [-1, 0, 1, 1_000_000])
def test_k_anonymity_needs_a_k_that_means_something(k: int) -> None:
    with pytest.raises(ParameterError, match="k must be"):
        WeightMatrix.k_anonymity(k)


@pytest.mark.parametrize("size", [0, 1001])
def test_unsafe_up_to_needs_a_size(size: int) -> None:
    with pytest.raises(ParameterError, match="size must be"):
        WeightMatrix.unsafe_up_to(size)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"structure": "upper"}, "Structure"),
        ({"block": []}, "1 to 1,000 rows"),
        ({"block": [[1, 0], [1]]}, "Row 2"),
        ({"block": [["1"]]}, "must be a number"),
        ({"block": [[True]]}, "must be a number"),
        ({"block": 1}, "must be a list"),
        ({"tail": -0.1}, "at least 0"),
        ({"tail": 1.1}, "at most 1"),
        ({"tail": math.nan}, "Tail"),
        ({"tails": 1}, "no such parameter"),
    ],
)
def test_what_is_no_matrix_is_refused(changed: dict[str, object], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        WeightMatrix(**{"structure": "general", "block": [[1]], "tail": 0, **changed})


def test_a_tail_must_be_chosen() -> None:
    with pytest.raises(ParameterError, match="Tail"):
        WeightMatrix(structure="general", block=[[1]])


@pytest.mark.parametrize("i", [0, -1])
def test_there_are_no_groups_of_nobody(i: int) -> None:
    with pytest.raises(ParameterError, match="start at 1"):
        WeightMatrix.minimal().at([1, i], [1, 1])


def test_sizes_of_any_magnitude_and_none() -> None:
    matrix = WeightMatrix.geometric(0.5)
    assert matrix.at([1, 10**12], [10**12, 1]).tolist() == [0, 0]
    assert matrix.at([], []).shape == (0,)
    assert matrix.at(2, 1) == 0.5


@given(data=st.data())
def test_a_matrix_survives_json(
    data: st.DataObject, admissible_matrices: st.SearchStrategy[WeightMatrix]
) -> None:
    matrix = data.draw(admissible_matrices)
    written = json.dumps(matrix.model_dump(mode="json"), allow_nan=False)
    assert WeightMatrix(**json.loads(written)) == matrix


def test_many_weights_at_once_are_those_of_the_single_cells() -> None:
    rng = np.random.default_rng(4)
    i, j = rng.integers(1, 9, 2 * AT_ONCE + 7), rng.integers(1, 9, 2 * AT_ONCE + 7)
    matrix = WeightMatrix(structure="general", block=[[6.0, 2.0], [2.0, 2.0]], tail=0.5)
    single = matrix.at(np.arange(1, 9)[:, None], np.arange(1, 9))
    assert single.shape == (8, 8)
    np.testing.assert_array_equal(matrix.at(i, j), single[i - 1, j - 1])
    np.testing.assert_array_equal(matrix.at(i.astype(np.uint8), 3), single[i - 1, 2])
