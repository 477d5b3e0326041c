"""Poisson–gamma estimator against its likelihood and sums over its distribution."""

from math import exp, lgamma, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.numbers.quantity import Reason
from sdcdesk.risk.population_uniques.estimate import Estimate
from sdcdesk.risk.population_uniques.poisson_gamma import poisson_gamma
from tests.risk.population_uniques.samples import MIXED, sample


def chance(size: int, alpha: float, mean: float) -> float:
    """Probability of a negative binomial count with a shape and a mean."""
    odds = mean / alpha
    return exp(
        lgamma(alpha + size)
        - lgamma(alpha)
        - lgamma(size + 1)
        - alpha * log(1 + odds)
        + size * log(odds / (1 + odds))
    )


@given(MIXED, st.integers(1, 200), st.integers(1, 60))
def test_it_has_the_greatest_likelihood(sizes: list[int], others: int, empty: int) -> None:
    n, keys = sum(sizes), len(sizes) + empty
    found = poisson_gamma(sample(sizes, n + others), keys)
    counts = sizes + [0] * empty
    if np.var(counts) <= np.mean(counts):
        assert isinstance(found, Reason)
        return
    assert isinstance(found, Estimate)
    alpha = dict(found.parameters)["α"]

    def likelihood(shape: float) -> float:
        return sum(log(chance(size, shape, n / keys)) for size in counts)

    best = likelihood(alpha)
    assert all(likelihood(alpha * factor) <= best + 1e-7 for factor in (0.5, 0.9, 0.99, 1.01, 1.1, 2.0))
    people = n + others
    assert found.people == pytest.approx(keys * chance(1, alpha, people / keys), rel=1e-6)
    # Everyone with the key was drawn: P(F = 1) π / P(f = 1).
    alone = chance(1, alpha, people / keys) * (n / people) / chance(1, alpha, n / keys)
    assert found.of_uniques == pytest.approx(alone, rel=1e-6)


@pytest.mark.parametrize("keys", [1e6, 1e30, 1e280])
def test_any_number_of_keys_can_be_possible(keys: float) -> None:
    found = poisson_gamma(sample([1] * 30 + [2] * 6 + [9, 40], 10_000), keys)
    assert isinstance(found, Estimate)
    # More and more rare keys are the logarithmic series of Fisher, u = θ ln(1 + n/θ).
    total = dict(found.parameters)["Kα"]
    assert total * log(1 + 91 / total) == pytest.approx(38, rel=1e-4)


@pytest.mark.parametrize("sizes", [[], [2, 3], [1, 1, 1], [1]])
def test_without_uniques_or_with_nothing_else_it_says_so(sizes: list[int]) -> None:
    assert isinstance(poisson_gamma(sample(sizes, 100), 50), Reason)
