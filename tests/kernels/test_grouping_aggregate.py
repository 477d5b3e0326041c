"""Means, medians, modes and sums of squares of groups, against exact arithmetic."""

import statistics
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.kernels.grouping import (
    group_lower_medians,
    group_means,
    group_medians,
    group_modes,
    sum_of_squares_total,
    sum_of_squares_within,
)


def members(values: np.ndarray, labels: np.ndarray) -> list[list]:
    return [values[labels == group].tolist() for group in range(labels.max() + 1)]


def exact_squares(values: list) -> Fraction:
    exact = [Fraction(value) for value in values]
    mean = sum(exact) / Fraction(len(exact))
    return sum(((value - mean) ** 2 for value in exact), Fraction(0))


@st.composite
def grouped(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    offset = draw(st.sampled_from([0, 10**15, -(10**15), 2**62]))
    numbers = draw(st.lists(st.integers(-50, 50), min_size=1, max_size=30))
    values = np.array([offset + number for number in numbers])
    if draw(st.booleans()):
        values = values.astype(float)
    labels = np.array(draw(st.lists(st.integers(0, 4), min_size=len(values), max_size=len(values))))
    return values, np.unique(labels, return_inverse=True)[1]


@given(grouped())
def test_all_against_exact_arithmetic(case: tuple[np.ndarray, np.ndarray]) -> None:
    values, labels = case
    groups = members(values, labels)
    within = float(sum(exact_squares(group) for group in groups))
    assert sum_of_squares_within(values[:, np.newaxis], labels) == pytest.approx(within, rel=1e-12, abs=0)
    total = float(exact_squares(values.tolist()))
    assert sum_of_squares_total(values[:, np.newaxis]) == pytest.approx(total, rel=1e-12, abs=0)
    means = [float(sum(map(Fraction, group)) / len(group)) for group in groups]
    np.testing.assert_allclose(group_means(values, labels), means, rtol=4e-16, atol=1e-14)
    medians = [float(statistics.median(map(Fraction, group))) for group in groups]
    np.testing.assert_array_equal(group_medians(values, labels), medians)
    assert group_lower_medians(values, labels).tolist() == [statistics.median_low(group) for group in groups]
    modes = [min(statistics.multimode(group)) for group in groups]
    assert group_modes(values, labels).tolist() == modes


def test_columns_add_up_and_the_matrix_is_not_changed() -> None:
    matrix = np.asfortranarray([[1.0, 10.0], [3.0, 10.0], [5.0, 40.0], [9.0, 20.0]])
    before = matrix.copy()
    assert sum_of_squares_within(matrix, np.array([0, 0, 1, 1])) == 2 + 0 + 8 + 200
    assert sum_of_squares_total(matrix) == 35 + 600
    np.testing.assert_array_equal(matrix, before)


def test_codes_keep_their_type() -> None:
    codes = np.array([2, 1, 2, 1, 0], dtype=np.int32)
    labels = np.array([0, 0, 0, 0, 1])
    for statistic in (group_lower_medians, group_modes):
        result = statistic(codes, labels)
        assert result.dtype == np.int32
        assert result.tolist() == [1, 0]


def test_no_records() -> None:
    nothing = np.array([], dtype=np.int64)
    for statistic in (group_means, group_medians, group_lower_medians, group_modes):
        assert len(statistic(nothing, nothing)) == 0
    assert sum_of_squares_total(np.empty((0, 3))) == 0.0


def test_small_whole_types_and_unsigned_ones_do_not_wrap_round() -> None:
    labels = np.array([0, 0, 1])
    assert group_means(np.array([-128, 127, 5], dtype=np.int8), labels).tolist() == [-0.5, 5.0]
    assert group_medians(np.array([2**64 - 1, 2**64 - 1, 0], dtype=np.uint64), labels)[1] == 0.0
    assert group_medians(np.array([-(2**63), 2**63 - 1, 0]), labels).tolist() == [0.0, 0.0]


def test_beyond_float64_is_infinite_without_a_warning() -> None:
    matrix = np.array([[-1e200], [1e200]])
    assert sum_of_squares_total(matrix) == np.inf


def test_missing_values_spread_to_their_group_only() -> None:
    means = group_means(np.array([1.0, np.nan, 2.0, 4.0]), np.array([0, 0, 1, 1]))
    np.testing.assert_array_equal(means, [np.nan, 3.0])


def test_unused_group_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="every group number"):
        group_means(np.array([1.0, 2.0]), np.array([0, 2]))
