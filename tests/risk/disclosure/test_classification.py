from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.risk import TRUTA_2004, TRUTA_2006, ClassificationMatrix, WeightMatrix

Pairs = list[tuple[int, int]]
PAIRS = st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), max_size=25)


def matrix_of(pairs: Pairs, left_out: int = 0) -> ClassificationMatrix:
    """Records that are in groups of i and j; any combination, possible or not."""
    table = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return ClassificationMatrix.from_sizes(table[:, 0], table[:, 1], max(len(pairs) + left_out, 1))


def fitting(pairs: Pairs, weights: WeightMatrix) -> Pairs:
    if weights.structure == "general":
        return pairs
    return [(i, j) if (i <= j) == (weights.structure == "sampling") else (j, i) for i, j in pairs]


@given(data=st.data(), pairs=PAIRS, left_out=st.integers(0, 5))
def test_the_weighted_risk_lies_between_minimal_and_maximal_risk_and_below_t_over_n(
    data: st.DataObject,
    pairs: Pairs,
    left_out: int,
    admissible_matrices: st.SearchStrategy[WeightMatrix],
) -> None:
    """Lemmas 2.1 and 2.2 of Truta 2004, without any tolerance."""
    weights = data.draw(admissible_matrices)
    matrix = matrix_of(fitting(pairs, weights), left_out)
    assert matrix.links_minimal() <= matrix.links_weighted(weights) <= matrix.links_maximal() <= matrix.t
    minimal, weighted, maximal = (
        float(links / matrix.n)
        for links in (matrix.links_minimal(), matrix.links_weighted(weights), matrix.links_maximal())
    )
    assert 0 <= minimal <= weighted <= maximal <= matrix.t / matrix.n <= 1


@given(data=st.data(), pairs=PAIRS)
def test_the_weighted_risk_is_the_sum_over_the_dense_matrix(
    data: st.DataObject,
    pairs: Pairs,
    admissible_matrices: st.SearchStrategy[WeightMatrix],
    dense_weights: Callable[[WeightMatrix, int, int], list[list[float]]],
) -> None:
    weights = data.draw(admissible_matrices)
    pairs = fitting(pairs, weights)
    dense = dense_weights(weights, 9, 9)
    expected = sum(dense[i - 1][j - 1] / dense[0][0] / max(i, j) for i, j in pairs)
    assert float(matrix_of(pairs).links_weighted(weights)) == pytest.approx(expected, rel=1e-12, abs=1e-300)


@given(
    data=st.data(),
    cells=st.dictionaries(st.tuples(st.integers(1, 200), st.integers(1, 200)), st.integers(1, 10**9)),
    n=st.integers(1, 10**12),
)
def test_the_weighted_risk_is_the_exact_sum_rounded_once(
    data: st.DataObject,
    cells: dict[tuple[int, int], int],
    n: int,
    admissible_matrices: st.SearchStrategy[WeightMatrix],
) -> None:
    weights = data.draw(admissible_matrices)
    fits = {"sampling": lambda i, j: i <= j, "merging": lambda i, j: i >= j, "general": lambda *_: True}
    cells = {cell: count for cell, count in sorted(cells.items()) if fits[weights.structure](*cell)}
    i, j = np.array(list(cells), dtype=np.int64).reshape(-1, 2).T
    counts = np.array(list(cells.values()), dtype=np.int64)
    matrix = ClassificationMatrix(i, j, counts, n=n, t=int(counts.sum()))
    whole = zip(counts.tolist(), matrix.larger.tolist(), weights.at(i, j).tolist(), strict=True)
    exact = sum((count * Fraction(w) / size for count, size, w in whole), Fraction(0)) / Fraction(
        weights.first
    )
    assert float(matrix.links_weighted(weights) / n) == float(exact / n)
    largest = sum((Fraction(count, max(cell)) for cell, count in cells.items()), Fraction(0))
    assert float(matrix.links_maximal() / n) == float(largest / n)


@given(pairs=PAIRS)
def test_cells_and_rows_hold_every_record(pairs: Pairs) -> None:
    matrix = matrix_of(pairs)
    cells = {(i, j): count for i, j, count in matrix.table().itertuples(index=False, name=None)}
    assert cells == {pair: pairs.count(pair) for pair in pairs}
    assert list(cells) == sorted(cells)
    sizes, records = matrix.by_released()
    rows = [i for i, _ in pairs]
    assert dict(zip(sizes.tolist(), records.tolist(), strict=True)) == {i: rows.count(i) for i in rows}


@given(pairs=PAIRS)
def test_uniform_weights_give_the_maximal_and_minimal_weights_the_minimal_risk(pairs: Pairs) -> None:
    matrix = matrix_of(pairs)
    assert matrix.links_weighted(WeightMatrix.maximal()) == matrix.links_maximal()
    assert matrix.links_weighted(WeightMatrix.minimal()) == matrix.links_minimal()


def test_sums_are_not_rounded_on_the_way() -> None:
    # As floats 1/3 + 2/3 + 7 · 1/7 … need not give whole numbers.
    matrix = matrix_of([(1, 3), (2, 3), (2, 3), *[(1, 49)] * 49, *[(3, 10)] * 10])
    assert float(matrix.links_maximal()) == 3
    assert float(matrix.links_weighted(WeightMatrix(structure="general", block=[[0.1]], tail=1))) == 3


@pytest.mark.parametrize("first", [5e-324, 1e-300, 1e300])
def test_weights_of_any_magnitude(first: float) -> None:
    weights = WeightMatrix(structure="general", block=[[first]], tail=1)
    assert matrix_of([(1, 1), (2, 1), (2, 1)]).links_weighted(weights) == 2


def test_records_in_structural_zeros_are_refused_with_their_number() -> None:
    # Microaggregation of 20 20 20 20 20 30 with k = 3 splits the group of five.
    matrix = matrix_of([(3, 5)] * 5 + [(3, 1)])
    with pytest.raises(DataError, match=r"merging.* 5 of the released records \(c\(3, 5\) = 5;") as error:
        matrix.links_weighted(TRUTA_2006["W3"])
    assert error.value.field == "weights"
    with pytest.raises(DataError, match=r"sampling.* 1 of the released records \(c\(3, 1\) = 1;"):
        matrix.links_weighted(TRUTA_2004["W3"])
    assert matrix.links_weighted(TRUTA_2006["W3"].both_directions()) == 0


def test_a_long_list_of_misfits_is_cut_short() -> None:
    matrix = matrix_of([(i, i + 1) for i in range(1, 9)])
    with pytest.raises(DataError, match=r"8 of the released records .*c\(5, 6\) = 1 and 3 more"):
        matrix.require_fit(TRUTA_2006["W2"])


def test_inadmissible_weights_are_refused() -> None:
    weights = WeightMatrix(structure="general", block=[[1, 2], [0, 0]], tail=0)
    with pytest.raises(ParameterError, match=r"w\(1, 2\) = 2 is more than w\(1, 1\) = 1"):
        matrix_of([(1, 1)]).links_weighted(weights)


def test_an_empty_initial_file_is_refused() -> None:
    nobody = np.array([], dtype=np.int64)
    with pytest.raises(DataError, match="holds no records"):
        ClassificationMatrix.from_sizes(nobody, nobody, 0)
