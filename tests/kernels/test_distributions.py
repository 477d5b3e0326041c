import math
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.kernels.distributions import (
    class_counts,
    class_edges,
    hellinger,
    kolmogorov_smirnov,
    present_sorted,
    shape,
)

VALUES = st.lists(
    st.one_of(st.integers(-3, 3).map(float), st.integers(-900, 900).map(lambda v: v / 7)), min_size=1
)


def ordered(values: list[float]) -> np.ndarray:
    return present_sorted(np.array(values))


@given(VALUES, VALUES)
def test_the_distance_of_distribution_functions_is_the_largest_at_any_value(
    first: list[float], second: list[float]
) -> None:
    def function(values: list[float], at: float) -> float:
        return sum(value <= at for value in values) / len(values)

    slow = max(abs(function(first, at) - function(second, at)) for at in [*first, *second])
    assert kolmogorov_smirnov(ordered(first), ordered(second)) == pytest.approx(slow)


@given(st.integers(0, 1000), st.sampled_from([5, 300, 10**6]), st.floats(-0.2, 0.2))
def test_of_many_values_it_is_the_largest_too(seed: int, different: int, shift: float) -> None:
    rng = np.random.default_rng(seed)
    first = np.sort(np.floor(rng.random(900) * different))
    second = np.sort(np.floor((rng.random(700) + shift) * different))
    at = np.concatenate([first, second])
    functions = [np.searchsorted(values, at, side="right") / len(values) for values in (first, second)]
    assert kolmogorov_smirnov(first, second) == pytest.approx(
        np.abs(functions[0] - functions[1]).max(), abs=1e-12
    )
    assert kolmogorov_smirnov(first, first) == 0


@given(VALUES, VALUES, st.integers(1, 12))
def test_each_value_is_in_one_class(first: list[float], second: list[float], classes: int) -> None:
    edges = class_edges(ordered(first), classes)
    assert set(edges) <= set(first)
    assert (edges[0], edges[-1]) == (min(first), max(first))

    def slow(values: list[float]) -> list[int]:
        upper = edges[1:] if len(edges) > 1 else edges
        within = [value for value in values if edges[0] <= value <= edges[-1]]
        places = [next(place for place, end in enumerate(upper) if value <= end) for value in within]
        return [
            sum(value < edges[0] for value in values),
            *(places.count(place) for place in range(len(upper))),
            sum(value > edges[-1] for value in values),
        ]

    assert class_counts(ordered(first), edges).tolist() == slow(first)
    assert class_counts(ordered(second), edges).tolist() == slow(second)


@given(
    st.lists(st.integers(0, 9), min_size=3, max_size=3), st.lists(st.integers(0, 9), min_size=3, max_size=3)
)
def test_hellinger_distance(first: list[int], second: list[int]) -> None:
    found = hellinger(np.array(first), np.array(second))
    if not sum(first) or not sum(second):
        assert math.isnan(found)
        return
    common = sum(math.sqrt(a / sum(first) * b / sum(second)) for a, b in zip(first, second, strict=True))
    assert found == pytest.approx(math.sqrt(max(1 - common, 0)), abs=1e-7)


def test_classes_of_equal_size() -> None:
    edges = class_edges(np.arange(1.0, 101.0), 4)
    assert edges.tolist() == [1, 25, 50, 75, 100]
    assert class_counts(np.arange(1.0, 101.0), edges).tolist() == [0, 25, 25, 25, 25, 0]
    still = class_edges(np.full(9, 5.0), 4)
    assert class_counts(np.full(9, 3.0), still).tolist() == [9, 0, 0]


@given(VALUES)
def test_moments(values: list[float]) -> None:
    found = shape(np.array(values) + 1e6)
    assert found.mean == pytest.approx(statistics.fmean(values) + 1e6)
    if len(values) > 1:
        assert found.deviation == pytest.approx(statistics.stdev(values), rel=1e-6, abs=1e-12)
    mean = statistics.fmean(values)
    second, third, fourth = (statistics.fmean((v - mean) ** power for v in values) for power in (2, 3, 4))
    if second > 1e-6:
        assert found.skewness == pytest.approx(third / second**1.5, rel=1e-4, abs=1e-5)
        assert found.kurtosis == pytest.approx(fourth / second**2 - 3, rel=1e-4, abs=1e-5)


def test_a_constant_column_has_no_shape() -> None:
    found = shape(np.full(7, 0.1))
    assert (found.mean, found.deviation) == (0.1, 0.0)
    assert math.isnan(found.skewness)
    assert shape(np.array([])).count == 0
    assert math.isnan(shape(np.array([3.0])).deviation)
