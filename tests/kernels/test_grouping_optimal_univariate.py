"""Univariate groups: worked examples, an exact oracle over all consecutive partitions, bad input."""

from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.running.progress import SILENT, Cancelled, Progress
from sdcdesk.kernels.grouping import (
    fixed_groups,
    lockstep,
    losses,
    optimal_absolute,
    optimal_squares,
    stepwise,
    sum_of_squares_total,
    sum_of_squares_within,
)

Loss = Callable[[list[Fraction]], Fraction]


def squares(group: list[Fraction]) -> Fraction:
    mean = sum(group) / Fraction(len(group))
    return sum(((value - mean) ** 2 for value in group), Fraction(0))


def absolutes(group: list[Fraction]) -> Fraction:
    mean = sum(group) / Fraction(len(group))
    return sum((abs(value - mean) for value in group), Fraction(0))


def partitions(n: int, k: int, longest: int) -> Iterator[list[int]]:
    """All ways to cut n values into consecutive groups of k to longest."""
    if n == 0:
        yield []
    for size in range(k, min(n, longest) + 1):
        for rest in partitions(n - size, k, longest):
            yield [size, *rest]


def loss_of_sizes(values: list[float], sizes: list[int], loss: Loss) -> Fraction:
    exact = [Fraction(value) for value in values]
    ends = np.cumsum(sizes).tolist()
    return sum((loss(exact[end - size : end]) for end, size in zip(ends, sizes, strict=True)), Fraction(0))


def least_loss(values: list[float], k: int, longest: int, loss: Loss) -> Fraction:
    return min(loss_of_sizes(values, sizes, loss) for sizes in partitions(len(values), k, longest))


def sizes_of(labels: np.ndarray) -> list[int]:
    assert labels.dtype == np.int64
    assert np.isin(np.diff(labels), [0, 1]).all()
    return np.bincount(labels).tolist()


def close(found: Fraction, least: Fraction) -> bool:
    return least <= found <= least * Fraction(1_000_000_001, 1_000_000_000)


small = st.integers(-20, 20).map(float)
offsets = st.sampled_from([0.0, 1e15, -1e15])
values_lists = st.one_of(
    st.lists(small, min_size=4, max_size=11),
    st.tuples(offsets, st.lists(small, min_size=4, max_size=11)).map(lambda p: [p[0] + v for v in p[1]]),
    st.lists(st.tuples(offsets, small).map(sum), min_size=4, max_size=11),
    st.lists(st.floats(-1e6, 1e6, width=32), min_size=4, max_size=11),
).map(sorted)


@given(values_lists, st.integers(2, 4))
def test_squares_are_the_least_of_all_consecutive_partitions(values: list[float], k: int) -> None:
    sizes = sizes_of(optimal_squares(np.array(values), k, SILENT))
    if len(values) >= k:
        assert min(sizes) >= k
        assert max(sizes) <= 2 * k - 1
        # Against partitions with groups of any size: that k…2k−1 suffices is part of the claim.
        assert close(loss_of_sizes(values, sizes, squares), least_loss(values, k, len(values), squares))


@given(values_lists, st.integers(2, 4), st.integers(0, 8))
def test_absolutes_are_the_least_up_to_the_longest(values: list[float], k: int, more: int) -> None:
    longest = 2 * k - 1 + more
    sizes = sizes_of(optimal_absolute(np.array(values), k, longest, SILENT))
    if len(values) >= k:
        assert min(sizes) >= k
        assert max(sizes) <= longest
        assert close(loss_of_sizes(values, sizes, absolutes), least_loss(values, k, longest, absolutes))


@given(values_lists, st.integers(2, 4), st.integers(1, 5), st.booleans(), st.booleans())
def test_all_ways_through_the_recurrence_agree(
    values: list[float], k: int, steps: int, many: bool, square: bool
) -> None:
    array = np.array(values)
    candidates = losses.squared if square else losses.absolute
    loss, longest = (squares, 2 * k - 1) if square else (absolutes, 2 * k + 2)
    lanes = 100 if many else 1
    ways = [
        stepwise.best_last_sizes(array, k, longest, candidates, SILENT),
        lockstep.best_last_sizes(array, k, longest, candidates, SILENT, steps=steps, lanes=lanes),
    ]
    least = least_loss(values, k, longest, loss) if len(values) >= k else Fraction(0)
    for last_sizes in ways:
        end, sizes = len(values), []
        while end >= k:
            sizes.insert(0, int(last_sizes[end - 1]))
            end -= sizes[0]
        assert end == 0
        assert close(loss_of_sizes(values, sizes, loss), least)


@pytest.mark.parametrize("k", [2, 3, 7, 12, 13, 40])
def test_long_files_agree_between_methods(k: int) -> None:
    values = np.sort(np.random.default_rng(k).lognormal(size=3000))
    sized = {
        method.__name__: method.best_last_sizes(values, k, 2 * k - 1, losses.squared, SILENT)
        for method in (stepwise, lockstep)
    }
    first, second = sized.values()
    assert (first[k - 1 :] == second[k - 1 :]).all()


def test_searched_losses_are_the_summed_ones() -> None:
    rows = np.sort(np.random.default_rng(5).integers(0, 90, 260)).astype(float)[:, np.newaxis] + 1e12
    longest = losses.LONGEST_SUMMED + 1
    summed = losses._summed(rows, 2, longest)
    np.testing.assert_allclose(losses.absolute(rows, 2, longest), summed, rtol=1e-12)


