from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.risk import TRUTA_2004, TRUTA_2006, ClassificationMatrix, WeightMatrix
from sdcdesk.risk.sampling import expected, sample_size

TINY = 1e-18
"""Probabilities below this do not count."""


def pure(*sizes: int) -> ClassificationMatrix:
    """The classification matrix of an unmasked file with groups of these sizes."""
    records = np.repeat(sizes, sizes)
    return ClassificationMatrix.from_sizes(records, records, len(records))


def has_place(weights: WeightMatrix, file: Any) -> bool:
    """Whether the structure has all cells that samples of a file can lead to, looked up one by one."""
    sizes = file.groups.record_sizes.tolist()
    cells = [(i, j) for a, j in zip(sizes, file.before, strict=True) for i in range(1, a + 1)]
    if weights.structure == "sampling":
        return all(i <= j for i, j in cells)
    return weights.structure == "general" or all(i >= j for i, j in cells)


@given(data=st.data())
def test_expectations_are_the_means_over_all_samples(
    data: st.DataObject,
    small_files: st.SearchStrategy[Any],
    admissible_matrices: st.SearchStrategy[WeightMatrix],
) -> None:
    file, weights = data.draw(small_files), data.draw(admissible_matrices)
    drawn = range(len(file.now) + 1)
    if not has_place(weights, file):
        with pytest.raises(DataError, match="no place"):
            expected(file.matrix, weights, drawn)
        return
    found = expected(file.matrix, weights, drawn)
    for t in drawn:
        low, weighted, high = (float(mean) for mean in file.means(t, weights))
        assert found.dr_min[t] == pytest.approx(low, rel=1e-13, abs=TINY)
        assert found.dr_weighted[t] == pytest.approx(weighted, rel=1e-13, abs=TINY)
        assert found.dr_max[t] == pytest.approx(high, rel=1e-13, abs=TINY)


@given(data=st.data())
def test_with_one_cell_in_the_block_or_many_the_weights_are_the_same(
    data: st.DataObject,
    small_files: st.SearchStrategy[Any],
    admissible_matrices: st.SearchStrategy[WeightMatrix],
) -> None:
    # A larger block moves weights from the lines to the points.
    file, weights = data.draw(small_files), data.draw(admissible_matrices)
    # What the tail leaves of the smallest numbers cannot be written into a block.
    assume(has_place(weights, file) and weights.first > 1e-250)
    drawn = range(len(file.now) + 1)
    one = expected(file.matrix, weights, drawn)
    other = expected(file.matrix, weights.enlarged(data.draw(st.integers(1, 12))), drawn)
    np.testing.assert_allclose(other.dr_weighted, one.dr_weighted, rtol=1e-12, atol=TINY)


@given(sizes=st.lists(st.integers(1, 300), min_size=1, max_size=6), data=st.data())
def test_sampling_alone_gives_straight_lines(sizes: list[int], data: st.DataObject) -> None:
    matrix = pure(*sizes)
    t = data.draw(st.integers(0, matrix.n))
    found = expected(matrix, WeightMatrix.maximal(), [t])
    assert found.dr_min[0] == pytest.approx(t * sizes.count(1) / matrix.n**2, rel=1e-15)
    assert found.dr_max[0] == pytest.approx(t * len(sizes) / matrix.n**2, rel=1e-14)
    assert found.dr_weighted[0] == found.dr_max[0]


@pytest.mark.parametrize("t", [1, 40, 500, 996, 999, 1000])
@pytest.mark.parametrize("tail", [0.0, 0.6, 1.0])
def test_groups_of_all_sizes_against_sums_of_binomial_coefficients(t: int, tail: float) -> None:
    block = [[0.8**j / (1 + j - i) if j >= i else 0.8 ** ((i + j) / 2) for j in range(4)] for i in range(4)]
    weights = WeightMatrix(structure="general", block=block, tail=tail)
    assert weights.admissible
    a = np.array([1, 2, 3, 5, 8, 30, 30, 51, 300, 570])
    j = np.array([1, 1, 7, 5, 3, 2, 30, 60, 100, 5])
    n = int(a.sum())
    matrix = ClassificationMatrix.from_sizes(np.repeat(a, a), np.repeat(j, a), n)
    assert n == 1000
    links = 0.0
    for size, initial in zip(a.tolist(), j.tolist(), strict=True):
        for i in range(1, min(size, t) + 1):
            # Whole numbers of any length, divided once.
            p = comb(size, i) * comb(n - size, t - i) / comb(n, t)
            links += p * i * float(weights.at(i, initial)) / max(i, initial)
    assert expected(matrix, weights, [t]).dr_weighted[0] == pytest.approx(links / n, rel=1e-12)


