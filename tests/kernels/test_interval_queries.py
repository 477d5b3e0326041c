import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.kernels.interval_queries import (
    count_range,
    deviation_range,
    largest_range,
    mean_range,
    quantile_range,
    smallest_range,
    sum_range,
)

STATISTICS = {
    "sum": (sum_range, np.sum),
    "mean": (mean_range, np.mean),
    "max": (largest_range, np.max),
    "min": (smallest_range, np.min),
    "deviation": (deviation_range, lambda column: np.std(column, ddof=1)),
    "median": (lambda low, high: quantile_range(low, high, 0.5), np.median),
}


def boxes(m: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    low = rng.integers(-6, 6, m).astype(float)
    return low, low + rng.integers(0, 5, m)


@pytest.mark.parametrize("name", STATISTICS)
@given(st.integers(2, 4), st.integers(0, 2**32))
def test_ranges_are_those_over_all_whole_values_in_the_intervals(name: str, m: int, seed: int) -> None:
    low, high = boxes(m, seed)
    found, statistic = STATISTICS[name]
    least, most = found(low, high)
    every = itertools.product(*(np.arange(a, b + 1) for a, b in zip(low, high, strict=True)))
    reached = [statistic(np.array(values)) for values in every]
    assert least <= min(reached) + 1e-9
    assert max(reached) <= most + 1e-9
    if name != "deviation":
        assert least > min(reached) - 1
        assert most < max(reached) + 1


def test_worked_deviations() -> None:
    # All can be 5; and at most 0 and 10, of which the deviation is √50.
    assert deviation_range(np.array([0.0, 5.0]), np.array([5.0, 10.0])) == (0, 8)
    # Single values: the deviation itself, √(2/3·…) = 2 for 1, 3, 5.
    assert deviation_range(np.array([1.0, 3.0, 5.0]), np.array([1.0, 3.0, 5.0])) == (1, 3)
    # Apart by 4 at least, by 8 at most: √8 and √32.
    assert deviation_range(np.array([0.0, 6.0]), np.array([2.0, 8.0])) == (2, 6)


def test_sums_are_exact_however_large() -> None:
    ends = np.full(3_000_000, 9e11 + 1)
    assert sum_range(ends, ends) == (3_000_000 * (9 * 10**11 + 1),) * 2
    assert mean_range(ends, ends) == (9 * 10**11 + 1,) * 2


@given(st.integers(1, 8), st.integers(0, 2**32), st.floats(-5, 5))
def test_counts_of_values_above_a_threshold(m: int, seed: int, threshold: float) -> None:
    low, high = boxes(m, seed)
    fewest, most = count_range(low, high, threshold)
    middle = (low + high) / 2
    assert fewest <= (middle >= threshold).sum() <= most


def test_no_records_have_the_sum_0() -> None:
    assert sum_range(np.zeros(0), np.zeros(0)) == (0, 0)
    assert count_range(np.zeros(0), np.zeros(0), 1.0) == (0, 0)
