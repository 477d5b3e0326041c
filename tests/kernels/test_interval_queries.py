import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdcdesk.kernels.interval_queries import (
    count_range,
    largest_range,
    quantile_range,
    smallest_range,
    sum_range,
    variance_range,
)

GRID = 40
"""Steps of the weights in the slow, obvious search."""


def weights(k: int) -> np.ndarray:
    """Return all weights that are multiples of 1/40."""
    found = [some for some in itertools.product(range(GRID + 1), repeat=k - 1) if sum(some) <= GRID]
    return np.array([[*some, GRID - sum(some)] for some in found]) / GRID


STATISTICS = {
    "sum": (sum_range, lambda column: column.sum()),
    "max": (largest_range, np.max),
    "min": (smallest_range, np.min),
    "variance": (variance_range, lambda column: column.var(ddof=1)),
}


@pytest.mark.parametrize("name", STATISTICS)
@settings(max_examples=25, deadline=None)
@given(st.integers(2, 3), st.integers(2, 7), st.integers(0, 2**32), st.sampled_from([1e-3, 1.0, 1e12]))
def test_ranges_are_those_over_all_weights(name: str, k: int, m: int, seed: int, scale: float) -> None:
    vectors = np.random.default_rng(seed).integers(-5, 6, (k, m)) * scale
    found, statistic = STATISTICS[name]
    low, high = found(vectors)
    reached = np.array([statistic(each @ vectors) for each in weights(k)])
    size = scale**2 if name == "variance" else scale
    assert low <= reached.min() <= reached.max() <= high
    at_columns, at_weights = high - reached.max(), reached.min() - low
    if name == "min":
        at_columns, at_weights = at_weights, at_columns
    assert at_columns <= 1e-6 * size * m
    # The grid misses the best weights by up to half a step in each of them.
    assert at_weights <= (0.1 if name == "variance" else 0.3) * size * m


def test_a_worked_linear_and_quadratic_program() -> None:
    vectors = np.array([[0.0, 10.0], [10.0, 0.0]])
    assert largest_range(vectors) == (pytest.approx(5.0), pytest.approx(10.0))
    assert smallest_range(vectors) == (pytest.approx(0.0, abs=1e-6), pytest.approx(5.0))
    assert variance_range(vectors) == (pytest.approx(0.0, abs=1e-6), pytest.approx(50.0))
    assert sum_range(vectors) == (pytest.approx(10.0), pytest.approx(10.0))


@settings(max_examples=40)
@given(st.integers(1, 8), st.integers(0, 2**32), st.floats(0, 1))
def test_outer_ranges_contain_what_weights_reach(m: int, seed: int, share: float) -> None:
    vectors = np.random.default_rng(seed).integers(-5, 6, (3, m)).astype(float)
    fewest, most = count_range(vectors, 1.0)
    low, high = quantile_range(vectors, share)
    for each in weights(3)[::7]:
        column = each @ vectors
        assert fewest <= (column >= 1.0).sum() <= most or np.isclose(column, 1.0).any()
        assert low <= np.quantile(column, share) <= high


def test_a_large_file_needs_few_records_of_the_program() -> None:
    rng = np.random.default_rng(1)
    base = rng.lognormal(8, 1, 100_000)
    vectors = base * rng.uniform(0.7, 1.3, (4, len(base)))
    low, high = largest_range(vectors)
    for each in rng.dirichlet(np.ones(4), 50):
        assert low <= (each @ vectors).max() <= high


def test_no_records_have_the_sum_0() -> None:
    assert sum_range(np.zeros((3, 0))) == (0.0, 0.0)
    assert count_range(np.zeros((3, 0)), 1.0) == (0, 0)
