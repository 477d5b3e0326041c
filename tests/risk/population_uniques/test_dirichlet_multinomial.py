"""Dirichlet-multinomial estimator against its likelihood and the probabilities of Polya's urn."""

from math import exp, lgamma, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.numbers.quantity import Reason
from sdcdesk.risk.population_uniques.dirichlet_multinomial import LARGEST, dirichlet_multinomial
from sdcdesk.risk.population_uniques.estimate import Estimate
from sdcdesk.risk.population_uniques.poisson_gamma import poisson_gamma
from tests.risk.population_uniques.samples import MIXED, sample


def nobody_more(rest: float, whole: float, drawn: int, others: int) -> float:
    """Probability that none of others who are drawn one by one has a key, by Polya's urn."""
    chance = 1.0
    for place in range(others):
        chance *= (rest + drawn + place) / (whole + drawn + place)
    return chance


@given(MIXED, st.integers(1, 200), st.integers(1, 60))
def test_it_has_the_greatest_likelihood(sizes: list[int], others: int, empty: int) -> None:
    n, keys = sum(sizes), len(sizes) + empty
    found = dirichlet_multinomial(sample(sizes, n + others), keys)
    counts = np.array(sizes + [0] * empty)
    if (counts * (counts - 1)).sum() * keys <= n * (n - 1):
        assert isinstance(found, Reason)
        return
    if isinstance(found, Reason):
        return
    alpha = dict(found.parameters)["α"]

    def likelihood(shape: float) -> float:
        rising = sum(lgamma(shape + size) - lgamma(shape) for size in sizes)
        return rising + lgamma(keys * shape) - lgamma(keys * shape + n)

    best = likelihood(alpha)
    assert all(likelihood(alpha * factor) <= best + 1e-6 for factor in (0.5, 0.9, 0.99, 1.01, 1.1, 2.0))
    people, whole, rest = n + others, keys * alpha, (keys - 1) * alpha
    # The first person has some key; the other N − 1 have another one.
    first_alone = nobody_more(rest, whole + 1, 0, people - 1)
    assert found.people == pytest.approx(people * first_alone, rel=1e-6)
    assert found.of_uniques == pytest.approx(nobody_more(rest, whole + 1, n - 1, others), rel=1e-6)


def test_of_many_people_it_is_the_poisson_gamma_model() -> None:
    one = sample([1] * 3000 + [2] * 800 + [9] * 90 + [40] * 8, 10**6)
    found, other = dirichlet_multinomial(one, 10**5), poisson_gamma(one, 10**5)
    assert isinstance(found, Estimate)
    assert isinstance(other, Estimate)
    assert found.people == pytest.approx(other.people, rel=1e-3)


@pytest.mark.parametrize("keys", [1e6, 1e30, 1e280])
def test_any_number_of_keys_can_be_possible(keys: float) -> None:
    found = dirichlet_multinomial(sample([1] * 30 + [2] * 6 + [9, 40], 10_000), keys)
    assert isinstance(found, Estimate)
    # More and more rare keys are Ewens' formula, u = Σ θ/(θ + i).
    total = dict(found.parameters)["Kα"]
    assert sum(total / (total + place) for place in range(91)) == pytest.approx(38, rel=1e-4)


def test_beyond_so_even_keys_it_says_so() -> None:
    """Just above chance α is beyond all digits."""
    sizes = [2] * 1000 + [1] * 1000
    keys = 3000 * 2999 / 2000 * (1 + 1e-12)
    found = dirichlet_multinomial(sample(sizes, 10**5), keys)
    assert isinstance(found, Reason) or dict(found.parameters)["α"] <= LARGEST


@pytest.mark.parametrize("sizes", [[], [2, 3], [1, 1, 1], [1]])
def test_without_uniques_or_with_nothing_else_it_says_so(sizes: list[int]) -> None:
    assert isinstance(dirichlet_multinomial(sample(sizes, 100), 50), Reason)


def test_logarithms_of_large_numbers_keep_their_digits() -> None:
    found = dirichlet_multinomial(sample([1] * 30 + [2] * 6 + [9, 40], 10**12), 50)
    assert isinstance(found, Estimate)
    alpha = dict(found.parameters)["α"]
    # Γ(n + Kα)/Γ(n − 1 + (K − 1)α) · N^−(1 + α) for many people.
    expected = lgamma(91 + 50 * alpha) - lgamma(90 + 49 * alpha) - (1 + alpha) * log(1e12)
    assert found.of_uniques == pytest.approx(exp(expected), rel=1e-6)