def least_squares_of_whole_numbers(values: list[int], k: int) -> Fraction:
    """The same recurrence in exact arithmetic."""
    sums = np.cumsum([0, *values], dtype=object)
    squared = np.cumsum([0, *(value * value for value in values)], dtype=object)
    least: list[Fraction | None] = [Fraction(0)]
    for end in range(1, len(values) + 1):
        found = [
            before + squared[end] - squared[end - size] - Fraction((sums[end] - sums[end - size]) ** 2, size)
            for size in range(k, min(2 * k - 1, end) + 1)
            if (before := least[end - size]) is not None
        ]
        least.append(min(found, default=None))
    assert least[-1] is not None
    return least[-1]


@pytest.mark.parametrize(("k", "mean_loss"), [(3, 0.10292), (5, 0.33135), (10, 0.89056)])
def test_census_loss_is_the_least_in_exact_arithmetic(shared_data, k: int, mean_loss: float) -> None:
    census = pd.read_csv(shared_data / "census-casc.csv").to_numpy()
    ratios = []
    for number, column in enumerate(np.sort(census, axis=0).T):
        matrix = column[:, np.newaxis]
        within = sum_of_squares_within(matrix, optimal_squares(column, k, SILENT))
        ratios.append(100 * within / sum_of_squares_total(matrix))
        if number % 6 == 0:
            least = least_squares_of_whole_numbers(column.tolist(), k)
            assert within == pytest.approx(float(least), rel=1e-12)
    assert round(float(np.mean(ratios)), 5) == mean_loss


def test_absolute_deviations_need_groups_longer_than_2k_minus_1() -> None:
    values = np.array([3, 7, 7, 7, 10, 10, 23])
    short = optimal_absolute(values, 2, 3, SILENT)
    anything = optimal_absolute(values, 2, 7, SILENT)
    assert loss_of_sizes(values.tolist(), sizes_of(short), absolutes) == 21
    assert loss_of_sizes(values.tolist(), sizes_of(anything), absolutes) == Fraction(206, 10)


def test_variable_sizes_follow_the_clumps_of_004_figure_1() -> None:
    values = np.array([1.0, 1.2, 1.3, 1.5, 1.6, 8.0, 8.1, 8.3, 8.4])
    assert sizes_of(optimal_squares(values, 3, SILENT)) == [5, 4]
    assert sizes_of(fixed_groups(9, 3)) == [3, 3, 3]


def test_among_equal_losses_the_last_group_is_the_shortest() -> None:
    assert sizes_of(optimal_squares(np.zeros(7), 2, SILENT)) == [3, 2, 2]
    assert sizes_of(optimal_absolute(np.zeros(7), 2, 7, SILENT)) == [3, 2, 2]


def test_whole_numbers_beyond_53_bits_keep_their_digits() -> None:
    values = np.array([2**62, 2**62 + 1, 2**62 + 2, 2**62 + 50, 2**62 + 51, 2**62 + 52, 2**62 + 53])
    assert sizes_of(optimal_squares(values, 3, SILENT)) == [3, 4]
    extremes = np.array([-(2**63), -(2**63), 2**63 - 2, 2**63 - 1])
    assert sizes_of(optimal_squares(extremes, 2, SILENT)) == [2, 2]


@pytest.mark.parametrize("size", [5e-324, 1e-200, 1e200, 8e307])
def test_tiny_and_huge_values_neither_vanish_nor_overflow(size: float) -> None:
    values = np.array([-2, -2, -2, 1, 1, 2, 2]) * size
    assert sizes_of(optimal_squares(values, 3, SILENT)) == [3, 4]
    assert sizes_of(optimal_absolute(values, 3, 7, SILENT)) == [3, 4]


@pytest.mark.parametrize(("n", "k", "sizes"), [(0, 3, []), (2, 3, [2]), (5, 3, [5]), (4, 1, [1, 1, 1, 1])])
def test_few_values(n: int, k: int, sizes: list[int]) -> None:
    values = np.arange(n, dtype=float)
    assert sizes_of(optimal_squares(values, k, SILENT)) == sizes
    assert sizes_of(optimal_absolute(values, k, 9, SILENT)) == sizes
    assert sizes_of(fixed_groups(n, k)) == sizes


@pytest.mark.parametrize(("n", "sizes"), [(6, [3, 3]), (7, [3, 4]), (8, [3, 5]), (9, [3, 3, 3])])
def test_the_last_fixed_group_takes_the_rest(n: int, sizes: list[int]) -> None:
    assert sizes_of(fixed_groups(n, 3)) == sizes


@pytest.mark.parametrize("values", [[2.0, 1.0], [1.0, np.nan], [np.nan, 1.0], [1.0, np.inf], [1, np.nan, 2]])
def test_values_that_are_not_finite_and_ascending_are_refused(values: list[float]) -> None:
    with pytest.raises(ValueError, match="ascending"):
        optimal_squares(np.array(values), 2, SILENT)


def test_too_short_a_longest_group_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 2 k − 1"):
        optimal_absolute(np.arange(9.0), 3, 4, SILENT)


@pytest.mark.parametrize(("n", "k"), [(1_000_000, 3), (50_000, 50)])
def test_cancel_stops_in_the_middle(n: int, k: int) -> None:
    heard: list[float] = []

    def listener(fraction: float, _words: str) -> None:
        heard.append(fraction)

    with pytest.raises(Cancelled):
        optimal_squares(np.arange(n, dtype=float), k, Progress(listener, lambda: len(heard) == 2))
    assert 0 == heard[0] < heard[1] < 1


def test_the_values_are_not_changed() -> None:
    values = np.arange(100.0)
    values.flags.writeable = False
    optimal_squares(values, 3, SILENT)
    optimal_absolute(values, 3, 100, SILENT)
