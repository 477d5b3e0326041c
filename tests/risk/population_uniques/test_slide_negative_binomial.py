"""Slide negative binomial estimator against sums over its distribution."""

from math import comb, exp, lgamma, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.numbers.quantity import Reason
from sdcdesk.risk.population_uniques.estimate import Estimate
from sdcdesk.risk.population_uniques.slide_negative_binomial import (
    keys_of_population,
    slide_negative_binomial,
)
from tests.risk.population_uniques.samples import MIXED, sample


def drawn(size: int, alpha: float, beta: float, fraction: float) -> float:
    """P(f = size): F − 1 is negative binomial, and each person is drawn by chance. Summed over F."""
    total = 0.0
    for people in range(size, 3_000):
        more = people - 1
        chance = (
            exp(lgamma(alpha + more) - lgamma(alpha) - lgamma(more + 1) + alpha * log(beta))
            * (1 - beta) ** more
        )
        total += chance * comb(people, size) * fraction**size * (1 - fraction) ** (people - size)
    return total


@given(MIXED, st.integers(1, 300))
def test_as_many_groups_of_one_and_two_are_expected_as_there_are(sizes: list[int], others: int) -> None:
    taken = sample(sizes, sum(sizes) + others)
    found = slide_negative_binomial(taken)
    if isinstance(found, Reason):
        return
    fitted = dict(found.parameters)
    keys, alpha, beta = fitted["K"], fitted["α"], fitted["β"]
    assert keys == keys_of_population(taken)
    if beta > 0.01 and alpha < 50:
        assert keys * drawn(1, alpha, beta, taken.fraction) == pytest.approx(taken.uniques, rel=1e-6)
        assert keys * drawn(2, alpha, beta, taken.fraction) == pytest.approx(taken.of_size(2), rel=1e-6)
    assert found.people == pytest.approx(keys * beta**alpha, rel=1e-9)
    assert found.people * taken.fraction <= taken.uniques * (1 + 1e-12)


def test_the_number_of_keys_is_its_formula() -> None:
    """Haas and Stokes 1998, by hand for q = ½: u = 4, u₁ = 2, u₂ = 1, u₃ = 1."""
    q, groups = 0.5, {1: 2, 2: 1, 3: 1}
    first = sum(i * q * q * (1 - q * q) ** (i - 1) * u for i, u in groups.items())
    first /= sum((1 - q) ** i * ((1 + q) ** i - 1) * u for i, u in groups.items())
    second = sum((1 - q) ** i * u for i, u in groups.items())
    second /= sum(i * q * (1 - q) ** (i - 1) * u for i, u in groups.items())
    assert keys_of_population(sample([1, 1, 2, 3], 14)) == pytest.approx(4 + 2 * first * second**2)


@pytest.mark.parametrize(
    ("sizes", "why"), [([1, 3], "share their key"), ([1, 1], "every"), ([2], "no released")]
)
def test_without_pairs_or_uniques_it_says_so(sizes: list[int], why: str) -> None:
    found = slide_negative_binomial(sample(sizes, 100))
    assert isinstance(found, Reason)
    assert why in found.text


def test_what_no_distribution_fits_is_said() -> None:
    # Far more pairs than uniques: no distribution that begins at one person gives them.
    found = slide_negative_binomial(sample([1, *[2] * 200], 402))
    assert isinstance(found, Reason)
    assert "No convergence" in found.text


@pytest.mark.parametrize("others", [1, 10**6, 10**15])
def test_huge_groups_and_populations_are_no_obstacle(others: int) -> None:
    found = slide_negative_binomial(sample([1, 1, 1, 2, 10**6], 10**6 + 5 + others))
    assert isinstance(found, Reason) or (isinstance(found, Estimate) and found.people > 0)