def test_weights_at_the_end_of_the_float_range() -> None:
    weights = WeightMatrix(structure="sampling", block=[[1e300, 1e300], [0, 1e300]], tail=1)
    tiny = WeightMatrix(structure="sampling", block=[[1e-300, 1e-300], [0, 1e-300]], tail=1)
    matrix = pure(1, 2, 3, 40)
    drawn = [0, 1, 20, 46]
    plain = expected(matrix, WeightMatrix.maximal(), drawn).dr_weighted
    assert expected(matrix, weights, drawn).dr_weighted == pytest.approx(plain, rel=1e-14)
    assert expected(matrix, tiny, drawn).dr_weighted == pytest.approx(plain, rel=1e-14)


def test_wholly_released_groups_of_three_count_no_more_when_one_record_is_missing() -> None:
    # Printed by the source: w_33 counts, w_13 and w_23 do not.
    found = expected(pure(3), TRUTA_2004["W4"], [0, 1, 2, 3])
    assert found.dr_weighted.tolist() == pytest.approx([0, 0, 0, 1 / 3])


def test_the_whole_file_and_nothing() -> None:
    matrix = ClassificationMatrix.from_sizes(np.array([2, 2, 1]), np.array([1, 3, 1]), 5)
    found = expected(matrix, WeightMatrix.geometric(0.5), [3, 0])
    assert found.t.tolist() == [3, 0]
    assert found.dr_min.tolist() == [pytest.approx(1 / 5), 0]
    assert found.dr_max.tolist() == [pytest.approx((1 / 2 + 1 / 3 + 1) / 5), 0]
    assert found.dr_weighted.tolist() == [pytest.approx((0.5 / 2 + 0.25 / 3 + 1) / 5), 0]
    nobody = ClassificationMatrix.from_sizes(np.array([], dtype=np.int64), np.array([], dtype=np.int64), 5)
    assert expected(nobody, TRUTA_2006["W3"], [0, 0]).dr_max.tolist() == [0, 0]
    assert expected(matrix, WeightMatrix.maximal(), []).dr_max.tolist() == []


@pytest.mark.parametrize("t", [[-1], [0, 4]])
def test_samples_that_cannot_be_drawn_are_refused(t: list[int]) -> None:
    with pytest.raises(ParameterError, match="0 to 3 records"):
        expected(pure(1, 2), WeightMatrix.maximal(), t)


def test_weights_without_a_place_for_what_can_be_drawn_are_refused_by_their_cells() -> None:
    with pytest.raises(DataError, match=r"structure merging.*\(c\(1, 2\), c\(1, 3\), c\(2, 3\);"):
        expected(pure(1, 2, 3), TRUTA_2006["W2"], [1])
    merged = ClassificationMatrix.from_sizes(np.full(9, 9), np.ones(9, dtype=np.int64), 9)
    with pytest.raises(DataError, match=r"c\(2, 1\), c\(3, 1\), .* and 3 more"):
        expected(merged, TRUTA_2004["W2"], [1])
    assert expected(merged, TRUTA_2006["W1"], [1]).dr_weighted.tolist() == [pytest.approx(1 / 9)]


def test_weights_that_break_a_rule_are_refused() -> None:
    with pytest.raises(ParameterError, match="break a rule"):
        expected(pure(1), WeightMatrix(structure="sampling", block=[[1, 2], [0, 1]], tail=0), [1])


def test_cancelling_is_asked_for_every_sample_size() -> None:
    asked = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 2

    with pytest.raises(Cancelled):
        expected(pure(1, 2), WeightMatrix.maximal(), [1] * 10, Progress(cancelled=stop))


@pytest.mark.parametrize(
    ("percentage", "records", "t"),
    [
        (0, 10, 0),
        (100, 10, 10),
        (0.5, 100, 1),
        (0.49, 100, 0),
        (15, 10, 2),
        (14.9, 10, 1),
        (50, 0, 0),
        (2.5, 60, 2),
    ],
)
def test_sample_sizes_are_rounded_halves_up(percentage: float, records: int, t: int) -> None:
    assert sample_size(percentage, records) == t
