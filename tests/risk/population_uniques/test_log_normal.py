"""Log-normal estimator against its likelihood, and sums over a fine grid of means."""

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import gammaln

from sdcdesk.core.numbers.quantity import Reason
from sdcdesk.risk.population_uniques.estimate import Estimate
from sdcdesk.risk.population_uniques.log_normal import log_normal
from tests.risk.population_uniques.samples import MIXED, sample


def chances(counts: list[int], mean: float, spread: float) -> np.ndarray:
    """Probabilities of counts, from 200,001 equally spaced logarithms of the mean."""
    centre = log(mean) - spread**2 / 2
    places = centre + spread * np.linspace(-14, 14, 200_001)
    weights = np.exp(-(((places - centre) / spread) ** 2) / 2)
    means = np.exp(places)
    return np.array(
        [(weights * np.exp(count * places - means - gammaln(count + 1))).sum() for count in counts]
    ) / (weights.sum())


@given(MIXED, st.integers(1, 200), st.integers(1, 60))
def test_it_has_the_greatest_likelihood(sizes: list[int], others: int, empty: int) -> None:
    n, keys = sum(sizes), len(sizes) + empty
    found = log_normal(sample(sizes, n + others), keys)
    counts = sizes + [0] * empty
    if np.var(counts) <= np.mean(counts):
        assert isinstance(found, Reason)
        return
    assert isinstance(found, Estimate)
    spread = dict(found.parameters)["σ"]

    def likelihood(width: float) -> float:
        return float(np.log(chances(counts, n / keys, width)).sum())

    best = likelihood(spread)
    assert all(likelihood(spread * factor) <= best + 1e-7 for factor in (0.9, 0.99, 1.01, 1.1))
    people = n + others
    [alone] = chances([1], people / keys, spread)
    [drawn] = chances([1], n / keys, spread)
    assert found.people == pytest.approx(keys * alone, rel=1e-6)
    assert found.of_uniques == pytest.approx(alone * n / (people * drawn), rel=1e-6)


@pytest.mark.parametrize("keys", [1e6, 1e30, 1e280])
def test_any_number_of_keys_can_be_possible(keys: float) -> None:
    found = log_normal(sample([1] * 30 + [2] * 6 + [9, 40], 10_000), keys)
    assert isinstance(found, Estimate)
    assert 0 < found.people < 10_000
    assert found.of_uniques is not None
    assert 0 < found.of_uniques < 1


def test_large_groups_are_summed_where_they_are() -> None:
    found = log_normal(sample([1] * 30 + [2] * 6 + [500_000, 40], 10**6), 100)
    assert isinstance(found, Estimate)
    assert np.isfinite(found.people)


@pytest.mark.parametrize("sizes", [[], [2, 3], [1, 1, 1], [1]])
def test_without_uniques_or_with_nothing_else_it_says_so(sizes: list[int]) -> None:
    assert isinstance(log_normal(sample(sizes, 100), 50), Reason)
