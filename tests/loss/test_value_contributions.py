import math
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.kernels.extremes import BLOCK
from sdcdesk.loss.value_contributions import behind


def slow_rest(values: list[float]) -> float:
    """What is left for the farthest value, of the sum and of the squares, over what it is."""
    if len(values) < 3:
        return 0.0
    sizes = sorted(map(abs, values))
    mean = statistics.fmean(values)
    *_, known, target = sorted(values, key=lambda value: (abs(value - mean), value))
    others = list(values)
    others.remove(known)
    count = len(others)
    bound = statistics.stdev(others) * (count - 1) / math.sqrt(count)
    of_squares = bound - abs(target - statistics.fmean(others))
    return min(sum(sizes[:-2]), of_squares)


@given(
    st.one_of(
        st.lists(st.integers(-60, 60).map(float), min_size=1, max_size=12),
        st.integers(0, 1000).map(
            lambda seed: np.random.default_rng(seed).normal(3, 9, 2 * BLOCK + 9).tolist()
        ),
    )
)
def test_what_is_behind_the_moments_of_a_column(values: list[float]) -> None:
    found = behind(np.array([*values, math.nan]))
    mean = statistics.fmean(values)
    assert (found.values, found.largest) == (len(values), max(map(abs, values)))
    assert found.reach == pytest.approx(max(abs(value - mean) for value in values), abs=1e-9)
    assert found.rest == pytest.approx(slow_rest(values), rel=1e-6, abs=1e-6)


def test_a_value_that_dominates_is_seen_beside_tiny_ones() -> None:
    values = np.append(np.random.default_rng(1).uniform(0, 1e-6, 50), 1e9)
    assert behind(values).rest < 1
